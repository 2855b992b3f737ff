import { useQuery } from '@tanstack/react-query'
import { moneySiteQuery } from '../../../protection/money-site-query.ts'

/** How long each side has, and what bars a member, as the site sets it; dots until that is known. */
export function useP2pTerms(): Readonly<Record<string, string>> {
  const p2p = useQuery(moneySiteQuery).data?.p2p
  const whole = (seconds: number | undefined, unit: number) =>
    seconds === undefined ? '…' : String(Math.ceil(seconds / unit))
  return {
    payMinutes: whole(p2p?.paySec, 60),
    answerMinutes: whole(p2p?.answerSec, 60),
    lateHours: whole(p2p?.lateSec, 3_600),
    blockHours: whole(p2p?.blockSec, 3_600),
    mostUnpaid: whole(p2p?.mostUnpaid, 1),
    lateCancelMinutes: whole(p2p?.lateCancelSec, 60),
  }
}
