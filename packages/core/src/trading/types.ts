/**
 * What the books of margin trading (perpetual and overseas futures) share: orders, positions and fills as rows, the prices that
 * they execute at, and the commands. What differs between the books is a policy of the book, never another row.
 */
import type { Bracket } from '@maru/positions'
import type { EpochMs, IdempotencyKey, Minor, PriceTicks, SessionTimes } from '../base.ts'

/** A quantity in steps of 10^-qtyPrecision (futures) or in contracts (overseas); whole and safe. */
export type Qty = number

export type BookName = 'futures' | 'oversea'
export type PositionSide = 'LONG' | 'SHORT'
export type MarginType = 'CROSS' | 'ISOLATED'
export type OrderStatus = 'NEW' | 'PARTIALLY_FILLED' | 'TRIGGERED' | 'FILLED' | 'CANCELED' | 'REJECTED'
export type OrderType = 'LIMIT' | 'MARKET' | 'STOPLIMIT' | 'STOPMARKET' | 'TAKEPROFIT' | 'STOPLOSS' | 'LIQUIDATION'

// ---- prices ----

export type Levels = readonly (readonly [price: PriceTicks, qty: Qty])[]

/** What the venue says of an instrument beside its trades. An OANDA quote is a book of one or a few levels. */
export type Quote =
  | {
      readonly kind: 'book'
      readonly instrument: string
      readonly sourceTs: EpochMs // venue time, corrected by nothing
      readonly recvTs: EpochMs
      /** `sourceTs` corrected by the feed's median offset, never after `recvTs`: what is compared with times of the core's clock. */
      readonly correctedTs: EpochMs
      /** Best first, at most 20; both sides may be empty. */
      readonly bids: Levels
      readonly asks: Levels
      /** Names the snapshot; fills keep it. */
      readonly u: number
    }
  | {
      readonly kind: 'mark'
      readonly instrument: string
      readonly sourceTs: EpochMs
      readonly price: PriceTicks
      /** The rate of the next funding in units of 10^-8; null where the venue says none. */
      readonly fundingRate: number | null
      readonly nextFundingTime: EpochMs | null
    }

// ---- configuration ----

/** A perpetual of a site: a row that operators edit. Rates in parts per million of the notional. */
export interface FuturesOption {
  readonly siteId: number
  readonly id: number // futuresOptionId
  readonly stock: string // CR_BTCUSDTPERP
  readonly instrument: string // BTCUSDT
  readonly koName: string
  readonly precision: number
  readonly tickUnits: number // prices are multiples of it
  readonly qtyPrecision: number
  readonly stepUnits: Qty // quantities are multiples of it
  readonly minQty: Qty
  readonly minNotional: Minor // 5 USDT
  readonly isPlay: boolean
  readonly isStop: boolean
  readonly makerPpm: number // 400 = 0.04 %
  readonly takerPpm: number
  readonly liquidationPpm: number // 5,000 = 0.5 %, on top of the taker fee
  readonly priceBandPpm: number // a limit lies within ±10 % of the mark
  readonly slipPpm: number // a market order stops 1 % from the mark
  readonly closeSlipPpm: number // a reduce-only market order at 5 %
  readonly execDelayMs: number // 150
  readonly maxOpenOrders: number // 50 a member and option
  readonly maxFunding: number // units of 10^-8: 1 % = 1,000,000
  readonly defaultLeverage: number // 10
  readonly brackets: readonly Bracket[]
}

/** A contract of a site: a row that operators edit. Dollars in 10^-4, rates in parts per million. */
export interface OverseaOption {
  readonly siteId: number
  readonly id: number // overseaOptionId
  readonly stock: string // OV_EURUSD
  readonly instrument: string // EURUSD
  readonly koName: string
  readonly precision: number
  readonly tickUnits: number // prices of orders are multiples of it
  readonly isPlay: boolean
  readonly isStop: boolean
  readonly tickValue: bigint // 1.25 USD = 12,500
  readonly margin: bigint // a contract
  readonly fee: bigint // a contract and side
  readonly maxCount: number // position and opening orders of a member
  readonly lotsPerTick: number // each so many contracts cost a further tick
  readonly maxOpenOrders: number // a member and option
  readonly execDelayMs: number // 300
  readonly priceBandPpm: number // a limit lies within ±10 % of the last price
  /** The venue's rates a year for holding a night: + the position receives, − it pays. */
  readonly longRatePpm: number
  readonly shortRatePpm: number
  readonly financingFeePpm: number // 5,000 = 0.5 % a year of it, to the house
  readonly fixLeadMs: number // how long before a session opens its rate is fixed
}

// ---- rows ----

export interface OrderRow {
  readonly siteId: number
  readonly id: number
  readonly book: BookName
  readonly optionId: number
  readonly memberId: number
  readonly side: PositionSide // the side that it buys (LONG) or sells (SHORT) into
  readonly marketType: OrderType
  /** Null: the whole position, whatever it is then (TAKEPROFIT, STOPLOSS, LIQUIDATION). */
  readonly qty: Qty | null
  readonly price: PriceTicks | null // LIMIT, STOPLIMIT
  readonly triggerPrice: PriceTicks | null
  readonly triggerKind: 'last' | 'mark' | null
  /** `rises`: fires at price ≥ trigger; fixed when the order is taken. */
  readonly triggerDirection: 'rises' | 'falls' | null
  readonly ticks: number | null // overseas TP/SL: distance from the average entry
  readonly isReduceOnly: boolean
  /** The position that a TP, SL or liquidation closes; of other orders the one that they filled into last. */
  readonly positionId: number | null
  /** TP and SL that the order sets on the position once it fills: a price, in the overseas book ticks from the average entry; null: none. */
  readonly takeProfit: PriceTicks | null
  readonly stopLoss: PriceTicks | null
  readonly isMarkTp: boolean
  readonly isMarkSl: boolean
  readonly leverage: number // 1 in the overseas book
  readonly marginType: MarginType
  /** How far from the best price at acceptance a market order may fill, as the ticket named it; null: the option's stop alone. */
  readonly tolerancePpm: number | null
  /** Best opposite price when a market order was taken: its margin is reserved at it, its tolerance counts from it; a stop has none. */
  readonly basePrice: PriceTicks | null
  /** Executes on the first book of this corrected time or later; null: it rests, waits for its trigger, or is closed. */
  readonly executeAt: EpochMs | null
  /** An order that arrives later is refused. */
  readonly expiresAt: EpochMs | null
  readonly status: OrderStatus
  readonly filledQty: Qty
  readonly filledQuote: Minor // Σ notional of its fills, positive (overseas: Σ price × contracts)
  readonly fee: Minor
  /** Why it was cancelled or rejected: a code of the error catalogue or MEMBER, OCO, POSITION_CLOSED, SESSION_END, LIQUIDATION. */
  readonly reason: string | null
  readonly origin: 'MEMBER' | 'SYSTEM'
  readonly acceptedAt: EpochMs
  readonly triggeredAt: EpochMs | null
  readonly closedAt: EpochMs | null
}

export interface PositionRow {
  readonly siteId: number
  readonly id: number
  readonly book: BookName
  readonly optionId: number
  readonly memberId: number
  readonly side: PositionSide // of `qty`, and what it was once closed
  readonly qty: Qty // signed, + long; 0 once closed
  readonly entryQuote: Minor // signed as qty: Σ notional of what is open (overseas: Σ price × contracts)
  readonly leverage: number
  readonly marginType: MarginType
  readonly margin: Minor // isolated margin (futures); 0 for CROSS
  /** The instrument's cumulative funding index that is settled into this position. */
  readonly fundingIndex: bigint
  readonly fundingFee: Minor // + received, − paid
  readonly fee: Minor // of all its fills
  readonly realizedPnl: Minor // before fees and funding
  readonly maxQty: Qty // the largest |qty| it had
  readonly openedQuote: Minor // Σ notional of opening fills, positive
  readonly closedQty: Qty
  readonly closedQuote: Minor // Σ notional of closing fills, positive
  readonly isWarned: boolean
  readonly overnight: string | null // trading day whose end it may outlive (overseas)
  /** The rate (10^-2 KRW a USD) that it is valued and margined at, and the trading day that it lives in (overseas). */
  readonly fxRate: number | null
  readonly tradingDay: string | null
  readonly openedAt: EpochMs
  readonly closedAt: EpochMs | null
  readonly closeReason: 'MEMBER' | 'TAKEPROFIT' | 'STOPLOSS' | 'LIQUIDATION' | 'SESSION_END' | null
}

/** One execution; a flip is two: what closes, then what opens. */
export interface FillRow {
  readonly siteId: number
  readonly id: number
  readonly book: BookName
  readonly orderId: number
  readonly positionId: number
  readonly optionId: number
  readonly memberId: number
  readonly side: PositionSide
  readonly marketType: OrderType
  readonly qty: Qty
  readonly quote: Minor // notional, positive (overseas: Σ price × contracts)
  readonly fee: Minor
  readonly realizedPnl: Minor
  readonly isClose: boolean
  readonly isMaker: boolean
  readonly best: PriceTicks // best opposite price of the book that it executed on
  readonly mark: PriceTicks | null
  readonly bookU: number
  readonly bookTs: EpochMs
  readonly fxRate: number | null // 10^-2 KRW a USD (overseas)
  readonly tradingDay: string | null // overseas
  readonly at: EpochMs
}

/** Leverage and margin type that a member chose for an option; the option's defaults until then. */
export interface FuturesSettingRow {
  readonly siteId: number
  readonly memberId: number
  readonly optionId: number
  readonly leverage: number
  readonly marginType: MarginType
}

/** One funding of an instrument; market data, shared by all sites. */
export interface FundingRow {
  readonly instrument: string
  readonly at: EpochMs
  readonly rate: number // units of 10^-8
  readonly mark: PriceTicks
  /** Cumulative index after it: Σ rate × mark, in price units × 10^-8; times a site's quote unit it is money a step. */
  readonly index: bigint
}

/** The dollar's rate of a trading day; market data, shared by all sites. */
export interface FixingRow {
  readonly tradingDay: string // YYYY-MM-DD
  readonly rate: number // 10^-2 KRW a USD
  readonly source: string
  readonly sourceTs: EpochMs
  readonly at: EpochMs
}

// ---- commands ----

interface Keyed {
  readonly siteId: number
  readonly memberId: number
  readonly key: IdempotencyKey
}

/** Numbers of a member's input come as decimal strings: the core judges their form against the option. */
export interface FuturesOrderInput {
  readonly optionId: number
  readonly side: PositionSide
  readonly marketType: 'LIMIT' | 'MARKET' | 'STOPLIMIT' | 'STOPMARKET'
  readonly qty: string
  readonly price: string | null
  readonly triggerPrice: string | null
  readonly isMark: boolean
  readonly isReduceOnly: boolean
  readonly takeProfit: string | null
  readonly stopLoss: string | null
  readonly isMarkTp: boolean
  readonly isMarkSl: boolean
  readonly tolerance: string | null // percent
  readonly expiresAt: EpochMs | null
  /** Setting to order with; left out or null: the one in force. */
  readonly leverage?: number | null
  readonly marginType?: MarginType | null
}

/** As the member sent it; the core judges its numbers against the option. */
export interface OverseaOrderInput {
  readonly optionId: number
  readonly side: PositionSide
  readonly marketType: 'LIMIT' | 'MARKET' | 'STOPLIMIT' | 'STOPMARKET'
  readonly count: number
  readonly price: string | null
  readonly triggerPrice: string | null
  /** TP and SL that the position gets once it fills, in ticks from its average entry; null: none. */
  readonly tpTick: number | null
  readonly slTick: number | null
  readonly isReduceOnly: boolean
  readonly expiresAt: EpochMs | null
}

export type TradingCommand =
  | (Keyed & { readonly kind: 'placeFutures'; readonly order: FuturesOrderInput })
  | (Keyed & { readonly kind: 'cancelOrder'; readonly book: BookName; readonly id: number })
  | (Keyed & { readonly kind: 'cancelOrders'; readonly book: BookName; readonly optionId: number | null })
  /** TP and SL of a position: null leaves one as it is, '0' clears it. */
  | (Keyed & {
      readonly kind: 'setFuturesTpsl'
      readonly positionId: number
      readonly takeProfit: string | null
      readonly stopLoss: string | null
      readonly isMarkTp: boolean
      readonly isMarkSl: boolean
    })
  | (Keyed & { readonly kind: 'setLeverage'; readonly optionId: number; readonly leverage: number })
  | (Keyed & { readonly kind: 'setMarginType'; readonly optionId: number; readonly marginType: MarginType })
  | (Keyed & {
      readonly kind: 'changeMargin'
      readonly positionId: number
      readonly type: 'ADD' | 'REMOVE'
      readonly amount: string
    })
  | { readonly kind: 'configureFutures'; readonly option: FuturesOption }

export type OverseaCommand =
  | (Keyed & { readonly kind: 'placeOversea'; readonly order: OverseaOrderInput })
  /** TP and SL of a position in ticks from its average entry; null leaves one as it is. */
  | (Keyed & {
      readonly kind: 'setOverseaTpsl'
      readonly positionId: number
      readonly optionId: number
      readonly tpTick: number | null
      readonly slTick: number | null
    })
  | (Keyed & {
      readonly kind: 'deleteOverseaTpsl'
      readonly positionId: number
      readonly optionId: number
      readonly value: 'TP' | 'SL'
    })
  | (Keyed & { readonly kind: 'setOvernight'; readonly positionId: number; readonly isActive: boolean })
  | { readonly kind: 'configureOversea'; readonly option: OverseaOption }

// ---- read model ----

/** The money of a member's futures, in USDT minor units (rules B, wallet terms). */
export interface FuturesCross {
  readonly posted: Minor
  readonly reserved: Minor // gameWaitPoint
  readonly playerPoint: Minor
  readonly markPnl: Minor
  readonly minusFundingFee: Minor // ≤ 0
  readonly available: Minor
}

/** What the API and the gateway may read of the futures book; newest state, events carry the committed one. Wire forms are in wire.ts. */
export interface FuturesView {
  options(siteId: number): readonly FuturesOption[]
  option(siteId: number, optionId: number): FuturesOption | null
  /** Leverage and margin type in force. */
  setting(siteId: number, memberId: number, optionId: number): Pick<FuturesSettingRow, 'leverage' | 'marginType'> | null
  openOrders(siteId: number, memberId: number): readonly OrderRow[]
  openPositions(siteId: number, memberId: number): readonly PositionRow[]
  /** The price at which it would be liquidated (mark); null where none. */
  liquidPrice(siteId: number, positionId: number): PriceTicks | null
  cross(siteId: number, memberId: number): FuturesCross | null
  /** Largest order each way at a price and leverage (rules B, qty_per), in steps. Null where the price is not known. */
  maxQty(
    siteId: number,
    memberId: number,
    optionId: number,
    leverage: number,
  ): { readonly buy: Qty; readonly sell: Qty } | null
}

/** The money of a member's overseas futures, in won (rules B, wallet terms). */
export interface OverseaCross {
  readonly playerPoint: Minor // posted less all that waits, stakes of rounds too
  readonly playerGameWaitPoint: Minor // what overseas positions and orders hold back
  readonly lastPnl: Minor
  /** playerPoint + playerGameWaitPoint + lastPnl: stakes of rounds are no collateral. */
  readonly equity: Minor
  /** Equity at or below it is cut, and warned of. */
  readonly losscut: Minor
  readonly warnAt: Minor
}

/** Where a contract's session stands. */
export interface OverseaSessionView {
  /** Nothing is traded: out of session, halted, or without a rate. */
  readonly isRest: boolean
  readonly session: SessionTimes | null
  readonly nextOpenAt: EpochMs | null
  /** Until when overnight may be applied for; null: not in this session. */
  readonly overnightDeadlineAt: EpochMs | null
  /** Only what closes is taken: the last minutes of the session. */
  readonly isCloseOnly: boolean
  /** 10^-2 KRW a USD; null before the first fixing. */
  readonly fxRate: number | null
  readonly tickValueKrw: Minor | null
  readonly marginKrw: Minor | null
  readonly feeKrw: Minor | null
}

/** An open position with what the API shows beside its row. */
export interface OverseaPositionView {
  readonly row: PositionRow
  readonly tpTick: number | null
  readonly slTick: number | null
  /** What the check before the close asks for this position, and what that is above the day's. */
  readonly requiredMargin: Minor
  readonly extraMargin: Minor
  readonly isOvernightAllowed: boolean
}

/** What the API and the gateway may read of the overseas book; newest state, events carry the committed one. */
export interface OverseaView {
  options(siteId: number): readonly OverseaOption[]
  option(siteId: number, optionId: number): OverseaOption | null
  session(siteId: number, optionId: number): OverseaSessionView | null
  /** Whether no site trades an instrument now, stops of operators aside: out of session, halted or without a rate; null without contracts. */
  isRest(instrument: string): boolean | null
  openOrders(siteId: number, memberId: number): readonly OrderRow[]
  openPositions(siteId: number, memberId: number): readonly OverseaPositionView[]
  cross(siteId: number, memberId: number): OverseaCross | null
}
