import type { FuturesFill, FuturesOrder, FuturesPosition } from '@maru/contract'
import { unrealizedPnl } from '@maru/positions'
import { type FillMark, type PriceLine, priceOf, unitsOf } from '../../trading/index.ts'
import { signedUsdt } from './figures.ts'
import { heldOf } from './held.ts'
import type { Terms } from './terms.ts'

export interface LineLabels {
  readonly position: (side: 'LONG' | 'SHORT', qty: string) => string
  readonly order: (side: 'LONG' | 'SHORT', qty: string) => string
}

/** The member's lines of an instrument: entry, TP, SL and liquidation of his position, and the orders that wait. */
export function linesOf(
  position: FuturesPosition | undefined,
  orders: readonly FuturesOrder[],
  terms: Terms,
  labels: LineLabels,
): PriceLine[] {
  return [
    ...(position ? positionLines(position, terms, labels) : []),
    ...orders.flatMap((one) => orderLine(one, labels)),
  ]
}

function positionLines(position: FuturesPosition, terms: Terms, labels: LineLabels): PriceLine[] {
  const { side, qty, entryPrice, takeProfit, stopLoss, liquidPrice } = position
  const held = heldOf(position, terms)
  const pnlAt = (price: string) => signedUsdt(unrealizedPnl(held, unitsOf(price, terms.scale.precision), terms.scale))
  const lines: PriceLine[] = [
    // Pulled away from the entry it becomes a take profit or a stop loss.
    { id: 'entry', kind: 'entry', side, price: entryPrice, label: labels.position(side, qty), pnlAt, draggable: true },
  ]
  if (takeProfit !== null) lines.push({ id: 'tp', kind: 'tp', side, price: takeProfit, pnlAt, draggable: true })
  if (stopLoss !== null) lines.push({ id: 'sl', kind: 'sl', side, price: stopLoss, pnlAt, draggable: true })
  if (liquidPrice !== null) lines.push({ id: 'liquidation', kind: 'liquidation', side, price: liquidPrice })
  return lines
}

/** An order that waits for its trigger lies there, one that rests at its limit. */
function orderLine(order: FuturesOrder, labels: LineLabels): PriceLine[] {
  const { id, side, price, triggerPrice, status } = order
  const left = restOf(order)
  const at = triggerPrice !== null && status !== 'TRIGGERED' ? triggerPrice : price
  if (at === null || left === null) return []
  return [{ id: `order-${id}`, kind: 'order', side, price: at, label: labels.order(side, left), draggable: true }]
}

/** What an order has left to fill; null where nothing. */
export function restOf({ qty, filledQty }: FuturesOrder): string | null {
  const decimals = (qty ?? '').split('.')[1]?.length ?? 0
  const left = unitsOf(qty ?? '0', decimals) - unitsOf(filledQty, decimals)
  return left > 0 ? priceOf(left, decimals) : null
}

export const marksOf = (fills: readonly FuturesFill[]): FillMark[] =>
  fills.map(({ id, createdAt, side, price }) => ({ id, at: createdAt, side, price }))
