import type { OverviewTask } from '@maru/contract'
import { type DnwRow, tables } from '@maru/core'
import { pendingApprovals } from '../approvals/index.ts'
import { pausedSince } from '../audit/index.ts'
import type { Deps } from '../deps.ts'
import { mostRows } from '../http/filters.ts'
import { failedJobs } from '../jobs/scheduler.ts'
import { select } from '../journal/index.ts'
import type { Tx } from '../ports.ts'

/** A payout whose outcome is unknown for so long needs a person. */
const unknownMs = 600_000

const task = (
  kind: OverviewTask['kind'],
  id: number,
  at: number,
  more: Partial<Pick<OverviewTask, 'won' | 'flags' | 'name'>> = {},
): OverviewTask => ({ kind, id, won: null, flags: 0, name: null, at, ...more })

/** What waits at the desks of a site. */
export interface Waiting {
  readonly requests: readonly DnwRow[]
  readonly approvals: number
  readonly suspense: number
  readonly disputes: number
  /** Each of them that a person has to look at, the oldest first. */
  readonly tasks: OverviewTask[]
}

/** What waits at the desks of a site at `at` (wall clock). */
export async function waitingAt(tx: Tx, siteId: number, at: number): Promise<Waiting> {
  const open = 'where site_id = $1 and closed_at is null order by id'
  const requests = (
    await select(tx, tables.dnw, `where site_id = $1 and processed_at is null and ${decidedAtDesk} order by id`, [
      siteId,
    ])
  ).filter(
    ({ type, status, cancelableUntil }) => type === 'D' || status !== 'REQUESTED' || at >= (cancelableUntil ?? 0),
  )
  const approvals = await pendingApprovals(tx, siteId, mostRows)
  // What waits for its request is that request's task.
  const unmatched = `where site_id = $1 and closed_at is null and cause <> 'ARRIVED' order by id`
  const suspense = await select(tx, tables.suspenses, unmatched, [siteId])
  const disputes = (await select(tx, tables.p2pOrders, open, [siteId])).filter(({ state }) => state === 'DISPUTED')
  const waiting = approvals.filter(({ expiresAt }) => expiresAt > at)
  const half = requests.filter(({ status, approvals }) => status === 'REVIEW' && approvals.length === 1)
  const tasks: OverviewTask[] = [
    ...requests
      .filter(({ status }) => status !== 'APPROVED')
      .map(({ type, id, won, flags, createdAt }) =>
        task(type === 'D' ? 'DEPOSIT' : 'WITHDRAWAL', id, createdAt, { won: String(won), flags: flags.length }),
      ),
    ...waiting.map(({ id, createdAt }) => task('APPROVAL', id, createdAt)),
    ...suspense.map(({ id, createdAt }) => task('SUSPENSE', id, createdAt)),
    ...disputes.map(({ id, won, createdAt, escalatedAt }) =>
      task(escalatedAt === null ? 'DISPUTE' : 'DISPUTE_LATE', id, createdAt, { won: String(won) }),
    ),
  ]
  return {
    requests,
    approvals: waiting.length + half.length,
    suspense: suspense.length,
    disputes: disputes.length,
    tasks: tasks.sort((a, b) => a.at - b.at),
  }
}

/** Deposits, withdrawals, and sales: to a provider, and those to merchants that two persons have to approve. */
const decidedAtDesk = `(type in ('D', 'W') or (type = 'WS' and (house_sub not like 'p2p-%' or id in (
  select dnw_id from p2p_order where site_id = $1 and review_by is not null))))`

/** What of a site stands still or fails at `at` (wall clock): withdrawals, what was stopped, providers, jobs. */
export async function standingTasks(
  { db, reads }: Pick<Deps, 'db' | 'reads'>,
  siteId: number,
  at: number,
): Promise<OverviewTask[]> {
  const [{ value: config }, { value: stops }] = await Promise.all([
    reads.ask('money.config', { siteId }),
    reads.ask('stops.standing', { siteId }),
  ])
  const { since, providers, jobs } = await db.system(async (tx) => ({
    since: config.isWithdrawPaused ? await pausedSince(tx, siteId) : null,
    providers: await failingProviders(tx, siteId, at),
    jobs: await failedJobs(tx),
  }))
  return [
    ...(config.isWithdrawPaused ? [task('PAUSED', siteId, since ?? at)] : []),
    ...stops.map(({ id, scope, line, instrument, confirmedBy, givenAt }) =>
      task(confirmedBy === null ? 'UNCONFIRMED' : 'STOPPED', id, givenAt, {
        name: [instrument, line ?? (instrument === null ? scope : null)].filter((part) => part !== null).join(' '),
      }),
    ),
    ...providers.map(({ name, at: since }) => task('PROVIDER', siteId, since, { name })),
    ...jobs.map(({ name, at: since }) => task('JOB', siteId, since, { name })),
  ]
}

/** Providers whose circuit is not closed, or by whom a payout left and nobody knows what became of it. */
async function failingProviders(tx: Tx, siteId: number, at: number) {
  const rows = await tx.query<{ provider: string; at: string }>(
    `select provider, min(at) as at from (
       select provider, since as at from provider_breaker where site_id = $1
       union all
       select provider, created_at from payout where site_id = $1 and closed_at is null and state = 'UNKNOWN' and created_at < $2) failing
      group by provider order by provider`,
    [siteId, at - unknownMs],
  )
  return rows.map(({ provider, at: since }) => ({ name: provider, at: Number(since) }))
}
