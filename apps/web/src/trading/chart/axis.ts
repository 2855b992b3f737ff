import { formatPrice, roundDecimal } from '@maru/ui'
import { TickMarkType, type Time, type UTCTimestamp } from 'lightweight-charts'
import type { ChartInterval } from './bars.ts'
import { textScale } from './text-scale.ts'

const kstOffsetSeconds = 9 * 3_600
/** The library draws UTC: Korean time goes in as if it were. */
export const timeOf = (at: number) => (at / 1000 + kstOffsetSeconds) as UTCTimestamp
export const atOf = (time: Time) => (Number(time) - kstOffsetSeconds) * 1000

/** Pixels that a price of up to six whole digits takes on the axis. */
export const axisWidthFor = (precision: number) => Math.min(78, 52 + 6 * Math.min(precision, 4)) * textScale()

/** A level of the axis without the zeros that say nothing. */
export const shortPrice = (level: number, precision: number) => {
  const text = roundDecimal(level.toFixed(precision), precision)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
  return formatPrice(text, text.split('.')[1]?.length ?? 0)
}

const two = (value: number) => String(value).padStart(2, '0')

/** What a mark of the time axis says. */
export function tickMark(seconds: number, type: TickMarkType): string {
  const date = new Date(seconds * 1000)
  const [month, day] = [date.getUTCMonth() + 1, date.getUTCDate()]
  if (type === TickMarkType.Year) return String(date.getUTCFullYear())
  if (type === TickMarkType.Month || type === TickMarkType.DayOfMonth) return `${month}/${day}`
  return `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`
}

/** What the crosshair says of its time. */
export function moment(seconds: number, interval: ChartInterval): string {
  const date = new Date(seconds * 1000)
  const day = `${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`
  return interval === '1d'
    ? `${date.getUTCFullYear()}-${day}`
    : `${day} ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`
}
