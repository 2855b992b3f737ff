// The sessions of rules C, read a second time: Monday to Friday 08:00 to 06:00 of the next day in Seoul, cut or left out by the holidays
// of the American exchanges. Nothing of the product's own calendar is used, neither its tables nor its time zone library.

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

export type Kind = 'fx' | 'metal' | 'index'

export interface Session {
  /** YYYY-MM-DD of Seoul on which it opened. */
  readonly tradingDay: string
  readonly openAt: number
  readonly closeAt: number
  /** Whether a position may be held over its end: the ordinary two hours follow. */
  readonly allowsNight: boolean
}

/** Says what a clock in a zone shows at a time. */
function clockIn(timeZone: string): (at: number) => { day: string; time: string } {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return (at) => {
    const [day, time] = format.format(at).split(' ') as [string, string]
    return { day, time }
  }
}
const seoul = clockIn('Asia/Seoul')
const newYork = clockIn('America/New_York')

/** When a clock shows `time` (HH:MM) of a day: that of the clocks within a day of it that is right. */
function instantOf(clock: typeof seoul, of: string, time: string): number {
  const asIfUtc = Date.parse(`${of}T${time}:00Z`)
  for (let at = asIfUtc - 14 * hour; at <= asIfUtc + 14 * hour; at += 30 * minute) {
    const shown = clock(at)
    if (shown.day === of && shown.time === `${time}:00`) return at
  }
  throw new RangeError(`no clock shows ${of} ${time}`)
}

export const seoulTime = (at: number): string => `${seoul(at).day} ${seoul(at).time}`
export const seoulInstant = (of: string, time: string): number => instantOf(seoul, of, time)

/** Days of the calendar as UTC midnights: no zone is in them. */
const utc = (of: string) => Date.parse(`${of}T00:00:00Z`)
const name = (at: number) => new Date(at).toISOString().slice(0, 10)
const plus = (of: string, days: number) => name(utc(of) + days * day)
const weekday = (of: string) => new Date(utc(of)).getUTCDay()
const on = (year: number, month: number, date: number) => name(Date.UTC(year, month - 1, date))
/** The nth Monday (1) … of a month; −1: the last. */
function nth(year: number, month: number, wanted: number, n: number): string {
  if (n < 0) {
    const last = name(Date.UTC(year, month, 0))
    return plus(last, -((weekday(last) - wanted + 7) % 7))
  }
  const first = on(year, month, 1)
  return plus(first, ((wanted - weekday(first) + 7) % 7) + 7 * (n - 1))
}
/** A holiday on a Saturday is kept on Friday, one on a Sunday on Monday. */
const observed = (of: string) => plus(of, weekday(of) === 6 ? -1 : weekday(of) === 0 ? 1 : 0)

function easter(year: number): string {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114
  return on(year, Math.floor(f / 31), (f % 31) + 1)
}

type Hours = Partial<Record<Kind, string>> | 'closed'

/** What the exchanges do on their holidays of a year: closed, or an early end in New York. */
function holidaysOf(year: number): Map<string, Hours> {
  const short = { metal: '14:30', index: '13:00' }
  const noon = { fx: '13:00', metal: '13:00', index: '13:00' }
  const thanksgiving = nth(year, 11, 4, 4)
  const days = new Map<string, Hours>([
    [nth(year, 1, 1, 3), short],
    [nth(year, 2, 1, 3), short],
    [nth(year, 5, 1, -1), short],
    [nth(year, 9, 1, 1), short],
    [observed(on(year, 6, 19)), noon],
    [observed(on(year, 7, 4)), weekday(on(year, 7, 4)) === 0 ? short : noon],
    [thanksgiving, short],
    [plus(thanksgiving, 1), { fx: '14:45', metal: '14:45', index: '13:15' }],
    [plus(easter(year), -2), 'closed'],
    [on(year, 12, 24), { fx: '13:45', metal: '13:45', index: '13:15' }],
    [observed(on(year, 12, 25)), 'closed'],
  ])
  // New Year's Day on a Saturday is not made up for.
  if (weekday(on(year, 1, 1)) !== 6) days.set(observed(on(year, 1, 1)), 'closed')
  return days
}

const holidays = new Map<number, Map<string, Hours>>()
function hoursOf(of: string, kind: Kind): string | undefined {
  const year = Number(of.slice(0, 4))
  if (!holidays.has(year)) holidays.set(year, holidaysOf(year))
  const found = holidays.get(year)?.get(of)
  return found === 'closed' ? 'closed' : found?.[kind]
}

function sessionOf(of: string, kind: Kind): Omit<Session, 'allowsNight'> | null {
  const hours = hoursOf(of, kind)
  if (weekday(of) === 0 || weekday(of) === 6 || hours === 'closed') return null
  const usual = seoulInstant(plus(of, 1), '06:00')
  const closeAt = hours === undefined ? usual : Math.min(usual, instantOf(newYork, of, hours))
  return { tradingDay: of, openAt: seoulInstant(of, '08:00'), closeAt }
}

/** All sessions of a kind that touch [from, to], oldest first. */
export function sessionsOf(kind: Kind, from: number, to: number): Session[] {
  const found: Session[] = []
  for (let of = plus(seoul(from).day, -5); utc(of) <= to + 2 * day; of = plus(of, 1)) {
    const session = sessionOf(of, kind)
    if (!session || session.closeAt < from || session.openAt > to) continue
    const next = sessionOf(plus(of, 1), kind)
    found.push({ ...session, allowsNight: next !== null && next.openAt - session.closeAt === 2 * hour })
  }
  return found
}
