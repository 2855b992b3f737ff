import type { TradeType } from '@maru/contract'
import type { EpochMs } from '../types.ts'
import { isBinary, lengthOf, lockLeadOf } from './rules.ts'

export interface RoundTimes {
  readonly roundNo: number
  readonly openAt: EpochMs
  readonly lockAt: EpochMs
  readonly startAt: EpochMs
  readonly endAt: EpochMs
}

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

/** The times of the round that starts at `startAt`, an exact multiple of the type's length. */
export function timesOf(type: TradeType, startAt: EpochMs): RoundTimes {
  const length = lengthOf(type)
  const lead = lockLeadOf(type)
  return {
    roundNo: 1 + Math.floor((startAt - kstMidnight(startAt)) / length),
    openAt: isBinary(type) ? startAt : startAt - length,
    lockAt: isBinary(type) ? startAt + length - lead : startAt - lead,
    startAt,
    endAt: startAt + length,
  }
}

/** The start of the earliest round that still takes stakes at `at` or later. */
export function earliestStart(type: TradeType, at: EpochMs): EpochMs {
  const length = lengthOf(type)
  const start = (Math.floor(at / length) + (isBinary(type) ? 0 : 1)) * length
  return timesOf(type, start).lockAt > at ? start : start + length
}
