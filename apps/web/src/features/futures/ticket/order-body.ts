import type { FuturesOrderBody, PositionSide } from '@maru/contract'
import { type TicketInputs, takesPrice, takesTrigger } from './form.ts'

/** The order that the ticket's inputs describe. A close names no tolerance: it must be possible at any price that the rules allow. */
export function orderBody(
  side: PositionSide,
  inputs: TicketInputs,
  futuresOptionId: number,
  tolerance: string,
): FuturesOrderBody {
  const { type, price, trigger, isMark, qty, isReduceOnly, exits, takeProfit, stopLoss, isMarkTp, isMarkSl } = inputs
  return {
    futuresOptionId,
    side,
    marketType: type,
    qty,
    ...(takesPrice(inputs) && { price }),
    ...(takesTrigger(inputs) && { triggerPrice: trigger, isMark }),
    ...(isReduceOnly && { isReduceOnly }),
    ...(exits && takeProfit !== '' && { takeProfit, isMarkTp }),
    ...(exits && stopLoss !== '' && { stopLoss, isMarkSl }),
    ...((type === 'MARKET' || type === 'STOPMARKET') && !isReduceOnly && { tolerance }),
  }
}
