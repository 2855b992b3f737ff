import { CommissionType, type ProfitRow, partnerEndpoints, partnerProfitEndpoints } from '@maru/contract'
import { kstMonday, placesAt } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import type { SecondPerson } from '../approvals/index.ts'
import type { Deps } from '../deps.ts'
import { kstDayPeriod, listOf, pageAnswer, pageOfQuery, periodOf } from '../http/filters.ts'
import { Refused, route } from '../http/index.ts'
import { ownTree } from '../partners/index.ts'
import { weekMs } from './bases.ts'
import { registerCommissionDesk } from './desk.ts'
import { activeMembers, membersOf } from './members.ts'
import { amountAt, partnerWeek, profitDays } from './own.ts'
import { profitRows, Reports } from './report.ts'

export { closeWeek, closeWeeks, noteRates } from './close.ts'
export { holdAll } from './desk.ts'

/** What partners earn: their own weeks for themselves, all for headquarters. */
export function registerCommissions(app: FastifyInstance, deps: Deps, second: SecondPerson): void {
  const { db, clocks } = deps
  const reports = new Reports(deps)
  registerCommissionDesk(app, deps, second, reports)

  route(app, deps, partnerEndpoints.partnerOne, async ({ query, site, member }) => {
    const { root, tree } = await db.tenant(site.id, (tx) => ownTree(deps, tx, site.id, member.memberId))
    const id = query.id ?? root
    const partner = tree.isIn(root, id) ? tree.detail(id, root) : null
    if (partner === null) throw new Refused('PARTNER_NOT_FOUND')
    const below = [...tree.partners.keys()].filter((one) => tree.isIn(id, one))
    const [active, week, last] = await Promise.all([
      db.tenant(site.id, (tx) => activeMembers(tx, site.id, below, clocks.domain.now())),
      reports.of({ siteId: site.id, week: tree.week }),
      reports.of({ siteId: site.id, week: tree.week - weekMs }),
    ])
    const from = partner.nextTerms && kstDayPeriod(partner.nextTerms.from).from
    return {
      ...partner,
      members: { ...partner.members, active },
      week: partnerWeek(week, id),
      last: partnerWeek(last, id),
      lastOnNextTerms: from === null ? null : String(amountAt(last, id, placesAt(tree.nodes, from))),
    }
  })

  route(app, deps, partnerProfitEndpoints.partnerDaily, async ({ query, site, member }) => {
    const { root, tree } = await db.tenant(site.id, (tx) => ownTree(deps, tx, site.id, member.memberId))
    const { from } = kstDayPeriod(`${query.month}-01`)
    const [year, month] = query.month.split('-').map(Number) as [number, number]
    const to = from + new Date(Date.UTC(year, month, 0)).getUTCDate() * 86_400_000
    return profitDays(
      reports,
      { siteId: site.id, id: root, partners: tree.partners },
      { from, to },
      clocks.domain.now(),
    )
  })

  route(app, deps, partnerProfitEndpoints.partnerProfit, async ({ query, site, member }) => {
    const { root, tree } = await db.tenant(site.id, (tx) => ownTree(deps, tx, site.id, member.memberId))
    const { from, to } = periodOf(query)
    const running = kstMonday(clocks.domain.now())
    const weeks = await reports.closed(site.id, from, to)
    // The week before may wait for its close.
    const open = [running, running - weekMs].filter(
      (week) => week + weekMs > from && (week === running ? clocks.domain.now() < to : week + weekMs <= to),
    )
    const days = [...new Set([...open, ...weeks])].sort((a, b) => b - a)
    const types = listOf(CommissionType, query.typeStrs)
    const names = new Map([...tree.partners].map(([id, { name }]) => [id, name]))
    const how = { isChildren: query.isChildren !== '0', isDemo: site.moneyMode === 'DEMO' }
    const all: ProfitRow[] = []
    for (const week of days) {
      const report = await reports.of({ siteId: site.id, week })
      all.push(...profitRows(report, root, names, how).filter(({ type }) => types === null || types.includes(type)))
    }
    if (query.resultType === 'Summary') {
      const sum = (...states: string[]) =>
        String(
          all.reduce((total, { amount, status }) => (states.includes(status) ? total + BigInt(amount) : total), 0n),
        )
      return { accruing: sum('ACCRUING'), waiting: sum('WAITING', 'APPROVING', 'HELD'), paid: sum('PAID') }
    }
    const page = pageOfQuery(query)
    return page === null
      ? all.slice(0, 500)
      : pageAnswer(page, all.slice(page.offset, page.offset + page.size), all.length)
  })

  route(app, deps, partnerProfitEndpoints.partnerMembers, ({ query, site, member }) =>
    db.tenant(site.id, async (tx) => {
      const { root, tree } = await ownTree(deps, tx, site.id, member.memberId)
      const branch = query.branchId ?? root
      if (!tree.isIn(root, branch)) throw new Refused('PARTNER_NOT_FOUND')
      const ids = [...tree.partners.keys()].filter((id) => tree.isIn(branch, id))
      const page = pageOfQuery({ ...query, resultType: 'Page' })!
      const { rows, total } = await membersOf(tx, site.id, ids, clocks.domain.now(), page)
      return pageAnswer(
        page,
        rows.map(({ partnerId, ...row }) => ({ ...row, branchName: tree.partners.get(partnerId)!.name })),
        total,
      )
    }),
  )
}
