import { futuresEndpoints, OrderStatus } from '@maru/contract'
import {
  exitsOf,
  type FuturesOption,
  formatMinor,
  futuresCrossWire,
  futuresFillWire,
  futuresLeverageWire,
  futuresOrderWire,
  futuresPositionWire,
} from '@maru/core'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { kstDay, listOf, periodOf } from '../http/filters.ts'
import { optionFinder, Refused, route } from '../http/index.ts'
import { type Listing, listClosedOrders, listed, listFills, type Mine, orderById } from '../trading/index.ts'
import { openFutures } from './open.ts'
import { futuresOptionOf, futuresOptionsOf } from './options.ts'
import { dailyProfits, isOwnPosition, listClosedPositions, listTransactions } from './store.ts'

const reasonText = z.string().regex(/^[A-Z_]{1,40}$/)
const noExits = exitsOf(0, [])
const dayMs = 86_400_000
/** Days of daily_profit where the member names none. */
const usualDays = 30

/** What a member has open, and what became of the rest. He sees his own only. */
export function registerFuturesHistory(app: FastifyInstance, deps: Deps): void {
  const { reads, db, clocks } = deps

  route(app, deps, futuresEndpoints.futuresOpenOrder, async ({ query, site, member }) => {
    const optionId = await namedOption(site.id, query.futuresOptionId)
    const { orders } = await openFutures(reads, site.id, member.memberId, optionId)
    return [...orders]
  })

  route(app, deps, futuresEndpoints.futuresOpenPosition, async ({ query, site, member }) => {
    const optionId = await namedOption(site.id, query.futuresOptionId)
    const { positions } = await openFutures(reads, site.id, member.memberId, optionId)
    return [...positions]
  })

  route(app, deps, futuresEndpoints.futuresOpenSltp, async ({ query, site, member }) => {
    const id = query.futuresPositionId
    const isMine = await db.tenant(site.id, (tx) => isOwnPosition(tx, site.id, member.memberId, id))
    if (!isMine) throw new Refused('POSITION_NOT_FOUND')
    const { tpsl } = await openFutures(reads, site.id, member.memberId)
    return tpsl.filter(({ futuresPositionId }) => futuresPositionId === id)
  })

  route(app, deps, futuresEndpoints.futuresTpsl, async ({ query, site, member }) => {
    const row = await db.tenant(site.id, (tx) => orderById(tx, 'futures', site.id, member.memberId, query.orderId))
    if (row === null) throw new Refused('ORDER_NOT_FOUND')
    const order = futuresOrderWire(row, await optionOf(site.id, row.optionId))
    const { tpsl } = await openFutures(reads, site.id, member.memberId)
    return {
      futuresOrderId: order.id,
      futuresPositionId: order.futuresPositionId,
      takeProfit: order.takeProfit,
      stopLoss: order.stopLoss,
      entries: tpsl.filter(
        ({ futuresPositionId }) => futuresPositionId !== null && futuresPositionId === order.futuresPositionId,
      ),
    }
  })

  route(app, deps, futuresEndpoints.futuresLastLeverage, async ({ query, site, member }) => {
    if (query.futuresOptionId !== undefined)
      return leverageOf(await optionOf(site.id, query.futuresOptionId), member.memberId)
    const options = await futuresOptionsOf(deps, site.id)
    return Promise.all(options.map((option) => leverageOf(option, member.memberId)))
  })

  route(app, deps, futuresEndpoints.futuresCross, async ({ site, member }) => {
    const { value: cross } = await reads.ask('futures.cross', { siteId: site.id, memberId: member.memberId })
    if (cross === null) throw new Refused('WALLET_NOT_FOUND')
    return futuresCrossWire(cross)
  })

  route(app, deps, futuresEndpoints.futuresHistoryList, async ({ query, site, member }) => {
    const filter = {
      ...(await mineOf(site.id, member.memberId, query)),
      statuses: listOf(OrderStatus, query.statusStrs),
    }
    const optionOf = await optionsOf(site.id)
    return listed(
      db,
      site.id,
      query,
      (tx, asked) => listClosedOrders(tx, 'futures', filter, asked),
      (row) => futuresOrderWire(row, optionOf(row.optionId)),
    )
  })

  route(app, deps, futuresEndpoints.futuresHistoryFill, async ({ query, site, member }) => {
    const filter = { ...(await mineOf(site.id, member.memberId, query)), orderId: query.orderId ?? null }
    const optionOf = await optionsOf(site.id)
    return listed(
      db,
      site.id,
      query,
      (tx, asked) => listFills(tx, 'futures', filter, asked),
      (row) => futuresFillWire(row, optionOf(row.optionId)),
    )
  })

  route(app, deps, futuresEndpoints.futuresHistoryPosition, async ({ query, site, member }) => {
    const filter = await mineOf(site.id, member.memberId, query)
    const optionOf = await optionsOf(site.id)
    return listed(
      db,
      site.id,
      query,
      (tx, asked) => listClosedPositions(tx, filter, asked),
      (row) => futuresPositionWire(row, optionOf(row.optionId), noExits, null),
    )
  })

  route(app, deps, futuresEndpoints.futuresHistoryTransaction, async ({ query, site, member }) => {
    const filter = {
      ...(await mineOf(site.id, member.memberId, query)),
      reasons: listOf(reasonText, query.reasonStrs),
    }
    const optionOf = await optionsOf(site.id)
    return listed(
      db,
      site.id,
      query,
      (tx, asked) => listTransactions(tx, filter, asked),
      (row) => ({
        id: row.id,
        reason: row.reason,
        futuresOptionId: row.optionId,
        stock: row.optionId === null ? null : optionOf(row.optionId).stock,
        amount: formatMinor(row.amount, row.currency),
        currency: row.currency,
        refId: row.refId,
        createdAt: row.at,
      }),
    )
  })

  route(app, deps, futuresEndpoints.futuresDailyProfit, async ({ query, site, member }) => {
    const isOpen = query.startDate === undefined && query.endDate === undefined
    const startDate = isOpen ? kstDay(clocks.domain.now() - (usualDays - 1) * dayMs) : query.startDate
    const period = periodOf({ startDate, endDate: query.endDate })
    const days = await db.tenant(site.id, (tx) => dailyProfits(tx, site.id, member.memberId, period))
    return days.map(({ date, realizedPnl, fee, fundingFee }) => ({
      date,
      realizedPnl: formatMinor(realizedPnl, 'USDT'),
      fee: formatMinor(fee, 'USDT'),
      fundingFee: formatMinor(fundingFee, 'USDT'),
      netPnl: formatMinor(realizedPnl - fee + fundingFee, 'USDT'),
    }))
  })

  const optionOf = (siteId: number, id: number) => futuresOptionOf(deps, siteId, id)

  /** The setting of a member for an option, which is its defaults until he changes them. */
  async function leverageOf(option: FuturesOption, memberId: number) {
    const of = { siteId: option.siteId, memberId, optionId: option.id }
    const [{ value: setting }, { value: most }] = await Promise.all([
      reads.ask('futures.setting', of),
      reads.ask('futures.mostLeverage', { ...of, wall: deps.clocks.wall() }),
    ])
    const { leverage, marginType } = setting ?? { leverage: option.defaultLeverage, marginType: 'ISOLATED' }
    const maxLeverage = most ?? option.brackets[0]!.maxLeverage
    return futuresLeverageWire({ leverage, marginType, maxLeverage }, option)
  }

  /** Finds the options of a site that rows name. */
  const optionsOf = async (siteId: number) => optionFinder(await futuresOptionsOf(deps, siteId))

  /** The option that a list is narrowed to, or null for all. */
  const namedOption = async (siteId: number, id: number | undefined) =>
    id === undefined ? null : (await optionOf(siteId, id)).id

  async function mineOf(siteId: number, memberId: number, query: FuturesListing): Promise<Mine> {
    const optionId = await namedOption(siteId, query.futuresOptionId)
    return { siteId, memberId, optionId, period: periodOf(query) }
  }
}

interface FuturesListing extends Listing {
  readonly futuresOptionId?: number | undefined
}
