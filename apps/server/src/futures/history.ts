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
import { listOf, periodOf } from '../http/filters.ts'
import { Refused, route } from '../http/index.ts'
import { type Listing, listClosedOrders, listed, listFills, type Mine, orderById } from '../trading/index.ts'
import { openFutures } from './open.ts'
import { futuresOptionOf } from './options.ts'
import { isOwnPosition, listClosedPositions, listTransactions } from './store.ts'

const reasonText = z.string().regex(/^[A-Z_]{1,40}$/)
const noExits = exitsOf(0, [])

/** What a member has open, and what became of the rest. He sees his own only. */
export function registerFuturesHistory(app: FastifyInstance, deps: Deps): void {
  const { core, db } = deps

  route(app, deps, futuresEndpoints.futuresOpenOrder, ({ query, site, member }) => {
    const optionId = namedOption(site.id, query.futuresOptionId)
    return [...openFutures(core, site.id, member.memberId, optionId).orders]
  })

  route(app, deps, futuresEndpoints.futuresOpenPosition, ({ query, site, member }) => {
    const optionId = namedOption(site.id, query.futuresOptionId)
    return [...openFutures(core, site.id, member.memberId, optionId).positions]
  })

  route(app, deps, futuresEndpoints.futuresOpenSltp, async ({ query, site, member }) => {
    const id = query.futuresPositionId
    const isMine = await db.tenant(site.id, (tx) => isOwnPosition(tx, site.id, member.memberId, id))
    if (!isMine) throw new Refused('POSITION_NOT_FOUND')
    return openFutures(core, site.id, member.memberId).tpsl.filter(({ futuresPositionId }) => futuresPositionId === id)
  })

  route(app, deps, futuresEndpoints.futuresTpsl, async ({ query, site, member }) => {
    const row = await db.tenant(site.id, (tx) => orderById(tx, 'futures', site.id, member.memberId, query.orderId))
    if (row === null) throw new Refused('ORDER_NOT_FOUND')
    const order = futuresOrderWire(row, optionOf(site.id, row.optionId))
    const { tpsl } = openFutures(core, site.id, member.memberId)
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

  route(app, deps, futuresEndpoints.futuresLastLeverage, ({ query, site, member }) => {
    const option = optionOf(site.id, query.futuresOptionId)
    const setting = core.view.futures.setting(site.id, member.memberId, option.id)
    return futuresLeverageWire(setting ?? { leverage: option.defaultLeverage, marginType: 'ISOLATED' }, option)
  })

  route(app, deps, futuresEndpoints.futuresCross, ({ site, member }) => {
    const cross = core.view.futures.cross(site.id, member.memberId)
    if (cross === null) throw new Refused('WALLET_NOT_FOUND')
    return futuresCrossWire(cross)
  })

  route(app, deps, futuresEndpoints.futuresHistoryList, ({ query, site, member }) => {
    const filter = {
      ...mineOf(site.id, member.memberId, query),
      statuses: listOf(OrderStatus, query.statusStrs),
    }
    return listed(
      db,
      site.id,
      query,
      (tx, asked) => listClosedOrders(tx, 'futures', filter, asked),
      (row) => futuresOrderWire(row, optionOf(site.id, row.optionId)),
    )
  })

  route(app, deps, futuresEndpoints.futuresHistoryFill, ({ query, site, member }) => {
    const filter = { ...mineOf(site.id, member.memberId, query), orderId: query.orderId ?? null }
    return listed(
      db,
      site.id,
      query,
      (tx, asked) => listFills(tx, 'futures', filter, asked),
      (row) => futuresFillWire(row, optionOf(site.id, row.optionId)),
    )
  })

  route(app, deps, futuresEndpoints.futuresHistoryPosition, ({ query, site, member }) => {
    const filter = mineOf(site.id, member.memberId, query)
    return listed(
      db,
      site.id,
      query,
      (tx, asked) => listClosedPositions(tx, filter, asked),
      (row) => futuresPositionWire(row, optionOf(site.id, row.optionId), noExits, null),
    )
  })

  route(app, deps, futuresEndpoints.futuresHistoryTransaction, ({ query, site, member }) => {
    const filter = {
      ...mineOf(site.id, member.memberId, query),
      reasons: listOf(reasonText, query.reasonStrs),
    }
    return listed(
      db,
      site.id,
      query,
      (tx, asked) => listTransactions(tx, filter, asked),
      (row) => ({
        id: row.id,
        reason: row.reason,
        futuresOptionId: row.optionId,
        stock: row.optionId === null ? null : optionOf(site.id, row.optionId).stock,
        amount: formatMinor(row.amount, row.currency),
        currency: row.currency,
        refId: row.refId,
        createdAt: row.at,
      }),
    )
  })

  function optionOf(siteId: number, id: number): FuturesOption {
    return futuresOptionOf(deps, siteId, id)
  }

  /** The option that a list is narrowed to, or null for all. */
  function namedOption(siteId: number, id: number | undefined): number | null {
    return id === undefined ? null : optionOf(siteId, id).id
  }

  function mineOf(siteId: number, memberId: number, query: FuturesListing): Mine {
    return { siteId, memberId, optionId: namedOption(siteId, query.futuresOptionId), period: periodOf(query) }
  }
}

interface FuturesListing extends Listing {
  readonly futuresOptionId?: number | undefined
}
