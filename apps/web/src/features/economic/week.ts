const dayMs = 86_400_000
const kstOffsetMs = 9 * 3_600_000

/** Midnight in KST of the day of an instant, epoch ms. */
export const dayOf = (at: number): number => Math.floor((at + kstOffsetMs) / dayMs) * dayMs - kstOffsetMs

/** Midnight in KST of the Sunday that begins the week of an instant, epoch ms. */
export const weekOf = (at: number): number => dayOf(at) - weekdayOf(at) * dayMs

/** 0 for Sunday to 6 for Saturday, in KST. */
export const weekdayOf = (at: number): number => new Date(at + kstOffsetMs).getUTCDay()

/** The day so many days later. */
export const daysLater = (day: number, days: number): number => day + days * dayMs

/** A day as its number in the month, in KST. */
export const dateOf = (day: number): number => new Date(day + kstOffsetMs).getUTCDate()

/** Year and month (1 to 12) of an instant, in KST. */
export const monthOf = (at: number): { readonly year: number; readonly month: number } => {
  const date = new Date(at + kstOffsetMs)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1 }
}
