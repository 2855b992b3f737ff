import { cell } from '../effects.ts'
import { refusalReply as refuse } from '../idempotency.ts'
import type { State, Turn } from '../state.ts'
import { addOrder } from '../trading/orders.ts'
import { deadlineOf } from '../trading/prices.ts'
import { afterChange, cancelUncovered, heldByOrders, trimReduceOnly } from '../trading/reserve.ts'
import type { Command, OrderRow, PriceTicks, Reply } from '../types.ts'
import { refuseOrder } from './admit.ts'
import { announceOrder } from './announce.ts'
import { type Draft, readOrder } from './draft.ts'
import { marketOf, settingOf, traderOf } from './markets.ts'
import type { FuturesMarket, Order, Trader } from './state.ts'
import { futuresOrderWire } from './wire.ts'

type PlaceFutures = Extract<Command, { kind: 'placeFutures' }>

/** Takes an order, or says why not; a refusal changes nothing. */
export function placeFutures(state: State, command: PlaceFutures, turn: Turn): Reply {
  const trader = traderOf(state, command.siteId, command.memberId)
  if (!trader) return refuse('WALLET_NOT_FOUND')
  const market = marketOf(state, command.siteId, command.order.optionId)
  if (!market) return refuse('STOCK_NOT_FOUND')
  const draft = readOrder(market, command.order)
  if ('status' in draft) return draft
  const order: Order = { ...cell(rowOf(trader, market, draft, turn)), trader, market, trigger: null }
  return refuseOrder(order, draft, turn) ?? accept(state, order, turn)
}

function accept(state: State, order: Order, turn: Turn): Reply {
  const { trader, market, row } = order
  // A close at the market comes before reduce-only orders that rest.
  if (row.isReduceOnly && row.marketType === 'MARKET') trimReduceOnly(state, trader, market, row.qty!, turn)
  const heldBefore = heldByOrders(trader, market)
  order.row = { ...row, id: turn.nextId() }
  addOrder(order)
  turn.effects.put('orders', order)
  const deadline = deadlineOf(order)
  if (deadline !== null) state.due.push(deadline, { kind: 'order', order })
  announceOrder(order, 'ORDER_SUCCESS', turn)
  if (row.isReduceOnly) cancelUncovered(state, order, heldBefore, turn)
  afterChange(state, trader, market, turn)
  return { status: 200, body: futuresOrderWire(order.row, market.row) }
}

/** The order's row, without an id until it is accepted. */
function rowOf(trader: Trader, market: FuturesMarket, draft: Draft, turn: Turn): OrderRow {
  const { siteId, memberId } = trader.account.row
  const best = bestFor(market, draft, turn)
  return {
    siteId,
    id: 0,
    book: 'futures',
    optionId: market.row.id,
    memberId,
    side: draft.side,
    marketType: draft.marketType,
    qty: draft.qty,
    price: draft.price,
    triggerPrice: draft.triggerPrice,
    triggerKind: draft.triggerPrice === null ? null : draft.isMark ? 'mark' : 'last',
    triggerDirection: directionOf(market, draft),
    ticks: null,
    isReduceOnly: draft.isReduceOnly,
    positionId: null,
    takeProfit: draft.takeProfit,
    stopLoss: draft.stopLoss,
    isMarkTp: draft.isMarkTp,
    isMarkSl: draft.isMarkSl,
    ...settingOf(trader, market),
    tolerancePpm: draft.tolerancePpm,
    basePrice: draft.marketType === 'MARKET' ? (best ?? market.instrument.mark) : null,
    executeAt: executesOnBook(market, draft, best, turn) ? turn.at + market.row.execDelayMs : null,
    expiresAt: draft.expiresAt,
    status: 'NEW',
    filledQty: 0,
    filledQuote: 0n,
    fee: 0n,
    reason: null,
    origin: 'MEMBER',
    acceptedAt: turn.at,
    triggeredAt: null,
    closedAt: null,
  }
}

/** Best price that the order could meet now; null while no live book shows one. */
function bestFor({ instrument }: FuturesMarket, { side }: Draft, turn: Turn): PriceTicks | null {
  if (!instrument.prices.isLive(turn.at)) return null
  return (side === 'LONG' ? instrument.book?.asks : instrument.book?.bids)?.[0]?.[0] ?? null
}

/** Market orders and marketable limits wait for a book of their time; a limit of which that is not known too. */
function executesOnBook({ instrument }: FuturesMarket, draft: Draft, best: PriceTicks | null, turn: Turn): boolean {
  if (draft.triggerPrice !== null) return false
  if (draft.price === null || !instrument.book || !instrument.prices.isLive(turn.at)) return true
  return best !== null && (draft.side === 'LONG' ? best <= draft.price : best >= draft.price)
}

function directionOf({ instrument }: FuturesMarket, draft: Draft): 'rises' | 'falls' | null {
  if (draft.triggerPrice === null) return null
  return draft.triggerPrice > ((draft.isMark ? instrument.mark : instrument.last) ?? 0) ? 'rises' : 'falls'
}
