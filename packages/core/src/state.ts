import { type Account, newAccount } from './accounts.ts'
import { DueQueue } from './due.ts'
import type { Cell, Collector } from './effects.ts'
import { ReplyMemory } from './idempotency.ts'
import { invariant } from './invariant.ts'
import { Ledger } from './ledger.ts'
import { NewestResults } from './limits/history.ts'
import { type Days, newDays } from './oversea/state.ts'
import { PriceHistory } from './prices.ts'
import type { Option, Round, Site } from './rounds/state.ts'
import { ClosedOrders } from './trading/closed-orders.ts'
import { type Market, newBook, type Order, type TradedInstrument, type TradingBook } from './trading/state.ts'
import { TriggerBook } from './triggers/index.ts'
import type { Ctx, EpochMs, FuturesOption, MemberStateRow, OverseaOption } from './types.ts'

/** What is due at a time: the next phase of a round, the strike deadline of its oldest waiting bet, or an order that found no book. */
type DueTask =
  | { readonly kind: 'phase' | 'strike'; readonly round: Round }
  | { readonly kind: 'order'; readonly order: Order }

/** Everything that a core holds. */
export interface State {
  readonly ledger: Ledger
  readonly sites: Map<number, Site>
  readonly options: Map<number, Option>
  readonly rounds: Map<number, Round>
  readonly accounts: Map<number, Account>
  readonly instruments: Map<string, PriceHistory>
  readonly optionsOf: Map<string, Option[]>
  readonly futures: TradingBook<Market<FuturesOption>>
  readonly oversea: TradingBook<Market<OverseaOption>>
  readonly days: Days
  /** Instruments of the trading books. */
  readonly traded: Map<string, TradedInstrument>
  readonly closedOrders: ClosedOrders
  readonly replies: ReplyMemory
  readonly newestResults: NewestResults
  readonly due: DueQueue<DueTask>
  /** Decided rounds whose bets are not all settled, oldest decision first. */
  readonly settling: Round[]
  /** Binary rounds with bets that can be struck at once but did not fit into the turn. */
  readonly strikable: Set<Round>
  /** Before this, no tick and no feed state is known. */
  readonly knownSince: EpochMs
}

/** One call of the core: its time and ids, and what it changes. */
export interface Turn extends Ctx {
  readonly effects: Collector
}

export const newState = (knownSince: EpochMs): State => ({
  ledger: new Ledger(),
  sites: new Map(),
  options: new Map(),
  rounds: new Map(),
  accounts: new Map(),
  instruments: new Map(),
  optionsOf: new Map(),
  futures: newBook('futures', 'FUTURES', 'USDT'),
  oversea: newBook('oversea', 'BINARY', 'KRW'),
  days: newDays(),
  traded: new Map(),
  closedOrders: new ClosedOrders(),
  replies: new ReplyMemory(),
  newestResults: new NewestResults(),
  due: new DueQueue(),
  settling: [],
  strikable: new Set(),
  knownSince,
})

export function pricesOf(state: State, instrument: string): PriceHistory {
  let prices = state.instruments.get(instrument)
  if (!prices) {
    prices = new PriceHistory(instrument, state.knownSince)
    state.instruments.set(instrument, prices)
    state.optionsOf.set(instrument, [])
  }
  return prices
}

/** An instrument as the trading books see it, from the first market on it. */
export function tradedOf(state: State, symbol: string): TradedInstrument {
  let instrument = state.traded.get(symbol)
  if (!instrument) {
    instrument = {
      symbol,
      prices: pricesOf(state, symbol),
      markets: [],
      contracts: [],
      session: null,
      days: state.days,
      triggers: new TriggerBook(),
      book: null,
      last: null,
      mark: null,
      fundingRate: null,
      nextFundingTime: null,
      funding: null,
      waiting: new Set(),
      unfunded: [],
      missed: [],
      inputs: [],
      isWorking: false,
      touched: [],
    }
    state.traded.set(symbol, instrument)
  }
  return instrument
}

export function addOption(state: State, option: Option): void {
  invariant(!state.options.has(option.row.id), `option ${option.row.id} exists`)
  state.options.set(option.row.id, option)
  state.optionsOf.get(option.row.instrument)!.push(option)
}

/** The account of a member of the site; null when there is none or it is another site's. */
export function accountOf(state: State, siteId: number, memberId: number): Account | null {
  const account = state.accounts.get(memberId)
  return account && account.row.siteId === siteId ? account : null
}

export function addAccount(state: State, row: MemberStateRow): Account {
  const account = newAccount(row)
  state.accounts.set(row.memberId, account)
  return account
}

/** Replaces parts of a cell's row and reports the newest form. */
export function change<
  K extends 'rounds' | 'bets' | 'members' | 'limits' | 'orders' | 'positions' | 'futuresSettings',
  Row extends object,
>(effects: Collector, table: K, changed: Cell<Row>, parts: Partial<Row>): void {
  changed.row = { ...changed.row, ...parts }
  effects.put(table, changed as never)
}
