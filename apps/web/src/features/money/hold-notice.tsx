import './hold-notice.css'
import { useTexts } from '@maru/client/i18n/texts'
import type { MyWallet } from '@maru/contract'
import { formatCountdown, formatDateTime, Icon } from '@maru/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryKeys } from '../../api/query-client.ts'
import { useSecondsLeft } from '../../live/index.ts'
import { HeldList } from './held-list.tsx'
import { type WholeHold, wholeHold } from './hold-of.ts'
import { holdTexts } from './hold-texts.ts'
import { withdrawTexts } from './withdraw-texts.ts'

/** Why nothing leaves now, where the money is, and from when on it may leave: the wallet is read again then. */
export default function HoldNotice({ hold: { cause, until } }: { hold: WholeHold }) {
  const t = useTexts(holdTexts)
  const why = useTexts(withdrawTexts)
  const queries = useQueryClient()
  const left = useSecondsLeft(until ?? 0)
  useEffect(() => {
    if (until !== null && left === 0) void queries.invalidateQueries({ queryKey: queryKeys.wallet })
  }, [queries, until, left])
  return (
    <section className="pad">
      <div className="hold-note">
        <Icon name="lock" />
        <div>
          <h2>{until === null ? t('resting') : t('restsUntil', { time: formatDateTime(until) })}</h2>
          <p>{why(`held${cause}`)}</p>
          {until !== null && (
            <p className="num">
              {t('left')} {formatCountdown(left * 1_000)}
            </p>
          )}
        </div>
      </div>
      <dl className="kvs">
        <dt>{t('money')}</dt>
        <dd>{t('staysInWallet')}</dd>
        <dt>{t('possible')}</dt>
        <dd>{t('possibleNow')}</dd>
      </dl>
    </section>
  )
}

/** Why money of a wallet cannot leave: the notice where nothing of it may, and what may with the reasons for the rest. */
export function Holds({ wallet }: { wallet: MyWallet }) {
  const hold = wholeHold(wallet)
  return (
    <>
      {hold && <HoldNotice hold={hold} />}
      <HeldList wallet={wallet} />
    </>
  )
}
