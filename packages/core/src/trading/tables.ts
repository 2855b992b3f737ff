/** The rows that the books of margin trading share, told apart by `book`. */
import { amount, flag, int, items, text, whole, wide } from '../tables/column.ts'
import { type RowOf, table } from '../tables/table.ts'
import type { Ending } from './price-gate.ts'

/** A quantity in steps of 10^-qtyPrecision (futures) or in contracts (overseas); whole and safe. */
export type Qty = number

export type BookName = 'futures' | 'oversea'
export type PositionSide = 'LONG' | 'SHORT'
export type MarginType = 'CROSS' | 'ISOLATED'
export type OrderStatus = 'NEW' | 'PARTIALLY_FILLED' | 'TRIGGERED' | 'FILLED' | 'CANCELED' | 'REJECTED'
export type OrderType = 'LIMIT' | 'MARKET' | 'STOPLIMIT' | 'STOPMARKET' | 'TAKEPROFIT' | 'STOPLOSS' | 'LIQUIDATION'

/** So long executions are kept: the longest `depthMs` that an option may have. */
export const TAKEN_MS = 60_000

export const tradingTables = {
  orders: table(
    'trading_order',
    {
      siteId: whole.key,
      id: whole.key,
      book: text<BookName>(),
      optionId: whole,
      memberId: whole,
      /** What nets with one another: 0 is what the member trades himself, any other a copy that is held apart. */
      lot: whole,
      /** The side that it buys (LONG) or sells (SHORT) into. */
      side: text<PositionSide>(),
      marketType: text<OrderType>().changing,
      /** Null: the whole position, whatever it is then (TAKEPROFIT, STOPLOSS, LIQUIDATION). */
      qty: whole.orNull.changing,
      price: whole.orNull.changing, // LIMIT, STOPLIMIT
      triggerPrice: whole.orNull.changing,
      triggerKind: text<'last' | 'mark'>().orNull.changing,
      /** `rises`: fires at price ≥ trigger; fixed when the order is taken. */
      triggerDirection: text<'rises' | 'falls'>().orNull.changing,
      ticks: int.orNull.changing, // overseas TP/SL: distance from the average entry
      isReduceOnly: flag.changing,
      /** The position that a TP, SL or liquidation closes; of other orders the one that they filled into last. */
      positionId: whole.orNull.changing,
      /** TP and SL that the order sets on the position once it fills: a price, in the overseas book ticks from the average entry; null: none. */
      takeProfit: whole.orNull.changing,
      stopLoss: whole.orNull.changing,
      isMarkTp: flag.changing,
      isMarkSl: flag.changing,
      leverage: int.changing, // 1 in the overseas book
      marginType: text<MarginType>().changing,
      /** How far from the best price at acceptance a market order may fill, as the ticket named it; null: the option's stop alone. */
      tolerancePpm: whole.orNull.changing,
      /** Best opposite price when a market order was taken: its margin is reserved at it, its tolerance counts from it; a stop has none. */
      basePrice: whole.orNull.changing,
      /** Executes on the first book of this corrected time or later; null: it rests, waits for its trigger, or is closed. */
      executeAt: whole.orNull.changing,
      /** An order that arrives later is refused. */
      expiresAt: whole.orNull.changing,
      /** It is not paid for any more and out of play; work tells its end. */
      isUncovered: flag.changing,
      status: text<OrderStatus>().changing,
      filledQty: whole.changing,
      /** Σ notional of its fills, positive (overseas: Σ price × contracts). */
      filledQuote: amount.changing,
      fee: amount.changing,
      /** Why it was cancelled or rejected: a code of the error catalogue or MEMBER, OCO, POSITION_CLOSED, POSITION_REDUCED, SESSION_END, LIQUIDATION. */
      reason: text().orNull.changing,
      origin: text<'MEMBER' | 'SYSTEM'>(),
      acceptedAt: whole,
      triggeredAt: whole.orNull.changing,
      closedAt: whole.orNull.changing,
    },
    { rows: 'open', until: 'closedAt' },
  ),
  positions: table(
    'trading_position',
    {
      siteId: whole.key,
      id: whole.key,
      book: text<BookName>(),
      optionId: whole,
      memberId: whole,
      lot: whole,
      /** Of a copy: the follow that it belongs to. */
      followId: whole.orNull,
      /** Of a copy: the lot of the trader that it copies; of a lead lot it itself; null: what the member trades himself. */
      leadLot: whole.orNull,
      /** How much of a copy its trader closed and the order books did not give yet, and the newest fan-out that asked for it. */
      owedClose: whole.changing,
      owedBy: whole.orNull.changing,
      /** What was paid for it by others (+: insurance, linked gains) and taken with it (−: a forfeited margin). */
      otherPnl: amount.changing,
      /** Of `qty`, and what it was once closed. */
      side: text<PositionSide>(),
      qty: whole.changing, // signed, + long; 0 once closed
      /** Signed as qty: Σ notional of what is open (overseas: Σ price × contracts). */
      entryQuote: amount.changing,
      leverage: int.changing,
      marginType: text<MarginType>().changing,
      margin: amount.changing, // isolated margin (futures); 0 for CROSS
      /** The instrument's cumulative funding index that is settled into this position. */
      fundingIndex: wide.changing,
      fundingFee: amount.changing, // + received, − paid
      fee: amount.changing, // of all its fills
      realizedPnl: amount.changing, // before fees and funding
      maxQty: whole.changing, // the largest |qty| it had
      /** What it lately grew by, the oldest first, where a funding may ask how long it was held (futures). */
      growth: items<{ readonly at: number; readonly qty: Qty }>().orNull.changing,
      openedQuote: wide.changing, // Σ notional of opening fills, positive
      closedQty: whole.changing,
      closedQuote: wide.changing, // Σ notional of closing fills, positive
      isWarned: flag.changing,
      overnight: text().orNull.changing, // trading day whose end it may outlive (overseas)
      /** The rate (10^-2 KRW a USD) that it is valued and margined at, and the trading day that it lives in (overseas). */
      fxRate: whole.orNull.changing,
      tradingDay: text().orNull.changing,
      openedAt: whole,
      changedAt: whole.changing, // its quantity
      closedAt: whole.orNull.changing,
      closeReason: text<'MEMBER' | 'TAKEPROFIT' | 'STOPLOSS' | 'LIQUIDATION' | 'SESSION_END' | 'TRADER'>().orNull
        .changing,
    },
    { rows: 'open', until: 'closedAt' },
  ),
  /** Executions; a flip is two: what closes, then what opens. */
  fills: table(
    'trading_fill',
    {
      siteId: whole.key,
      id: whole.key,
      book: text<BookName>(),
      orderId: whole.orNull, // null: a copy's
      fanOutId: whole.orNull, // what asked for it, of a copy's
      positionId: whole,
      optionId: whole,
      memberId: whole,
      lot: whole,
      side: text<PositionSide>(),
      marketType: text<OrderType>(),
      qty: whole,
      quote: amount, // notional, positive (overseas: Σ price × contracts)
      fee: amount,
      realizedPnl: amount,
      isClose: flag,
      isMaker: flag,
      best: whole, // best opposite price of the book that it executed on
      mark: whole.orNull,
      bookU: whole,
      bookTs: whole,
      fxRate: whole.orNull, // 10^-2 KRW a USD (overseas)
      tradingDay: text().orNull, // overseas
      at: whole,
      wall: whole.orNull, // by the wall clock; null: written before it was stored
    },
    // What members took from the books counts for a while (rules B).
    { rows: 'recent', by: 'at', ms: TAKEN_MS, as: 'recentFills' },
  ),
  /** Prices that did not count at once, because they lay far from the one before or came after a gap; market data of a group of sites. */
  heldPrices: table(
    'held_price',
    {
      siteGroup: text().key,
      id: whole.key,
      instrument: text(),
      stream: text<'depth' | 'mark' | 'last'>(), // of an order book its middle
      accepted: whole.orNull, // the last price that counted; null: none that it could be compared with
      price: whole,
      heldAt: whole,
      endedAt: whole,
      ending: text<Ending>(),
    },
    { rows: 'none' },
  ),
}

export interface OrderRow extends RowOf<typeof tradingTables.orders> {}
export interface PositionRow extends RowOf<typeof tradingTables.positions> {}
export interface HeldPriceRow extends RowOf<typeof tradingTables.heldPrices> {}
export interface FillRow extends RowOf<typeof tradingTables.fills> {}
