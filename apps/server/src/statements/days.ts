const dayMs = 86_400_000
const kstOffsetMs = 9 * 3_600_000
/** Further back no statement is asked for. */
const mostDays = 31

/** The day in Korea of a time, as YYYY-MM-DD. */
export const kstDay = (at: number): string => new Date(at + kstOffsetMs).toISOString().slice(0, 10)

/** Days whose statements are wanted: after the newest final one up to today; without one from `since` on, or yesterday and today. */
export function wantedDays(newestFinal: string | null, now: number, since: number | null = null): string[] {
  const today = Date.parse(`${kstDay(now)}T00:00:00Z`)
  const first = since === null ? today - dayMs : Date.parse(`${kstDay(since)}T00:00:00Z`)
  const after = newestFinal === null ? first : Date.parse(`${newestFinal}T00:00:00Z`) + dayMs
  const from = Math.max(after, today - (mostDays - 1) * dayMs)
  const days: string[] = []
  for (let day = from; day <= today; day += dayMs) days.push(new Date(day).toISOString().slice(0, 10))
  return days
}
