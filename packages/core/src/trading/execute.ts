import { feeOf, worstPrice } from '@maru/positions'
import { announceWallet } from '../announce.ts'
import { barOfOrder } from '../limits/barred.ts'
import { change, type State, type Turn } from '../state.ts'
import { isStopped } from '../stops/state.ts'
import type { EpochMs, FillRow, PriceUnits, Qty } from '../types.ts'
import { availableOf } from '../wallet.ts'
import { takenOf } from './depth.ts'
import { applyFill } from './fill.ts'
import { isHeldOpposite } from './linked.ts'
import { closableQty, closeOrder, endOrder, isImmediate, isWorking, remainingQty, rest, sideOf } from './orders.ts'
import { countHolder } from './recount.ts'
import { heldByOrders, reserveOrders } from './reserve.ts'
import type { Filled, Offer, Order, OrderBook, Position } from './state.ts'
import { trimOrders } from './uncovered.ts'

/** How an order executes. */
export interface How {
  /** A resting limit that the order book reached. */
  readonly isMaker: boolean
  /** Of liquidations: their own stop (null: none), and a fee on top. */
  readonly liquidation?: { readonly qty: Qty; readonly slipPpm: number | null; readonly feePpm: number }
}

/** What an execution came to. */
export interface Executed {
  readonly filledQty: Qty
  readonly fills: readonly FillRow[]
}

/**
 * Executes an order on an order book, as far as price, depth and money allow: first what closes, then what opens. What an immediate order
 * does not find is cancelled; the rest of a limit rests. Null where the order book has nothing on that side: the order goes on waiting.
 */
export function execute(state: State, order: Order, depth: OrderBook, how: How, turn: Turn): Executed | null {
  const { holder, market } = order
  if (!canExecute(state, order, depth, turn.at)) return null
  countHolder(state, holder, turn)
  if (!isWorking(order)) return null
  const { row } = order
  const walletBefore = holder.wallet.row
  const ownBar = row.isReduceOnly ? null : barOfOrder(holder, turn)
  const worst = worstOf(order, depth, how)
  const filled: Filled[] = []
  const fill = (offer: Offer) => {
    const liquidationFee = how.liquidation ? feeOf(offer.quote, how.liquidation.feePpm) : 0n
    filled.push(applyFill(state, order, { offer, depth, isMaker: how.isMaker, liquidationFee }, turn))
  }
  reserveOrders(order, order)
  const heldBefore = heldByOrders(order)

  const closing = Math.min(
    remainingQty(order),
    closableQty(order, row.side),
    how.liquidation?.qty ?? Number.POSITIVE_INFINITY,
  )
  if (closing > 0) {
    const offer = lookFor(order, closing, depth, worst, how, turn)
    if (offer.qty > 0) fill(offer)
  }
  if (filled.length > 0) trimOrders(state, order, heldBefore, turn)
  let shortfall: 'BALANCE_INSUFFICIENT' | 'ISOLATED_MARGIN_INSUFFICIENT' | null = null
  const isOpening = !row.isReduceOnly && closableQty(order, row.side) === 0 && remainingQty(order) > 0
  const bar = ownBar ?? (isOpening ? barOfOpening(state, order) : null)
  if (isOpening && bar === null) {
    const found = lookFor(order, remainingQty(order), depth, worst, how, turn)
    const offer = covered(order, found, (qty) => lookFor(order, qty, depth, worst, how, turn))
    if (offer.qty < found.qty) shortfall = 'BALANCE_INSUFFICIENT'
    if (offer.qty > 0 && market.policy.isRisky(order, row, offer)) shortfall = 'ISOLATED_MARGIN_INSUFFICIENT'
    else if (offer.qty > 0) fill(offer)
  }
  const fills = filled.map((one) => one.fill)
  if (isOpening && bar !== null) endOrder(state, order, 'CANCELED', bar, turn, fills)
  else finish(state, order, shortfall, fills, how, turn)
  reserveOrders(order)
  market.policy.revalue(state, holder, turn)
  for (const [position, event] of lastEvents(filled)) {
    market.policy.announcePosition(position, event, turn, row.marketType)
  }
  if (holder.wallet.row !== walletBefore) announceWallet(holder.wallet, turn.effects)
  return { filledQty: fills.reduce((sum, one) => sum + one.qty, 0), fills }
}

const barOfOpening = (state: State, order: Order): string | null =>
  isHeldOpposite(state, order, order.row.side) ? 'LINKED_OPPOSITE' : order.market.policy.barOf(state, order)

/**
 * The book has something on that side; of an order that may open, too, its market lets it, and what it may open can be said: that needs a
 * price of his account, a close none.
 */
export function canExecute(state: State, order: Order, depth: OrderBook, at: EpochMs): boolean {
  const { row, market } = order
  const best = (row.side === 'LONG' ? depth.asks : depth.bids)[0]
  if (best === undefined) return false
  if (row.isReduceOnly) return true
  return (
    !isBarred(state, market) &&
    market.policy.opensAt(market, at) &&
    market.instrument[market.policy.judgedBy] !== null &&
    !isBeyondTrigger(order, best[0])
  )
}

/**
 * A stop without a limit that triggered under an emergency stop and is far from its trigger by now: it waits for the price, or for its
 * member to cancel it.
 */
function isBeyondTrigger({ row, market }: Order, best: PriceUnits): boolean {
  const tolerance = row.tolerancePpm ?? market.policy.stopOf(market, false)
  if (row.triggerPrice === null || row.price !== null || row.basePrice === null || tolerance === null) return false
  const side = sideOf(row.side)
  const worst = worstPrice(side, row.basePrice, tolerance)
  return side * (best - worst) > 0
}

/** An emergency stop keeps what would open waiting, as it is. */
export const isBarred = (state: State, { book, row }: Order['market']): boolean =>
  isStopped(state, row.siteId, book.name === 'futures' ? 'FUTURES' : 'OVERSEA', row.instrument)

/** What the order book gives, in whole steps unless it gives all. */
function lookFor(order: Order, qty: Qty, depth: OrderBook, worst: PriceUnits | null, how: How, turn: Turn): Offer {
  const { holder, market, row } = order
  const taken = takenOf(holder, market, row.side, turn.at)
  const look = (wanted: Qty) =>
    market.policy.look(market, sideOf(row.side), wanted, depth, { worst, isMaker: how.isMaker, taken })
  const offer = look(qty)
  const rest = offer.qty % market.policy.stepOf(market)
  return offer.qty === qty || rest === 0 ? offer : look(offer.qty - rest)
}

/** The worst price at which the order may fill; null: any. */
function worstOf({ row, market }: Order, depth: OrderBook, how: How): PriceUnits | null {
  if (row.price !== null) return row.price
  const side = sideOf(row.side)
  const best = (side > 0 ? depth.asks : depth.bids)[0]![0]
  // A contract has no mark: its stop counts from the price that the order was taken at.
  const taken = market.policy.judgedBy === 'last' ? row.basePrice : null
  const from = taken ?? market.instrument[market.policy.judgedBy] ?? best
  if (how.liquidation) return how.liquidation.slipPpm === null ? null : worstPrice(side, from, how.liquidation.slipPpm)
  if (row.qty === null) return null
  const slipPpm = market.policy.stopOf(market, row.isReduceOnly)
  if (slipPpm === null) return null
  const stop = worstPrice(side, from, slipPpm)
  if (row.tolerancePpm === null) return stop
  const named = worstPrice(side, row.basePrice ?? best, row.tolerancePpm)
  return side > 0 ? Math.min(stop, named) : Math.max(stop, named)
}

/** The largest part of an offer that what is available pays for, in whole steps. */
function covered(order: Order, found: Offer, look: (qty: Qty) => Offer): Offer {
  const { market, row, holder } = order
  const { policy } = market
  const step = policy.stepOf(market)
  const available = availableOf(holder.wallet)
  if (found.qty === 0 || policy.costOf(market, row, found) <= available) return found
  let best: Offer = { qty: 0, quote: 0n }
  let low = 0
  let high = Math.floor(found.qty / step)
  while (high - low > 1) {
    const middle = low + Math.floor((high - low) / 2)
    const offer = look(middle * step)
    if (policy.costOf(market, row, offer) <= available) {
      low = middle
      best = offer
    } else high = middle
  }
  return best
}

function finish(
  state: State,
  order: Order,
  shortfall: string | null,
  fills: readonly FillRow[],
  how: How,
  turn: Turn,
): void {
  const { policy } = order.market
  const { row } = order
  const left = remainingQty(order)
  if (row.qty === null ? left === 0 || how.liquidation : left === 0) {
    closeOrder(state, order, fills.length > 0 ? 'FILLED' : 'CANCELED', null, turn)
    policy.announceOrder(order, fills.length > 0 ? 'ORDER_FILLED' : 'ORDER_CANCEL', turn, fills)
  } else if (shortfall !== null) endOrder(state, order, 'CANCELED', shortfall, turn, fills)
  else if (row.isReduceOnly && closableQty(order, row.side) === 0)
    endOrder(state, order, 'CANCELED', 'POSITION_CLOSED', turn, fills)
  else if (isImmediate(row)) endOrder(state, order, 'CANCELED', 'SLIPPAGE_PROTECTED', turn, fills)
  else if (fills.length > 0 && !isRestCovered(order))
    endOrder(state, order, 'CANCELED', 'BALANCE_INSUFFICIENT', turn, fills)
  else goOn(order, fills, how, turn)
}

/** Whether what is left of an order is still paid for: its fill may have taken more than its share. */
function isRestCovered(order: Order): boolean {
  const others = heldByOrders(order)
  reserveOrders(order)
  return heldByOrders(order) <= others || availableOf(order.holder.wallet) >= 0n
}

/** What is left of a limit rests; one that the order book reached waits for the next order book. */
function goOn(order: Order, fills: readonly FillRow[], how: How, turn: Turn): void {
  const { instrument, policy } = order.market
  const status = fills.length > 0 ? 'PARTIALLY_FILLED' : order.row.status
  const isWaiting = order.row.executeAt !== null
  if (fills.length > 0 || isWaiting) change(turn.effects, 'orders', order, { status, executeAt: null })
  if (how.isMaker) instrument.touched.push(order)
  else {
    if (isWaiting) instrument.waiting.delete(order)
    rest(order)
  }
  if (fills.length > 0) policy.announceOrder(order, 'ORDER_UPDATE', turn, fills)
}

/** What became of each position, once: a position that was opened and grew was opened. */
function lastEvents(filled: readonly Filled[]): Map<Position, Filled['event']> {
  const events = new Map<Position, Filled['event']>()
  for (const { position, event } of filled) events.set(position, event)
  return events
}
