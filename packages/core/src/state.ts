import { DueQueue } from './due.ts'
import type { Cell, Collector } from './effects.ts'
import { ReplyMemory } from './idempotency.ts'
import { Ledger } from './ledger.ts'
import { type Member, toMember } from './member.ts'
import { Parts } from './part.ts'
import { PriceHistory } from './prices.ts'
import type { ChangingTable } from './tables/index.ts'
import type { Ctx, EpochMs, MemberStateRow, SiteConfig } from './types.ts'

/** Everything that a core holds: what all books share, and a part for each of them. */
export interface State {
  readonly ledger: Ledger
  readonly sites: Map<number, Cell<SiteConfig>>
  readonly members: Map<number, Member>
  readonly instruments: Map<string, PriceHistory>
  readonly replies: ReplyMemory
  /** What is due at a time of the domain clock, with what is done then. */
  readonly due: DueQueue<DueTask>
  /** The same by the wall clock: what waits for somebody outside, and holds that end. */
  readonly dueWall: DueQueue<DueTask>
  readonly parts: Parts
  /** What books do before anything is done with a member, in their order. */
  readonly befores: BeforeMember[]
  /** Before this, no tick and no feed state is known. */
  readonly knownSince: EpochMs
}

export type BeforeMember = (state: State, memberId: number, turn: Turn) => void

export type DueTask = (state: State, turn: Turn) => void

/** One call of the core: its time and ids, and what it changes. */
export interface Turn extends Ctx {
  readonly siteGroup: string
  readonly effects: Collector
}

/** Both clocks, for what changes nothing. */
export type Now = Pick<Turn, 'at' | 'wall'>

export const newState = (knownSince: EpochMs): State => ({
  ledger: new Ledger(),
  sites: new Map(),
  members: new Map(),
  instruments: new Map(),
  replies: new ReplyMemory(),
  due: new DueQueue(),
  dueWall: new DueQueue(),
  parts: new Parts(),
  befores: [],
  knownSince,
})

/** Call it before a command about a member runs, and before his account is judged or his orders execute. */
export function beforeMember(state: State, memberId: number, turn: Turn): void {
  for (const before of state.befores) before(state, memberId, turn)
}

export function pricesOf(state: State, instrument: string): PriceHistory {
  let prices = state.instruments.get(instrument)
  if (!prices) {
    prices = new PriceHistory(instrument, state.knownSince)
    state.instruments.set(instrument, prices)
  }
  return prices
}

/** A member of the site; null when there is none or it is another site's. */
export function memberOf(state: State, siteId: number, memberId: number): Member | null {
  const member = state.members.get(memberId)
  return member && member.row.siteId === siteId ? member : null
}

export function addMember(state: State, row: MemberStateRow): Member {
  const member = toMember(row)
  state.members.set(row.memberId, member)
  return member
}

/** Replaces parts of a cell's row and reports the newest form. */
export function change<K extends ChangingTable, Row extends object>(
  effects: Collector,
  table: K,
  changed: Cell<Row>,
  parts: Partial<Row>,
): void {
  changed.row = { ...changed.row, ...parts }
  effects.put(table, changed as never)
}
