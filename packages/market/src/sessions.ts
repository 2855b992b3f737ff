import type { Instrument } from './feed.ts'
import { isOverseas } from './instruments.ts'

/** `demo`: every day 06:05 → 06:00 KST. `real`: Monday to Friday 08:00 → 06:00 KST of the next day. */
export type Calendar = 'demo' | 'real'

export interface Session {
  readonly openAt: number
  readonly closeAt: number
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const kst = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Asia/Seoul',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

const offsets = new Map<number, number>()

/**
 * What KST is ahead of UTC at a time, from the time zone database: +9 h today, other values in the past (summer time of
 * 1987 and 1988). Remembered per day, as formatting is dear.
 */
export function kstOffset(at: number): number {
  const key = Math.floor(at / day)
  const known = offsets.get(key)
  if (known !== undefined) return known
  const whole = key * day
  const part = Object.fromEntries(kst.formatToParts(whole).map(({ type, value }) => [type, Number(value)]))
  const local = Date.UTC(
    part['year'] ?? 0,
    (part['month'] ?? 1) - 1,
    part['day'] ?? 1,
    part['hour'] ?? 0,
    part['minute'] ?? 0,
    part['second'] ?? 0,
  )
  const offset = local - whole
  if (offsets.size > 4_000) offsets.clear()
  offsets.set(key, offset)
  return offset
}

/** 00:00 KST of the day in which `at` lies. */
export function kstMidnight(at: number): number {
  const offset = kstOffset(at)
  return Math.floor((at + offset) / day) * day - offset
}

/** The session that starts on the KST day beginning at `midnight`, or null where none does. */
function sessionOfDay(calendar: Calendar, midnight: number): Session | null {
  if (calendar === 'demo') return { openAt: midnight + 6 * hour + 5 * minute, closeAt: midnight + day + 6 * hour }
  const weekday = new Date(midnight + kstOffset(midnight)).getUTCDay()
  if (weekday === 0 || weekday === 6) return null
  return { openAt: midnight + 8 * hour, closeAt: midnight + day + 6 * hour }
}

/** The newest session that opened at or before `at`; it may have closed since. */
export function latestSession(calendar: Calendar, at: number): Session {
  let midnight = kstMidnight(at)
  for (let back = 0; back < 8; back++) {
    const session = sessionOfDay(calendar, midnight)
    if (session && session.openAt <= at) return session
    midnight = kstMidnight(midnight - hour)
  }
  throw new Error('a calendar has a session every week')
}

/** The first session that opens after `at`. */
export function nextSession(calendar: Calendar, at: number): Session {
  let midnight = kstMidnight(at)
  for (let ahead = 0; ahead < 8; ahead++) {
    const session = sessionOfDay(calendar, midnight)
    if (session && session.openAt > at) return session
    midnight = kstMidnight(midnight + day + hour)
  }
  throw new Error('a calendar has a session every week')
}

/** Whether an instrument rests at a time; crypto never does. */
export function isResting(calendar: Calendar, instrument: Instrument, at: number): boolean {
  return isOverseas(instrument) && latestSession(calendar, at).closeAt <= at
}

/** When the rest state of the overseas instruments changes next after `at`. */
export function nextSessionChange(calendar: Calendar, at: number): number {
  const { closeAt } = latestSession(calendar, at)
  return closeAt > at ? closeAt : nextSession(calendar, at).openAt
}

/** The rest in which `at` lies, from close to open; null while the instrument trades. */
export function restAround(
  calendar: Calendar,
  instrument: Instrument,
  at: number,
): { readonly from: number; readonly to: number } | null {
  if (!isOverseas(instrument)) return null
  const { closeAt } = latestSession(calendar, at)
  return closeAt <= at ? { from: closeAt, to: nextSession(calendar, at).openAt } : null
}
