import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { readLease, takeLease } from '../journal/index.ts'
import type { Database } from '../ports.ts'
import { lookAtHolder } from './claim.ts'

/** Pause between two looks at a lease whose holder lives. */
const lookEveryMs = 250

export interface Standby {
  readonly db: Database
  readonly siteGroup: string
  /** Under which name the lease is taken. */
  readonly holder: string
  readonly log: Logger
  /** Ends the wait. */
  readonly signal: AbortSignal
}

/**
 * Waits until the lease of a site group was given back or its holder is found dead, and takes it. Returns how it was found, or null where
 * the signal ended the wait. While the database cannot be reached nothing is taken: its holder may only be cut off as this process is.
 */
export async function standBy({ db, siteGroup, holder, log, signal }: Standby): Promise<'free' | 'dead' | null> {
  let isAway = false
  while (!signal.aborted) {
    try {
      const seen = await readLease(db, siteGroup)
      const found = seen === null ? 'free' : await lookAtHolder(db, siteGroup, seen)
      if (isAway) log.info('the database is back: standing by')
      isAway = false
      if (signal.aborted) return null
      if (found !== 'alive') {
        const epoch = await takeLease(db, siteGroup, seen, { name: holder, backend: null, url: null })
        if (epoch !== null) {
          log.warn({ siteGroup, epoch, before: seen?.holder ?? null, found }, 'this process takes over')
          return found
        }
      }
    } catch (error) {
      if (!isAway) log.warn({ err: error }, 'the database is away: nothing is taken over until it is back')
      isAway = true
    }
    await pause(lookEveryMs, undefined, { signal }).catch(() => undefined)
  }
  return null
}
