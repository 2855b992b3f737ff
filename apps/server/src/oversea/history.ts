import { OrderStatus, overseaEndpoints } from '@maru/contract'
import { formatMinor, overnightWire, overseaCrossWire, overseaFillWire, overseaOrderWire } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { kstDay, listOf, periodOf } from '../http/filters.ts'
import { optionFinder, Refused, route } from '../http/index.ts'
import { type Listing, listClosedOrders, listed, listFills, type Mine, newestFirst } from '../trading/index.ts'
import { openOversea } from './open.ts'
import { overseaOptionsOf } from './options.ts'
import { dailyProfits } from './store.ts'

const dayMs = 86_400_000
/** Trading days of daily_profit where the member names none. */
const usualDays = 30

/** What a member has open, what holding it overnight takes, and what became of the rest. He sees his own only. */
export function registerOverseaHistory(app: FastifyInstance, deps: Deps): void {
  const { reads, db, clocks } = deps

  route(app, deps, overseaEndpoints.overseaOpenOrder, async ({ query, site, member }) => {
    const optionId = await namedOption(site.id, query.overseaOptionId)
    const { orders } = await openOversea(reads, site.id, member.memberId, optionId)
    return [...orders]
  })

  route(app, deps, overseaEndpoints.overseaOpenPosition, async ({ query, site, member }) => {
    const optionId = await namedOption(site.id, query.overseaOptionId)
    const { positions } = await openOversea(reads, site.id, member.memberId, optionId)
    return [...positions]
  })

  route(app, deps, overseaEndpoints.overseaOvernight, async ({ query, site, member }) => {
    if (query.playerId !== undefined && query.playerId !== member.memberId) throw new Refused('USER_NOT_FOUND')
    const { value: open } = await reads.ask('oversea.open', { siteId: site.id, memberId: member.memberId })
    const optionOf = optionFinder(open.options)
    return open.positions
      .toSorted((a, b) => newestFirst(a.row, b.row))
      .map((position) => overnightWire(position, optionOf(position.row.optionId), position.overnightDeadlineAt))
  })

  route(app, deps, overseaEndpoints.overseaCross, async ({ site, member }) => {
    const { value: cross } = await reads.ask('oversea.cross', { siteId: site.id, memberId: member.memberId })
    if (cross === null) throw new Refused('WALLET_NOT_FOUND')
    return overseaCrossWire(cross)
  })

  route(app, deps, overseaEndpoints.overseaHistoryList, async ({ query, site, member }) => {
    const filter = {
      ...(await mineOf(site.id, member.memberId, query)),
      statuses: listOf(OrderStatus, query.statusStrs),
    }
    const optionOf = await overseaOptionsOf(deps, site.id)
    return listed(
      db,
      site.id,
      query,
      (tx, asked) => listClosedOrders(tx, 'oversea', filter, asked),
      (row) => overseaOrderWire(row, optionOf(row.optionId)),
    )
  })

  route(app, deps, overseaEndpoints.overseaHistoryFill, async ({ query, site, member }) => {
    const filter = { ...(await mineOf(site.id, member.memberId, query)), orderId: query.orderId ?? null }
    const optionOf = await overseaOptionsOf(deps, site.id)
    return listed(
      db,
      site.id,
      query,
      (tx, asked) => listFills(tx, 'oversea', filter, asked),
      (row) => overseaFillWire(row, optionOf(row.optionId)),
    )
  })

  route(app, deps, overseaEndpoints.overseaDailyProfit, async ({ query, site, member }) => {
    periodOf(query) // refuses a start after the end
    const isOpen = query.startDate === undefined && query.endDate === undefined
    const optionId = await namedOption(site.id, query.overseaOptionId)
    const days = await db.tenant(site.id, (tx) =>
      dailyProfits(tx, {
        siteId: site.id,
        memberId: member.memberId,
        optionId,
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
  const namedOption = async (siteId: number, id: number | undefined) =>
    id === undefined ? null : (await overseaOptionsOf(deps, siteId))(id).id

  async function mineOf(siteId: number, memberId: number, query: OverseaListing): Promise<Mine> {
    const optionId = await namedOption(siteId, query.overseaOptionId)
    return { siteId, memberId, optionId, period: periodOf(query) }
  }
}

interface OverseaListing extends Listing {
  readonly overseaOptionId?: number | undefined
}
