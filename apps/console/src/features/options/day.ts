/** A pause as the wire has it: days as bits from Monday on, minutes of the day in Korea. */
export interface PauseLine {
  readonly days: number
  readonly from: number
  readonly to: number
}

const kstOffsetMinutes = 540
const dayMinutes = 1_440
/** 1970-01-01 was a Thursday. */
const firstWeekday = 3
const minutesOf = (at: number): number => Math.floor(at / 60_000) + kstOffsetMinutes

export const minuteOfDay = (at: number): number => minutesOf(at) % dayMinutes

/** Whether a pause is on the day of `at` in Korea. */
export const isPauseOn = ({ days }: PauseLine, at: number): boolean =>
  (days & (1 << ((Math.floor(minutesOf(at) / dayMinutes) + firstWeekday) % 7))) !== 0

/** Whether an option pauses at a time. */
export const isPausedAt = (pauses: unknown, at: number): boolean =>
  Array.isArray(pauses) &&
  (pauses as readonly PauseLine[]).some(
    (pause) => isPauseOn(pause, at) && minuteOfDay(at) >= pause.from && minuteOfDay(at) < pause.to,
  )
