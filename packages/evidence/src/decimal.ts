/** Sign of a − b for two decimal strings, exactly; throws RangeError for another form or more decimals than `precision`. */
export function compareAt(precision: number, a: string, b: string): -1 | 0 | 1 {
  if (!Number.isInteger(precision)) throw new RangeError(`not a precision: ${precision}`)
  const difference = unitsOf(a, precision) - unitsOf(b, precision)
  return difference > 0n ? 1 : difference < 0n ? -1 : 0
}

/** A decimal string as whole units of 10^-precision; throws RangeError for another form or more decimals. */
export function unitsOf(decimal: string, precision: number): bigint {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal)
  const fraction = match?.[3] ?? ''
  if (!match || fraction.length > precision) throw new RangeError(`not a number of ${precision} decimals: ${decimal}`)
  const units = BigInt(`${match[2]}${fraction.padEnd(precision, '0')}`)
  return match[1] ? -units : units
}
