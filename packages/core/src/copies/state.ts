import type { Cell } from '../effects.ts'
import type { Position } from '../futures/state.ts'
import { newPart } from '../part.ts'
import type { State } from '../state.ts'
import type { CopyFanOutRow, CopyFollowRow, CopyPairRow, CopyPayoutRow, CopyShareRow, CopyTraderRow } from './tables.ts'

/** A member who leads, with who follows him by their places. */
export interface Trader extends Cell<CopyTraderRow> {
  readonly bySlot: (Follow | null)[]
}

/** A trader and one who follows him, or did, with the copies that are open, also of follows that ended. */
export interface Pair extends Cell<CopyPairRow> {
  readonly copies: Set<Position>
}

export type Share = Cell<CopyShareRow>
export type Payout = Cell<CopyPayoutRow>

/** A follow with its open copies, by the lots that they copy. */
export interface Follow extends Cell<CopyFollowRow> {
  readonly pair: Pair
  readonly copies: Map<number, Position>
}

export type FanOut = Cell<CopyFanOutRow>

interface Copies {
  readonly traders: Map<number, Trader>
  /** By trader and follower. */
  readonly pairs: Map<string, Pair>
  /** The same by follower. */
  readonly pairsOf: Map<number, Pair[]>
  /** 00:00 KST that was noted last, who is still to be settled for it, and who waits for a mark of his copies. */
  midnight: number | null
  walk: Iterator<Pair> | null
  readonly asleep: Set<Pair>
  /** What is held, by trader and day. */
  readonly shares: Map<string, Share[]>
  readonly payouts: Map<string, Payout>
  /** Those that are not done, by id. */
  readonly follows: Map<number, Follow>
  /** Those whose end is not written, by follower. */
  readonly running: Map<number, Follow>
  /** Fan-outs that are not done, by trader, in order of ids: the first is being worked off. */
  readonly queues: Map<number, FanOut[]>
  /** Traders whose follows ended all at once and are not all written. */
  readonly cut: Set<Trader>
  /** Members of whom copies are being made. */
  readonly making: Set<number>
  /** Copies that owe a close, by instrument; those that were tried last come last. */
  readonly owed: Map<string, Set<Position>>
  /** How much of an option is open in copies of a trader, by both. */
  readonly copied: Map<string, number>
}

const part = newPart<Copies>(() => ({
  traders: new Map(),
  pairs: new Map(),
  pairsOf: new Map(),
  midnight: null,
  walk: null,
  asleep: new Set(),
  shares: new Map(),
  payouts: new Map(),
  follows: new Map(),
  running: new Map(),
  queues: new Map(),
  cut: new Set(),
  making: new Set(),
  owed: new Map(),
  copied: new Map(),
}))

export const copiesOf = (state: State): Copies => state.parts.of(part)

export const dayName = (traderId: number, day: number): string => `${traderId}:${day}`

export const pairName = (traderId: number, followerId: number): string => `${traderId}:${followerId}`

/** Who leads, by his member; undefined where he never applied or is of another site. */
export function traderOf(state: State, siteId: number, memberId: number): Trader | undefined {
  const trader = copiesOf(state).traders.get(memberId)
  return trader?.row.siteId === siteId ? trader : undefined
}

/** At which id a follow ended; infinite while it runs. */
export function endOf(state: State, { row }: Follow): number {
  if (row.endId !== null) return row.endId
  const cutId = copiesOf(state).traders.get(row.traderId)?.row.cutId ?? null
  return cutId !== null && row.id < cutId ? cutId : Number.POSITIVE_INFINITY
}

/** The follow of a member that runs. */
export function followOf(state: State, memberId: number): Follow | undefined {
  const follow = copiesOf(state).running.get(memberId)
  return follow && endOf(state, follow) === Number.POSITIVE_INFINITY ? follow : undefined
}

/** Whether a position is a lead lot of its trader. */
export const isLeadLot = (state: State, { row }: Position): boolean =>
  row.leadLot !== null && row.followId === null && copiesOf(state).traders.has(row.memberId)

/** Whether a position was a copy and is its member's own since its follow ended. */
export function isDetached(state: State, { row }: Position): boolean {
  const follow = row.followId === null ? undefined : copiesOf(state).follows.get(row.followId)
  return follow !== undefined && endOf(state, follow) !== Number.POSITIVE_INFINITY
}

/** Keeps in mind that a copy owes a close, or that it does not. */
export function noteOwed(state: State, position: Position): void {
  const { owed } = copiesOf(state)
  const { symbol } = position.market.instrument
  const known = owed.get(symbol)
  if (position.row.owedClose > 0 && position.row.closedAt === null) {
    if (known) known.add(position)
    else owed.set(symbol, new Set([position]))
  } else if (known?.delete(position) && known.size === 0) owed.delete(symbol)
}

export const copiedName = (traderId: number, optionId: number): string => `${traderId}:${optionId}`

/** Counts a change of what is open in copies of a trader. */
export function countCopied(state: State, traderId: number, optionId: number, qty: number): void {
  const { copied } = copiesOf(state)
  const name = copiedName(traderId, optionId)
  const sum = (copied.get(name) ?? 0) + qty
  if (sum === 0) copied.delete(name)
  else copied.set(name, sum)
}
