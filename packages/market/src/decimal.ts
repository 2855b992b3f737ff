/** Writes an integer count of 10^-precision as a decimal string without exponent; throws for anything that is not a safe integer. */
export function formatUnits(units: number, precision: number): string {
  if (!Number.isSafeInteger(units)) throw new RangeError(`not a safe integer: ${units}`)
  const digits = Math.abs(units)
    .toString()
    .padStart(precision + 1, '0')
  const sign = units < 0 ? '-' : ''
  if (precision === 0) return sign + digits
  return `${sign}${digits.slice(0, -precision)}.${digits.slice(-precision)}`
}

/**
 * Reads a decimal string as an integer count of 10^-precision. Digits beyond the precision are cut off where they are
 * zeros and rounded half-even otherwise. Throws for another form and for what a safe integer cannot hold.
 */
export function parseUnits(decimal: string, precision: number): number {
  const match = /^(-?)(\d+)(?:\.(\d*))?$/.exec(decimal)
  if (!match) throw new RangeError(`not a decimal: ${decimal}`)
  const [, sign, whole = '', fraction = ''] = match
  const kept = fraction.slice(0, precision).padEnd(precision, '0')
  const rest = fraction.slice(precision)
  let units = Number(whole + kept)
  if (/[1-9]/.test(rest)) {
    const half = `5${'0'.repeat(rest.length - 1)}`
    if (rest > half || (rest === half && units % 2 === 1)) units++
  }
  if (!Number.isSafeInteger(units)) throw new RangeError(`too large: ${decimal}`)
  return sign && units !== 0 ? -units : units
}

/** Mid of two integers, half-even. */
export function midHalfEven(a: number, b: number): number {
  const sum = a + b
  if (sum % 2 === 0) return sum / 2
  const below = (sum - 1) / 2
  return below % 2 === 0 ? below : below + 1
}

/** A decimal of at most four digits more than the precision, down or up to the next multiple of the tick size. */
export function ontoTickSize(decimal: string, precision: number, tickUnits: number, direction: 'down' | 'up'): number {
  const ticks = parseUnits(decimal, precision + 4) / (tickUnits * 10_000)
  return (direction === 'down' ? Math.floor(ticks) : Math.ceil(ticks)) * tickUnits
}

/**
 * The tick of OANDA's best prices (rules A): bid down and ask up to the instrument's tick size, then their mid at its precision.
 */
export function bestOnTickSize(
  bid: string,
  ask: string,
  precision: number,
  tickUnits: number,
): { bid: number; ask: number; mid: number } {
  const down = ontoTickSize(bid, precision, tickUnits, 'down')
  const up = ontoTickSize(ask, precision, tickUnits, 'up')
  return { bid: down, ask: up, mid: midHalfEven(down, up) }
}
