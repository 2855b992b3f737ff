import { formatUnits, type Minor, type Position } from '@maru/positions'
import { directionClass, formatPrice, formatSigned } from '@maru/ui'
import type { Terms } from './terms.ts'

/** Money of tickets and cards: USDT with two decimals; lists of what is over and the wallet show four. */
export const usdt = (amount: Minor): string => formatPrice(formatUnits(amount, 8), 2)
export const signedUsdt = (amount: Minor): string =>
  formatSigned(formatUnits(amount, 8), (value) => formatPrice(value, 2))
export const directionOf = (amount: Minor): string => directionClass(String(amount))

/** A price in units as it is shown; a dash where there is none. */
export const priceText = (units: number | null, { scale }: Terms): string =>
  units === null ? '–' : formatPrice(formatUnits(BigInt(units), scale.precision), scale.precision)

/** A quantity in steps, without sign. */
export const qtyText = (steps: number, { scale }: Terms): string =>
  formatPrice(formatUnits(BigInt(Math.abs(steps)), scale.qtyPrecision), scale.qtyPrecision)

/** The side of a position; null when flat. */
export const sideOf = ({ qty }: Position) => (qty === 0 ? null : qty > 0 ? 'LONG' : 'SHORT')

/** A share in ppm as percent, with more decimals where it is small. */
export const percentOfPpm = (ppm: number, decimals = 2): string => formatPrice(formatUnits(BigInt(ppm), 4), decimals)

/** Nothing, in the decimals of a field. */
export const zeroOf = (decimals: number) => (0).toFixed(decimals)
