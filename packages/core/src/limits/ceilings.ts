import type { Ceiling } from '@maru/contract'
import { refusalReply } from '../idempotency.ts'
import type { Member } from '../member.ts'
import { formatMinor } from '../money.ts'
import type { CeilingKind, CeilingUnit, MemberCeilingRow, Minor, Reply } from '../types.ts'
import { unitWords } from './refusals.ts'

/** Refuses an amount that, with what is `used` already, goes beyond the member's ceiling; null: within it, or there is none. */
export function refuseCeiling(
  member: Member,
  { kind, currency, used, amount }: Pick<MemberCeilingRow, 'kind' | 'currency'> & Counted,
): Reply | null {
  const most = ceilingAmount(member, kind, currency)
  if (most === null || used + amount <= most) return null
  const [limit, limitEn] = names[kind]
  const [unit, unitEn] = unitWords[currency]
  return refusalReply('CEILING_EXCEEDED', {
    kind,
    limit,
    limitEn,
    amount: formatMinor(most, currency),
    left: formatMinor(most > used ? most - used : 0n, currency),
    unit,
    unitEn,
  })
}

/** The ceiling of a member in minor units; null: he has none. */
export const ceilingAmount = (member: Member, kind: CeilingKind, currency: CeilingUnit): Minor | null =>
  ceilingOf(member, kind, currency)?.row.amount ?? null

/** The ceilings that stand, as the contract shows them. */
export const ceilingsWire = ({ ceilings }: Member): Ceiling[] =>
  ceilings.flatMap(({ row: { kind, currency, amount, setAt } }) =>
    amount === null ? [] : [{ kind, currency, amount: formatMinor(amount, currency), setAt }],
  )

interface Counted {
  readonly used: Minor
  readonly amount: Minor
}

/** What was set of a kind and currency, also where it is lifted. */
export const ceilingOf = (member: Member, kind: CeilingKind, currency: CeilingUnit) =>
  member.ceilings.find(({ row }) => row.kind === kind && row.currency === currency)

const names: Readonly<Record<CeilingKind, readonly [ko: string, en: string]>> = {
  STAKE: ['회차당 참여 한도', 'Stake limit of a round'],
  ORDER: ['주문·포지션 증거금 한도', 'Margin limit of orders and positions'],
  DEPOSIT: ['24시간 입금 한도', '24-hour deposit limit'],
  WITHDRAWAL: ['1일 출금 한도', 'Daily withdrawal limit'],
}
