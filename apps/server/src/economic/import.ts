import { Worker } from 'node:worker_threads'
import { type EconomicEvent, type EconomicFault, economicMostEvents } from '@maru/contract'
import { Refused } from '../http/index.ts'
import type { Parsed, Release } from './parse.ts'
import type { Merged } from './store.ts'

/** A calendar of the permitted size is read within a fraction of both. */
const maxReadMs = 2_000
const maxMemoryMb = 256

/** The releases of a file, and its faults by line. Refuses what is no calendar, holds nothing, holds too much or takes too long to read. */
export async function readImport(content: string): Promise<Parsed> {
  const parsed = await parseApart(content)
  const entries = parsed === null ? 0 : parsed.releases.length + parsed.faults.length
  if (parsed === null || entries === 0) throw new Refused('IMPORT_UNREADABLE')
  if (entries > economicMostEvents) throw new Refused('IMPORT_TOO_LARGE')
  return parsed
}

/** Parses in a thread of its own; null where the thread did not end in time or fell over. */
async function parseApart(content: string): Promise<Parsed | null> {
  const worker = new Worker(new URL('./parse-worker.ts', import.meta.url), {
    workerData: content,
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
  })
  let overdue: NodeJS.Timeout | undefined
  try {
    return await new Promise<Parsed | null>((resolve) => {
      worker.once('online', () => {
        overdue = setTimeout(() => resolve(null), maxReadMs)
      })
      worker.once('message', resolve)
      worker.once('error', () => resolve(null))
      worker.once('exit', () => resolve(null))
    })
  } finally {
    clearTimeout(overdue)
    await worker.terminate()
  }
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
