import type { Cell } from '../effects.ts'
import { newPart } from '../part.ts'
import type { State } from '../state.ts'
import type * as trading from '../trading/state.ts'
import { newBook, type TradedInstrument } from '../trading/state.ts'
import type { Walk } from '../trading/walk.ts'
import type { EpochMs, FixingRow, OverseaOption, RaiseRow } from '../types.ts'

/** A contract of a site, and what is open in contracts. */
export type Contract = trading.Market<OverseaOption>
export type Holder = trading.Holder<Contract>
export type Holding = trading.Holding<Contract>
export type Order = trading.Order<Contract>
export type Position = trading.Position<Contract>

/** A rate of the dollar as its source said it. */
export type Rate = Pick<FixingRow, 'rate' | 'source' | 'sourceTs'>

/** Contracts of an instrument whose sessions go through their last stages at the same times. */
export interface SessionGroup extends Pick<OverseaOption, 'closeOnlyLeadMs' | 'closingLeadMs'> {
  readonly name: string
  readonly instrument: TradedInstrument
  readonly contracts: readonly Contract[]
}

/** What the sessions of a group still have to do. */
export interface Agenda {
  readonly tradingDay: string
  /** How many of its stages have begun. */
  stage: number
  /** What the newest of them has left to do, the first at the end. */
  queue: Task[]
}

/** One account, contract, position or order of a stage. */
export type Task =
  | { readonly kind: 'position'; readonly position: Position }
  | { readonly kind: 'order'; readonly order: Order }
  | { readonly kind: 'holder'; readonly holder: Holder }
  | { readonly kind: 'contract'; readonly contract: Contract }

/** Raises that do not hold for everything yet, by site and contract, the oldest first. */
export type Raises = Map<string, readonly Cell<RaiseRow>[]>

/** The trading days of overseas contracts. */
export interface Days {
  /** The newest good rate; the next fixing is made of it. */
  rate: Rate | null
  /** The rate that holds. */
  fixing: FixingRow | null
  readonly raises: Raises
  /** Before it no fixing falls due by time alone. */
  fixAt: EpochMs
  /** Goes over the positions, some of which are not margined by it yet; null: all are. */
  toReMargin: Walk<Position> | null
  readonly agendas: Map<string, Agenda> // by group
  /** Contracts by when their sessions end; null: to be put together anew. */
  groups: readonly SessionGroup[] | null
  /** Who could not be checked before a close, by the instrument whose price was not known. */
  readonly unchecked: Map<TradedInstrument, Set<Holder>>
}

const oversea = newPart(() => newBook<Contract>('oversea', 'BINARY', 'KRW'))

export const overseaOf = (state: State): trading.TradingBook<Contract> => state.parts.of(oversea)

const days = newPart<Days>(() => ({
  rate: null,
  fixing: null,
  raises: new Map(),
  fixAt: Number.NEGATIVE_INFINITY,
  toReMargin: null,
  agendas: new Map(),
  groups: null,
  unchecked: new Map(),
}))

export const daysOf = (state: State): Days => state.parts.of(days)
