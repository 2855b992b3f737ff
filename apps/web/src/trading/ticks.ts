/** A decimal as a whole number of its last place: `('65400.5', 1)` is 654005. Places beyond are cut off. */
export function unitsOf(price: string, precision: number): number {
  const [whole = '0', fraction = ''] = price.split('.')
  return Number(whole + fraction.slice(0, precision).padEnd(precision, '0'))
}

/** The decimal of a whole number of last places. */
export function priceOf(units: number, precision: number): string {
  if (precision === 0) return String(units)
  const digits = String(units).padStart(precision + 1, '0')
  return `${digits.slice(0, -precision)}.${digits.slice(-precision)}`
}

/** The price nearest to a place on the chart that lies whole ticks from `origin` (0: on the grid of `tick`), at least one tick. */
export function snapToTick(price: number, tick: string, precision: number, origin = '0'): string {
  return onGrid(price * 10 ** precision, 0, tick, precision, origin)
}

/** `price` moved by `count` ticks, along the same grid and not below one tick. */
export function moveByTicks(price: string, count: number, tick: string, precision: number, origin = '0'): string {
  return onGrid(unitsOf(price, precision), count, tick, precision, origin)
}

function onGrid(units: number, count: number, tick: string, precision: number, origin: string): string {
  const unit = unitsOf(tick, precision)
  const rest = unitsOf(origin, precision) % unit
  return priceOf(Math.max(1, Math.round((units - rest) / unit) + count) * unit + rest, precision)
}

/** A tick as it is spoken of: `0.0001`, whatever the decimals of its prices. */
export const shortTick = (tick: string): string => (tick.includes('.') ? tick.replace(/\.?0+$/, '') : tick)
