import type { Instrument } from '../feed.ts'
import { isOverseas } from '../instruments.ts'
import { type Calendar, plans } from './plans.ts'
import { type VenueDay, venueDays, venueTimeZone } from './venue-days.ts'
import { type DayNumber, dayName, dayNumber, epochOf, utcDay, weekdayOf } from './zone.ts'

/** A session of an overseas instrument. It trades from openAt on and no longer at closeAt. */
export interface SessionTimes {
  /** The day on which it opened, YYYY-MM-DD. */
  readonly tradingDay: string
  readonly openAt: number
  readonly closeAt: number
}

/** Where an overseas instrument stands at a time. */
export interface SessionState {
  readonly isRest: boolean
  /** The session that runs, or the last one while the instrument rests. */
  readonly session: SessionTimes
  readonly nextOpenAt: number
  /** After `session` the next one opens right after the daily break: no weekend, holiday or early close lies between. */
  readonly overnightAllowed: boolean
}

type Kind = Exclude<Instrument['kind'], 'crypto'>
interface Session extends SessionTimes {
  readonly day: DayNumber
  readonly closesEarly: boolean
}

/** An upper bound of the days between two sessions. */
const searched = 30

const exceptional = new Map<DayNumber, VenueDay>(venueDays.map((venueDay) => [dayNumber(venueDay.day), venueDay]))
const known = new Map<string, Session | null>()

const kindOf = ({ kind, symbol }: Instrument): Kind => {
  if (kind === 'crypto') throw new RangeError(`${symbol} has no sessions`)
  return kind
}

/** The session that opens on a day, or null where none does. */
function sessionOn(calendar: Calendar, kind: Kind, day: DayNumber): Session | null {
  const key = `${calendar}:${kind}:${day}`
  const found = known.get(key)
  if (found !== undefined) return found
  const session = planned(calendar, kind, day)
  if (known.size > 10_000) known.clear()
  known.set(key, session)
  return session
}

function planned(calendar: Calendar, kind: Kind, day: DayNumber): Session | null {
  const plan = plans[calendar]
  if (!plan.weekdays.includes(weekdayOf(day))) return null
  const openAt = epochOf(day, plan.opens, plan.timeZone)
  const usual = epochOf(day + 1, plan.closes, plan.timeZone)
  // Our session of a day runs within the venue's trading day of the same date.
  const venue = plan.keepsHolidays ? exceptional.get(day)?.[kind] : undefined
  if (venue === 'closed') return null
  const closeAt = venue === undefined ? usual : Math.min(usual, epochOf(day, venue, venueTimeZone))
  return { day, tradingDay: dayName(day), openAt, closeAt, closesEarly: closeAt < usual }
}

/** The newest session of an overseas instrument that opened at or before `at`; it may have closed since. */
export function latestSession(calendar: Calendar, instrument: Instrument, at: number): Session {
  const kind = kindOf(instrument)
  // No time zone is more than a day ahead of UTC.
  for (let day = utcDay(at) + 1; day > utcDay(at) - searched; day--) {
    const session = sessionOn(calendar, kind, day)
    if (session && session.openAt <= at) return session
  }
  throw new Error('a calendar has a session every month')
}

/** The first session of an overseas instrument that opens after `at`. */
export function nextSession(calendar: Calendar, instrument: Instrument, at: number): Session {
  const kind = kindOf(instrument)
  for (let day = utcDay(at) - 1; day < utcDay(at) + searched; day++) {
    const session = sessionOn(calendar, kind, day)
    if (session && session.openAt > at) return session
  }
  throw new Error('a calendar has a session every month')
}

/** The state of an overseas instrument by the calendar alone; its venue may halt it as well. */
export function sessionState(calendar: Calendar, instrument: Instrument, at: number): SessionState {
  const { day, tradingDay, openAt, closeAt, closesEarly } = latestSession(calendar, instrument, at)
  const followed = sessionOn(calendar, kindOf(instrument), day + 1) !== null
  return {
    isRest: closeAt <= at,
    session: { tradingDay, openAt, closeAt },
    nextOpenAt: nextSession(calendar, instrument, at).openAt,
    overnightAllowed: followed && !closesEarly,
  }
}

/** Whether an instrument rests at a time; crypto never does. */
export const isResting = (calendar: Calendar, instrument: Instrument, at: number): boolean =>
  isOverseas(instrument) && latestSession(calendar, instrument, at).closeAt <= at

/** The rest in which `at` lies, from close to open; null while the instrument trades. */
export function restAround(
  calendar: Calendar,
  instrument: Instrument,
  at: number,
): { readonly from: number; readonly to: number } | null {
  if (!isResting(calendar, instrument, at)) return null
  return {
    from: latestSession(calendar, instrument, at).closeAt,
    to: nextSession(calendar, instrument, at).openAt,
  }
}
