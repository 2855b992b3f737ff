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
  const vtimezones = calendar.getAllSubcomponents('vtimezone')
  if (!vtimezones.every(changesRarely)) return null
  const lines = text.split(/\r?\n/).flatMap((line, nth) => (line.trim() === 'BEGIN:VEVENT' ? [nth + 1] : []))
  const zones = new Map(vtimezones.map((zone) => [String(zone.getFirstPropertyValue('tzid')), new ICAL.Timezone(zone)]))
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

/**
 * Whether the changes of a zone are those of a real one: once a year or a month, or day by day within a year. The library lists all of them
 * up to the year of an event.
 */
function changesRarely(zone: ICAL.Component): boolean {
  return zone.getAllSubcomponents().every((part) => {
    const start = part.getFirstPropertyValue('dtstart')
    return part.getAllProperties('rrule').every((property) => {
      const rule = property.getFirstValue()
      if (!(rule instanceof ICAL.Recur) || !(start instanceof ICAL.Time)) return false
      const isSingle = Object.values(rule.parts).every((values) => !Array.isArray(values) || values.length <= 1)
      if (isSingle && (rule.freq === 'YEARLY' || rule.freq === 'MONTHLY')) return true
      if (!coarse.has(rule.freq)) return false
      if (rule.count) return rule.count <= maxDays
      return rule.until ? rule.until.subtractDate(start).toSeconds() <= maxDays * 86_400 : false
    })
  })
}

const coarse: ReadonlySet<string> = new Set(['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY'])
const maxDays = 366

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
