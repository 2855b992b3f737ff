import { Temporal } from 'temporal-polyfill'

export const kst = 'Asia/Seoul'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** A day of the calendar as the number of days since 1970-01-01: no time zone is in it. */
export type DayNumber = number

const epochDay = Temporal.PlainDate.from('1970-01-01')

export const dayName = (day: DayNumber): string => epochDay.add({ days: day }).toString()
export const dayNumber = (name: string): DayNumber => epochDay.until(name, { largestUnit: 'days' }).days
/** 1 Monday … 7 Sunday. */
export const weekdayOf = (day: DayNumber): number => epochDay.add({ days: day }).dayOfWeek
export const utcDay = (at: number): DayNumber => Math.floor(at / dayMs)

/** When a clock in a time zone shows a time of day (`08:00`) on a day. */
export const epochOf = (day: DayNumber, time: string, timeZone: string): number =>
  epochDay.add({ days: day }).toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds

const offsets = new Map<number, number>()

/**
 * What KST is ahead of UTC at a time: +9 h today, other values in the past (summer time of 1987 and 1988). Remembered for the
 * hour, as each tick asks for it.
 */
export function kstOffset(at: number): number {
  const hour = Math.floor(at / hourMs)
  const known = offsets.get(hour)
  if (known !== undefined) return known
  const zoned = Temporal.Instant.fromEpochMilliseconds(hour * hourMs).toZonedDateTimeISO(kst)
  const offset = zoned.offsetNanoseconds / 1_000_000
  if (offsets.size > 4_000) offsets.clear()
  offsets.set(hour, offset)
  return offset
}
