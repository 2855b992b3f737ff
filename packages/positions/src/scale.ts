/** Money in the currency's minor unit: 10^-8 USDT, 1 KRW. */
export type Minor = bigint
/** A rate in millionths: 0.04 % = 400. */
export type Ppm = number
/** +1 buys or is long, -1 sells or is short. */
export type Side = 1 | -1

/** Decimals of USDT. */
const MONEY_DECIMALS = 8
export const PPM = 1_000_000n

/**
 * How prices and quantities of an instrument make money. A price counts 10^-precision, a quantity counts steps of
 * 10^-qtyPrecision, and one of each is worth `unit` minor units, so that every quote value is a whole number.
 */
export interface QuoteScale {
  readonly precision: number
  readonly qtyPrecision: number
  readonly unit: bigint
}

/** Scale of an instrument quoted in USDT: unit = 10^(8 - precision - qtyPrecision). Throws RangeError where that is no whole number. */
export function quoteScale(precision: number, qtyPrecision: number): QuoteScale {
  const exponent = MONEY_DECIMALS - precision - qtyPrecision
  if (!Number.isSafeInteger(exponent) || precision < 0 || qtyPrecision < 0 || exponent < 0)
    throw new RangeError(`prices of ${precision} and quantities of ${qtyPrecision} decimals do not fit 10^-8`)
  return { precision, qtyPrecision, unit: 10n ** BigInt(exponent) }
}

/** Quote value of a quantity at a price, signed as the quantity: price × qty × unit, exact. */
export const quoteOf = (price: number, qty: number, scale: QuoteScale): Minor =>
  BigInt(price) * BigInt(qty) * scale.unit

/** Notional of a quantity at a price: |qty| × price × unit, exact. */
export const notionalOf = (price: number, qty: number, scale: QuoteScale): Minor => quoteOf(price, Math.abs(qty), scale)

/** The side of a signed quantity; long for 0. */
export const sideOf = (signedQty: number): Side => (signedQty < 0 ? -1 : 1)
