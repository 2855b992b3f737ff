import { ceilDiv } from '@maru/positions'
import { invariant } from '../invariant.ts'
import type { PriceUnits } from '../types.ts'

/** Ratios and thresholds are whole millionths, so buffers are counted in millionths of a minor unit. */
export const PPM = 1_000_000n

/**
 * The prices at which an account must be computed exactly: at or below `falls`, at or above `rises`; null where no price of that
 * side matters. Neither is the price that they were computed at.
 */
export interface GuardPrices {
  readonly falls: PriceUnits | null
  readonly rises: PriceUnits | null
}

/** What one instrument can take of an account's buffer. */
export interface Leg {
  /** By which the buffer is shared out: what a move of the price by a given percentage costs. */
  readonly weight: bigint
  /** Guards between which the instrument takes nothing (at the price now) or less than the share. */
  within(share: bigint): GuardPrices
}

/**
 * Shares a buffer out over the legs, so that while every price lies strictly between its guards less than the whole is gone.
 *
 * Shares go by weight, which puts all guards equally far in percent. Instruments that fall together then reach them together, when the
 * buffer is truly gone, and none is left a share that it uses up each minute. After a crossing the account is shared out anew
 * around the prices of that moment. A guard is never at the price itself, so each crossing needs a move, and one that falls alone
 * takes a constant part of what is left each time: the number of crossings grows with the logarithm of the distance.
 */
export function shareOut(buffer: bigint, legs: readonly Leg[]): GuardPrices[] {
  invariant(buffer >= 0n, 'an account that is guarded has a buffer')
  const total = legs.reduce((sum, leg) => sum + leg.weight, 0n)
  invariant(total > 0n || legs.length === 0, 'an open position can lose something')
  return legs.map((leg) => leg.within((buffer * leg.weight) / total))
}

/** Both guard sets hold: the nearer price of each side. */
export const nearerOf = (a: GuardPrices, b: GuardPrices): GuardPrices => ({
  falls: a.falls === null ? b.falls : b.falls === null ? a.falls : Math.max(a.falls, b.falls),
  rises: a.rises === null ? b.rises : b.rises === null ? a.rises : Math.min(a.rises, b.rises),
})

/** The lowest price with slope × price ≥ least; for a falling line (slope < 0) the highest. */
export const boundOf = (slope: bigint, least: bigint): bigint =>
  slope > 0n ? ceilDiv(least, slope) : -ceilDiv(least, -slope)

/**
 * Guards around the safe prices from `lowest` to `highest` (null: no bound). Where a share is smaller than what rounding loses, the current
 * price may lie outside them. Then it is the only price that is safe.
 */
export function guardsAbout(now: PriceUnits, lowest: bigint | null, highest: bigint | null): GuardPrices {
  invariant(Number.isSafeInteger(now) && now > 0, 'a guarded price is a positive whole number of ticks')
  const price = BigInt(now)
  if ((lowest !== null && lowest > price) || (highest !== null && highest < price))
    return { falls: levelOrNull(price - 1n), rises: levelOrNull(price + 1n) }
  return {
    falls: lowest === null ? null : levelOrNull(lowest - 1n),
    rises: highest === null ? null : levelOrNull(highest + 1n),
  }
}

/** No price is 0 or below, and none is beyond what a safe integer holds. */
const levelOrNull = (level: bigint): PriceUnits | null =>
  level < 1n || level > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(level)
