import { futuresEndpoints } from '@maru/contract'
import type { Command } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { CoreAnswer, route } from '../http/index.ts'
import { cancelOrder, requireLine } from '../trading/index.ts'

/** Orders and what else a member does to his futures: all of it is decided by the core, once per Idempotency-Key. */
export function registerFuturesOrders(app: FastifyInstance, deps: Deps): void {
  const submit = async (command: Command) => new CoreAnswer(await deps.core.submit(command))

  route(app, deps, futuresEndpoints.futuresOrder, async ({ body, site, member, idempotency }) => {
    // Where the line was switched off, or the risk not read, what is open can still be closed.
    if (body.isReduceOnly !== true) {
      requireLine(site, 'futures')
      await app.risk.require(site, member.memberId)
    }
    return submit({
      kind: 'placeFutures',
      siteId: site.id,
      memberId: member.memberId,
      key: idempotency,
      order: {
        optionId: body.futuresOptionId,
        side: body.side,
        marketType: body.marketType,
        qty: body.qty,
        price: body.price ?? null,
        triggerPrice: body.triggerPrice ?? null,
        isMark: body.isMark ?? false,
        isReduceOnly: body.isReduceOnly ?? false,
        takeProfit: body.takeProfit ?? null,
        stopLoss: body.stopLoss ?? null,
        isMarkTp: body.isMarkTp ?? false,
        isMarkSl: body.isMarkSl ?? false,
        tolerance: body.tolerance ?? null,
        expiresAt: body.expiresAt ?? null,
        leverage: body.leverage ?? null,
        marginType: body.marginType ?? null,
      },
    })
  })

  route(app, deps, futuresEndpoints.futuresOrderCancel, ({ body, site, member, idempotency }) =>
    cancelOrder(deps, {
      kind: 'cancelOrder',
      siteId: site.id,
      memberId: member.memberId,
      key: idempotency,
      book: 'futures',
      id: body.id,
    }),
  )

  route(app, deps, futuresEndpoints.futuresOrderCancelAll, ({ body, site, member, idempotency }) =>
    submit({
      kind: 'cancelOrders',
      siteId: site.id,
      memberId: member.memberId,
      key: idempotency,
      book: 'futures',
      optionId: body.futuresOptionId ?? null,
    }),
  )

  route(app, deps, futuresEndpoints.futuresOrderTpsl, ({ body, site, member, idempotency }) =>
    submit({
      kind: 'setFuturesTpsl',
      siteId: site.id,
      memberId: member.memberId,
      key: idempotency,
      positionId: body.futuresPositionId,
      takeProfit: body.takeProfit ?? null,
      stopLoss: body.stopLoss ?? null,
      isMarkTp: body.isMarkTp ?? false,
      isMarkSl: body.isMarkSl ?? false,
    }),
  )

  route(app, deps, futuresEndpoints.futuresOrderLeverage, ({ body, site, member, idempotency }) => {
    requireLine(site, 'futures')
    return submit({
      kind: 'setLeverage',
      siteId: site.id,
      memberId: member.memberId,
      key: idempotency,
      optionId: body.futuresOptionId,
      leverage: body.leverage,
    })
  })

  route(app, deps, futuresEndpoints.futuresOrderMarginType, ({ body, site, member, idempotency }) => {
    requireLine(site, 'futures')
    return submit({
      kind: 'setMarginType',
      siteId: site.id,
      memberId: member.memberId,
      key: idempotency,
      optionId: body.futuresOptionId,
      marginType: body.marginType,
    })
  })

  route(app, deps, futuresEndpoints.futuresOrderMargin, ({ body, site, member, idempotency }) =>
    submit({
      kind: 'changeMargin',
      siteId: site.id,
      memberId: member.memberId,
      key: idempotency,
      positionId: body.futuresPositionId,
      type: body.type,
      amount: body.amount,
    }),
  )
}
