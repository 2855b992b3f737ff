import type { FillEffect, QuoteScale, Side } from '@maru/positions'
import type { OpenResult } from '../claims.ts'
import type { Cell } from '../effects.ts'
import type { Wallet } from '../ledger.ts'
import type { Member } from '../member.ts'
import type { PriceHistory } from '../prices.ts'
import type { State, Turn } from '../state.ts'
import type { TriggerHandle, TriggerIndex } from '../triggers/index.ts'
import type {
  BookName,
  EpochMs,
  FillRow,
  FixingRow,
  FundingRow,
  FuturesOption,
  FuturesSettingRow,
  MarginType,
  Minor,
  OrderRow,
  OverseaOption,
  PositionRow,
  PriceUnits,
  Qty,
  RaiseRow,
  SessionTimes,
  SiteConfig,
  VenueUpdate,
  WalletRow,
} from '../types.ts'
import type { PriceGate } from './price-gate.ts'
import type { Walk } from './walk.ts'

/** What rests in an instrument's triggers. */
export type TriggerItem =
  /** A stop, TP or SL by last or mark; a resting limit by the opposite best price. */
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
  readonly triggers: TriggerIndex<TriggerItem>
  depth: OrderBook | null
  last: PriceUnits | null
  /** Of contracts; null until the calendar's first word. */
  session: Session | null
  /** The trading days of contracts, with the rate that they are valued at, and the raises that spare what is open. */
  days: { readonly fixing: FixingRow | null; readonly raises: ReadonlyMap<string, readonly Cell<RaiseRow>[]> } | null
  mark: PriceUnits | null
  fundingRate: number | null
  nextFundingTime: EpochMs | null
  /** When the newest mark was made, by its venue; null before the first. */
  markAt: EpochMs | null
  /** The newest funding; null before the first. */
  funding: FundingRow | null
  /** Orders that wait for the first order book of their time, in the order in which they began to. */
  readonly waiting: Set<Order>
  /** A walk over positions whose share of the newest funding may not be posted yet; null: all shares are posted. */
  unfunded: Walk<Position<Market<FuturesOption>>> | null
  /** Fundings of a downtime that are not taken yet, oldest first. Each is settled before the next one, and all of them before any price. */
  readonly missed: MissedFunding[]
  /** What keeps prices from counting that may be false, by stream. */
  readonly gates: { readonly [Kind in PriceInput['kind']]: PriceGate<Extract<PriceInput, { kind: Kind }>> }
  /** Only a part of the prices that count from now on is taken. */
  isTaking: boolean
  /** Prices that are not worked off yet, oldest first. What a price causes is done at that price, whatever came since. */
  readonly inputs: PriceInput[]
  /** The oldest of them is the instrument's price, and its work has begun. */
  isWorking: boolean
  /** Limits that this order book reached and did not fill whole: they rest again for the next one. */
  touched: Order[]
}

/** A funding of a downtime; `rate` null: it is void. */
export interface MissedFunding extends Pick<FundingRow, 'at' | 'mark'> {
  readonly rate: number | null
}

export type OrderBook = Extract<VenueUpdate, { kind: 'depth' }>
export type PriceInput = VenueUpdate | { readonly kind: 'last'; readonly price: PriceUnits }

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
  /** What holders' own lots in it are called. */
  readonly ownLotName: string
  /** What is open, in the order of its ids. */
  readonly positions: Set<Position<Market<Option>>>
  readonly orders: Set<Order<Market<Option>>>
  /** Counts the changes of what its open orders hold back. */
  revision: number
}

/** One lot of a market: a holder's position and orders in it net with one another, and with nothing of another lot. */
export interface Holding<M extends Market = Market> {
  readonly holder: Holder<M>
  readonly market: M
  readonly lot: number
}

/** A member as a trading book sees him: one a wallet. */
export interface Holder<M extends Market = Market> {
  readonly member: Member
  readonly wallet: Wallet
  /** What holds for the members of his site. */
  readonly site: Cell<SiteConfig>
  /** Open positions by the names of their lots: one net position each. */
  readonly positions: Map<string, Position<M>>
  /** Open orders by id, TP and SL of positions included. */
  readonly orders: Map<number, Order<M>>
  /** What open orders hold back, by the names of their lots. */
  readonly orderMargin: Map<string, HeldByOrders<M>>
  readonly settings: Map<number, Cell<FuturesSettingRow>>
  /** His executions of the last two minutes, oldest first: what he took from the order books (rules B, depth), and what positions grew by. */
  recentFills: FillRow[]
}

/** What open orders of a lot hold back, and by which revision of its market that was counted. */
interface HeldByOrders<M extends Market> {
  readonly holding: Holding<M>
  readonly revision: number
  readonly marginType: MarginType
  readonly amount: Minor
}

export interface Order<M extends Market = Market> extends Cell<OrderRow>, Holding<M> {
  /** Where it rests; null while it waits for an order book. */
  trigger: TriggerHandle | null
}

export interface Position<M extends Market = Market> extends Cell<PositionRow>, Holding<M> {
  takeProfit: Order<M> | null
  stopLoss: Order<M> | null
  /** Prices at which its account is computed exactly: one each way, or `wake`, which is the next price of any level. */
  readonly guards: {
    rises: TriggerHandle | null
    falls: TriggerHandle | null
    wake: TriggerHandle | null
    /** The mark from which on the loss of the follow that it is a copy of is computed exactly. */
    stop: TriggerHandle | null
  }
  /** The row and the option that its guards stand for, where it is isolated. */
  guarded: { readonly row: PositionRow; readonly option: M['row'] } | null
  /** The mark that liquidates it as it was last told; undefined before the first time. */
  liquidPrice: PriceUnits | null | undefined
}

/** One book of trading: its markets and what is open in them. */
export interface TradingBook<M extends Market = Market> {
  readonly name: BookName
  /** The wallet that stands behind it. */
  readonly walletType: WalletRow['type']
  readonly currency: string
  /** Null until the book is open. */
  claims: ClaimRules<M> | null
  readonly markets: Map<string, M> // by site and option
  readonly holders: Map<number, Holder<M>> // by member
  readonly orders: Map<number, Order<M>>
  readonly positions: Map<number, Position<M>>
}

/** What an order would get of an order book. */
export interface Offer {
  readonly qty: Qty
  /** Σ notional of it. */
  readonly quote: Minor
}

/** On which side something fills, and what its margin is computed by. */
export type FillTerms = Pick<OrderRow, 'side' | 'leverage' | 'marginType'>

export interface Look {
  /** Nothing at a worse price; null: however far the book goes. */
  readonly worst: PriceUnits | null
  /** A resting limit: fills at its price, as far as displayed quantity reaches. */
  readonly isMaker: boolean
  /** What the member took of this side lately. */
  readonly taken: Qty
}

/** A fill and the position that it changed. */
export interface Filled {
  readonly fill: FillRow
  readonly position: Position
  readonly event: 'POSITION_OPEN' | 'POSITION_UPDATE' | 'POSITION_CLOSE'
}

/** What a fill closed, in money. */
export interface Closing {
  readonly effect: FillEffect
  readonly fee: Minor
  /** On top of the fee, of liquidations. */
  readonly liquidationFee: Minor
  /** The position's result and fee stay in its margin until it is closed: liquidation. */
  readonly isTakeover: boolean
  readonly refId: number
}

/** What differs between the books of margin trading; the rest of `trading/` is common to them. */
export interface Policy<M extends Market = Market> {
  /** What an order of `qty` finds in the order book. */
  look(market: M, side: Side, qty: Qty, book: OrderBook, how: Look): Offer
  feeOf(market: M, offer: Offer, isMaker: boolean): Minor
  /** Quantities are multiples of it. */
  stepOf(market: M): Qty
  /** How far from the mark (or the best price) a market order may fill, in ppm; null: at any price. */
  stopOf(market: M, isReduceOnly: boolean): number | null
  /** What a closed part came to in the wallet's currency, before fees. */
  resultOf(position: Position<M>, realizedQuote: Minor): Minor
  /** What rows keep of the market's day. */
  stampOf(market: M): Pick<FillRow, 'fxRate' | 'tradingDay'>
  /** What the position has lately grown by, once its quantity changes by `by` (− for less); null where nobody asks. */
  growthOf(position: Position<M>, by: Qty, turn: Turn): PositionRow['growth']
  /** An order executes on the price that holds when its time has come; otherwise on the first order book of that time. */
  readonly isHeldPriceGood: boolean
  /** Whether orders that are not reduce-only execute now. */
  opensAt(market: M, at: EpochMs): boolean
  /** The price by which accounts are judged. */
  readonly judgedBy: 'mark' | 'last'
  /** Why an order that executes may open nothing, for what its member is beside it; null: it may. */
  barOf(state: State, order: Order<M>): string | null
  /** What opening so much takes of the available money, fees included. */
  costOf(market: M, terms: FillTerms, offer: Offer): Minor
  /** What the position holds back for it (isolated margin); 0 where a margin is computed for the account. */
  marginOf(market: M, terms: FillTerms, offer: Offer): Minor
  /** Whether the position of a lot would start near its liquidation with what opens. */
  isRisky(holding: Holding<M>, terms: FillTerms, offer: Offer): boolean
  /** Whether the newest orders end when a changed configuration asks more than is available. */
  readonly endsUncovered: boolean
  /** What these open orders of one lot hold back together, next to its position. */
  orderMarginOf(market: M, positionQty: Qty, orders: readonly Order<M>[]): Minor
  /** What the position owes or is owed before it changes (funding). */
  settle(state: State, position: Position<M>, turn: Turn): void
  postOpening(state: State, position: Position<M>, fee: Minor, refId: number, turn: Turn): void
  postClosing(state: State, position: Position<M>, closing: Closing, turn: Turn): void
  /** Sets the TP and SL that an order carries on the position that it filled into. */
  attachExits(state: State, order: Order<M>, position: Position<M>, turn: Turn): void
  /** After any change of the holder's positions, orders or wallet. */
  revalue(state: State, holder: Holder<M>, turn: Turn): void
  /** The position is closed. */
  dropGuards(position: Position<M>): void
  /** A guard fired. */
  judge(state: State, position: Position<M>, turn: Turn): void
  /** An order as the contract shows it. */
  wireOf(order: Order<M>): unknown
  announceOrder(
    order: Order<M>,
    event: 'ORDER_SUCCESS' | 'ORDER_CANCEL' | 'ORDER_FILLED' | 'ORDER_UPDATE',
    turn: Turn,
    fills?: readonly FillRow[],
  ): void
  announcePosition(
    position: Position<M>,
    event: 'POSITION_OPEN' | 'POSITION_UPDATE' | 'POSITION_CLOSE',
    turn: Turn,
    /** Of the order that changed it. */
    marketType?: OrderRow['marketType'],
  ): void
}

/** What a book claims of the wallet of a holder, and what it does when stakes of the wallet changed. */
export interface ClaimRules<M extends Market = Market> {
  fenced(holder: Holder<M>): Minor
  cross(holder: Holder<M>): Minor
  openResult(holder: Holder<M>): OpenResult
  isLive(holder: Holder<M>, at: EpochMs): boolean
  onWallet(state: State, holder: Holder<M>, turn: Turn): void
}

/** What a book does in an instrument before any price of it counts, and what it takes of a mark. */
export interface InstrumentDues {
  /** Before the mark is the instrument's. */
  onMark(state: State, instrument: TradedInstrument, mark: Extract<VenueUpdate, { kind: 'mark' }>, turn: Turn): void
  /** Whether something is to be done at `at`; asked often. */
  isPending(instrument: TradedInstrument, at: EpochMs): boolean
  /** Settles up to `max` positions and returns how many; `max` means that it has to go on before anything else. */
  settle(state: State, instrument: TradedInstrument, max: number, turn: Turn): number
}

/** Something to be done with everything that is open in some markets; a part of it each turn. */
export interface Visits {
  /** Goes on; false: nobody is left. */
  visitNext(turn: Turn): boolean
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
  claims: null,
  markets: new Map(),
  holders: new Map(),
  orders: new Map(),
  positions: new Map(),
})
