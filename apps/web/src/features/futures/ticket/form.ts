import type { ErrorCode, MarginType, OrderableMarketType, PositionSide } from '@maru/contract'
import {
  addFill,
  type ExitFault,
  exitFault,
  feeOf,
  formatUnits,
  initialMargin,
  type Level,
  liquidationPrice,
  type Minor,
  maintenanceMargin,
  marginRatioPpm,
  maxNotionalFor,
  maxQty,
  notionalOf,
  orderCost,
  orderMargin,
  type Position,
  positionNotional,
  releasedMargin,
  unrealizedPnl,
  type WorkingOrder,
  walk,
  worstPrice,
} from '@maru/positions'
import { unitsOf } from '../../../trading/index.ts'
import { entryMargin, signOfSide } from '../held.ts'
import type { Terms } from '../terms.ts'

/** What the member typed and chose. Prices and quantities are decimals as typed, empty where nothing was. */
export interface TicketInputs {
  readonly type: OrderableMarketType
  readonly price: string
  readonly trigger: string
  /** The trigger looks at the mark instead of the last price. */
  readonly isMark: boolean
  readonly qty: string
  /** The share of what may be ordered that the quantity was set to, in percent; null once it was typed. */
  readonly share: number | null
  readonly isReduceOnly: boolean
  readonly exits: boolean
  readonly takeProfit: string
  readonly stopLoss: string
  readonly isMarkTp: boolean
  readonly isMarkSl: boolean
}

export type TicketAction =
  | { readonly kind: 'type'; readonly type: OrderableMarketType }
  | { readonly kind: 'price' | 'trigger' | 'takeProfit' | 'stopLoss' | 'qty'; readonly value: string }
  | { readonly kind: 'share'; readonly share: number; readonly qty: string }
  | { readonly kind: 'isMark' | 'isReduceOnly' | 'exits' | 'isMarkTp' | 'isMarkSl'; readonly on: boolean }
  /** The order was accepted: its quantity and exits are spent, its price stays. */
  | { readonly kind: 'accepted' }

export interface TicketAccount {
  readonly terms: Terms
  readonly leverage: number
  readonly marginType: MarginType
  readonly available: Minor
  /** The position in this instrument; quantity 0 without one. */
  readonly position: Position
  /** Its isolated margin. */
  readonly margin: Minor
  /** First mark that liquidates it; null where none does. */
  readonly liquidation: number | null
  /** What stands behind a cross position of this instrument. */
  readonly collateral: Minor
  /** Open orders of this instrument, TP and SL apart. */
  readonly orders: readonly WorkingOrder[]
}

export interface TicketPrices {
  readonly feed: 'live' | 'stale' | 'waiting'
  /** In units of the price; null before the first. */
  readonly last: number | null
  readonly mark: number | null
  /** Best first. */
  readonly asks: readonly Level[]
  readonly bids: readonly Level[]
}

export type TicketField = 'price' | 'trigger' | 'qty' | 'takeProfit' | 'stopLoss' | null
export type TicketErrorCode = Extract<
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

/** A state that an order would change. Prices and quantities in units, null where there is none. */
export interface Standing {
  readonly position: Position
  readonly liquidation: number | null
  readonly margin: Minor
  readonly available: Minor
}

/** What one side's order would be and do. */
export interface SideSummary {
  /** Steps that were asked for, and the largest order there may be. */
  readonly qty: number
  readonly max: number
  /** Price that it is expected at: the limit, the trigger, or the average of the book. */
  readonly price: number | null
  readonly cost: Minor
  /** Expected fee of this order alone. */
  readonly fee: Minor
  /** Market orders: average against the best price. */
  readonly slippagePpm: number | null
  readonly before: Standing
  readonly after: Standing
  /** Open result of the resulting position at take profit and stop loss. */
  readonly takeProfitPnl: Minor | null
  readonly stopLossPnl: Minor | null
}
export type TicketSummary = Readonly<Record<PositionSide, SideSummary>>

export const emptyInputs = (type: OrderableMarketType, price = ''): TicketInputs => ({
  type,
  price,
  trigger: '',
  isMark: false,
  qty: '',
  share: null,
  isReduceOnly: false,
  exits: false,
  takeProfit: '',
  stopLoss: '',
  isMarkTp: false,
  isMarkSl: false,
})

/** What the inputs become. */
export function reduce(inputs: TicketInputs, action: TicketAction): TicketInputs {
  switch (action.kind) {
    case 'type':
      return { ...inputs, type: action.type }
    case 'qty':
      return { ...inputs, qty: action.value, share: null }
    case 'share':
      return { ...inputs, share: action.share, qty: action.qty }
    case 'price':
    case 'trigger':
    case 'takeProfit':
    case 'stopLoss':
      return { ...inputs, [action.kind]: action.value }
    case 'isReduceOnly':
      // What closes leaves nothing to guard.
      return { ...inputs, isReduceOnly: action.on, exits: action.on ? false : inputs.exits }
    case 'exits':
      return { ...inputs, exits: action.on, isReduceOnly: action.on ? false : inputs.isReduceOnly }
    case 'isMark':
    case 'isMarkTp':
    case 'isMarkSl':
      return { ...inputs, [action.kind]: action.on }
    case 'accepted':
      return { ...inputs, qty: '', share: null, exits: false, takeProfit: '', stopLoss: '' }
  }
}

export const takesPrice = ({ type }: TicketInputs) => type === 'LIMIT' || type === 'STOPLIMIT'
export const takesTrigger = ({ type }: TicketInputs) => type === 'STOPLIMIT' || type === 'STOPMARKET'
/** A close at the market is always possible: hardly anything can be wrong with it. */
const isPlainClose = ({ type, isReduceOnly }: TicketInputs) => type === 'MARKET' && isReduceOnly

/** Cost, maximum, and what both sides would leave behind. */
export const summarise = (inputs: TicketInputs, account: TicketAccount, prices: TicketPrices): TicketSummary => ({
  LONG: summaryOf('LONG', inputs, account, prices),
  SHORT: summaryOf('SHORT', inputs, account, prices),
})

/** What keeps an order of a side from being sent; the first is the one to say. */
export function errors(
  side: PositionSide,
  inputs: TicketInputs,
  account: TicketAccount,
  prices: TicketPrices,
): readonly TicketError[] {
  const typed = faultsOfTyping(inputs, account.terms)
  if (typed.length > 0) return typed
  if (inputs.isReduceOnly) {
    const fault = faultOfReduction(side, inputs, account)
    if (fault) return [fault]
    if (isPlainClose(inputs)) return []
  } else if (prices.feed !== 'live') return [{ code: 'PRICE_FEED_STALE', field: null }]
  return [...faultsOfPrices(inputs, account.terms, prices), ...faultsOfSize(side, inputs, account, prices)]
}

/** The largest quantity that both sides may have, or the one that has any: what the slider is a share of. */
export function maxOf(summary: TicketSummary, inputs: TicketInputs, account: TicketAccount): number {
  if (inputs.isReduceOnly) return Math.abs(account.position.qty)
  const { LONG, SHORT } = summary
  return LONG.max > 0 && SHORT.max > 0 ? Math.min(LONG.max, SHORT.max) : Math.max(LONG.max, SHORT.max)
}

/** A share of a maximum, cut to whole steps: as the order/qty_per table of the server. */
export function shareOf(max: number, share: number, { step, minQty, scale }: Terms): string {
  const part = Number((BigInt(max) * BigInt(share)) / 100n)
  const qty = part - (part % step)
  return qty < minQty ? '' : formatUnits(BigInt(qty), scale.qtyPrecision)
}

const unitsOr = (text: string, decimals: number): number | null => (text === '' ? null : unitsOf(text, decimals))
const qtyOf = ({ qty }: TicketInputs, { scale }: Terms): number => unitsOr(qty, scale.qtyPrecision) ?? 0

/** Reads the ticket's prices. */
function pricesOf(inputs: TicketInputs, { scale }: Terms) {
  const read = (text: string) => unitsOr(text, scale.precision)
  return {
    price: takesPrice(inputs) ? read(inputs.price) : null,
    trigger: takesTrigger(inputs) ? read(inputs.trigger) : null,
    takeProfit: inputs.exits ? read(inputs.takeProfit) || null : null,
    stopLoss: inputs.exits ? read(inputs.stopLoss) || null : null,
  }
}

function summaryOf(
  side: PositionSide,
  inputs: TicketInputs,
  account: TicketAccount,
  prices: TicketPrices,
): SideSummary {
  const { terms, leverage, position } = account
  const { scale } = terms
  const sign = signOfSide(side)
  const qty = qtyOf(inputs, terms)
  const given = pricesOf(inputs, terms)
  const levels = sign > 0 ? prices.asks : prices.bids
  const best = levels[0]?.[0] ?? prices.last
  const met = inputs.type === 'MARKET' && qty > 0 && levels.length > 0 ? walk(sign, levels, qty, scale) : null
  const price = given.price ?? given.trigger ?? (met ? averageOf(met.quote, met.filledQty, sign, terms) : best)
  // A stop or a resting limit meets its own price; only what fills now can lose against the mark at once.
  const mark = takesTrigger(inputs) ? price : prices.mark
  const before: Standing = {
    position,
    liquidation: account.liquidation,
    margin: marginOf(position, account),
    available: account.available,
  }
  const nothing = { qty, max: 0, price, cost: 0n, fee: 0n, slippagePpm: null, before, after: before }
  if (price === null || mark === null) return { ...nothing, takeProfitPnl: null, stopLossPnl: null }

  const { openingQty, usedNotional, closableQty } = usage(side, qty, inputs, account, prices.mark ?? mark)
  const max = inputs.isReduceOnly
    ? sign * position.qty < 0
      ? Math.abs(position.qty)
      : 0
    : maxQty({
        side: sign,
        available: account.available,
        price: given.price ?? given.trigger ?? best ?? price,
        mark,
        leverage,
        reservePpm: terms.reservePpm,
        bracketCap: maxNotionalFor(leverage, terms.brackets),
        usedNotional,
        closableQty,
        minQty: terms.minQty,
        stepSize: terms.step,
        scale,
      })
  const { cost } = orderCost({
    side: sign,
    qty: openingQty,
    price,
    mark,
    leverage,
    reservePpm: terms.reservePpm,
    scale,
  })
  const quote = met && met.filledQty === qty ? met.quote : notionalOf(price, qty, scale)
  const after = qty === 0 ? before : standingAfter(sign * qty, quote, price, mark, cost, account, before)
  const exitPnl = (at: number | null) =>
    at === null || after.position.qty === 0 ? null : unrealizedPnl(after.position, at, scale)
  return {
    qty,
    max,
    price,
    cost,
    fee: feeOf(quote, terms.takerPpm),
    slippagePpm: met?.slippagePpm ?? null,
    before,
    after,
    takeProfitPnl: exitPnl(given.takeProfit),
    stopLossPnl: exitPnl(given.stopLoss),
  }
}

/** Average of a fill in units, rounded against the member. */
function averageOf(quote: Minor, qty: number, sign: 1 | -1, { scale }: Terms): number {
  const per = BigInt(Math.max(1, qty)) * scale.unit
  const below = quote / per
  return Number(sign > 0 && below * per !== quote ? below + 1n : below)
}

/** How far the side is used, how much of an opposite position is free to be closed, and what this order would open. */
function usage(
  side: PositionSide,
  qty: number,
  { isReduceOnly }: TicketInputs,
  { terms, orders, position, leverage }: TicketAccount,
  mark: number,
) {
  const sign = signOfSide(side)
  const own = orders.filter((order) => order.side === sign)
  const { scale, reservePpm } = terms
  const parts = orderMargin({ orders: own, positionQty: position.qty, leverage, reservePpm, scale }).orders
  const held = Math.max(0, sign * position.qty)
  const usedNotional = parts.reduce(
    (sum, part, index) => sum + notionalOf(own[index]!.price, part.openingQty, scale),
    notionalOf(mark, held, scale),
  )
  const spoken = own.reduce((sum, order) => sum + order.qty, 0)
  const closableQty = Math.max(0, -sign * position.qty - spoken)
  return { usedNotional, closableQty, openingQty: isReduceOnly ? 0 : Math.max(0, qty - closableQty) }
}

const marginOf = (position: Position, { marginType, margin, leverage }: TicketAccount): Minor =>
  marginType === 'ISOLATED' ? margin : entryMargin(position, leverage)

/** The position that the order would leave, filled as expected. */
function standingAfter(
  signedQty: number,
  quote: Minor,
  price: number,
  mark: number,
  cost: Minor,
  account: TicketAccount,
  before: Standing,
): Standing {
  const { terms, leverage, marginType } = account
  const { scale, brackets, takerPpm } = terms
  const effect = addFill(account.position, signedQty, quote)
  const sign = signedQty > 0 ? 1 : -1
  const openLoss = notionalOf(Math.max(0, sign * (price - mark)), effect.openedQty, scale)
  const added = initialMargin(effect.openedQuote, leverage) + openLoss
  const kept =
    effect.closedQty === 0
      ? account.margin
      : account.margin - releasedMargin(account.margin, effect.closedQty, account.position.qty)
  const isolated = effect.closedQty === 0 ? kept + added : effect.flipped ? added : kept
  const margin = marginType === 'ISOLATED' ? isolated : entryMargin(effect.position, leverage)
  const behind = marginType === 'ISOLATED' ? isolated : account.collateral
  // What is closed gives its margin back with its result, less the fee.
  const freed =
    effect.closedQty === 0
      ? 0n
      : (marginType === 'ISOLATED'
          ? account.margin - (effect.flipped ? 0n : kept)
          : before.margin - entryMarginLeft(effect, leverage)) +
        effect.realizedPnl -
        feeOf(effect.closedQuote, takerPpm)
  return {
    position: effect.position,
    liquidation: effect.position.qty === 0 ? null : liquidationPrice(behind, effect.position, brackets, scale),
    margin,
    available: account.available - cost + freed,
  }
}

const entryMarginLeft = ({ position, flipped }: ReturnType<typeof addFill>, leverage: number): Minor =>
  flipped ? 0n : entryMargin(position, leverage)

/** What does not fit the fields, whatever the account is. */
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
  { terms, position, orders }: TicketAccount,
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
  account: TicketAccount,
  prices: TicketPrices,
): TicketError[] {
  const { terms, orders, leverage, available } = account
  const { scale, minQty, minNotional, maxOpenOrders, brackets } = terms
  const summary = summaryOf(side, inputs, account, prices)
  const { qty, price, cost, after } = summary
  if (price === null) return [{ code: 'PRICE_FEED_STALE', field: null }]
  if (qty < minQty)
    return [{ code: 'QTY_BELOW_MIN', field: 'qty', limit: formatUnits(BigInt(minQty), scale.qtyPrecision) }]
  if (notionalOf(price, qty, scale) < minNotional)
    return [{ code: 'ORDER_MIN_NOTIONAL', field: 'qty', limit: formatUnits(minNotional, 8) }]
  if (orders.length >= maxOpenOrders)
    return [{ code: 'ORDER_COUNT_EXCEEDED', field: null, limit: String(maxOpenOrders) }]
  if (inputs.isReduceOnly) return []
  const { openingQty, usedNotional } = usage(side, qty, inputs, account, prices.mark ?? price)
  const found: TicketError[] = []
  if (openingQty > 0 && usedNotional + notionalOf(price, openingQty, scale) > maxNotionalFor(leverage, brackets))
    found.push({ code: 'LEVERAGE_MAX_QTY_EXCEEDED', field: 'qty' })
  const exit = faultOfExits(side, inputs, account, prices, summary)
  if (exit) found.push(exit)
  if (cost > available) found.push({ code: 'BALANCE_INSUFFICIENT', field: 'qty' })
  if (
    openingQty > 0 &&
    account.marginType === 'ISOLATED' &&
    startsRisky(after, fillsNow(side, inputs, prices, price) ? (prices.mark ?? price) : price, terms)
  )
    found.push({ code: 'ISOLATED_MARGIN_INSUFFICIENT', field: 'qty' })
  return found
}

function faultOfExits(
  side: PositionSide,
  inputs: TicketInputs,
  { terms }: TicketAccount,
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

/** Rules B: nothing starts so near to its liquidation that it had to be warned at once. */
const warnPpm = 800_000
function startsRisky({ position, margin }: Standing, mark: number, { scale, brackets }: Terms): boolean {
  const maintenance = maintenanceMargin(positionNotional(position, mark, scale), brackets)
  return marginRatioPpm(maintenance, margin + unrealizedPnl(position, mark, scale)) >= warnPpm
}
