import type { Logger } from 'pino'
import { ConfigError } from './config.ts'
import type { Database, Tx } from './ports.ts'

/** A clock may lie behind the newest row by this much: servers of one house differ a little. */
const toleranceMs = 5_000

/**
 * Refuses to start on a wall clock that lies behind what was written before: limits, holds and lapses would count from a wrong time.
 * `mayLieBack`: a SUPER has looked at it, and lets the house start all the same; that is logged. Throws ConfigError.
 */
export async function refuseClockBack(
  db: Database,
  { wall, mayLieBack, log }: { readonly wall: number; readonly mayLieBack: boolean; readonly log: Logger },
): Promise<void> {
  const newest = await db.system(newestWallTime)
  if (newest === null || wall >= newest - toleranceMs) return
  const behindMs = newest - wall
  const times = `it says ${new Date(wall).toISOString()}, the newest row ${new Date(newest).toISOString()}`
  if (!mayLieBack) throw new ConfigError(`the clock lies ${behindMs} ms back: ${times}; set it right, or CLOCK_BACK=1`)
  log.warn({ behindMs, wall, newest }, 'CLOCK_BACK=1: the house starts although its clock lies back')
}

/** The newest wall-clock time of what runs, is checked, is done by staff, or leaves; null: nothing was written yet. */
export async function newestWallTime(tx: Tx): Promise<number | null> {
  const [row] = await tx.query<{ newest: string | null }>(
    `select greatest(
       (select max(ended_at) from job_run),
       (select max(at) from reconciliation),
       (select max(greatest(
          (select max(a.at) from staff_act a where a.site_id = s.id),
          (select max(o.created_at) from outgoing o where o.site_id = s.id)))
        from site s)) as newest`,
  )
  return row?.newest == null ? null : Number(row.newest)
}
