import type { FillEffect, Side } from '@maru/positions'
import type { State, Turn } from '../state.ts'
import type { EpochMs, FillRow, Minor, OrderRow, PriceTicks, Qty } from '../types.ts'
import type { Book, Market, Order, Position, Trader } from './state.ts'

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
export interface Policy<M extends Market = Market> {
  /** What an order of `qty` finds in the book. */
  look(market: M, side: Side, qty: Qty, book: Book, how: Look): Offer
  feeOf(market: M, offer: Offer, isMaker: boolean): Minor
  /** Quantities are multiples of it. */
  stepOf(market: M): Qty
  /** How far from the mark (or the best price) a market order may fill, in ppm; null: at any price. */
  stopOf(market: M, isReduceOnly: boolean): number | null
  /** What a closed part came to in the wallet's currency, before fees. */
  resultOf(position: Position<M>, realizedQuote: Minor): Minor
  /** What rows keep of the market's day. */
  stampOf(market: M): Pick<FillRow, 'fxRate' | 'tradingDay'>
  /** An order executes on the price that holds when its time has come; otherwise on the first book of that time. */
  readonly isHeldPriceGood: boolean
  /** Whether orders that are not reduce-only execute now. */
  opensAt(market: M, at: EpochMs): boolean
  /** The price by which accounts are judged. */
  readonly judgedBy: 'mark' | 'last'
  /** What new orders and the opening part of a fill may take. */
  availableOf(trader: Trader<M>): Minor
  /** What opening so much takes of the available money, fees included. */
  costOf(order: Order<M>, offer: Offer): Minor
  /** What the position holds back for it (isolated margin); 0 where a margin is computed for the account. */
  marginOf(order: Order<M>, offer: Offer): Minor
  /** What these open orders of one market hold back together, next to the position. */
  orderMarginOf(market: M, positionQty: Qty, orders: readonly Order<M>[]): Minor
  /** What the position owes or is owed before it changes (funding). */
  settle(state: State, position: Position<M>, turn: Turn): void
  bookOpening(state: State, position: Position<M>, fee: Minor, refId: number, turn: Turn): void
  bookClosing(state: State, position: Position<M>, closing: Closing, turn: Turn): void
  /** Sets the TP and SL that an order carries on the position that it filled into. */
  attachExits(state: State, order: Order<M>, position: Position<M>, turn: Turn): void
  /** After any change of the trader's positions, orders or wallet. */
  revalue(state: State, trader: Trader<M>, turn: Turn): void
  /** The position is closed. */
  dropGuards(position: Position<M>): void
  /** A guard fired. */
  judge(state: State, position: Position<M>, place: keyof Position['guards'], turn: Turn): void
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
