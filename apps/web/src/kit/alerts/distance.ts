import { roundDecimal } from '@maru/ui'

/** How far it is from one price to another: with its sign, and as a percentage of the first with two decimals. */
export function distanceOf(
  from: string,
  to: string,
  precision: number,
): { readonly gap: string; readonly percent: string } {
  const gap = Number(to) - Number(from)
  return { gap: roundDecimal(gap.toFixed(precision), precision), percent: ((gap / Number(from)) * 100).toFixed(2) }
}

/** A price so many percent from another, on its tick, on the far side of it. */
export function priceAway(
  from: string,
  percent: number,
  { tick, precision }: { readonly tick: string; readonly precision: number },
): string {
  const ticks = (Number(from) * (1 + percent / 100)) / Number(tick)
  const whole = percent > 0 ? Math.ceil(ticks - 1e-9) : Math.floor(ticks + 1e-9)
  return (whole * Number(tick)).toFixed(precision)
}
