import type { Member } from '../member.ts'
import { readPurse } from '../money/state.ts'
import { newPart } from '../part.ts'
import type { State } from '../state.ts'
import type { CeilingUnit, Deposited, EpochMs, MemberLimitRow, Minor, Reply } from '../types.ts'
import { refuseCeiling } from './ceilings.ts'
import { DepositHistory } from './deposit-history.ts'
import { Newest, windowMs } from './history.ts'
import { refuseBeyond } from './refusals.ts'

const newest = newPart(() => new Newest<Deposited>())

/** Counts what was credited, also against a limit that its member sets before the database tells it. */
export function countDeposit(state: State, memberId: number, deposit: Deposited): void {
  state.members.get(memberId)?.deposits?.add(deposit)
  state.parts.of(newest).add(memberId, deposit)
}

/** From the first deposit limit on the core follows what is credited to the member; what came before is told by the caller. */
export function followDeposits(state: State, member: Member, told: readonly Deposited[], wall: EpochMs): void {
  const byId = new Map<number, Deposited>()
  for (const deposit of [...told, ...state.parts.of(newest).of(member.row.memberId)])
    if (deposit.at > wall - windowMs['30d']) byId.set(deposit.dnwId, deposit)
  member.deposits = new DepositHistory()
  for (const deposit of [...byId.values()].sort((a, b) => a.at - b.at || a.dnwId - b.dnwId))
    member.deposits.add(deposit)
}

/** Refuses one more deposit beyond a limit that the member set himself, the one with the least left is named, or beyond what staff allow him. */
export function refuseDepositLimit(
  state: State,
  member: Member,
  { currency, amount }: Pick<Deposited, 'currency' | 'amount'>,
  wall: EpochMs,
): Reply | null {
  const limits = member.limits.flatMap(({ row }) =>
    row.kind === 'DEPOSIT' && row.amount !== null && row.currency === currency
      ? [{ row, left: row.amount - deposited(state, member, row, wall) }]
      : [],
  )
  const used = deposited(state, member, { window: '24h', currency: currency as CeilingUnit }, wall)
  const counted = { kind: 'DEPOSIT', currency: currency as CeilingUnit, used, amount } as const
  return refuseBeyond(limits, amount) ?? refuseCeiling(member, counted)
}

/** What counts against a deposit limit: what was credited in the window, and what is announced and may still come. */
export function deposited(
  state: State,
  member: Member,
  { window, currency }: Pick<MemberLimitRow, 'window' | 'currency'>,
  wall: EpochMs,
): Minor {
  let sum = member.deposits?.used(window, currency, wall) ?? 0n
  const { siteId, memberId } = member.row
  for (const { row } of readPurse(state, siteId, memberId)?.open.values() ?? [])
    if ((row.type === 'D' || row.type === 'WB') && row.currency === currency) sum += row.point
  return sum
}
