import { futuresEndpoints } from '@maru/contract'
import { byMember, type Command } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { CoreAnswer, route } from '../http/index.ts'
import { admitOrder, cancelsOf, requireLine } from '../trading/index.ts'

/** Orders and the other commands of a member's futures; the core decides each once per Idempotency-Key. */
export function registerFuturesOrders(app: FastifyInstance, deps: Deps): void {
  const submit = async (command: Command) => new CoreAnswer(await deps.core.submit(command))
  const { cancelOrder, cancelOrders } = cancelsOf(deps, 'futures')

  route(app, deps, futuresEndpoints.futuresOrder, async ({ body, site, member, idempotency }) => {
    await admitOrder(app, site, member, 'futures', body)
    return submit({
      kind: 'placeFutures',
      ...byMember(member, idempotency),
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

  route(app, deps, futuresEndpoints.futuresOrderCancel, cancelOrder)
  route(app, deps, futuresEndpoints.futuresOrderCancelAll, (call) => cancelOrders(call, call.body.futuresOptionId))

  route(app, deps, futuresEndpoints.futuresOrderTpsl, ({ body, member, idempotency }) =>
    submit({
      kind: 'setFuturesTpsl',
      ...byMember(member, idempotency),
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
      ...byMember(member, idempotency),
      optionId: body.futuresOptionId,
      leverage: body.leverage,
    })
  })

  route(app, deps, futuresEndpoints.futuresOrderMarginType, ({ body, site, member, idempotency }) => {
    requireLine(site, 'futures')
    return submit({
      kind: 'setMarginType',
      ...byMember(member, idempotency),
      optionId: body.futuresOptionId,
      marginType: body.marginType,
    })
  })

  route(app, deps, futuresEndpoints.futuresOrderMargin, ({ body, member, idempotency }) =>
    submit({
      kind: 'changeMargin',
      ...byMember(member, idempotency),
      positionId: body.futuresPositionId,
      type: body.type,
      amount: body.amount,
    }),
  )
}
