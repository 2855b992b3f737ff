import { invariant } from '../invariant.ts'
import { newPart } from '../part.ts'
import { pricesOf, type State, type Turn } from '../state.ts'
import { TriggerIndex } from '../triggers/index.ts'
import type { BookName } from '../types.ts'
import { ClosedOrders } from './closed-orders.ts'
import { PriceGate } from './price-gate.ts'
import type {
  ClaimRules,
  Filled,
  InstrumentDues,
  Market,
  OrderBook,
  Position,
  TradedInstrument,
  TradingBook,
  Visits,
} from './state.ts'
import { Uncovered } from './uncovered-orders.ts'

/** What the trading books share. */
interface Trading {
  /** In the order of their restore. */
  readonly books: Map<BookName, TradingBook>
  readonly instruments: Map<string, TradedInstrument>
  readonly closedOrders: ClosedOrders
  /** What the books do before any price counts. */
  readonly dues: InstrumentDues[]
  /** What is to be done with everybody in some markets, in the order in which it was asked for. */
  readonly visits: Visits[]
  readonly uncovered: Uncovered
  /** Who hears of each fill, once its position, postings and limits know it. */
  readonly fillEars: FillEar[]
  /** Who judges what a mark may have stopped. */
  readonly stopJudges: StopJudge[]
}

/** Hears of a fill, and of the order book that it executed on. It executes nothing itself: the fill's order is not done. */
type FillEar = (state: State, filled: Filled, depth: OrderBook, turn: Turn) => void

type StopJudge = (state: State, position: Position, turn: Turn) => void

const trading = newPart<Trading>(() => ({
  books: new Map(),
  instruments: new Map(),
  closedOrders: new ClosedOrders(),
  dues: [],
  visits: [],
  uncovered: new Uncovered(),
  fillEars: [],
  stopJudges: [],
}))

export const tradingOf = (state: State): Trading => state.parts.of(trading)

/** Makes a book known, with what it claims of wallets, and what it does before prices count. */
export function openBook<M extends Market>(
  state: State,
  book: TradingBook<M>,
  claims: ClaimRules<M>,
  dues?: InstrumentDues,
): void {
  book.claims = claims
  if (dues) tradingOf(state).dues.push(dues)
  tradingOf(state).books.set(book.name, book)
}

/** A book by its name in rows and commands. */
export function bookOf(state: State, name: BookName): TradingBook {
  const book = tradingOf(state).books.get(name)
  invariant(book !== undefined, `book ${name} is open`)
  return book
}

/** An instrument as the trading books see it, from the first market on it. */
export function tradedOf(state: State, symbol: string): TradedInstrument {
  const { instruments } = tradingOf(state)
  let instrument = instruments.get(symbol)
  if (!instrument) {
    instrument = {
      symbol,
      prices: pricesOf(state, symbol),
      markets: [],
      contracts: [],
      session: null,
      days: null,
      triggers: new TriggerIndex(),
      depth: null,
      last: null,
      mark: null,
      fundingRate: null,
      nextFundingTime: null,
      markAt: null,
      funding: null,
      waiting: new Set(),
      unfunded: null,
      missed: [],
      gates: { depth: new PriceGate(), mark: new PriceGate(), last: new PriceGate() },
      isTaking: false,
      inputs: [],
      isWorking: false,
      touched: [],
    }
    instruments.set(symbol, instrument)
  }
  return instrument
}
