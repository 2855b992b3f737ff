import type { SessionTimes } from '../../src/index.ts'
import type { Random } from '../random.ts'
import { kstDay } from '../store.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** What a calendar knows of a session. */
export interface SimSession {
  readonly times: SessionTimes
  readonly nextOpenAt: number
  readonly overnightAllowed: boolean
}

/** Trading days of each instrument: weekends, holidays of all or of one, early closes; or the demo calendar, which knows none of these. */
export class Calendar {
  readonly #sessions = new Map<string, readonly SimSession[]>()
  /** Times around which something happens, in order. */
  readonly #marks: readonly number[]
  readonly start: number

  constructor(random: Random, instruments: readonly string[], isDemo: boolean) {
    // A Monday, 00:00 KST.
    const monday = 1_772_377_200_000 + random.int(0, 30) * 7 * DAY
    const opening = isDemo ? 6 * HOUR + 5 * MINUTE : 8 * HOUR
    const days = Array.from({ length: 90 }, (_, day) => day - 3)
    const trading = days.filter((day) => isDemo || ((day + 7) % 7 < 5 && !random.chance(7)))
    for (const instrument of instruments) {
      const own = trading.filter((day) => isDemo || day <= 0 || !random.chance(3))
      const openings = own.map((day) => monday + day * DAY + opening)
      this.#sessions.set(
        instrument,
        openings.slice(0, -1).map((openAt, index): SimSession => {
          const full = isDemo ? 24 * HOUR - 5 * MINUTE : 22 * HOUR
          const length = !isDemo && random.chance(10) ? random.int(10, 20) * HOUR : full
          const nextOpenAt = openings[index + 1]!
          const times = { tradingDay: kstDay(openAt), openAt, closeAt: openAt + length }
          return { times, nextOpenAt, overnightAllowed: nextOpenAt === openAt + DAY }
        }),
      )
    }
    this.#marks = marksOf([...this.#sessions.values()].flat())
    this.start = this.sessionAt(instruments[0]!, monday).nextOpenAt - 20 * MINUTE
  }

  /** The session that runs, or the last one while the market rests. */
  sessionAt(instrument: string, at: number): SimSession {
    const sessions = this.#sessions.get(instrument)!
    return sessions.findLast(({ times }) => times.openAt <= at) ?? sessions[0]!
  }

  /** When the next session of an instrument opens or closes. */
  nextChangeAt(instrument: string, at: number): number {
    const { times, nextOpenAt } = this.sessionAt(instrument, at)
    if (at < times.openAt) return times.openAt
    return at < times.closeAt ? times.closeAt : nextOpenAt
  }

  /** When every instrument has seen so many ends of its sessions after a time. */
  endsAfter(at: number, count: number): number {
    const ends = [...this.#sessions.values()].map((sessions) => sessions.filter(({ times }) => times.closeAt > at))
    return Math.max(...ends.map((left) => left[count - 1]!.times.closeAt))
  }

  /** The first moment of interest after a time. */
  markAfter(at: number): number {
    return this.#marks.find((mark) => mark > at)!
  }
}

function marksOf(sessions: readonly SimSession[]): number[] {
  const marks = new Set<number>()
  for (const { times, nextOpenAt } of sessions) {
    const { openAt, closeAt } = times
    for (const lead of [30, 10, 5, 0]) marks.add(closeAt - lead * MINUTE)
    for (const after of [0, 2, 7]) marks.add(openAt + after * HOUR)
    for (const lead of [10, 3]) marks.add(nextOpenAt - lead * MINUTE)
  }
  return [...marks].sort((a, b) => a - b)
}
