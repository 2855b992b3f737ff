import type { ErrorCode, PositionSide } from '@maru/contract'
import {
  type ExitFault,
  exitFault,
  formatUnits,
  maintenanceMargin,
  marginRatioPpm,
  maxNotionalFor,
  notionalOf,
  positionNotional,
  unrealizedPnl,
  worstPrice,
} from '@maru/positions'
import { signOfSide } from '../held.ts'
import type { Terms } from '../terms.ts'
import {
  isPlainClose,
  pricesOf,
  qtyOf,
  type TicketHolder,
  type TicketInputs,
  type TicketPrices,
  takesPrice,
  takesTrigger,
} from './inputs.ts'
import { type SideSummary, type Standing, summaryOf, usage } from './summary.ts'

type TicketField = 'price' | 'trigger' | 'qty' | 'takeProfit' | 'stopLoss' | null

type TicketErrorCode = Extract<
  ErrorCode,
  | 'PRICE_FEED_STALE'
  | 'PRICE_TICK_INVALID'
  | 'PRICE_OUT_OF_BAND'
  | 'TRIGGER_PRICE_INVALID'
  | 'QTY_STEP_INVALID'
  | 'QTY_BELOW_MIN'
  | 'ORDER_MIN_NOTIONAL'
  | 'LEVERAGE_MAX_QTY_EXCEEDED'
  | 'ORDER_COUNT_EXCEEDED'
  | 'REDUCE_ONLY_NO_POSITION'
  | 'REDUCE_ONLY_SAME_SIDE'
  | 'REDUCE_ONLY_QTY_EXCEEDED'
  | 'REDUCE_ONLY_CONFLICT'
  | 'BALANCE_INSUFFICIENT'
  | 'ISOLATED_MARGIN_INSUFFICIENT'
  | ExitFault
>

/** What is wrong: a code of the error catalogue, or a field that holds nothing yet. */
export interface TicketError {
  readonly code: TicketErrorCode | 'PRICE_MISSING' | 'TRIGGER_MISSING' | 'QTY_MISSING' | 'EXITS_MISSING'
  readonly field: TicketField
  /** Figure that the sentence names. */
  readonly limit?: string
}

/** What keeps an order of a side from being sent; the first is the one to say. */
export function errors(
  side: PositionSide,
  inputs: TicketInputs,
  holder: TicketHolder,
  prices: TicketPrices,
): readonly TicketError[] {
  const typed = faultsOfTyping(inputs, holder.terms)
  if (typed.length > 0) return typed
  if (inputs.isReduceOnly) {
    const fault = faultOfReduction(side, inputs, holder)
    if (fault) return [fault]
    if (isPlainClose(inputs)) return []
  } else if (prices.feed !== 'live') return [{ code: 'PRICE_FEED_STALE', field: null }]
  return [...faultsOfPrices(inputs, holder.terms, prices), ...faultsOfSize(side, inputs, holder, prices)]
}

/** What does not fit the fields, whatever the margin account is. */
function faultsOfTyping(inputs: TicketInputs, terms: Terms): TicketError[] {
  const { price, trigger, takeProfit, stopLoss } = pricesOf(inputs, terms)
  const found: TicketError[] = []
  const tick = formatUnits(BigInt(terms.tick), terms.scale.precision)
  const onGrid = (value: number | null, field: TicketField) => {
    if (value !== null && value % terms.tick !== 0) found.push({ code: 'PRICE_TICK_INVALID', field, limit: tick })
  }
  if (takesTrigger(inputs) && !trigger) found.push({ code: 'TRIGGER_MISSING', field: 'trigger' })
  if (takesPrice(inputs) && !price) found.push({ code: 'PRICE_MISSING', field: 'price' })
  onGrid(trigger, 'trigger')
  onGrid(price, 'price')
  const qty = qtyOf(inputs, terms)
  if (qty === 0) found.push({ code: 'QTY_MISSING', field: 'qty' })
  else if (qty % terms.step !== 0)
    found.push({
      code: 'QTY_STEP_INVALID',
      field: 'qty',
      limit: formatUnits(BigInt(terms.step), terms.scale.qtyPrecision),
    })
  if (inputs.exits && !takeProfit && !stopLoss) found.push({ code: 'EXITS_MISSING', field: 'takeProfit' })
  onGrid(takeProfit, 'takeProfit')
  onGrid(stopLoss, 'stopLoss')
  return found
}

function faultOfReduction(
  side: PositionSide,
  inputs: TicketInputs,
  { terms, position, orders }: TicketHolder,
): TicketError | null {
  const qty = qtyOf(inputs, terms)
  const held = Math.abs(position.qty)
  if (held === 0) return { code: 'REDUCE_ONLY_NO_POSITION', field: null }
  if (position.qty > 0 === (side === 'LONG')) return { code: 'REDUCE_ONLY_SAME_SIDE', field: null }
  if (qty > held) return { code: 'REDUCE_ONLY_QTY_EXCEEDED', field: 'qty' }
  if (isPlainClose(inputs)) return null
  const resting = orders.reduce((sum, order) => (order.reduceOnly ? sum + order.qty : sum), 0)
  return qty + resting > held ? { code: 'REDUCE_ONLY_CONFLICT', field: 'qty' } : null
}

function faultsOfPrices(inputs: TicketInputs, terms: Terms, { last, mark }: TicketPrices): TicketError[] {
  const { price, trigger } = pricesOf(inputs, terms)
  if (trigger !== null && trigger === (inputs.isMark ? mark : last))
    return [{ code: 'TRIGGER_PRICE_INVALID', field: 'trigger' }]
  // A stop's limit is judged where it will be working.
  const from = trigger ?? mark
  if (price === null || from === null) return []
  const isWithin = price >= worstPrice(-1, from, terms.bandPpm) && price <= worstPrice(1, from, terms.bandPpm)
  return isWithin ? [] : [{ code: 'PRICE_OUT_OF_BAND', field: 'price', limit: String(terms.bandPpm / 10_000) }]
}

function faultsOfSize(
  side: PositionSide,
  inputs: TicketInputs,
  holder: TicketHolder,
  prices: TicketPrices,
): TicketError[] {
  const { terms, orders, leverage, available } = holder
  const { scale, minQty, minNotional, maxOpenOrders, brackets } = terms
  const summary = summaryOf(side, inputs, holder, prices)
  const { qty, price, cost, after } = summary
  if (price === null) return [{ code: 'PRICE_FEED_STALE', field: null }]
  if (qty < minQty)
    return [{ code: 'QTY_BELOW_MIN', field: 'qty', limit: formatUnits(BigInt(minQty), scale.qtyPrecision) }]
  if (notionalOf(price, qty, scale) < minNotional)
    return [{ code: 'ORDER_MIN_NOTIONAL', field: 'qty', limit: formatUnits(minNotional, 8) }]
  if (orders.length >= maxOpenOrders)
    return [{ code: 'ORDER_COUNT_EXCEEDED', field: null, limit: String(maxOpenOrders) }]
  if (inputs.isReduceOnly) return []
  const { openingQty, usedNotional } = usage(side, qty, inputs, holder, prices.mark ?? price)
  const found: TicketError[] = []
  if (openingQty > 0 && usedNotional + notionalOf(price, openingQty, scale) > maxNotionalFor(leverage, brackets))
    found.push({ code: 'LEVERAGE_MAX_QTY_EXCEEDED', field: 'qty' })
  const exit = faultOfExits(side, inputs, holder, prices, summary)
  if (exit) found.push(exit)
  if (cost > available) found.push({ code: 'BALANCE_INSUFFICIENT', field: 'qty' })
  if (
    openingQty > 0 &&
    holder.marginType === 'ISOLATED' &&
    startsRisky(after, fillsNow(side, inputs, prices, price) ? (prices.mark ?? price) : price, terms)
  )
    found.push({ code: 'ISOLATED_MARGIN_INSUFFICIENT', field: 'qty' })
  return found
}

function faultOfExits(
  side: PositionSide,
  inputs: TicketInputs,
  { terms }: TicketHolder,
  prices: TicketPrices,
  { price, after }: SideSummary,
): TicketError | null {
  const { takeProfit, stopLoss } = pricesOf(inputs, terms)
  // They are judged at the mark at which the order will fill.
  const at = fillsNow(side, inputs, prices, price) ? prices.mark : price
  if (at === null) return null
  const fault = exitFault({
    side: signOfSide(side),
    mark: at,
    liquidationPrice: after.liquidation,
    takeProfit,
    stopLoss,
  })
  return fault && { code: fault, field: fault === 'TAKE_PROFIT_WRONG_SIDE' ? 'takeProfit' : 'stopLoss' }
}

/** A market order, or a limit that the book already reaches. */
function fillsNow(
  side: PositionSide,
  { type }: TicketInputs,
  { asks, bids }: TicketPrices,
  limit: number | null,
): boolean {
  if (type !== 'LIMIT' || limit === null) return type === 'MARKET'
  const best = (side === 'LONG' ? asks : bids)[0]?.[0]
  return best !== undefined && signOfSide(side) * (limit - best) >= 0
}

/** No position starts nearer to its liquidation than its market allows. */
function startsRisky({ position, margin }: Standing, mark: number, { scale, brackets, entryRatioPpm }: Terms): boolean {
  const maintenance = maintenanceMargin(positionNotional(position, mark, scale), brackets)
  return marginRatioPpm(maintenance, margin + unrealizedPnl(position, mark, scale)) >= entryRatioPpm
}
