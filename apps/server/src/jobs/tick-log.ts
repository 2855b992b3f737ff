import type { Logger } from 'pino'
import { dropOld, dropSpooled, loggedInstruments, reduceOld } from '../market/index.ts'
import type { Database } from '../ports.ts'
import { roundEvidence } from '../rounds/index.ts'
import { inBatches } from './batches.ts'

/** Spooled ticks that no start closed for so long belong to an instrument that is no longer recorded. */
const spoolKeptMs = 90 * 86_400_000

/**
 * Minutes older than 90 days are cut down to what proves rounds, those older than five years go; `now` is domain time.
 * Returns the number of minutes and spooled rows.
 */
export async function tidyTickLog(db: Database, now: number, signal: AbortSignal, log: Logger): Promise<number> {
  let rows = 0
  for (const instrument of await db.system(loggedInstruments, 'long')) {
    const onBroken = (error: unknown) =>
      log.error({ err: error, instrument }, 'a minute of the tick log is broken: it stays whole')
    rows += await dropOld(db, instrument, now, signal)
    rows += await reduceOld({ db, instrument, now, evidenceOf: roundEvidence, onBroken, signal })
  }
  return rows + (await inBatches(db, signal, (tx, limit) => dropSpooled(tx, now - spoolKeptMs, limit)))
}
