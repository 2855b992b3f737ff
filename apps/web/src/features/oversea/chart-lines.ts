import type { OverseaFill, OverseaOrder, OverseaPosition } from '@maru/contract'
import { heldOf, type Terms } from '../../books/oversea/terms.ts'
import { type FillMark, type PriceLine, unitsOf } from '../../trading/index.ts'
import { signedTicks, ticksAt } from './figures.ts'
import { exitPrice, placeOf } from './line-prices.ts'

export interface LineLabels {
  readonly position: (side: 'LONG' | 'SHORT', count: number) => string
  readonly ticks: (ticks: string) => string
}

/** The member's lines of a contract: entry, TP and SL of his position, and the orders that wait. Results are in ticks. */
export function linesOf(
  position: OverseaPosition | undefined,
  orders: readonly OverseaOrder[],
  terms: Terms,
  labels: LineLabels,
): PriceLine[] {
  return [
    ...(position ? positionLines(position, terms, labels) : []),
    ...orders.flatMap((one) => orderLine(one, labels)),
  ]
}

function positionLines(position: OverseaPosition, terms: Terms, labels: LineLabels): PriceLine[] {
  const { tradeType: side, count, avgPrice: origin, tpTick, slTick } = position
  const held = heldOf(position, terms)
  const pnlAt = (price: string) => labels.ticks(signedTicks(ticksAt(held, unitsOf(price, terms.precision), terms)))
  const exits = (['tp', 'sl'] as const).flatMap((kind): PriceLine[] => {
    const ticks = kind === 'tp' ? tpTick : slTick
    const price = ticks === null ? null : exitPrice(held, kind, ticks, terms)
    if (ticks === null || price === null) return []
    const own = labels.ticks(signedTicks({ numerator: BigInt(kind === 'tp' ? ticks : -ticks), denominator: 1n }))
    // Where the average lies between two prices, the line's own is not exactly so many ticks away; its label is.
    const shown = (at: string) => (at === price ? own : pnlAt(at))
    return [{ id: kind, kind, side, price, origin, pnlAt: shown, draggable: true }]
  })
  return [
    // Pulled away from the entry it becomes a take profit or a stop loss.
    {
      id: 'entry',
      kind: 'entry',
      side,
      price: origin,
      origin,
      label: labels.position(side, count),
      pnlAt,
      draggable: true,
    },
    ...exits,
  ]
}

/** An order that waits for its trigger lies there, one that rests at its limit. */
function orderLine(order: OverseaOrder, labels: LineLabels): PriceLine[] {
  const { id, tradeType: side, count, filledCount } = order
  const price = placeOf(order)
  if (price === null || count === null) return []
  return [
    {
      id: `order-${id}`,
      kind: 'order',
      side,
      price,
      label: labels.position(side, count - filledCount),
      draggable: true,
    },
  ]
}

export const marksOf = (fills: readonly OverseaFill[]): FillMark[] =>
  fills.map(({ id, createdAt, tradeType, price }) => ({ id, at: createdAt, side: tradeType, price }))
