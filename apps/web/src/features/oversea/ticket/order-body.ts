import type { OverseaOrderBody } from '@maru/contract'
import { type Draft, takesPrice, takesTrigger } from './inputs.ts'

/** A draft that nothing is wrong with as it is sent. */
export function orderBody(draft: Draft, overseaOptionId: number): OverseaOrderBody {
  const { side, type, count, price, trigger, takeProfit, stopLoss, tpTick, slTick, isReduceOnly } = draft
  return {
    overseaOptionId,
    tradeType: side,
    marketType: type,
    count: Number(count),
    ...(takesPrice(draft) && { price }),
    ...(takesTrigger(draft) && { triggerPrice: trigger }),
    ...(takeProfit && { tpTick: Number(tpTick) }),
    ...(stopLoss && { slTick: Number(slTick) }),
    ...(isReduceOnly && { isReduceOnly }),
  }
}
