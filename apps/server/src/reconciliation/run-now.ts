import { auditOnce, type Break, standingBreaks } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { tryJobLock } from '../jobs/index.ts'
import type { Providers } from '../providers/index.ts'
import { reconcileSite } from '../statements/index.ts'

/** A run that takes longer is given up; the hourly one follows. */
const longestMs = 120_000

/**
 * Holds the statements of a site against its ledger and audits the house, now. Where something is known to disagree every posting is
 * read: only a run that looked at all of it can find it sound again. Null: a run is under way.
 */
export async function runNow(
  { db, core, log, clocks }: Pick<Deps, 'db' | 'core' | 'log' | 'clocks'>,
  providers: Providers,
  siteId: number,
): Promise<readonly Break[] | null> {
  // The transaction only holds the lock, which the hourly run takes too.
  return db.system(async (tx) => {
    if (!(await tryJobLock(tx, 'reconciliation'))) return null
    await reconcileSite({ deps: { db, core, log }, providers, now: clocks.wall }, siteId)
    const isBroken = (await db.system(standingBreaks)).length > 0
    const signal = AbortSignal.timeout(longestMs)
    return auditOnce({ db, core, log, now: clocks.wall }, isBroken ? 'full' : 'since-closing', signal)
  })
}
