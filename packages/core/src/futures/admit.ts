import {
  exitFault,
  feeOf,
  liquidationPrice,
  maxLeverageFor,
  maxNotionalFor,
  notionalOf,
  worstPrice,
} from '@maru/positions'
import { refusalReply as refuse } from '../idempotency.ts'
import { refuseCeiling } from '../limits/ceilings.ts'
import { refuseLimit, refuseMember } from '../limits/limits.ts'
import { formatMinor, formatPrice } from '../money.ts'
import { halved, halvedUntil } from '../releases/state.ts'
import type { State, Turn } from '../state.ts'
import { isClosedTo, isStopped } from '../stops/state.ts'
import { isLinkedOpposite } from '../trading/linked.ts'
import { positionIn } from '../trading/lots.ts'
import { ordersIn, sideOf } from '../trading/orders.ts'
import { isLive } from '../trading/prices.ts'
import { isPlainClose, refuseReduceOnly } from '../trading/reduce-only.ts'
import type { Minor, PriceUnits, Qty, Reply } from '../types.ts'
import { availableOf } from '../wallet.ts'
import type { Draft } from './draft.ts'
import { startsRisky } from './margin.ts'
import { futuresPolicy, reservePpmOf } from './policy.ts'
import { type Outcome, resultOf, usageOf } from './result.ts'
import type { Order } from './state.ts'

/** Why an order is not taken, or null; it opens nothing at more than `most` leverage. */
export function refuseOrder(state: State, order: Order, draft: Draft, most: number, turn: Turn): Reply | null {
  if (draft.expiresAt !== null && draft.expiresAt < turn.at) return refuse('ORDER_EXPIRED')
  return (
    refuseTime(state, order, draft, turn) ??
    (draft.isReduceOnly ? refuseReduceOnly(order, draft) : null) ??
    (isPlainClose(draft) ? null : (refusePrices(order, draft) ?? refuseSize(order, draft))) ??
    (draft.isReduceOnly ? null : refuseOpening(state, order, draft, most, turn))
  )
}

function refuseTime(state: State, { holder, market }: Order, draft: Draft, turn: Turn): Reply | null {
  if (isPlainClose(draft)) return null
  const { siteId, instrument, maxFunding } = market.row
  const { mark, last, fundingRate } = market.instrument
  const refusal = draft.isReduceOnly ? null : refuseMember(holder.member, turn)
  if (refusal) return refusal
  if (isClosedTo(market.row, turn.at)) return refuse('OPTION_STOPPED')
  if (mark === null || (draft.triggerPrice !== null && !draft.isMark && last === null))
    return refuse('PRICE_FEED_STALE')
  if (draft.isReduceOnly) return null
  if (isStopped(state, siteId, 'FUTURES', instrument)) return refuse('OPTION_STOPPED')
  if (!isLive(market.instrument, turn.at)) return refuse('PRICE_FEED_STALE')
  // Beyond the house's maximum nobody may open what is paid for being there.
  const isPaid = fundingRate !== null && sideOf(draft.side) * fundingRate < -maxFunding
  return isPaid ? refuse('OPTION_STOPPED') : null
}

function refusePrices({ market }: Order, draft: Draft): Reply | null {
  const { price, triggerPrice, isMark } = draft
  const { last, mark } = market.instrument
  if (triggerPrice !== null && triggerPrice === (isMark ? mark : last)) return refuse('TRIGGER_PRICE_INVALID')
  if (price === null) return null
  // A stop's limit is judged where it will be working.
  const from = triggerPrice ?? mark!
  const { priceBandPpm } = market.row
  const isWithin = price >= worstPrice(-1, from, priceBandPpm) && price <= worstPrice(1, from, priceBandPpm)
  return isWithin ? null : refuse('PRICE_OUT_OF_BAND')
}

function refuseSize(order: Order, draft: Draft): Reply | null {
  const { market } = order
  const { minQty, minNotional, maxOpenOrders, qtyPrecision, instrument } = market.row
  if (draft.qty < minQty) {
    return refuse('QTY_BELOW_MIN', { min: formatPrice(minQty, qtyPrecision), unit: instrument.replace(/USDT$/, '') })
  }
  if (notionalOf(priceOf(order), draft.qty, market.scale) < minNotional) {
    return refuse('ORDER_MIN_NOTIONAL', { min: formatMinor(minNotional, 'USDT') })
  }
  return ordersIn(order).length >= maxOpenOrders ? refuse('ORDER_COUNT_EXCEEDED') : null
}

/** The price that the order is expected to fill at, and the mark then: a limit that rests fills once the market is there. */
const priceOf = ({ row, market }: Order): PriceUnits =>
  row.price ?? row.triggerPrice ?? row.basePrice ?? market.instrument.mark!
function markOf(order: Order): PriceUnits {
  const { row } = order
  const mark = order.market.instrument.mark!
  if (row.executeAt !== null) return mark
  const price = priceOf(order)
  if (row.triggerPrice !== null) return price
  return row.side === 'LONG' ? Math.min(price, mark) : Math.max(price, mark)
}

function refuseOpening(state: State, order: Order, draft: Draft, most: number, turn: Turn): Reply | null {
  const { market } = order
  const { usedNotional, closableQty } = usageOf(order, draft.side)
  const openingQty = Math.max(0, draft.qty - closableQty)
  const notional = notionalOf(priceOf(order), openingQty, market.scale)
  const cap = maxNotionalFor(order.row.leverage, market.row.brackets)
  if (openingQty > 0 && isLinkedOpposite(state, order, draft.side)) return refuse('LINKED_OPPOSITE')
  if (openingQty > 0 && usedNotional + notional > cap) return refuse('LEVERAGE_MAX_QTY_EXCEEDED')
  if (openingQty > 0 && order.row.leverage > most) return refuse('LEVERAGE_OUT_OF_RANGE', { min: 1, max: most })
  const refusal = openingQty > 0 ? refuseHalved(state, order, usedNotional + notional, most, turn) : null
  if (refusal) return refusal
  const result = resultOf(order, draft.qty, priceOf(order))
  const needed = needOf(order, openingQty)
  return (
    refuseExits(order, draft, result) ??
    refuseMoney(order, needed) ??
    (openingQty > 0 ? refuseRisk(order, result) : null) ??
    refuseLoss(order, needed, turn)
  )
}

/** Around a release each bracket opens at half its leverage. */
function refuseHalved(state: State, { row, market }: Order, notional: Minor, most: number, turn: Turn): Reply | null {
  const until = halvedUntil(state, row.siteId, turn.wall)
  if (until === null) return null
  const max = halved(Math.min(most, maxLeverageFor(notional, market.row.brackets)))
  return row.leverage > max ? refuse('LEVERAGE_HALVED', { max, until }) : null
}

/** What is held back counts as lost until it comes back, as an open stake does. */
function refuseLoss({ holder: { member, wallet } }: Order, { need }: Need, turn: Turn): Reply | null {
  const { currency, reserved } = wallet.row
  const beyond = refuseLimit(member, { currency, held: reserved, stake: need }, turn.wall)
  if (beyond || need <= 0n) return beyond
  return refuseCeiling(member, { kind: 'ORDER', currency: 'USDT', used: reserved, amount: need })
}

/** TP and SL are judged against the position that the order would make, at the mark at which it would make it. */
function refuseExits(order: Order, draft: Draft, result: Outcome): Reply | null {
  const { takeProfit, stopLoss } = draft
  if (takeProfit === null && stopLoss === null) return null
  const side = sideOf(draft.side)
  const price = liquidationPrice(result.margin, result.position, order.market.row.brackets, order.market.scale)
  const fault = exitFault({ side, mark: markOf(order), liquidationPrice: price, takeProfit, stopLoss })
  return fault && refuse(fault)
}

function refuseMoney(order: Order, { need, fees }: Need): Reply | null {
  const available = availableOf(order.holder.wallet)
  if (need <= 0n || need <= available) return null
  return need - fees <= available ? refuse('FEE_INSUFFICIENT') : refuse('BALANCE_INSUFFICIENT')
}

/** What an order takes of the available money: what orders hold back with it and without, and the loss that it starts with. */
interface Need {
  readonly need: Minor
  readonly fees: Minor
}

function needOf(order: Order, openingQty: Qty): Need {
  const { market } = order
  const positionQty = positionIn(order)?.row.qty ?? 0
  const others = ordersIn(order)
  const held = futuresPolicy.orderMarginOf(market, positionQty, others)
  const heldWith = futuresPolicy.orderMarginOf(market, positionQty, [...others, order])
  const price = priceOf(order)
  const loss = notionalOf(Math.max(0, sideOf(order.row.side) * (price - markOf(order))), openingQty, market.scale)
  return {
    need: heldWith - held + loss,
    fees: feeOf(notionalOf(price, openingQty, market.scale), reservePpmOf(market)),
  }
}

function refuseRisk(order: Order, result: Outcome): Reply | null {
  if (order.row.marginType !== 'ISOLATED' || result.position.qty === 0) return null
  const isRisky = startsRisky(order.market, result.position, result.margin, markOf(order))
  return isRisky ? refuse('ISOLATED_MARGIN_INSUFFICIENT') : null
}
