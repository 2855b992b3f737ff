import { setTimeout as sleep } from 'node:timers/promises'
import type { Core, CoreSnapshot } from '@maru/core'
import { DatabaseUnavailable, type IdAllocator } from '../database/index.ts'
import { Deposed } from '../journal/index.ts'
import type { Clocks, Database } from '../ports.ts'
import { limits, type OpenBatch, openBatch, take, tell } from './batch-builder.ts'
import type { Newest } from './newest.ts'
import { readSnapshot } from './restore.ts'

/** Failures of a restore after which a person is asked; a database that is away counts for none. */
const mostFailures = 8
const longestPauseMs = 2_000

export interface Attempts {
  readonly restore: () => Promise<void>
  /** At the start of the process a database that is away counts as a failure. */
  readonly isFirst: boolean
  readonly isStopped: () => boolean
  /** Told of each attempt that will be repeated. */
  readonly onRetry: (error: unknown, attempt: number) => void
}

/** Restores until it succeeds or the runner is stopped; throws when a person has to look at it. */
export async function restoreInTheEnd({ restore, isFirst, isStopped, onRetry }: Attempts): Promise<void> {
  let failures = 0
  for (let attempt = 0; ; attempt += 1) {
    try {
      await restore()
      return
    } catch (error) {
      // A database that is away comes back. Anything else that keeps failing needs a person.
      if (isFirst || !(error instanceof DatabaseUnavailable)) failures += 1
      if (failures > mostFailures || error instanceof Deposed) throw error
      onRetry(error, attempt)
      await sleep(Math.min(longestPauseMs, 100 * 2 ** attempt))
      if (isStopped()) return
    }
  }
}

interface Source {
  readonly db: Database
  readonly siteGroup: string
  readonly createCore: (snapshot: CoreSnapshot) => Core
  readonly clocks: Clocks
  readonly ids: IdAllocator
}

export interface Restored {
  readonly core: Core
  readonly snapshot: CoreSnapshot
  /** The core's time, and the first batch, with what it did to get there. */
  readonly at: number
  readonly batch: OpenBatch
}

/** Builds the core from the database, brings it to now (never before `notBefore`), and tells it the newest that the market said. */
export async function restoreCore(from: Source, newest: Newest, notBefore: number): Promise<Restored> {
  const { db, siteGroup, createCore, clocks, ids } = from
  const snapshot = await readSnapshot(db, siteGroup, { at: clocks.domain.now(), wall: clocks.wall() })
  const core = createCore(snapshot)
  const at = Math.max(notBefore, snapshot.lastBatchAt ?? 0, clocks.domain.now())
  const batch = openBatch(at)
  const ctx = { at, nextId: ids.next, wall: clocks.wall() }
  // The first call tells the core the time: it schedules rounds, and what it missed since the newest batch is an outage.
  take(batch, core.advance(ctx, limits.rowEffects))
  for (const input of newest.told(at)) take(batch, tell(core, { ...input, at }, ctx))
  return { core, snapshot, at, batch }
}
