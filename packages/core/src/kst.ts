import type { EpochMs } from './types.ts'

const KST_OFFSET_MS = 9 * 3_600_000
export const DAY_MS = 86_400_000

/** 00:00 KST of the day that holds `at`. */
export const kstMidnight = (at: EpochMs): EpochMs => Math.floor((at + KST_OFFSET_MS) / DAY_MS) * DAY_MS - KST_OFFSET_MS

/** The KST day of `at`, YYYY-MM-DD (days to civil date after H. Hinnant, "chrono-Compatible Low-Level Date Algorithms"). */
export function kstDay(at: EpochMs): string {
  const days = Math.floor((at + KST_OFFSET_MS) / DAY_MS) + 719_468 // from 0000-03-01
  const era = Math.floor(days / 146_097)
  const dayOfEra = days - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** Monday 00:00 KST of the week that holds `at`. The epoch was a Thursday. */
export function kstMonday(at: EpochMs): EpochMs {
  const midnight = kstMidnight(at)
  const days = (midnight + KST_OFFSET_MS) / DAY_MS
  return midnight - ((((days + 3) % 7) + 7) % 7) * DAY_MS
}
