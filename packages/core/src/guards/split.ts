import { ceilDiv } from '@maru/positions'
import { invariant } from '../invariant.ts'
import type { PriceTicks } from '../types.ts'

/** Ratios and thresholds are whole millionths, so buffers are counted in millionths of a minor unit. */
export const PPM = 1_000_000n

/**
 * The prices at which an account must be computed exactly: at or below `falls`, at or above `rises`; null where no price of that
 * side matters. Both exclude the price that they were computed at.
 */
export interface GuardPrices {
  readonly falls: PriceTicks | null
  readonly rises: PriceTicks | null
}

/** (slope × price + offset) ÷ the leg's divisor. */
export interface Line {
  readonly slope: bigint
  readonly offset: bigint
}

/**
 * What one instrument does to an account's buffer. Its change between `price` and another price is not below the lowest of the
 * lines at that other price, and above it unless a line says exactly so: then all guards together keep the buffer positive.
 */
export interface Leg {
  readonly price: PriceTicks
  readonly lines: readonly Line[]
  readonly divisor: bigint
  /** By which the buffer is shared out. */
  readonly weight: bigint
}

/**
 * Shares a buffer out over the legs and gives the prices at which each would use up its share alone. While every price lies
 * strictly between its guards the buffer is not below 0, and above 0 where it was and the lines are strict.
 *
 * The buffer is shared by weight. A leg's weight is what a price move of one part in a million costs it, so that all guards are equally far
 * in percent: instruments that fall together reach them together, when the buffer is truly gone, and no lively instrument is
 * left a share that it uses up each minute. After a crossing the account is shared out anew around the prices of that moment; a
 * guard is never at the price itself, so each crossing needs a move, and a share shrinks by a constant factor with each.
 */
export function shareOut(buffer: bigint, legs: readonly Leg[]): GuardPrices[] {
  invariant(buffer >= 0n, 'an account that is guarded has a buffer')
  const total = legs.reduce((sum, leg) => sum + leg.weight, 0n)
  invariant(total > 0n || legs.length === 0, 'an open position can lose something')
  return legs.map((leg) => guardsOf(leg, (buffer * leg.weight) / total))
}

/** Both guard sets hold: the nearer price of each side. */
export const nearerOf = (a: GuardPrices, b: GuardPrices): GuardPrices => ({
  falls: a.falls === null ? b.falls : b.falls === null ? a.falls : Math.max(a.falls, b.falls),
  rises: a.rises === null ? b.rises : b.rises === null ? a.rises : Math.min(a.rises, b.rises),
})

function guardsOf({ price, lines, divisor }: Leg, share: bigint): GuardPrices {
  invariant(Number.isSafeInteger(price) && price > 0, 'a guarded price is a positive whole number of ticks')
  invariant(divisor > 0n && share >= 0n, 'a share is a part of the buffer')
  const now = BigInt(price)
  let lowest: bigint | null = null
  let highest: bigint | null = null
  for (const { slope, offset } of lines) {
    const least = -share * divisor - offset // slope × price must not be below it
    if (slope > 0n) {
      const bound = ceilDiv(least, slope)
      if (lowest === null || bound > lowest) lowest = bound
    } else if (slope < 0n) {
      const bound = -ceilDiv(least, -slope)
      if (highest === null || bound < highest) highest = bound
    } else if (least > 0n) lowest = now + 1n
  }
  // A share of less than the rounding of one unit: only the price itself is known to be safe.
  if ((lowest !== null && lowest > now) || (highest !== null && highest < now))
    return { falls: levelOrNull(now - 1n), rises: levelOrNull(now + 1n) }
  return {
    falls: lowest === null ? null : levelOrNull(lowest - 1n),
    rises: highest === null ? null : levelOrNull(highest + 1n),
  }
}

/** No price is 0 or below, and none is beyond what a safe integer holds. */
const levelOrNull = (level: bigint): PriceTicks | null =>
  level < 1n || level > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(level)
