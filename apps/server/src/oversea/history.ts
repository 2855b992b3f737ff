import { OrderStatus, overseaEndpoints } from '@maru/contract'
import { formatMinor, overnightWire, overseaCrossWire, overseaFillWire, overseaOrderWire } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { kstDay, listOf, periodOf } from '../http/filters.ts'
import { Refused, route } from '../http/index.ts'
import { type Listing, listClosedOrders, listed, listFills, type Mine, newestFirst } from '../trading/index.ts'
import { openOversea } from './open.ts'
import { overseaOptionOf } from './options.ts'
import { dailyProfits } from './store.ts'

const dayMs = 86_400_000
/** Trading days of daily_profit where the member names none. */
const usualDays = 30

/** What a member has open, what holding it overnight takes, and what became of the rest. He sees his own only. */
export function registerOverseaHistory(app: FastifyInstance, deps: Deps): void {
  const { core, db, clocks } = deps

  route(app, deps, overseaEndpoints.overseaOpenOrder, ({ query, site, member }) => {
    const optionId = namedOption(site.id, query.overseaOptionId)
    return [...openOversea(core, site.id, member.memberId, optionId).orders]
  })

  route(app, deps, overseaEndpoints.overseaOpenPosition, ({ query, site, member }) => {
    const optionId = namedOption(site.id, query.overseaOptionId)
    return [...openOversea(core, site.id, member.memberId, optionId).positions]
  })

  route(app, deps, overseaEndpoints.overseaOvernight, ({ query, site, member }) => {
    if (query.playerId !== undefined && query.playerId !== member.memberId) throw new Refused('USER_NOT_FOUND')
    return core.view.oversea
      .openPositions(site.id, member.memberId)
      .toSorted((a, b) => newestFirst(a.row, b.row))
      .map((position) => {
        const option = overseaOptionOf(deps, site.id, position.row.optionId)
        const session = core.view.oversea.session(site.id, option.id)
        return overnightWire(position, option, session?.overnightDeadlineAt ?? null)
      })
  })

  route(app, deps, overseaEndpoints.overseaCross, ({ site, member }) => {
    const cross = core.view.oversea.cross(site.id, member.memberId)
    if (cross === null) throw new Refused('WALLET_NOT_FOUND')
    return overseaCrossWire(cross)
  })

  route(app, deps, overseaEndpoints.overseaHistoryList, ({ query, site, member }) => {
    const filter = {
      ...mineOf(site.id, member.memberId, query),
      statuses: listOf(OrderStatus, query.statusStrs),
    }
    return listed(
      db,
      site.id,
      query,
      (tx, asked) => listClosedOrders(tx, 'oversea', filter, asked),
      (row) => overseaOrderWire(row, overseaOptionOf(deps, site.id, row.optionId)),
    )
  })

  route(app, deps, overseaEndpoints.overseaHistoryFill, ({ query, site, member }) => {
    const filter = { ...mineOf(site.id, member.memberId, query), orderId: query.orderId ?? null }
    return listed(
      db,
      site.id,
      query,
      (tx, asked) => listFills(tx, 'oversea', filter, asked),
      (row) => overseaFillWire(row, overseaOptionOf(deps, site.id, row.optionId)),
    )
  })

  route(app, deps, overseaEndpoints.overseaDailyProfit, async ({ query, site, member }) => {
    periodOf(query) // refuses a start after the end
    const isOpen = query.startDate === undefined && query.endDate === undefined
    const days = await db.tenant(site.id, (tx) =>
      dailyProfits(tx, {
        siteId: site.id,
        memberId: member.memberId,
        optionId: namedOption(site.id, query.overseaOptionId),
        from: isOpen ? kstDay(clocks.domain.now() - (usualDays - 1) * dayMs) : (query.startDate ?? null),
        to: query.endDate ?? null,
      }),
    )
    return days.map(({ date, realizedPnl, fee, trades, wins }) => ({
      date,
      realizedPnl: formatMinor(realizedPnl, 'KRW'),
      fee: formatMinor(fee, 'KRW'),
      netPnl: formatMinor(realizedPnl - fee, 'KRW'),
      trades,
      wins,
    }))
  })

  /** The option that a list is narrowed to, or null for all. */
  function namedOption(siteId: number, id: number | undefined): number | null {
    return id === undefined ? null : overseaOptionOf(deps, siteId, id).id
  }

  function mineOf(siteId: number, memberId: number, query: OverseaListing): Mine {
    return { siteId, memberId, optionId: namedOption(siteId, query.overseaOptionId), period: periodOf(query) }
  }
}

interface OverseaListing extends Listing {
  readonly overseaOptionId?: number | undefined
}
