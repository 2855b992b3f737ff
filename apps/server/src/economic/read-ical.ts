import ICAL from 'ical.js'
import type { Entry } from './entry.ts'

/** The events of an iCalendar file (RFC 5545); null where the text is none. The country is their LOCATION; figures are properties of ours. */
export function fromIcal(text: string): Entry[] | null {
  let calendar: ICAL.Component
  try {
    calendar = new ICAL.Component(ICAL.parse(text) as unknown[])
  } catch {
    return null
  }
  const lines = text.split(/\r?\n/).flatMap((line, nth) => (line.trim() === 'BEGIN:VEVENT' ? [nth + 1] : []))
  const zones = new Map(
    calendar
      .getAllSubcomponents('vtimezone')
      .map((zone) => [String(zone.getFirstPropertyValue('tzid')), new ICAL.Timezone(zone)]),
  )
  return calendar.getAllSubcomponents('vevent').map((event, nth) => {
    const value = (name: string) => event.getFirstPropertyValue(name)?.toString()
    return {
      line: lines[nth] ?? 1,
      name: value('summary'),
      at: startOf(event, zones),
      country: value('location'),
      importance: value('x-importance') ?? fromPriority(value('priority')),
      previous: value('x-previous'),
      forecast: value('x-forecast'),
      actual: value('x-actual'),
    }
  })
}

/** The start of an event in UTC; a time of no zone, or of one that the file does not hold, as it stands. */
function startOf(event: ICAL.Component, zones: ReadonlyMap<string, ICAL.Timezone>): string | undefined {
  const property = event.getFirstProperty('dtstart')
  const time = property?.getFirstValue()
  if (!(time instanceof ICAL.Time)) return undefined
  if (time.zone === ICAL.Timezone.utcTimezone) return `${time.toString().replace(/Z$/, '')}Z`
  const zone = zones.get(String(property?.getFirstParameter('tzid') ?? ''))
  if (zone === undefined) return time.toString()
  time.zone = zone
  return time.toJSDate().toJSON()
}

/** RFC 5545: 1 to 4 high, 5 medium, 6 to 9 low. */
function fromPriority(priority: string | undefined): number | undefined {
  const value = Number(priority)
  if (!(value >= 1 && value <= 9)) return undefined
  return value < 5 ? 3 : value === 5 ? 2 : 1
}
