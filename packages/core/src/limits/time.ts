import { refusalReply } from '../idempotency.ts'
import type { Member } from '../member.ts'
import type { State, Turn } from '../state.ts'
import type { Command, EpochMs, MemberLimitRow, Reply, Use } from '../types.ts'
import { windowMs } from './history.ts'
import { UseHistory } from './uses.ts'

const MINUTE_MS = 60_000

type CountUse = Extract<Command, { kind: 'countUse' }>

/** Counts a stretch of use against the time limits of its member; nothing where he has none. */
export function countUse(_state: State, member: Member, { use }: CountUse, turn: Turn): Reply {
  if (!isStretch(use, turn.wall)) return refusalReply('INVALID_REQUEST')
  member.uses?.add(use)
  return { status: 200, body: {} }
}

/** The time limit that a member has used up at `wall`; null: none. */
export function spentTime(member: Member, wall: EpochMs): MemberLimitRow | null {
  const isSpent = (row: MemberLimitRow) =>
    row.kind === 'TIME' && row.amount !== null && usedMs(member, row, wall) >= Number(row.amount) * MINUTE_MS
  return member.limits.find(({ row }) => isSpent(row))?.row ?? null
}

/** Whole minutes that count against a time limit at `wall`. */
export const usedMinutes = (member: Member, row: MemberLimitRow, wall: EpochMs): bigint =>
  BigInt(Math.floor(usedMs(member, row, wall) / MINUTE_MS))

/** The most minutes that a time limit of a window may have: all of it. */
export const mostMinutes = (window: MemberLimitRow['window']): bigint => BigInt(windowMs[window] / MINUTE_MS)

/** From the first time limit on the core follows the member's use; what came before is told by the caller. */
export function followUses(member: Member, uses: readonly Use[], wall: EpochMs): void {
  member.uses = new UseHistory()
  for (const use of uses) if (isStretch(use, wall)) member.uses.add(use)
}

const usedMs = (member: Member, { window }: MemberLimitRow, wall: EpochMs): number =>
  member.uses?.used(window, wall) ?? 0

const isStretch = ({ from, to }: Use, wall: EpochMs): boolean =>
  Number.isSafeInteger(from) && Number.isSafeInteger(to) && from <= to && to <= wall
