// Whole-number division with a stated direction, and the decimal strings that cross the wire.

/** A fraction that stays exact; the denominator is positive. */
export interface Rational {
  readonly numerator: bigint
  readonly denominator: bigint
}

/** a ÷ b towards minus infinity (credits). Throws on a divisor that is not positive. */
export function floorDiv(a: bigint, b: bigint): bigint {
  if (b <= 0n) throw new RangeError('divisor must be positive')
  const quotient = a / b
  return a < 0n && quotient * b !== a ? quotient - 1n : quotient
}

/** a ÷ b towards plus infinity (debits, fees, reservations). Throws on a divisor that is not positive. */
export const ceilDiv = (a: bigint, b: bigint): bigint => -floorDiv(-a, b)

/** An integer count of 10^-decimals as a decimal string, zeros kept: 6543210n at 2 = '65432.10'. */
export function formatUnits(units: bigint, decimals: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  const sign = units < 0n ? '-' : ''
  if (decimals === 0) return sign + digits
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/**
 * Reads a plain decimal string as an integer count of 10^-decimals, or null where it has another form (exponent, plus sign,
 * leading zeros) or a digit other than zero beyond the decimals.
 */
export function parseUnits(text: string, decimals: number): bigint | null {
  const match = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?$/.exec(text)
  if (!match) return null
  const fraction = (match[3] ?? '').padEnd(decimals, '0')
  if (/[1-9]/.test(fraction.slice(decimals))) return null
  const units = BigInt(match[2] + fraction.slice(0, decimals))
  return match[1] === '-' ? -units : units
}

/** A fraction as a decimal string, half-even: for display only (rules 0), it decides no money. */
export function formatRational({ numerator, denominator }: Rational, decimals: number): string {
  const scaled = numerator * 10n ** BigInt(decimals)
  const below = floorDiv(scaled, denominator)
  const twice = (scaled - below * denominator) * 2n
  const up = twice > denominator || (twice === denominator && below % 2n !== 0n)
  return formatUnits(up ? below + 1n : below, decimals)
}
