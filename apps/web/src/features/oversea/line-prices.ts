import type { OverseaOrder } from '@maru/contract'
import { type Position, triggerAtDistance } from '@maru/positions'
import type { Terms } from '../../books/oversea/terms.ts'
import { priceOf, unitsOf } from '../../trading/index.ts'
import { ticksAt } from './figures.ts'

/** Where TP or SL of so many ticks fires; null where that is below the first price. */
export function exitPrice(held: Position, kind: 'tp' | 'sl', ticks: number, terms: Terms): string | null {
  const at = triggerAtDistance(held, kind === 'tp' ? ticks : -ticks, terms.tickUnits, terms.scale)
  return at === null || at < 1 ? null : priceOf(at, terms.precision)
}

/** Whole ticks from the average entry to a price, in the position's favour; what lies between two counts as the nearer. */
export function wholeTicksAt(held: Position, price: string, terms: Terms): number {
  const { numerator, denominator } = ticksAt(held, unitsOf(price, terms.precision), terms)
  return Math.round(Number((numerator * 100n) / denominator) / 100)
}

/** Where an order waits: at its trigger until that fired, else at its limit. */
export const placeOf = ({ price, triggerPrice, status }: OverseaOrder): string | null =>
  triggerPrice !== null && status !== 'TRIGGERED' ? triggerPrice : price
