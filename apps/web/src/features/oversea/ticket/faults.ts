import type { ErrorCode } from '@maru/contract'
import { worstPrice } from '@maru/positions'
import { formatCount } from '@maru/ui'
import type { Terms } from '../../../books/oversea/terms.ts'
import { priceOf } from '../../../trading/index.ts'
import {
  type Draft,
  figuresOf,
  isPlainClose,
  signOf,
  type TicketHolder,
  type TicketMarket,
  takesPrice,
  takesTrigger,
} from './inputs.ts'
import { closableOf, faultOfOpening } from './reserve.ts'

type TicketField = 'price' | 'trigger' | 'count' | 'tpTick' | 'slTick' | null

type TicketErrorCode = Extract<
  ErrorCode,
  | 'COUNT_INVALID'
  | 'PRICE_TICK_INVALID'
  | 'TPSL_TICK_RANGE'
  | 'MAX_CONTRACTS_EXCEEDED'
  | 'OPTION_STOPPED'
  | 'STOCK_CLOSED'
  | 'PRICE_FEED_STALE'
  | 'OVERSEA_CLOSE_ONLY'
  | 'REDUCE_ONLY_NO_POSITION'
  | 'REDUCE_ONLY_SAME_SIDE'
  | 'REDUCE_ONLY_QTY_EXCEEDED'
  | 'REDUCE_ONLY_CONFLICT'
  | 'TRIGGER_PRICE_INVALID'
  | 'PRICE_OUT_OF_BAND'
  | 'ORDER_COUNT_EXCEEDED'
  | 'BALANCE_INSUFFICIENT'
  | 'FEE_INSUFFICIENT'
>

/** What is wrong: a code of the error catalogue, or a field that holds nothing yet. */
export interface TicketError {
  readonly code: TicketErrorCode | 'COUNT_MISSING' | 'PRICE_MISSING' | 'TRIGGER_MISSING' | 'TICKS_MISSING'
  readonly field: TicketField
  /** What the sentence names. */
  readonly limit?: string
}

/**
 * What keeps an order from being sent; the first is the one to say. They stand in the order in which the server would refuse, so
 * that both say the same.
 */
export function errors(draft: Draft, holder: TicketHolder, market: TicketMarket): readonly TicketError[] {
  const typed = faultsOfTyping(draft, holder.terms)
  if (typed.length > 0) return typed
  const count = Number(draft.count)
  // In the last minutes whatever is taken only reduces.
  const order = { ...draft, isReduceOnly: draft.isReduceOnly || market.isClosing }
  const found =
    // What only reduces is bounded by its position.
    (draft.isReduceOnly ? null : faultOfSize(count, holder.terms)) ??
    faultOfTime(order, market) ??
    (market.isClosing && !draft.isReduceOnly && count > closableOf(draft.side, holder)
      ? { code: 'OVERSEA_CLOSE_ONLY' as const, field: null }
      : null) ??
    (order.isReduceOnly ? faultOfReduction(order, count, holder) : null) ??
    (isPlainClose(order) ? null : (faultOfPrices(draft, holder.terms, market) ?? faultOfNumber(holder))) ??
    (order.isReduceOnly ? null : faultOfMoney(draft, count, holder))
  return found ? [found] : []
}

/** What does not fit the fields, whatever the margin account and the market are. */
function faultsOfTyping(draft: Draft, terms: Terms): TicketError[] {
  const { count, price, trigger, tpTick, slTick } = figuresOf(draft, terms)
  const found: TicketError[] = []
  const check = (
    field: Exclude<TicketField, null>,
    read: number | null,
    missing: TicketError['code'],
    wrong: TicketErrorCode,
    limit?: string,
  ) => {
    if (read !== null) return
    if (draft[field] === '') found.push({ code: missing, field })
    else found.push({ code: wrong, field, ...(limit !== undefined && { limit }) })
  }
  const most = formatCount(terms.maxExitTicks)
  const tick = priceOf(terms.tickUnits, terms.precision)
  check('count', count, 'COUNT_MISSING', 'COUNT_INVALID')
  if (takesPrice(draft)) check('price', price, 'PRICE_MISSING', 'PRICE_TICK_INVALID', tick)
  if (takesTrigger(draft)) check('trigger', trigger, 'TRIGGER_MISSING', 'PRICE_TICK_INVALID', tick)
  if (draft.takeProfit) check('tpTick', tpTick, 'TICKS_MISSING', 'TPSL_TICK_RANGE', most)
  if (draft.stopLoss) check('slTick', slTick, 'TICKS_MISSING', 'TPSL_TICK_RANGE', most)
  return found
}

const faultOfSize = (count: number, { maxCount }: Terms): TicketError | null =>
  count > maxCount ? { code: 'MAX_CONTRACTS_EXCEEDED', field: 'count', limit: String(maxCount) } : null

function faultOfTime(order: Draft, { isStopped, isOpen, feed, last, name }: TicketMarket): TicketError | null {
  if (isStopped && !isPlainClose(order)) return { code: 'OPTION_STOPPED', field: null }
  if (!isOpen) return { code: 'STOCK_CLOSED', field: null, limit: name }
  if (takesTrigger(order) && last === null) return { code: 'PRICE_FEED_STALE', field: null }
  return order.isReduceOnly || feed === 'live' ? null : { code: 'PRICE_FEED_STALE', field: null }
}

function faultOfReduction(order: Draft, count: number, { position, orders }: TicketHolder): TicketError | null {
  const held = Math.abs(position.qty)
  if (held === 0) return { code: 'REDUCE_ONLY_NO_POSITION', field: null }
  if (position.qty * signOf(order.side) > 0) return { code: 'REDUCE_ONLY_SAME_SIDE', field: null }
  if (count > held) return { code: 'REDUCE_ONLY_QTY_EXCEEDED', field: 'count' }
  if (isPlainClose(order)) return null
  const resting = orders.reduce((sum, one) => (one.isReduceOnly ? sum + one.count : sum), 0)
  return count + resting > held ? { code: 'REDUCE_ONLY_CONFLICT', field: 'count' } : null
}

function faultOfPrices(draft: Draft, terms: Terms, { last }: TicketMarket): TicketError | null {
  const { price, trigger } = figuresOf(draft, terms)
  if (trigger !== null && trigger === last) return { code: 'TRIGGER_PRICE_INVALID', field: 'trigger' }
  // A stop's limit is judged where it will be working.
  const from = trigger ?? last
  if (price === null || from === null) return null
  const isWithin = price >= worstPrice(-1, from, terms.bandPpm) && price <= worstPrice(1, from, terms.bandPpm)
  return isWithin ? null : { code: 'PRICE_OUT_OF_BAND', field: 'price', limit: String(terms.bandPpm / 10_000) }
}

const faultOfNumber = ({ orders, terms }: TicketHolder): TicketError | null =>
  orders.length >= terms.maxOpenOrders
    ? { code: 'ORDER_COUNT_EXCEEDED', field: null, limit: String(terms.maxOpenOrders) }
    : null

function faultOfMoney(draft: Draft, count: number, holder: TicketHolder): TicketError | null {
  const code = faultOfOpening(draft.side, count, holder)
  return code && { code, field: 'count', limit: String(holder.terms.maxCount) }
}
