import { overseaEndpoints } from '@maru/contract'
import type { Command } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { CoreAnswer, route } from '../http/index.ts'
import { cancelOrder, requireLine } from '../trading/index.ts'

/** Orders and what else a member does to his overseas futures: all of it is decided by the core, once per Idempotency-Key. */
export function registerOverseaOrders(app: FastifyInstance, deps: Deps): void {
  const submit = async (command: Command) => new CoreAnswer(await deps.core.submit(command))

  route(app, deps, overseaEndpoints.overseaOrder, async ({ body, site, member, idempotency }) => {
    // Where the line was switched off, or the risk not read, what is open can still be closed.
    if (body.isReduceOnly !== true) {
      requireLine(site, 'oversea')
      await app.risk.require(site, member.memberId)
    }
    return submit({
      kind: 'placeOversea',
      siteId: site.id,
      memberId: member.memberId,
      key: idempotency,
      order: {
        optionId: body.overseaOptionId,
        side: body.tradeType,
        marketType: body.marketType,
        count: body.count,
        price: body.price ?? null,
        triggerPrice: body.triggerPrice ?? null,
        tpTick: body.tpTick ?? null,
        slTick: body.slTick ?? null,
        isReduceOnly: body.isReduceOnly ?? false,
        expiresAt: body.expiresAt ?? null,
      },
    })
  })

  route(app, deps, overseaEndpoints.overseaOrderCancel, ({ body, site, member, idempotency }) =>
    cancelOrder(deps, {
      kind: 'cancelOrder',
      siteId: site.id,
      memberId: member.memberId,
      key: idempotency,
      book: 'oversea',
      id: body.id,
    }),
  )

  route(app, deps, overseaEndpoints.overseaOrderCancelAll, ({ body, site, member, idempotency }) =>
    submit({
      kind: 'cancelOrders',
      siteId: site.id,
      memberId: member.memberId,
      key: idempotency,
      book: 'oversea',
      optionId: body.overseaOptionId ?? null,
    }),
  )

  route(app, deps, overseaEndpoints.overseaOrderTpsl, ({ body, site, member, idempotency }) =>
    submit({
      kind: 'setOverseaTpsl',
      siteId: site.id,
      memberId: member.memberId,
      key: idempotency,
      positionId: body.overseaPositionId,
      optionId: body.overseaOptionId,
      tpTick: body.tpTick ?? null,
      slTick: body.slTick ?? null,
    }),
  )

  route(app, deps, overseaEndpoints.overseaDeleteTpsl, ({ body, site, member, idempotency }) =>
    submit({
      kind: 'deleteOverseaTpsl',
      siteId: site.id,
      memberId: member.memberId,
      key: idempotency,
      positionId: body.id,
      optionId: body.overseaOptionId,
      value: body.value,
    }),
  )

  route(app, deps, overseaEndpoints.overseaSetOvernight, ({ body, site, member, idempotency }) => {
    if (body.isActive) requireLine(site, 'oversea')
    return submit({
      kind: 'setOvernight',
      siteId: site.id,
      memberId: member.memberId,
      key: idempotency,
      positionId: body.overseaPositionId,
      isActive: body.isActive,
    })
  })
}
