const kstOffsetMs = 9 * 3_600_000
/** What a date-time field holds, as an instant on the Korean clock; null: no time. */
export function instantOf(local: string): number | null {
  const at = Date.parse(`${local}Z`)
  return Number.isNaN(at) ? null : at - kstOffsetMs
}
/** An instant as a date-time field holds it. */
export const localOf = (at: number): string => new Date(at + kstOffsetMs).toISOString().slice(0, 16)
