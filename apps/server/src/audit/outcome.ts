import type { Tx } from '../ports.ts'
import type { Break } from './find-breaks.ts'
import type { Scope } from './sums.ts'

const keptMs = 90 * 86_400_000

/** Notes the outcome for all processes. `at`: wall clock. */
export async function noteOutcome(tx: Tx, at: number, scope: Scope, breaks: readonly Break[]): Promise<void> {
  const count = breaks.reduce((sum, { count }) => sum + count, 0)
  await tx.query('insert into reconciliation (at, breaks, findings, is_full) values ($1, $2, $3, $4)', [
    at,
    count,
    JSON.stringify(breaks),
    scope === 'full',
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

/** The sites on which something does not balance; null where all do. */
export function brokenSites(breaks: readonly Break[]): string | null {
  const sites = [...new Set(breaks.flatMap(({ sites }) => sites))].sort((a, b) => a - b)
  if (sites.length === 0) return null
  return `does not balance on site ${sites.join(', ')}: ${breaks.map(({ rule, count }) => `${rule} (${count})`).join(', ')}`
}
