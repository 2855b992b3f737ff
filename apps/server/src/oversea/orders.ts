import { overseaEndpoints } from '@maru/contract'
import { byMember, type Command } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { CoreAnswer, type Member, refusalInMaintenance, route } from '../http/index.ts'
import { admitOrder, cancelsOf, requireLine } from '../trading/index.ts'

interface Ordered {
  readonly overseaOptionId: number
  readonly tradeType: 'LONG' | 'SHORT'
  readonly count: number
}

/** Orders and the other commands of a member's overseas futures; the core decides each once per Idempotency-Key. */
export function registerOverseaOrders(app: FastifyInstance, deps: Deps): void {
  const submit = async (command: Command) => new CoreAnswer(await deps.core.submit(command))
  /** Whether the member's position on the other side covers an order: in maintenance it is taken as a close. */
  const isCovered = async ({ siteId, memberId }: Member, order: Ordered): Promise<boolean> => {
    const { value } = await deps.reads.ask('oversea.open', { siteId, memberId })
    const held = value.positions.find(({ row }) => row.optionId === order.overseaOptionId)?.row
    return held !== undefined && held.side !== order.tradeType && order.count <= Math.abs(held.qty)
  }
  const { cancelOrder, cancelOrders } = cancelsOf(deps, 'oversea')

  route(app, deps, overseaEndpoints.overseaOrder, async ({ body, site, member, idempotency }) => {
    const maintenance = body.isReduceOnly === true ? null : refusalInMaintenance(deps, site)
    const isClose = maintenance !== null && (await isCovered(member, body))
    if (maintenance !== null && !isClose) throw maintenance
    const isReduceOnly = isClose || (body.isReduceOnly ?? false)
    await admitOrder(app, site, member, 'oversea', { isReduceOnly })
    return submit({
      kind: 'placeOversea',
      ...byMember(member, idempotency),
      order: {
        optionId: body.overseaOptionId,
        side: body.tradeType,
        marketType: body.marketType,
        count: body.count,
        price: body.price ?? null,
        triggerPrice: body.triggerPrice ?? null,
        tpTick: isClose ? null : (body.tpTick ?? null),
        slTick: isClose ? null : (body.slTick ?? null),
        isReduceOnly,
        expiresAt: body.expiresAt ?? null,
      },
    })
  })

  route(app, deps, overseaEndpoints.overseaOrderCancel, cancelOrder)
  route(app, deps, overseaEndpoints.overseaOrderCancelAll, (call) => cancelOrders(call, call.body.overseaOptionId))

  route(app, deps, overseaEndpoints.overseaOrderTpsl, ({ body, member, idempotency }) =>
    submit({
      kind: 'setOverseaTpsl',
      ...byMember(member, idempotency),
      positionId: body.overseaPositionId,
      optionId: body.overseaOptionId,
      tpTick: body.tpTick ?? null,
      slTick: body.slTick ?? null,
    }),
  )

  route(app, deps, overseaEndpoints.overseaDeleteTpsl, ({ body, member, idempotency }) =>
    submit({
      kind: 'deleteOverseaTpsl',
      ...byMember(member, idempotency),
      id: body.id,
      optionId: body.overseaOptionId,
      value: body.value,
    }),
  )

  route(app, deps, overseaEndpoints.overseaSetOvernight, ({ body, site, member, idempotency }) => {
    if (body.isActive) requireLine(site, 'oversea')
    return submit({
      kind: 'setOvernight',
      ...byMember(member, idempotency),
      positionId: body.overseaPositionId,
      isActive: body.isActive,
    })
  })
}
