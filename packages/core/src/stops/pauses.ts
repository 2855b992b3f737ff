/** A time of the week (KST) in which an option takes no new orders. One over midnight is two of them. */
export interface Pause {
  /** The days that it holds on: bit 0 is Monday, bit 6 Sunday. */
  readonly days: number
  /** Minutes of the day: from the first on, before the second. */
  readonly from: number
  readonly to: number
}

const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440
const KST_OFFSET_MINUTES = 540
const EVERY_DAY = 0b111_1111
/** As many as one page shows. */
const MOST_PAUSES = 20
/** 1970-01-01 was a Thursday. */
const FIRST_WEEKDAY = 3

/** Whether an option pauses at a time. */
export function isPaused(pauses: readonly Pause[], at: number): boolean {
  if (pauses.length === 0) return false
  const minutes = Math.floor(at / MINUTE_MS) + KST_OFFSET_MINUTES
  const day = 1 << ((Math.floor(minutes / DAY_MINUTES) + FIRST_WEEKDAY) % 7)
  const minute = minutes % DAY_MINUTES
  return pauses.some(({ days, from, to }) => (days & day) !== 0 && minute >= from && minute < to)
}

/** Whether pauses are such: each within a day, and no two over each other. */
export const arePauses = (pauses: readonly Pause[]): boolean =>
  pauses.length <= MOST_PAUSES &&
  pauses.every(isPause) &&
  pauses.every((one, index) => pauses.slice(index + 1).every((other) => !isOver(one, other)))

const isPause = ({ days, from, to }: Pause): boolean =>
  [days, from, to].every(Number.isInteger) &&
  days >= 1 &&
  days <= EVERY_DAY &&
  from >= 0 &&
  from < to &&
  to <= DAY_MINUTES

const isOver = (a: Pause, b: Pause): boolean => (a.days & b.days) !== 0 && a.from < b.to && b.from < a.to
