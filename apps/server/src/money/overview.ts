import {
  alarmOfTask,
  alarmPermissions,
  consoleOverviewEndpoints,
  mayRead,
  type Overview,
  type SiteOverview,
} from '@maru/contract'
import type { FastifyInstance } from 'fastify'
import { waitingChats } from '../chat/index.ts'
import type { Deps, ReadyCheck } from '../deps.ts'
import { siteOverviewColumns, tableFile } from '../desk-lists/index.ts'
import { kstDay, kstDayPeriod } from '../http/filters.ts'
import { route, type StaffMember } from '../http/index.ts'
import { openInquiries } from '../inquiries/index.ts'
import type { Tx } from '../ports.ts'
import { countWaitingLines } from '../statements/index.ts'
import { keepMinutes } from '../statistics/index.ts'
import { standingTasks, waitingAt } from './tasks.ts'

const onlineMs = 15 * 60_000
const weekMs = 7 * 86_400_000
const mostTasks = 20

/** The first page of the console: what needs a person now, and how the house does today. */
export function registerOverview(app: FastifyInstance, { db, reads, clocks, ready, details, ...rest }: Deps): void {
  const deps = { db, reads, clocks, ready, details, ...rest }
  const onlineHour = keepMinutes(app, deps, 'members online', (siteId) =>
    onlineOf(db.alone(siteId), siteId, clocks.wall()),
  )
  route(app, deps, consoleOverviewEndpoints.overview, async ({ site, member }) => {
    const at = clocks.wall()
    const [figures, standing, health] = await Promise.all([
      db.tenant(site.id, (tx) => figuresOf(tx, site.id, at)),
      standingTasks(deps, site.id, at),
      healthOf(new Map([...ready, ...details])),
    ])
    // What stands still is the first thing to see to.
    return {
      at,
      ...figures,
      tasks: [...standing, ...figures.tasks]
        .filter((task) => mayRead(member.staff.role, alarmPermissions[alarmOfTask(task).kind]))
        .slice(0, mostTasks),
      health,
      onlineHour: await onlineHour.of(site.id, at, figures.members.online),
    }
  })

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
  const { requests, approvals, suspense, disputes, tasks } = await waitingAt(tx, siteId, at)
  const queue = (type: 'D' | 'W') => {
    const rows = requests.filter((row) => (row.type === 'D') === (type === 'D'))
    const won = rows.reduce((sum, row) => sum + row.won, 0n)
    return { count: rows.length, won: String(won), oldestAt: rows[0]?.createdAt ?? null }
  }
  return {
    deposits: queue('D'),
    withdrawals: queue('W'),
    approvals,
    suspense,
    disputes,
    lines: await countWaitingLines(tx, siteId),
    contacts: await openInquiries(tx, siteId),
    chats: await waitingChats(tx, siteId),
    tasks,
    ...(await today(tx, siteId, at)),
    members: await membersOf(tx, siteId, at),
  }
}

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
