import { type EconomicEvent, type EconomicFault, economicMostEvents } from '@maru/contract'
import { Refused } from '../http/index.ts'
import { type Parsed, parseCalendar, type Release } from './parse.ts'
import type { Merged } from './store.ts'

/** The releases of a file, and its faults by line. Refuses what is no calendar, holds nothing or holds too much. */
export function readImport(content: string): Parsed {
  const parsed = parseCalendar(content)
  const entries = parsed === null ? 0 : parsed.releases.length + parsed.faults.length
  if (parsed === null || entries === 0) throw new Refused('IMPORT_UNREADABLE')
  if (entries > economicMostEvents) throw new Refused('IMPORT_TOO_LARGE')
  return parsed
}

/** What an import adds and changes. */
export interface Plan {
  readonly added: readonly EconomicEvent[]
  readonly changed: readonly { readonly before: EconomicEvent; readonly after: EconomicEvent }[]
  readonly same: number
}

/** Compares an import with what is known. A figure that the file does not tell stays. */
export function planOf(merged: readonly Merged[], source: string, nextId: () => number): Plan {
  const added: EconomicEvent[] = []
  const changed: { before: EconomicEvent; after: EconomicEvent }[] = []
  for (const { release, before } of merged) {
    if (before === null) added.push({ id: nextId(), ...release, source })
    else {
      const after = { ...before, ...told(release, before), source }
      if (isOther(before, after)) changed.push({ before, after })
    }
  }
  return { added, changed, same: merged.length - added.length - changed.length }
}

const told = ({ importance, previous, forecast, actual }: Release, before: EconomicEvent) => ({
  importance,
  previous: previous ?? before.previous,
  forecast: forecast ?? before.forecast,
  actual: actual ?? before.actual,
})

/** Another source of the same figures changes nothing. */
const isOther = (before: EconomicEvent, after: EconomicEvent) =>
  (['importance', 'previous', 'forecast', 'actual'] as const).some((name) => before[name] !== after[name])

/** How an import is told to who asked for it. */
export const answerOf = (
  { added, changed, same }: Plan,
  faults: readonly { readonly line: number; readonly fault: EconomicFault }[],
) => ({ added: added.length, changed: changed.length, same, faults: [...faults] })
