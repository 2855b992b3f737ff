import type { Currency, ReconcileAccount, Reconciliation } from '@maru/contract'
import { formatMinor } from '@maru/core'
import { type Break, ruleNames, standingAlarms, standingBreaks } from '../audit/index.ts'
import type { Tx } from '../ports.ts'

const dayMs = 86_400_000

/** What the audits of the last day found on a site, what disagrees there now, and what has to be looked at. */
export async function outcomeOf(
  tx: Tx,
  siteId: number,
  now: number,
): Promise<Pick<Reconciliation, 'runs' | 'rules' | 'breaks' | 'alarms'>> {
  const rows = await tx.query<{ at: string; is_full: boolean; findings: readonly Break[] }>(
    'select at, is_full, findings from reconciliation where at > $1 order by at',
    [now - dayMs],
  )
  const ofSite = (found: readonly Break[]) =>
    found
      .filter(({ sites }) => sites.includes(siteId))
      .map((one) => ({ rule: one.rule, count: countOf(one, siteId), rows: rowsOf(one, siteId) }))
  return {
    runs: rows.map(({ at, is_full, findings }) => ({
      at: Number(at),
      isFull: is_full,
      count: findings.reduce((sum, found) => sum + countOf(found, siteId), 0),
    })),
    rules: ruleNames('full'),
    breaks: ofSite(await standingBreaks(tx)),
    alarms: ofSite(await standingAlarms(tx)),
  }
}

type BreakRow = Reconciliation['breaks'][number]['rows'][number]

/** The rows of one site alone: a finding is of the whole house. */
const rowsOf = ({ first }: Break, siteId: number): BreakRow[] =>
  first
    .filter((row) => Number(row['site_id']) === siteId)
    .map(({ site_id: _, ...row }) => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, cell(value)])))

const cell = (value: unknown): BreakRow[string] =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null
    ? value
    : JSON.stringify(value)

/** Findings of before say only on which sites something was, and the first of it. */
const countOf = (found: Break, siteId: number): number =>
  (found.counts as Break['counts'] | undefined)?.[siteId] ??
  (found.sites.includes(siteId) ? Math.max(1, rowsOf(found, siteId).length) : 0)

/** The newest statement of each account that a provider keeps, and how much of it waits for its other side. */
export async function accountsOf(tx: Tx, siteId: number): Promise<ReconcileAccount[]> {
  const rows = await tx.query<{
    provider: string
    currency: Currency
    day: string
    opening: string
    closing: string
    is_final: boolean
    read_at: string
    imported_by: string | null
    corrected_opening: string | null
    corrected_closing: string | null
    open: string
    late: string
  }>(
    `select distinct on (d.provider, d.currency) d.provider, d.currency, d.day::text, d.opening, d.closing, d.is_final, d.read_at,
            d.imported_by, d.corrected_opening, d.corrected_closing, o.open, o.late
     from statement_day d
     left join lateral (
       select count(*) as open, count(*) filter (where is_late) as late from (
         select is_late from statement_line l
          where l.site_id = d.site_id and l.provider = d.provider and l.currency = d.currency
            and (txn_id is null or fee_gap <> 0) and gone_at is null
         union all
         select is_late from house_movement m
          where m.site_id = d.site_id and m.provider = d.provider and m.currency = d.currency and not is_shown) open
     ) o on true
     where d.site_id = $1 order by d.provider, d.currency, d.day desc`,
    [siteId],
  )
  return rows.map(({ is_final, read_at, imported_by, open, late, corrected_opening, corrected_closing, ...row }) => ({
    ...row,
    opening: formatMinor(BigInt(row.opening), row.currency),
    closing: formatMinor(BigInt(row.closing), row.currency),
    corrected:
      corrected_opening === null || corrected_closing === null
        ? null
        : {
            opening: formatMinor(BigInt(corrected_opening), row.currency),
            closing: formatMinor(BigInt(corrected_closing), row.currency),
          },
    isFinal: is_final,
    readAt: Number(read_at),
    isImported: imported_by !== null,
    open: Number(open),
    late: Number(late),
  }))
}

/** The withdrawals that are open: a pause holds them. */
export async function waitingExits(tx: Tx, siteId: number): Promise<Reconciliation['waiting']> {
  const [row] = await tx.query<{ count: string; won: string }>(
    `select count(*) as count, coalesce(sum(won), 0) as won from dnw where site_id = $1 and processed_at is null and type = 'W'`,
    [siteId],
  )
  return { count: Number(row?.count ?? 0), won: row?.won ?? '0' }
}
