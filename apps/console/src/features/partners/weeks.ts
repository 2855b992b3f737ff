const weekMs = 7 * 86_400_000

/** The Monday so many weeks before another one, YYYY-MM-DD. */
export const weekBefore = (monday: string, weeks: number): string =>
  new Date(Date.parse(monday) - weeks * weekMs).toISOString().slice(0, 10)

/** The Monday in Korea of the week that holds a time, YYYY-MM-DD. The epoch was a Thursday. */
export function mondayOf(at: number): string {
  const days = Math.floor((at + 9 * 3_600_000) / 86_400_000)
  return new Date((days - ((days + 3) % 7)) * 86_400_000).toISOString().slice(0, 10)
}
