import { consoleOverviewEndpoints, type Overview, type OverviewTask, type SiteOverview } from '@maru/contract'
import { tables } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import { pendingApprovals } from '../approvals/index.ts'
import { pausedSince } from '../audit/index.ts'
import { waitingChats } from '../chat/index.ts'
import type { Deps, ReadyCheck } from '../deps.ts'
import { siteOverviewColumns, tableFile } from '../desk-lists/index.ts'
import { kstDay, kstDayPeriod, mostRows } from '../http/filters.ts'
import { route, type StaffMember } from '../http/index.ts'
import { openInquiries } from '../inquiries/index.ts'
import { select } from '../journal/index.ts'
import type { Tx } from '../ports.ts'
import { countWaitingLines } from '../statements/index.ts'
import { keepMinutes } from '../statistics/index.ts'

const onlineMs = 15 * 60_000
const weekMs = 7 * 86_400_000
const mostTasks = 20

/** The first page of the console: what needs a person now, and how the house does today. */
export function registerOverview(app: FastifyInstance, { db, reads, clocks, ready, details, ...rest }: Deps): void {
  const deps = { db, reads, clocks, ready, details, ...rest }
  const onlineHour = keepMinutes(app, deps, 'members online', (siteId) =>
    onlineOf(db.alone(siteId), siteId, clocks.wall()),
  )
  route(app, deps, consoleOverviewEndpoints.overview, async ({ site }) => {
    const at = clocks.wall()
    const [figures, paused, health] = await Promise.all([
      db.tenant(site.id, (tx) => figuresOf(tx, site.id, at)),
      pausedTasks(site.id, at),
      healthOf(new Map([...ready, ...details])),
    ])
    // A site whose withdrawals wait is the first thing to see to.
    return {
      at,
      ...figures,
      tasks: [...paused, ...figures.tasks],
      health,
      onlineHour: await onlineHour.of(site.id, at, figures.members.online),
    }
  })

  const pausedTasks = async (siteId: number, at: number): Promise<OverviewTask[]> => {
    const { value: config } = await reads.ask('money.config', { siteId })
    if (!config.isWithdrawPaused) return []
    const since = await db.system((tx) => pausedSince(tx, siteId))
    return [{ kind: 'PAUSED', id: siteId, won: null, flags: 0, at: since ?? at }]
  }

  const siteOverviews = async ({ staff }: StaffMember) => {
    const at = clocks.wall()
    const sites = staff.siteIds.map((id) => app.sites.byId(id)).filter((site) => site !== null)
    const rows: SiteOverview[] = []
    // One after another: nobody waits for a sum of sites, and members' calls share the connections.
    for (const { id, code, name } of sites)
      rows.push({ id, code, name, ...shortOf(await db.tenant(id, (tx) => figuresOf(tx, id, at))) })
    return rows
  }
  route(app, deps, consoleOverviewEndpoints.siteOverviews, ({ member }) => siteOverviews(member))
  tableFile(app, deps, 'siteTable', siteOverviewColumns, (_, staff) => siteOverviews(staff))
}

/** A site's figures in a line. */
function shortOf(figures: Omit<Overview, 'at' | 'health' | 'onlineHour'>): Omit<SiteOverview, 'id' | 'code' | 'name'> {
  const { members, deposits, withdrawals, approvals, suspense, disputes, lines, contacts, chats, todayIn, todayOut } =
    figures
  return {
    online: members.online,
    deposits: deposits.count,
    withdrawals: withdrawals.count,
    approvals,
    others: suspense + disputes + lines + contacts + chats,
    oldestAt: figures.tasks[0]?.at ?? null,
    todayIn: todayIn.won,
    todayOut: todayOut.won,
  }
}

async function figuresOf(tx: Tx, siteId: number, at: number): Promise<Omit<Overview, 'at' | 'health' | 'onlineHour'>> {
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
      .map(({ type, id, won, flags, createdAt }) => ({
        kind: type === 'D' ? ('DEPOSIT' as const) : ('WITHDRAWAL' as const),
        id,
        won: String(won),
        flags: flags.length,
        at: createdAt,
      })),
    ...waiting.map(({ id, createdAt }) => ({ kind: 'APPROVAL' as const, id, won: null, flags: 0, at: createdAt })),
    ...suspense.map(({ id, createdAt }) => ({ kind: 'SUSPENSE' as const, id, won: null, flags: 0, at: createdAt })),
    ...disputes.map(({ id, won, createdAt, escalatedAt }) => ({
      kind: escalatedAt === null ? ('DISPUTE' as const) : ('DISPUTE_LATE' as const),
      id,
      won: String(won),
      flags: 0,
      at: createdAt,
    })),
  ]
  const queue = (type: 'D' | 'W') => {
    const rows = requests.filter((row) => (row.type === 'D') === (type === 'D'))
    const won = rows.reduce((sum, row) => sum + row.won, 0n)
    return { count: rows.length, won: String(won), oldestAt: rows[0]?.createdAt ?? null }
  }
  return {
    deposits: queue('D'),
    withdrawals: queue('W'),
    approvals: waiting.length + half.length,
    suspense: suspense.length,
    disputes: disputes.length,
    lines: await countWaitingLines(tx, siteId),
    contacts: await openInquiries(tx, siteId),
    chats: await waitingChats(tx, siteId),
    tasks: tasks.sort((a, b) => a.at - b.at).slice(0, mostTasks),
    ...(await today(tx, siteId, at)),
    members: await membersOf(tx, siteId, at),
  }
}

/** Deposits, withdrawals, and sales: to a provider, and those to merchants that two persons have to approve. */
const decidedAtDesk = `(type in ('D', 'W') or (type = 'WS' and (house_sub not like 'p2p-%' or id in (
  select dnw_id from p2p_order where site_id = $1 and review_by is not null))))`

/** What was completed since midnight. A request is at most a week old then: its table has no index by time. */
async function today(tx: Tx, siteId: number, at: number) {
  const { from } = kstDayPeriod(kstDay(at))
  const rows = await tx.query<{ type: string; count: string; won: string }>(
    `select type, count(*) as count, sum(won) as won from dnw
      where site_id = $1 and id > coalesce((select id from dnw where site_id = $1 and created_at < $3 order by id desc limit 1), 0)
        and type in ('D', 'W') and status = 'COMPLETED' and processed_at >= $2 group by type`,
    [siteId, from, from - weekMs],
  )
  const flow = (type: string) => {
    const found = rows.find((row) => row.type === type)
    return { count: Number(found?.count ?? 0), won: found?.won ?? '0' }
  }
  return { todayIn: flow('D'), todayOut: flow('W') }
}

async function membersOf(tx: Tx, siteId: number, at: number): Promise<Overview['members']> {
  const { from } = kstDayPeriod(kstDay(at))
  const [row] = await tx.query<Record<'waiting' | 'joined' | 'total', string>>(
    `select (select count(*) from member where site_id = $1 and status = 'PENDING') as waiting,
            count(*) filter (where created_at >= $2) as joined, count(*) as total
       from member where site_id = $1 and kind <> 'STAFF'`,
    [siteId, from],
  )
  return {
    online: await onlineOf(tx, siteId, at),
    waiting: Number(row?.waiting),
    joinedToday: Number(row?.joined),
    total: Number(row?.total),
  }
}

/** Members with a session that was used a moment ago. */
async function onlineOf(tx: Tx, siteId: number, at: number): Promise<number> {
  const [row] = await tx.query<{ online: string }>(
    `select count(distinct s.member_id) as online from login_session s join member m on m.site_id = s.site_id and m.id = s.member_id
      where s.site_id = $1 and s.ended_at is null and s.rotated_at > $2 and m.kind <> 'STAFF'`,
    [siteId, at - onlineMs],
  )
  return Number(row?.online)
}

/** What `/readyz` tells, for people. */
async function healthOf(checks: ReadonlyMap<string, ReadyCheck>): Promise<Overview['health']> {
  return Promise.all(
    [...checks].map(async ([name, check]) => {
      try {
        return { name, problem: await check() }
      } catch (error) {
        return { name, problem: error instanceof Error ? error.message : String(error) }
      }
    }),
  )
}
