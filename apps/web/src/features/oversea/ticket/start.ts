import type { OverseaOption } from '@maru/contract'
import { prices } from '../../../live/index.ts'
import { memberSettings } from '../../../settings/member-settings.ts'
import { snapToTick } from '../../../trading/ticks.ts'
import { useOverseaSettings } from '../settings.ts'
import { emptyInputs, type TicketInputs } from './form.ts'

/** What a ticket begins with: the member's kept choices, at the last price. */
export function startOf({ stock, lastPrice, tickSize, precision }: OverseaOption): TicketInputs {
  const { marketType: type, takeProfit, stopLoss } = useOverseaSettings.getState()
  const { orderCnt, tpsl } = memberSettings()
  // What the stock was listed with may be a minute old.
  const last = prices.get(stock, 'last') ?? lastPrice
  const price = last === null ? '' : snapToTick(Number(last), tickSize, precision)
  return emptyInputs({ type, count: orderCnt[0] ?? 1, takeProfit, stopLoss, tpsl }, price)
}
