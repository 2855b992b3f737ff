const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440
/** Korea is nine hours ahead of UTC, all year. */
const KST_MINUTES = 540

/** Whether a time (epoch ms) lies from one minute of the day in Korea up to another, over midnight where the first is later. */
export function isInDayWindow(from: number, to: number, at: number): boolean {
  const minute = (Math.floor(at / MINUTE_MS) + KST_MINUTES) % DAY_MINUTES
  return from < to ? from <= minute && minute < to : from <= minute || minute < to
}

/** Whether that is every time of the day. */
export const isWholeDay = (from: number, to: number): boolean => from === 0 && to === DAY_MINUTES
