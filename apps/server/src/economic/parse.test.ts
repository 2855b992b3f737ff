import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseCalendar } from './parse.ts'

const at = Date.parse('2026-10-14T21:30:00+09:00')
const entry = (parts: object = {}) => ({
  name: '소비자물가지수 (9월, 전년비)',
  at: '2026-10-14T21:30:00+09:00',
  country: 'US',
  importance: 3,
  previous: '3.0%',
  forecast: '2.9%',
  actual: null,
  ...parts,
})
const json = (...entries: object[]) => parseCalendar(JSON.stringify(entries, null, 1))
const faultOf = (parts: object) => json(entry(parts))?.faults.map(({ fault }) => fault)

describe('a calendar of JSON', () => {
  it('is read with its times, countries and figures as they are written', () => {
    expect(json(entry())).toEqual({
      releases: [
        {
          name: '소비자물가지수 (9월, 전년비)',
          at,
          country: 'US',
          importance: 3,
          previous: '3.0%',
          forecast: '2.9%',
          actual: null,
        },
      ],
      faults: [],
    })
  })

  it('may be a recorded week of another calendar: titles, currencies, words of importance, offsets of New York', () => {
    const recorded = new URL('../../../../../shared/data/calendar/ff_week_2026-09-27.sample.json', import.meta.url)
    const read = parseCalendar(readFileSync(recorded, 'utf8'))
    expect(read?.faults).toEqual([])
    expect(read?.releases.length).toBe(19)
    expect(read?.releases[0]).toMatchObject({ name: 'ECB President Lagarde Speaks', country: 'EU', importance: 2 })
    expect(read?.releases.find(({ name }) => name === 'Cash Rate')).toMatchObject({
      at: Date.parse('2026-09-29T13:30:00+09:00'),
      country: 'AU',
      importance: 3,
      forecast: '4.60%',
      previous: '4.35%',
      actual: null,
    })
    expect(read?.releases.find(({ name }) => name === '10-y Bond Auction')?.previous).toBe('5.16|3.6')
  })

  it.each([
    ['a time without offset', { at: '2026-10-14T21:30:00' }, 'OFFSET'],
    ['a day alone', { at: '2026-10-14' }, 'OFFSET'],
    ['a day that no month has', { at: '2026-02-30T08:00:00+09:00' }, 'TIME'],
    ['an hour that no day has', { at: '2026-10-14T25:00:00+09:00' }, 'TIME'],
    ['a time of another century', { at: '1926-10-14T21:30:00+09:00' }, 'TIME'],
    ['a number for a time', { at }, 'TIME'],
    ['no name', { name: ' ' }, 'NAME'],
    ['a name of control characters', { name: 'CPI\u0000' }, 'NAME'],
    ['a name of 201 letters', { name: 'x'.repeat(201) }, 'NAME'],
    ['a country that is none', { country: 'Korea' }, 'COUNTRY'],
    ['a property of objects for a country', { country: 'constructor' }, 'COUNTRY'],
    ['importance 4', { importance: 4 }, 'IMPORTANCE'],
    ['no importance', { importance: null }, 'IMPORTANCE'],
    ['a list for a figure', { actual: ['1'] }, 'FIGURE'],
    ['a figure of 41 letters', { actual: '1'.repeat(41) }, 'FIGURE'],
  ])('tells of %s', (_, parts, fault) => {
    expect(faultOf(parts)).toEqual([fault])
  })

  it('tells the line on which the wrong entry begins, and of the same release a second time', () => {
    const text =
      '[\n {"name": "a [}", "at": "2026-10-14T21:30:00Z", "country": "US", "importance": 1},\n\n  7,\n {\n "name": "a [}",\n "at": "2026-10-14T21:30Z", "country": "USD", "importance": "Low"}\n]'
    expect(parseCalendar(text)?.faults).toEqual([
      { line: 4, fault: 'NAME' },
      { line: 5, fault: 'TWICE' },
    ])
  })

  it.each(['', 'x', '{}', '"BEGIN"', '<html></html>', '[1,'])('is not %j', (text) => {
    expect(parseCalendar(text)).toBeNull()
  })
})

const event = (...lines: string[]) => [
  'BEGIN:VEVENT',
  'SUMMARY:소비자물가지수',
  'LOCATION:US',
  'PRIORITY:1',
  ...lines,
  'END:VEVENT',
]
const zone = [
  'BEGIN:VTIMEZONE',
  'TZID:America/New_York',
  'BEGIN:STANDARD',
  'DTSTART:20071104T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU',
  'TZOFFSETFROM:-0400',
  'TZOFFSETTO:-0500',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:20070311T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
  'TZOFFSETFROM:-0500',
  'TZOFFSETTO:-0400',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
]
const ical = (...parts: string[][]) =>
  parseCalendar(['BEGIN:VCALENDAR', 'VERSION:2.0', ...parts.flat(), 'END:VCALENDAR'].join('\r\n'))

describe('a calendar of iCalendar', () => {
  it('is read in UTC and in the zones that it holds, summer and winter', () => {
    const read = ical(
      zone,
      event('DTSTART:20261014T123000Z', 'X-FORECAST:2.9%'),
      event('DTSTART;TZID=America/New_York:20261014T083000', 'DESCRIPTION:x').map((line) =>
        line.replace('물가', '신뢰'),
      ),
      event('DTSTART;TZID=America/New_York:20261210T083000'),
    )
    expect(read?.faults).toEqual([])
    expect(read?.releases.map((one) => one.at)).toEqual([at, at, Date.parse('2026-12-10T22:30:00+09:00')])
    expect(read?.releases[0]).toMatchObject({ country: 'US', importance: 3, forecast: '2.9%', previous: null })
  })

  it('tells by line of times in no zone, in one that it does not hold, and of days', () => {
    const read = ical(
      event('DTSTART:20261014T083000'),
      event('DTSTART;TZID=Mars/Base:20261014T083000'),
      event('DTSTART;VALUE=DATE:20261014'),
      event(),
      event('DTSTART:20261014T123000Z', 'PRIORITY:0').filter((line) => line !== 'PRIORITY:1'),
    )
    expect(read?.faults).toEqual([
      { line: 3, fault: 'OFFSET' },
      { line: 9, fault: 'OFFSET' },
      { line: 15, fault: 'OFFSET' },
      { line: 21, fault: 'TIME' },
      { line: 26, fault: 'IMPORTANCE' },
    ])
  })

  it('is nothing when it ends in the middle', () => {
    expect(parseCalendar('BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:x')).toBeNull()
  })

  it.each([
    ['a minute', 'FREQ=MINUTELY'],
    ['a second', 'FREQ=SECONDLY;INTERVAL=30'],
    ['an hour', 'FREQ=HOURLY'],
    ['a day for ever', 'FREQ=DAILY'],
    ['a day for longer than a year', 'FREQ=DAILY;COUNT=367'],
    ['a day until later than a year', 'FREQ=DAILY;UNTIL=20081110T000000Z'],
    ['a week for ever', 'FREQ=WEEKLY'],
    ['every day of each month', 'FREQ=MONTHLY;BYMONTHDAY=1,2,3,4,5,6,7,8,9,10,11,12,13,14'],
  ])('whose zone changes once in %s is none', (_, rule) => {
    const changed = zone.map((line) => (line.startsWith('RRULE:FREQ=YEARLY;BYMONTH=11') ? `RRULE:${rule}` : line))
    expect(ical(changed, event('DTSTART;TZID=America/New_York:20261014T083000'))).toBeNull()
  })

  it('may hold a zone that changed day by day within a year', () => {
    const changed = zone.map((line) =>
      line.startsWith('RRULE:FREQ=YEARLY;BYMONTH=11') ? 'RRULE:FREQ=DAILY;COUNT=3' : line,
    )
    expect(ical(changed, event('DTSTART;TZID=America/New_York:20071014T083000'))?.releases).toHaveLength(1)
  })
})
