import { kstMidnight } from '../kst.ts'
import type { EpochMs, RoundOption } from '../types.ts'
import { isBinary, lengthOf } from './rules.ts'

export interface RoundTimes {
  readonly roundNo: number
  readonly openAt: EpochMs
  readonly lockAt: EpochMs
  readonly startAt: EpochMs
  readonly endAt: EpochMs
}

/** The type of an option, and when its rounds lock. */
type Game = Pick<RoundOption, 'type' | 'lockLeadMs'>

/** The times of the round that starts at `startAt`, an exact multiple of the type's length. */
export function timesOf({ type, lockLeadMs: lead }: Game, startAt: EpochMs): RoundTimes {
  const length = lengthOf(type)
  return {
    roundNo: 1 + Math.floor((startAt - kstMidnight(startAt)) / length),
    openAt: isBinary(type) ? startAt : startAt - length,
    lockAt: isBinary(type) ? startAt + length - lead : startAt - lead,
    startAt,
    endAt: startAt + length,
  }
}

/** The start of the earliest round that still takes stakes at `at` or later. */
export function earliestStart(game: Game, at: EpochMs): EpochMs {
  const { type } = game
  const length = lengthOf(type)
  const start = (Math.floor(at / length) + (isBinary(type) ? 0 : 1)) * length
  return timesOf(game, start).lockAt > at ? start : start + length
}
