import {
  type Consumption,
  feeOf,
  initialMargin,
  type Level,
  notionalOf,
  orderMargin,
  type QuoteScale,
  releasedMargin,
  roundTripPpm,
  type Side,
  type WorkingOrder,
  walk,
} from '@maru/positions'
import { barOfLead } from '../copies/lead.ts'
import { invariant } from '../invariant.ts'
import type { State, Turn } from '../state.ts'
import { dropAll } from '../trading/guards.ts'
import { isClaim, sideOf } from '../trading/orders.ts'
import type { Closing, Look, Offer, OrderBook, Policy } from '../trading/state.ts'
import type { Minor, PositionSide, PriceUnits, Qty } from '../types.ts'
import { announceOrder, announcePosition } from './announce.ts'
import { fillsRisky } from './fill-risk.ts'
import { settleFunding } from './funding.ts'
import { growthOf } from './growth.ts'
import { judge } from './judge.ts'
import { postResult } from './post-result.ts'
import { revalue } from './risk.ts'
import type { FuturesMarket, Order, Position } from './state.ts'
import { attachExits } from './tpsl.ts'
import { futuresOrderWire } from './wire.ts'

/** The rules of perpetual futures (rules B). */
export const futuresPolicy: Policy<FuturesMarket> = {
  look,
  stepOf: (market) => market.row.stepUnits,
  stopOf: (market, isReduceOnly) => (isReduceOnly ? market.row.closeSlipPpm : market.row.slipPpm),
  resultOf: (_position, realizedQuote) => realizedQuote,
  stampOf: () => ({ fxRate: null, tradingDay: null }),
  growthOf,
  isHeldPriceGood: false,
  opensAt: () => true,
  judgedBy: 'mark',
  barOf: barOfLead,
  feeOf: (market, { quote }, isMaker) => feeOf(quote, isMaker ? market.row.makerPpm : market.row.takerPpm),
  costOf(market, { side, leverage }, offer) {
    const reserve = feeOf(offer.quote, reservePpmOf(market))
    return initialMargin(offer.quote, leverage) + reserve + openLossOf(market, side, offer)
  },
  marginOf(market, { side, leverage, marginType }, offer) {
    if (marginType === 'CROSS') return 0n
    return initialMargin(offer.quote, leverage) + openLossOf(market, side, offer)
  },
  isRisky: (holding, terms, offer) =>
    fillsRisky(holding, terms, offer, futuresPolicy.marginOf(holding.market, terms, offer)),
  endsUncovered: true,
  orderMarginOf,
  settle: (state, position, turn) => settleFunding(state, position, turn),
  postOpening,
  postClosing,
  attachExits: (state, order, position, turn) => attachExits(state, order, position, turn),
  revalue: (state, holder, turn) => revalue(state, holder, turn),
  dropGuards: (position) => dropAll(position),
  judge: (state, position, turn) => judge(state, position, turn),
  wireOf: (order) => futuresOrderWire(order.row, order.market.row),
  announceOrder: (order, event, turn, fills) => announceOrder(order, event, turn, fills),
  announcePosition: (position, event, turn, marketType) => announcePosition(position, event, turn, marketType),
}

/** The fees of a round trip: what an order sets aside for them. */
export const reservePpmOf = ({ row }: FuturesMarket): number => roundTripPpm(row.makerPpm, row.takerPpm)

/** The price that an order is reserved at: its limit, its trigger, or the best price when it was taken. */
const reservePrice = ({ row }: Order): PriceUnits => row.price ?? row.triggerPrice ?? row.basePrice ?? 1

/** An open order as its reservation counts it. The loss that it starts with is judged when it is taken, and when it fills. */
export function workingOrder(order: Order): WorkingOrder {
  const { row } = order
  const price = reservePrice(order)
  return { side: sideOf(row.side), qty: row.qty! - row.filledQty, price, mark: price, reduceOnly: row.isReduceOnly }
}

function look(market: FuturesMarket, side: Side, qty: Qty, depth: OrderBook, how: Look): Offer {
  const levels = side > 0 ? depth.asks : depth.bids
  const { scale } = market
  const found = walk(side, levels, qty, scale, {
    ...(how.worst === null ? {} : { limitPrice: how.worst }),
    ...(how.taken === 0 ? {} : { consumed: consumedOf(side, levels, how.taken, scale) }),
    displayedOnly: how.isMaker,
  })
  if (!how.isMaker) return { qty: found.filledQty, quote: found.quote }
  invariant(how.worst !== null, 'a resting order has a limit')
  return { qty: found.filledQty, quote: notionalOf(how.worst, found.filledQty, scale) }
}

/** What he took is gone from the best levels on, whatever the order book shows now. */
export function consumedOf(side: Side, levels: readonly Level[], qty: Qty, scale: QuoteScale): Consumption {
  const { taken } = walk(side, levels, qty, scale)
  return { at: new Map(taken.at), beyond: taken.beyond }
}

function orderMarginOf(market: FuturesMarket, positionQty: Qty, orders: readonly Order[]): Minor {
  const plain = orders.filter(({ row }) => row.qty !== null && isClaim(row))
  if (plain.length === 0) return 0n
  const working = plain.map(workingOrder)
  const { leverage } = plain[0]!.row
  const reservePpm = reservePpmOf(market)
  return orderMargin({ orders: working, positionQty, leverage, reservePpm, scale: market.scale }).total
}

/** What a fill loses against the mark at once. */
function openLossOf({ instrument, scale }: FuturesMarket, side: PositionSide, { qty, quote }: Offer): Minor {
  const { mark } = instrument
  if (mark === null) return 0n
  const worth = notionalOf(mark, qty, scale)
  const loss = side === 'LONG' ? quote - worth : worth - quote
  return loss > 0n ? loss : 0n
}

function postOpening(state: State, position: Position, fee: Minor, refId: number, turn: Turn): void {
  if (fee === 0n) return
  const { wallet } = position.holder
  const { siteId, currency } = wallet.row
  const legs = [
    { wallet, amount: -fee },
    { siteId, account: 'FEE_FUTURES', currency, amount: fee },
  ] as const
  state.ledger.post(legs, 'FUTURES_FEE', refId, turn, turn.effects)
}

function postClosing(state: State, position: Position, closing: Closing, turn: Turn): void {
  const { effect, fee, liquidationFee, isTakeover, refId } = closing
  const { margin, qty } = position.row
  const movements = [
    { account: 'PNL_FUTURES', amount: effect.realizedPnl, reason: 'FUTURES_PNL' },
    { account: 'FEE_FUTURES', amount: -fee, reason: 'FUTURES_FEE' },
    { account: 'INSURANCE_FUND', amount: -liquidationFee, reason: 'FUTURES_LIQUIDATION_FEE' },
  ] as const
  const released = isTakeover ? 'TAKEOVER' : releasedMargin(margin, effect.closedQty, qty)
  postResult(state, position, movements, released, refId, turn)
}
