/**
 * What the books of margin trading (perpetual and overseas futures) share: orders, positions and fills as rows, the prices that
 * they execute at, and the commands. What differs between the books is a policy of the book, never another row.
 */
import type { EpochMs, Minor, PriceTicks, SessionTimes } from '../base.ts'
import type { MemberEnvelope, StaffEnvelope, SystemEnvelope } from '../envelope.ts'
import type { FuturesOption, FuturesSettingRow } from '../futures/tables.ts'
import type { OverseaOption } from '../oversea/tables.ts'
import type { BookName, MarginType, OrderRow, PositionRow, PositionSide, Qty } from './tables.ts'

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

// ---- commands ----

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
  | (MemberEnvelope & { readonly kind: 'placeFutures'; readonly order: FuturesOrderInput })
  | (MemberEnvelope & { readonly kind: 'cancelOrder'; readonly book: BookName; readonly id: number })
  | (MemberEnvelope & { readonly kind: 'cancelOrders'; readonly book: BookName; readonly optionId: number | null })
  /** TP and SL of a position: null leaves one as it is, '0' clears it. */
  | (MemberEnvelope & {
      readonly kind: 'setFuturesTpsl'
      readonly positionId: number
      readonly takeProfit: string | null
      readonly stopLoss: string | null
      readonly isMarkTp: boolean
      readonly isMarkSl: boolean
    })
  | (MemberEnvelope & { readonly kind: 'setLeverage'; readonly optionId: number; readonly leverage: number })
  | (MemberEnvelope & { readonly kind: 'setMarginType'; readonly optionId: number; readonly marginType: MarginType })
  | (MemberEnvelope & {
      readonly kind: 'changeMargin'
      readonly positionId: number
      readonly type: 'ADD' | 'REMOVE'
      readonly amount: string
    })
  | ((StaffEnvelope | SystemEnvelope) & { readonly kind: 'configureFutures'; readonly option: FuturesOption })

export type OverseaCommand =
  | (MemberEnvelope & { readonly kind: 'placeOversea'; readonly order: OverseaOrderInput })
  /** TP and SL of a position in ticks from its average entry; null leaves one as it is. */
  | (MemberEnvelope & {
      readonly kind: 'setOverseaTpsl'
      readonly positionId: number
      readonly optionId: number
      readonly tpTick: number | null
      readonly slTick: number | null
    })
  | (MemberEnvelope & {
      readonly kind: 'deleteOverseaTpsl'
      readonly positionId: number
      readonly optionId: number
      readonly value: 'TP' | 'SL'
    })
  | (MemberEnvelope & { readonly kind: 'setOvernight'; readonly positionId: number; readonly isActive: boolean })
  | (StaffEnvelope & { readonly kind: 'configureOversea'; readonly option: OverseaOption })

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
