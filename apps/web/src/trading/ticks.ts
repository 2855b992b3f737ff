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

/** The price on the grid of `tick` that lies nearest to a place on the chart, at least one tick. */
export function snapToTick(price: number, tick: string, precision: number): string {
  const unit = unitsOf(tick, precision)
  return priceOf(Math.max(1, Math.round((price * 10 ** precision) / unit)) * unit, precision)
}

/** `price` moved by `count` ticks, along the grid and not below one tick. */
export function moveByTicks(price: string, count: number, tick: string, precision: number): string {
  const unit = unitsOf(tick, precision)
  return priceOf(Math.max(1, Math.round(unitsOf(price, precision) / unit) + count) * unit, precision)
}
