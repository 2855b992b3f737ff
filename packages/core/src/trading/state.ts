import type { QuoteScale } from '@maru/positions'
import type { Account } from '../accounts.ts'
import type { Cell } from '../effects.ts'
import type { Wallet } from '../ledger.ts'
import type { PriceHistory } from '../prices.ts'
import type { TriggerBook, TriggerHandle } from '../triggers/index.ts'
import type { EpochMs, FixingRow, Minor, PriceTicks, SessionTimes, WalletRow } from '../types.ts'
import type { Policy } from './policy.ts'
import type {
  BookName,
  FillRow,
  FundingRow,
  FuturesOption,
  FuturesSettingRow,
  MarginType,
  OrderRow,
  OverseaOption,
  PositionRow,
  Quote,
} from './types.ts'

/** What rests in an instrument's triggers. */
export type TriggerItem =
  /** A stop, TP or SL by last or mark; a resting limit by the opposite best quote. */
  | { readonly kind: 'order'; readonly order: Order }
  /** The price from which on the position's account must be computed exactly (warning, liquidation, recovery). */
  | { readonly kind: 'guard'; readonly position: Position; readonly place: keyof Position['guards'] }

/** An instrument as the trading books see it; shared by all sites. */
export interface TradedInstrument {
  readonly symbol: string
  readonly prices: PriceHistory
  /** The perpetuals and the contracts of all sites on it. */
  readonly markets: Market<FuturesOption>[]
  readonly contracts: Market<OverseaOption>[]
  readonly triggers: TriggerBook<TriggerItem>
  book: Book | null
  last: PriceTicks | null
  /** Of contracts; null until the calendar's first word. */
  session: Session | null
  /** The trading days of contracts, with the rate that they are valued at. */
  readonly days: { readonly fixing: FixingRow | null }
  mark: PriceTicks | null
  fundingRate: number | null
  nextFundingTime: EpochMs | null
  /** The newest funding; null before the first. */
  funding: FundingRow | null
  /** Orders that wait for the first book of their time, in the order in which they began to. */
  readonly waiting: Set<Order>
  /** Positions whose share of the newest funding may not be posted yet, the highest id first: taken from the end. */
  unfunded: Position<Market<FuturesOption>>[]
  /** Fundings of a downtime that are not taken yet, oldest first: each is settled before the next, and all before any price. */
  readonly missed: Omit<FundingRow, 'instrument' | 'index'>[]
  /** Prices that came and are not worked off, oldest first: what one causes goes on at that price, whatever came since. */
  readonly inputs: PriceInput[]
  /** The oldest of them is the instrument's price, and its work has begun. */
  isWorking: boolean
  /** Limits that this book reached and did not fill whole: they rest again for the next one. */
  touched: Order[]
}

export type Book = Extract<Quote, { kind: 'book' }>
export type PriceInput = Quote | { readonly kind: 'last'; readonly price: PriceTicks }

/** Where the session of an instrument stands, as its calendar and venue said last. */
export interface Session {
  readonly isRest: boolean
  readonly times: SessionTimes
  readonly nextOpenAt: EpochMs | null
  readonly overnightAllowed: boolean
}

/** What a book trades: a perpetual or a contract of a site. */
export interface Market<Option extends FuturesOption | OverseaOption = FuturesOption | OverseaOption>
  extends Cell<Option> {
  readonly book: TradingBook
  readonly instrument: TradedInstrument
  readonly scale: QuoteScale
  readonly policy: Policy
  readonly positions: Set<Position<Market<Option>>>
}

/** A member as a trading book sees him: one a wallet. */
export interface Trader<M extends Market = Market> {
  readonly account: Account
  readonly wallet: Wallet
  /** Open positions by option: one net position each. */
  readonly positions: Map<number, Position<M>>
  /** Open orders by id, TP and SL of positions included. */
  readonly orders: Map<number, Order<M>>
  /** What open orders hold back, by option. */
  readonly orderMargin: Map<number, { readonly marginType: MarginType; readonly amount: Minor }>
  readonly settings: Map<number, Cell<FuturesSettingRow>>
  /** His executions of the last two minutes, oldest first: what he took from the books (rules B, depth), and what positions grew by. */
  recentFills: FillRow[]
}

export interface Order<M extends Market = Market> extends Cell<OrderRow> {
  readonly trader: Trader<M>
  readonly market: M
  /** Where it rests; null while it waits for a book. */
  trigger: TriggerHandle | null
}

export interface Position<M extends Market = Market> extends Cell<PositionRow> {
  readonly trader: Trader<M>
  readonly market: M
  takeProfit: Order<M> | null
  stopLoss: Order<M> | null
  /** Where its account is computed exactly next: a mark each way, or any next price (`wake`: a live mark, a book to close on). */
  readonly guards: { rises: TriggerHandle | null; falls: TriggerHandle | null; wake: TriggerHandle | null }
  /** The row that its guards stand for, where it is isolated. */
  guarded: PositionRow | null
  /** The mark that liquidates it as it was last told; undefined before the first time. */
  liquidPrice: PriceTicks | null | undefined
}

/** One book of trading: its markets and what is open in them. */
export interface TradingBook<M extends Market = Market> {
  readonly name: BookName
  /** The wallet that stands behind it. */
  readonly walletType: WalletRow['type']
  readonly currency: string
  readonly markets: Map<string, M> // by site and option
  readonly traders: Map<number, Trader<M>> // by member
  readonly orders: Map<number, Order<M>>
  readonly positions: Map<number, Position<M>>
}

export const marketName = (siteId: number, optionId: number): string => `${siteId}:${optionId}`

export const newBook = <M extends Market>(
  name: BookName,
  walletType: WalletRow['type'],
  currency: string,
): TradingBook<M> => ({
  name,
  walletType,
  currency,
  markets: new Map(),
  traders: new Map(),
  orders: new Map(),
  positions: new Map(),
})
