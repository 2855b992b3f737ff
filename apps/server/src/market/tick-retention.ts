import { type LoggedMinute, logMinuteMs, reduceMinute } from '@maru/market'
import type { Database, Tx } from '../ports.ts'
import { evidenceWindowMs, isInWindow, windowOf } from './tick-log.ts'
import { dropMinutes, nextWholeMinute, storeReduced } from './tick-store.ts'

const dayMs = 86_400_000
/** Rules A: whole minutes for 90 days, roots and what proves rounds for five years. */
const wholeMs = 90 * dayMs
const provableMs = 5 * 366 * dayMs
const dropBatch = 1_000

/** What must stay of the ticks in a stretch of time. */
export interface Evidence {
  /** Times around which all ticks stay, and back to the tick that decided, with its earliest time. */
  readonly moments: readonly { readonly at: number; readonly decidedBy: number | null }[]
  /** Ticks that stay wherever they lie. */
  readonly seqs: ReadonlySet<number>
}

export interface Reduction {
  readonly db: Database
  readonly instrument: string
  /** Domain time. */
  readonly now: number
  /** What must stay of ticks in [from, to]: moments in it, and later ones that reach back into it. */
  readonly evidenceOf: (tx: Tx, instrument: string, from: number, to: number) => Promise<Evidence>
  /** Called for a minute that does not verify: it stays unchanged. */
  readonly onBroken: (error: unknown) => void
  readonly signal: AbortSignal
}

/** Reduces the minutes of an instrument that are older than 90 days, one transaction each; returns how many. Continues where it was stopped. */
export async function reduceOld(reduction: Reduction): Promise<number> {
  const { db, instrument, evidenceOf, onBroken, signal } = reduction
  const before = reduction.now - wholeMs - logMinuteMs // its last tick is that old too
  let reduced = 0
  for (let after = -1; !signal.aborted; ) {
    const next = await db.system(async (tx) => {
      const minute = await nextWholeMinute(tx, instrument, after, before)
      if (minute === null) return null
      const times = minute.leaves.map(({ sourceTs }) => sourceTs)
      const from = times.reduce((a, b) => Math.min(a, b), minute.minute)
      const to = times.reduce((a, b) => Math.max(a, b), minute.minute + 2 * logMinuteMs)
      const evidence = await evidenceOf(tx, instrument, from - evidenceWindowMs, to + evidenceWindowMs)
      return { minute, evidence }
    }, 'long')
    if (next === null) break
    const { minute, evidence } = next
    after = minute.minute
    const windows = evidence.moments.map(({ at, decidedBy }) =>
      windowOf(at, decidedBy === null ? null : { sourceTs: decidedBy, recvTs: decidedBy }),
    )
    let smaller: LoggedMinute
    try {
      smaller = reduceMinute(
        minute,
        (leaf) => evidence.seqs.has(leaf.seq) || windows.some((window) => isInWindow(window, leaf)),
      )
    } catch (error) {
      onBroken(error)
      continue
    }
    await db.system((tx) => storeReduced(tx, smaller), 'long')
    reduced += 1
  }
  return reduced
}

/** Deletes the minutes of an instrument that are older than five years; returns how many. */
export async function dropOld(db: Database, instrument: string, now: number, signal: AbortSignal): Promise<number> {
  let dropped = 0
  while (!signal.aborted) {
    const count = await db.system(
      (tx) => dropMinutes(tx, instrument, now - provableMs - logMinuteMs, dropBatch),
      'long',
    )
    dropped += count
    if (count < dropBatch) break
  }
  return dropped
}
