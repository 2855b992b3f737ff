import type { Member } from '../member.ts'
import { readPurse } from '../money/state.ts'
import { newPart } from '../part.ts'
import type { State } from '../state.ts'
import type { Deposited, EpochMs, MemberLimitRow, Minor } from '../types.ts'
import { DepositHistory } from './deposit-history.ts'
import { Newest, windowMs } from './history.ts'

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

/** Whether one more deposit would pass a limit that the member set himself; the lowest applies. */
export function exceedsDepositLimit(
  state: State,
  member: Member,
  { currency, amount }: Pick<Deposited, 'currency' | 'amount'>,
  wall: EpochMs,
): boolean {
  return member.limits.some(
    ({ row }) =>
      row.kind === 'DEPOSIT' &&
      row.amount !== null &&
      row.currency === currency &&
      deposited(state, member, row, wall) + amount > row.amount,
  )
}

/** What counts against a deposit limit: what was credited in the window, and what is announced and may still come. */
export function deposited(state: State, member: Member, { window, currency }: MemberLimitRow, wall: EpochMs): Minor {
  let sum = member.deposits?.used(window, currency, wall) ?? 0n
  const { siteId, memberId } = member.row
  for (const { row } of readPurse(state, siteId, memberId)?.open.values() ?? [])
    if ((row.type === 'D' || row.type === 'WB') && row.currency === currency) sum += row.point
  return sum
}
