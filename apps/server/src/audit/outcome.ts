import type { Tx } from '../ports.ts'
import type { Break, Findings } from './find-breaks.ts'
import type { Scope } from './sums.ts'

const keptMs = 90 * 86_400_000

/** Notes the outcome for all processes. `at`: wall clock. */
export async function noteOutcome(tx: Tx, at: number, scope: Scope, { breaks, alarms }: Findings): Promise<void> {
  const count = breaks.reduce((sum, { count }) => sum + count, 0)
  await tx.query('insert into reconciliation (at, breaks, findings, is_full, alarms) values ($1, $2, $3, $4, $5)', [
    at,
    count,
    JSON.stringify(breaks),
    scope === 'full',
    JSON.stringify(alarms),
  ])
  await tx.query('delete from reconciliation where at < $1', [at - keptMs])
}

/**
 * What is known to be broken: what the newest full audit found, and what the newest one of all found. A full audit looks at all that the
 * other does, but the other does not see what is wrong before the closing sums.
 */
export async function standingBreaks(tx: Tx): Promise<Break[]> {
  const rows = await tx.query<{ findings: Break[] }>(
    `select findings from reconciliation
     where at >= (select max(at) from reconciliation) or at = (select max(at) from reconciliation where is_full)
     order by at desc`,
  )
  const newest = new Map<string, Break>()
  for (const found of rows.flatMap(({ findings }) => findings)) {
    if (!newest.has(found.rule)) newest.set(found.rule, found)
  }
  return [...newest.values()]
}

/** Since when an audit names a site whose withdrawals are paused: the first one after two persons opened them last. */
export async function pausedSince(tx: Tx, siteId: number): Promise<number | null> {
  const [row] = await tx.query<{ at: string | null }>(
    `select min(at) as at from reconciliation
      where findings @> $2 and at > coalesce((
        select max(decided_at) from approval where site_id = $1 and kind = 'PAUSE_OPEN' and state = 'APPROVED'), 0)`,
    [siteId, JSON.stringify([{ sites: [siteId] }])],
  )
  return row?.at ? Number(row.at) : null
}

/** What staff must hear of now, although nothing is booked wrongly: what the newest audit found. */
export async function standingAlarms(tx: Tx): Promise<readonly Break[]> {
  const [row] = await tx.query<{ alarms: Break[] }>('select alarms from reconciliation order by at desc limit 1')
  return row?.alarms ?? []
}

/** The sites on which something does not balance; null where all do. */
export const brokenSites = (breaks: readonly Break[]): string | null => named('does not balance', breaks)

/** The sites of which staff must hear; null: none. */
export const alarmedSites = (alarms: readonly Break[]): string | null => named('raises an alarm', alarms)

function named(what: string, breaks: readonly Break[]): string | null {
  const sites = [...new Set(breaks.flatMap(({ sites }) => sites))].sort((a, b) => a - b)
  if (sites.length === 0) return null
  return `${what} on site ${sites.join(', ')}: ${breaks.map(({ rule, count }) => `${rule} (${count})`).join(', ')}`
}
