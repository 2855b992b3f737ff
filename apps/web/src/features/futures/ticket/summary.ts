import type { PositionSide } from '@maru/contract'
import {
  addFill,
  feeOf,
  formatUnits,
  initialMargin,
  liquidationPrice,
  type Minor,
  maxNotionalFor,
  maxQty,
  notionalOf,
  orderCost,
  orderMargin,
  type Position,
  releasedMargin,
  unrealizedPnl,
  walk,
} from '@maru/positions'
import { entryMargin, signOfSide } from '../held.ts'
import type { Terms } from '../terms.ts'
import { pricesOf, qtyOf, type TicketHolder, type TicketInputs, type TicketPrices, takesTrigger } from './inputs.ts'

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

/** Cost, maximum, and what both sides would leave behind. */
export const summarise = (inputs: TicketInputs, holder: TicketHolder, prices: TicketPrices): TicketSummary => ({
  LONG: summaryOf('LONG', inputs, holder, prices),
  SHORT: summaryOf('SHORT', inputs, holder, prices),
})

/** The largest quantity that both sides may have, or the one that has any: what the slider is a share of. */
export function maxOf(summary: TicketSummary, inputs: TicketInputs, holder: TicketHolder): number {
  if (inputs.isReduceOnly) return Math.abs(holder.position.qty)
  const { LONG, SHORT } = summary
  return LONG.max > 0 && SHORT.max > 0 ? Math.min(LONG.max, SHORT.max) : Math.max(LONG.max, SHORT.max)
}

/** A share of a maximum, cut to whole steps: as the order/qty_per table of the server. */
export function shareOf(max: number, share: number, { step, minQty, scale }: Terms): string {
  const part = Number((BigInt(max) * BigInt(share)) / 100n)
  const qty = part - (part % step)
  return qty < minQty ? '' : formatUnits(BigInt(qty), scale.qtyPrecision)
}

/** What an order of one side would be and do. */
export function summaryOf(
  side: PositionSide,
  inputs: TicketInputs,
  holder: TicketHolder,
  prices: TicketPrices,
): SideSummary {
  const { terms, leverage, position } = holder
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
    liquidation: holder.liquidation,
    margin: marginOf(position, holder),
    available: holder.available,
  }
  const nothing = { qty, max: 0, price, cost: 0n, fee: 0n, slippagePpm: null, before, after: before }
  if (price === null || mark === null) return { ...nothing, takeProfitPnl: null, stopLossPnl: null }

  const { openingQty, usedNotional, closableQty } = usage(side, qty, inputs, holder, prices.mark ?? mark)
  const max = inputs.isReduceOnly
    ? sign * position.qty < 0
      ? Math.abs(position.qty)
      : 0
    : maxQty({
        side: sign,
        available: holder.available,
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
  const after = qty === 0 ? before : standingAfter(sign * qty, quote, price, mark, cost, holder, before)
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
export function usage(
  side: PositionSide,
  qty: number,
  { isReduceOnly }: TicketInputs,
  { terms, orders, position, leverage }: TicketHolder,
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

const marginOf = (position: Position, { marginType, margin, leverage }: TicketHolder): Minor =>
  marginType === 'ISOLATED' ? margin : entryMargin(position, leverage)

/** The position that the order would leave, filled as expected. */
function standingAfter(
  signedQty: number,
  quote: Minor,
  price: number,
  mark: number,
  cost: Minor,
  holder: TicketHolder,
  before: Standing,
): Standing {
  const { terms, leverage, marginType } = holder
  const { scale, brackets, takerPpm } = terms
  const effect = addFill(holder.position, signedQty, quote)
  const sign = signedQty > 0 ? 1 : -1
  const openLoss = notionalOf(Math.max(0, sign * (price - mark)), effect.openedQty, scale)
  const added = initialMargin(effect.openedQuote, leverage) + openLoss
  const kept =
    effect.closedQty === 0
      ? holder.margin
      : holder.margin - releasedMargin(holder.margin, effect.closedQty, holder.position.qty)
  const isolated = effect.closedQty === 0 ? kept + added : effect.flipped ? added : kept
  const margin = marginType === 'ISOLATED' ? isolated : entryMargin(effect.position, leverage)
  const behind = marginType === 'ISOLATED' ? isolated : holder.collateral
  // What is closed gives its margin back with its result, less the fee.
  const freed =
    effect.closedQty === 0
      ? 0n
      : (marginType === 'ISOLATED'
          ? holder.margin - (effect.flipped ? 0n : kept)
          : before.margin - entryMarginLeft(effect, leverage)) +
        effect.realizedPnl -
        feeOf(effect.closedQuote, takerPpm)
  return {
    position: effect.position,
    liquidation: effect.position.qty === 0 ? null : liquidationPrice(behind, effect.position, brackets, scale),
    margin,
    available: holder.available - cost + freed,
  }
}

const entryMarginLeft = ({ position, flipped }: ReturnType<typeof addFill>, leverage: number): Minor =>
  flipped ? 0n : entryMargin(position, leverage)
