import type { Database, Tx } from '../ports.ts'
import { alarmRules } from './alarms.ts'
import type { NamedQuery } from './rule.ts'
import { rulesOf } from './rules.ts'
import { leastCut, type Scope } from './sums.ts'

const shownOfARule = 20

/** A rule that did not hold: how often, on which sites, and the first rows that break it. */
export interface Break {
  readonly rule: string
  readonly count: number
  readonly sites: readonly number[]
  /** How often on each site. */
  readonly counts: Readonly<Record<string, number>>
  /** The first of each site. */
  readonly first: readonly Record<string, unknown>[]
}

/** What an audit found, in one snapshot. */
export interface Findings {
  /** What does not hold: something was booked wrongly. */
  readonly breaks: readonly Break[]
  /** What staff must hear of although nothing was booked wrongly. */
  readonly alarms: readonly Break[]
}

/**
 * Compares every balance with what it must be, in one snapshot: the journal goes on beside it. An abort ends the query that runs.
 * Returns what does not hold. `full` reads every posting; `since-closing` reads the newest closing sums and what came after them.
 */
export async function findBreaks(db: Database, signal: AbortSignal, scope: Scope): Promise<readonly Break[]> {
  return (await lookAt(db, signal, scope)).breaks
}

/** The same, with what staff must hear of. */
export async function lookAt(db: Database, signal: AbortSignal, scope: Scope): Promise<Findings> {
  return db.system(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only')
    const [session] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid')
    const cancel = () =>
      void db.system((other) => other.query('select pg_cancel_backend($1)', [session?.pid])).catch(() => undefined)
    signal.addEventListener('abort', cancel, { once: true })
    try {
      return { breaks: await breaksIn(tx, signal, scope), alarms: await judge(tx, signal, alarmRules) }
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }, 'long')
}

/** What does not hold, within a transaction that has a snapshot of its own. */
export async function breaksIn(tx: Tx, signal: AbortSignal, scope: Scope): Promise<Break[]> {
  // Sums over many accounts stay in memory; of the default they would be written to disk.
  await tx.query("set local work_mem = '128MB'")
  const [row] = await tx.query<{ least: string }>(leastCut)
  return judge(tx, signal, rulesOf(scope, row?.least ?? '0'))
}

async function judge(tx: Tx, signal: AbortSignal, rules: readonly NamedQuery[]): Promise<Break[]> {
  const breaks: Break[] = []
  for (const [name, query] of rules) {
    signal.throwIfAborted()
    const rows = await tx.query<{ break_row: string; break_counts: Record<string, number> }>(
      `with found as materialized (${query})
       select f.*, t.* from (select *, row_number() over (partition by site_id) as break_row from found) f
       cross join (select jsonb_object_agg(site_id, count) as break_counts
                   from (select site_id, count(*) from found group by site_id) s) t
       where break_row <= ${shownOfARule}`,
    )
    const counts = rows[0]?.break_counts
    if (counts === undefined) continue
    breaks.push({
      rule: name,
      count: Object.values(counts).reduce((sum, count) => sum + count, 0),
      sites: Object.keys(counts).map(Number),
      counts,
      first: rows.map(({ break_row: _, break_counts: __, ...first }) => first),
    })
  }
  return breaks
}
