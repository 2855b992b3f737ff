import type { TradeType } from '@maru/contract'
import { kstMidnight } from '../kst.ts'
import type { EpochMs } from '../types.ts'
import { isBinary, lengthOf, lockLeadOf } from './rules.ts'

export interface RoundTimes {
  readonly roundNo: number
  readonly openAt: EpochMs
  readonly lockAt: EpochMs
  readonly startAt: EpochMs
  readonly endAt: EpochMs
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
