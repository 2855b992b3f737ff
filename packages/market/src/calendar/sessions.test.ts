import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Instrument } from '../feed.ts'
import { isOverseas, marketInstruments } from '../instruments.ts'
import type { Calendar } from './plans.ts'
import { isResting, latestSession, nextSession, restAround, sessionState } from './sessions.ts'
import { venueDays } from './venue-days.ts'
import { kstOffset } from './zone.ts'

const kst = (text: string) => Date.parse(`${text}+09:00`)
const instrument = (symbol: string) => marketInstruments.find((one) => one.symbol === symbol)!
const overseas = marketInstruments.filter(isOverseas)
const eurusd = instrument('EURUSD')
const gold = instrument('XAUUSD')
const nasdaq = instrument('NAS100')
const minute = 60_000
const from = Date.UTC(2025, 0, 2)
const to = Date.UTC(2028, 0, 1)

/** All sessions of an instrument between two times. */
function sessionsOf(calendar: Calendar, one: Instrument, start: number, end: number) {
  const found = []
  for (let at = start; ; ) {
    const { openAt } = nextSession(calendar, one, at)
    if (openAt >= end) return found
    found.push(sessionState(calendar, one, openAt))
    at = openAt
  }
}

test.each([
  ['2026-11-18T05:59:59.999', false],
  ['2026-11-18T06:00:00', true],
  ['2026-11-18T06:04:59.999', true],
  ['2026-11-18T06:05:00', false],
  ['2026-11-22T12:00:00', false], // a Sunday
  ['2026-12-25T12:00:00', false], // Christmas
])('demo calendar: at %s KST rest is %s', (at, rest) => {
  expect(isResting('demo', eurusd, kst(at))).toBe(rest)
})

test.each([
  ['2026-11-20T08:00:00', false], // Friday
  ['2026-11-21T05:59:59.999', false], // Saturday: still Friday's session
  ['2026-11-21T06:00:00', true],
  ['2026-11-22T12:00:00', true],
  ['2026-11-23T05:00:00', true], // Monday before the open: Sunday has no session
  ['2026-11-23T07:59:59.999', true],
  ['2026-11-23T08:00:00', false],
  ['2026-11-24T07:00:00', true],
])('real calendar: at %s KST rest is %s', (at, rest) => {
  expect(isResting('real', eurusd, kst(at))).toBe(rest)
})

test('crypto never rests and has no sessions', () => {
  const btc = instrument('BTCUSDT')
  for (const at of ['2026-11-18T06:02:00', '2026-11-22T12:00:00']) {
    expect(isResting('real', btc, kst(at))).toBe(false)
    expect(restAround('real', btc, kst(at))).toBeNull()
  }
  expect(() => latestSession('real', btc, kst('2026-11-18T06:02:00'))).toThrow(RangeError)
})

test('a session is named after the day on which it opened', () => {
  const state = sessionState('real', eurusd, kst('2026-11-20T05:30:00'))
  expect(state).toEqual({
    isRest: false,
    session: { tradingDay: '2026-11-19', openAt: kst('2026-11-19T08:00:00'), closeAt: kst('2026-11-20T06:00:00') },
    nextOpenAt: kst('2026-11-20T08:00:00'),
    overnightAllowed: true,
  })
})

test('over a weekend the last session is Friday’s and nothing is held overnight', () => {
  const state = sessionState('real', eurusd, kst('2026-11-22T12:00:00'))
  expect(state).toEqual({
    isRest: true,
    session: { tradingDay: '2026-11-20', openAt: kst('2026-11-20T08:00:00'), closeAt: kst('2026-11-21T06:00:00') },
    nextOpenAt: kst('2026-11-23T08:00:00'),
    overnightAllowed: false,
  })
  expect(restAround('real', eurusd, kst('2026-11-22T12:00:00'))).toEqual({
    from: kst('2026-11-21T06:00:00'),
    to: kst('2026-11-23T08:00:00'),
  })
})

test.each([
  // Thanksgiving: gold stops at 14:30 in New York, indices at 13:00, currencies trade on.
  [gold, '2026-11-26', '2026-11-27T04:30:00', '2026-11-27T08:00:00', false],
  [nasdaq, '2026-11-26', '2026-11-27T03:00:00', '2026-11-27T08:00:00', false],
  [eurusd, '2026-11-26', '2026-11-27T06:00:00', '2026-11-27T08:00:00', true],
  // The day after, all stop early, before a weekend.
  [eurusd, '2026-11-27', '2026-11-28T04:45:00', '2026-11-30T08:00:00', false],
  // In summer time New York is an hour nearer.
  [gold, '2026-05-25', '2026-05-26T03:30:00', '2026-05-26T08:00:00', false],
  [nasdaq, '2026-04-03', '2026-04-03T22:15:00', '2026-04-06T08:00:00', false],
  // Christmas Eve closes early, Christmas is a Friday: until Monday.
  [eurusd, '2026-12-24', '2026-12-25T03:45:00', '2026-12-28T08:00:00', false],
  // The session before a holiday ends as always, but no position stays over the holiday.
  [nasdaq, '2026-12-31', '2027-01-01T06:00:00', '2027-01-04T08:00:00', false],
  // Before a day that closes early it may.
  [nasdaq, '2026-11-25', '2026-11-26T06:00:00', '2026-11-26T08:00:00', true],
])('%o: the session of %s ends at %s KST, the next opens at %s', (one, day, closes, opens, overnight) => {
  const state = sessionState('real', one, kst(`${day}T12:00:00`))
  expect(state).toEqual({
    isRest: false,
    session: { tradingDay: day, openAt: kst(`${day}T08:00:00`), closeAt: kst(closes) },
    nextOpenAt: kst(opens),
    overnightAllowed: overnight,
  })
  expect(isResting('real', one, kst(closes) - 1)).toBe(false)
  expect(isResting('real', one, kst(closes))).toBe(true)
})

test.each([
  [eurusd, '2026-12-25', '2026-12-24'],
  [gold, '2026-04-03', '2026-04-02'],
  [nasdaq, '2027-01-01', '2026-12-31'],
  [nasdaq, '2027-03-26', '2027-03-25'],
])('%o has no session on %s', (one, holiday, before) => {
  const state = sessionState('real', one, kst(`${holiday}T12:00:00`))
  expect(state).toMatchObject({ isRest: true, session: { tradingDay: before }, overnightAllowed: false })
  expect(sessionState('demo', one, kst(`${holiday}T12:00:00`)).isRest).toBe(false)
})

test.each([
  ['2026-10-29', '2026-11-06'],
  ['2027-03-10', '2027-03-19'],
])('sessions stay at 08:00 and 06:00 KST over the change of US time, %s to %s', (first, last) => {
  const sessions = sessionsOf('real', nasdaq, kst(`${first}T00:00:00`), kst(`${last}T23:00:00`))
  expect(sessions.length).toBeGreaterThan(6)
  for (const { session } of sessions) {
    expect(session.openAt).toBe(kst(`${session.tradingDay}T08:00:00`))
    expect(session.closeAt).toBe(session.openAt + 22 * 60 * minute)
  }
})

const newYork = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
})
/** Minutes since Sunday 00:00 in New York, by another way than the calendar's. */
function newYorkWeekMinute(at: number): number {
  const part = Object.fromEntries(newYork.formatToParts(at).map(({ type, value }) => [type, value]))
  const weekday = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(part['weekday'] ?? '')
  return (weekday * 24 + Number(part['hour'])) * 60 + Number(part['minute'])
}

test('every session of three years lies between two daily breaks of the venue, in both US times', () => {
  const breaks = new Set<number>()
  for (const { session } of sessionsOf('real', nasdaq, from, to)) {
    const opened = newYorkWeekMinute(session.openAt)
    const closed = newYorkWeekMinute(session.closeAt)
    // The venue's day: 18:00 of the evening before until 17:00.
    expect(opened % 1_440).toBeGreaterThanOrEqual(18 * 60)
    expect(closed % 1_440).toBeLessThanOrEqual(17 * 60)
    expect(Math.floor(closed / 1_440) - Math.floor(opened / 1_440)).toBe(1)
    breaks.add(opened % 1_440)
  }
  expect([...breaks].sort()).toEqual([18 * 60, 19 * 60])
})

test.each(['demo', 'real'] as const)('every instant lies in one session or one rest (%s calendar)', (calendar) => {
  fc.assert(
    fc.property(fc.constantFrom(...overseas), fc.integer({ min: from, max: to }), (one, at) => {
      const state = sessionState(calendar, one, at)
      const rest = restAround(calendar, one, at)
      expect(state.session.openAt).toBeLessThanOrEqual(at)
      expect(state.session.openAt).toBeLessThan(state.session.closeAt)
      expect(state.nextOpenAt).toBeGreaterThan(at)
      // Sessions never overlap.
      expect(state.nextOpenAt).toBeGreaterThan(state.session.closeAt)
      expect(state.isRest).toBe(at >= state.session.closeAt)
      expect(rest).toEqual(state.isRest ? { from: state.session.closeAt, to: state.nextOpenAt } : null)
      expect(isResting(calendar, one, at)).toBe(state.isRest)
    }),
    { numRuns: 1_000 },
  )
})

test.each(['demo', 'real'] as const)(
  'the edges of a session belong to it and to the rest (%s calendar)',
  (calendar) => {
    for (const one of [eurusd, gold, nasdaq]) {
      for (const { session } of sessionsOf(calendar, one, from, to)) {
        const inside = { session, isRest: false }
        expect(sessionState(calendar, one, session.openAt)).toMatchObject(inside)
        expect(sessionState(calendar, one, session.closeAt - 1)).toMatchObject(inside)
        expect(isResting(calendar, one, session.openAt - 1)).toBe(true)
        expect(isResting(calendar, one, session.closeAt)).toBe(true)
      }
    }
  },
)

test('demo calendar: a session every day, a break of five minutes, overnight always', () => {
  const sessions = sessionsOf('demo', gold, from, to)
  expect(sessions).toHaveLength(Math.round((to - from) / 86_400_000))
  for (const { session, nextOpenAt, overnightAllowed } of sessions) {
    expect(nextOpenAt - session.closeAt).toBe(5 * minute)
    expect(overnightAllowed).toBe(true)
  }
})

test('overnight is allowed exactly where the ordinary break of two hours follows (real calendar)', () => {
  for (const one of overseas) {
    for (const { session, nextOpenAt, overnightAllowed } of sessionsOf('real', one, from, to))
      expect(overnightAllowed).toBe(nextOpenAt - session.closeAt === 120 * minute)
  }
})

const hours = join(import.meta.dirname, '../../../../../shared/data/hours/us_cme_oanda_hours_2025_2027.json')
type Group = { closed?: true; closeET?: string } | null
interface Hours {
  readonly days: readonly ({ date: string; confidence: string } & Record<'fx' | 'metals' | 'equityIndex', Group>)[]
}
test.skipIf(!existsSync(hours))('the table of venue days says what the collected hours say', () => {
  const { days } = JSON.parse(readFileSync(hours, 'utf8')) as Hours
  const told = (group: Group) => (group?.closed ? 'closed' : group?.closeET)
  // Five in the afternoon is the ordinary close.
  const early = (group: Group) => (told(group) === '17:00' ? undefined : told(group))
  expect(
    venueDays.map(({ day, fx, metal, index, isProjected }) => [day, fx, metal, index, isProjected === true]),
  ).toEqual(
    days.map(({ date, fx, metals, equityIndex, confidence }) => [
      date,
      early(fx),
      early(metals),
      early(equityIndex),
      confidence === 'projected',
    ]),
  )
})

test('what KST is ahead of UTC comes from the time zone database', () => {
  expect(kstOffset(kst('2026-11-18T05:59:59'))).toBe(9 * 3_600_000)
  expect(kstOffset(Date.UTC(1988, 6, 1))).toBe(10 * 3_600_000)
})
