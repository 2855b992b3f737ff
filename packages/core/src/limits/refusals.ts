import { refusalReply } from '../idempotency.ts'
import { formatMinor } from '../money.ts'
import type { LimitKind, LimitUnit, LimitWindow, MemberLimitRow, Minor, Reply } from '../types.ts'

/** A limit with an amount, and what is left of it; below 0 where more was used already. */
interface Standing {
  readonly row: MemberLimitRow
  readonly left: Minor
}

/** Refuses an amount beyond one of the limits and names the one with the least left; null: within all. */
export function refuseBeyond(limits: readonly Standing[], amount: Minor): Reply | null {
  const [first, ...others] = limits
  if (!first) return null
  const least = others.reduce((lowest, limit) => (limit.left < lowest.left ? limit : lowest), first)
  return amount > least.left ? limitRefusal(least.row, least.left, amount) : null
}

/** Refuses by a limit: which one, how much it is, what is left of it, and `need`, what was asked for; none where no amount was. */
export function limitRefusal({ kind, window, currency, amount }: MemberLimitRow, left: Minor, need?: Minor): Reply {
  const [name, nameEn] = kinds[kind]
  const [unit, unitEn] = unitWords[currency]
  return refusalReply('SELF_LIMIT_EXCEEDED', {
    kind,
    window,
    limit: `${windows[window][0]} ${name}`,
    limitEn: `${windows[window][1]} ${nameEn}`,
    amount: formatMinor(amount ?? 0n, currency),
    left: formatMinor(left > 0n ? left : 0n, currency),
    need: need === undefined ? '' : ` · 필요한 금액 ${grouped(formatMinor(need, currency))}${unit}`,
    needEn: need === undefined ? '' : ` · needed ${grouped(formatMinor(need, currency))}${unitEn}`,
    unit,
    unitEn,
  })
}

const grouped = (amount: string): string => amount.replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','))

const kinds: Readonly<Record<LimitKind, readonly [ko: string, en: string]>> = {
  LOSS: ['손실', 'loss'],
  STAKE: ['참여금액', 'stake'],
  TIME: ['이용 시간', 'time'],
  DEPOSIT: ['입금', 'deposit'],
}
const windows: Readonly<Record<LimitWindow, readonly [ko: string, en: string]>> = {
  '24h': ['24시간', '24-hour'],
  '7d': ['7일', '7-day'],
  '30d': ['30일', '30-day'],
}
/** The unit that stands behind an amount. */
export const unitWords: Readonly<Record<LimitUnit, readonly [ko: string, en: string]>> = {
  KRW: ['원', ' KRW'],
  USDT: [' USDT', ' USDT'],
  MIN: ['분', ' minutes'],
}
