import type { FillEffect, Side } from '@maru/positions'
import type { State, Turn } from '../state.ts'
import type { FillRow, Minor, PriceTicks, Qty } from '../types.ts'
import type { Book, FuturesMarket, Order, Position, Trader } from './state.ts'

/** What an order would get of a book. */
export interface Offer {
  readonly qty: Qty
  /** Σ notional of it. */
  readonly quote: Minor
}

export interface Look {
  /** Nothing at a worse price; null: however far the book goes. */
  readonly worst: PriceTicks | null
  /** A resting limit: fills at its price, as far as displayed quantity reaches. */
  readonly isMaker: boolean
  /** What the member took of this side lately. */
  readonly taken: Qty
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
export interface Policy {
  /** What an order of `qty` finds in the book. */
  look(market: FuturesMarket, side: Side, qty: Qty, book: Book, how: Look): Offer
  feeOf(market: FuturesMarket, offer: Offer, isMaker: boolean): Minor
  /** What new orders and the opening part of a fill may take. */
  availableOf(trader: Trader): Minor
  /** What opening so much takes of the available money, fees included. */
  costOf(order: Order, offer: Offer): Minor
  /** What the position holds back for it (isolated margin); 0 where a margin is computed for the account. */
  marginOf(order: Order, offer: Offer): Minor
  /** What these open orders of one market hold back together, next to the position. */
  orderMarginOf(market: FuturesMarket, positionQty: Qty, orders: readonly Order[]): Minor
  /** What the position owes or is owed before it changes (funding). */
  settle(state: State, position: Position, turn: Turn): void
  bookOpening(state: State, position: Position, fee: Minor, refId: number, turn: Turn): void
  bookClosing(state: State, position: Position, closing: Closing, turn: Turn): void
  /** Sets the TP and SL that an order carries on the position that it filled into. */
  attachExits(state: State, order: Order, position: Position, turn: Turn): void
  /** After any change of the trader's positions, orders or wallet. */
  revalue(state: State, trader: Trader, turn: Turn): void
  /** The position is closed. */
  dropGuards(position: Position): void
  /** A guard fired. */
  judge(state: State, position: Position, place: keyof Position['guards'], turn: Turn): void
  announceOrder(
    order: Order,
    event: 'ORDER_SUCCESS' | 'ORDER_CANCEL' | 'ORDER_FILLED' | 'ORDER_UPDATE',
    turn: Turn,
    fills?: readonly FillRow[],
  ): void
  announcePosition(position: Position, event: 'POSITION_OPEN' | 'POSITION_UPDATE' | 'POSITION_CLOSE', turn: Turn): void
}
