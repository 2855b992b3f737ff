import type { EconomicEvent, EconomicFault } from '@maru/contract'
import type { Entry } from './entry.ts'
import { fromIcal } from './read-ical.ts'
import { fromJson } from './read-json.ts'

/** A release as a file tells it. */
export type Release = Omit<EconomicEvent, 'id' | 'source'>
export interface Parsed {
  readonly releases: readonly Release[]
  readonly faults: readonly { readonly line: number; readonly fault: EconomicFault }[]
}

/** Reads an import: JSON or iCalendar, whichever it is; null where it is neither. Each entry is checked, and what is wrong is told by its line. */
export function parseCalendar(content: string): Parsed | null {
  const text = content.replace(/^\uFEFF/, '').trim()
  const entries = text.startsWith('BEGIN:VCALENDAR') ? fromIcal(text) : fromJson(text)
  if (entries === null) return null
  const releases: Release[] = []
  const faults: { line: number; fault: EconomicFault }[] = []
  const seen = new Set<string>()
  for (const entry of entries) {
    const read = releaseOf(entry)
    const key = typeof read === 'string' ? '' : `${read.at} ${read.country} ${read.name}`
    const fault = typeof read === 'string' ? read : seen.has(key) ? 'TWICE' : null
    if (fault !== null) faults.push({ line: entry.line, fault })
    else if (typeof read !== 'string') releases.push(read)
    seen.add(key)
  }
  return { releases, faults }
}

function releaseOf(entry: Entry): Release | EconomicFault {
  const name = typeof entry.name === 'string' ? entry.name.trim() : ''
  if (name === '' || name.length > 200 || hasControls(name)) return 'NAME'
  const at = timeOf(entry.at)
  if (typeof at === 'string') return at
  const country = countryOf(entry.country)
  if (country === null) return 'COUNTRY'
  const importance = importanceOf(entry.importance)
  if (importance === null) return 'IMPORTANCE'
  const [previous, forecast, actual] = [entry.previous, entry.forecast, entry.actual].map(figureOf)
  if (previous === undefined || forecast === undefined || actual === undefined) return 'FIGURE'
  return { name, at, country, importance, previous, forecast, actual }
}

const hasControls = (text: string) => /\p{Cc}/u.test(text)

const instant = /^(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/
const [earliest, latest] = [Date.UTC(2000, 0, 1), Date.UTC(2100, 0, 1)]

/** Epoch ms of a time with its offset; a time of no zone is nobody's (rules G). */
function timeOf(value: unknown): number | 'TIME' | 'OFFSET' {
  if (typeof value !== 'string') return 'TIME'
  const text = value.trim()
  const [, day] = instant.exec(text) ?? []
  if (day === undefined) return /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2})?)?$/.test(text) ? 'OFFSET' : 'TIME'
  const at = Date.parse(text.replace(' ', 'T'))
  // A day that no month has becomes another one without a word.
  const isDay = new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) === true
  return isDay && at >= earliest && at < latest ? at : 'TIME'
}

/** What no single country releases: CLDR's code of no region. */
const worldwide = 'ZZ'

const currencies: Readonly<Record<string, string>> = {
  USD: 'US',
  EUR: 'EU',
  JPY: 'JP',
  GBP: 'GB',
  AUD: 'AU',
  CAD: 'CA',
  CHF: 'CH',
  CNY: 'CN',
  NZD: 'NZ',
  KRW: 'KR',
  ALL: worldwide,
}
/** ISO 3166, the country of a currency, or ALL. */
function countryOf(value: unknown): string | null {
  const text = typeof value === 'string' ? value.trim().toUpperCase() : ''
  if (/^[A-Z]{2}$/.test(text)) return text
  return Object.hasOwn(currencies, text) ? (currencies[text] ?? null) : null
}

const words: Readonly<Record<string, number>> = { LOW: 1, HOLIDAY: 1, MEDIUM: 2, HIGH: 3, '1': 1, '2': 2, '3': 3 }
function importanceOf(value: unknown): number | null {
  const text = String(value ?? '')
    .trim()
    .toUpperCase()
  return Object.hasOwn(words, text) ? (words[text] ?? null) : null
}

/** A figure as it is written; undefined where it is none. */
function figureOf(value: unknown): string | null | undefined {
  if (value === undefined || value === null) return null
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : undefined
  if (text === undefined || text.length > 40 || hasControls(text)) return undefined
  return text === '' ? null : text
}
