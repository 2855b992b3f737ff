import { floorDiv } from './decimal.ts'
import { type Minor, type QuoteScale, quoteOf } from './scale.ts'

/** A funding rate in 10^-8: 0.01 % = 10,000n. Signed: above 0 longs pay shorts. */
export type FundingRate = bigint
const RATE_ONE = 100_000_000n

/**
 * What one funding instant adds to the cumulative index of a symbol: mark × unit × rate, in 10^-8 minor units per step, exact.
 * Nothing is rounded before a position's difference is paid, so one payment over several instants is their exact sum rounded once.
 */
export const fundingIndexStep = (mark: number, rate: FundingRate, scale: QuoteScale): bigint =>
  quoteOf(mark, 1, scale) * rate

/**
 * Payment to a position for an index difference: -qty × difference ÷ 10^8, floored: a credit is floored, a debit (negative) is
 * ceiled (< 1 minor unit against the member).
 */
export const fundingByIndex = (signedQty: number, indexDifference: bigint): Minor =>
  floorDiv(-BigInt(signedQty) * indexDifference, RATE_ONE)

/** Funding payment to a position at one instant = -side × qty × mark × rate (rules B); same rounding. */
export const fundingPayment = (signedQty: number, mark: number, rate: FundingRate, scale: QuoteScale): Minor =>
  fundingByIndex(signedQty, fundingIndexStep(mark, rate, scale))
