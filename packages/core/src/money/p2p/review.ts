import { refusalReply } from '../../idempotency.ts'
import type { State, Turn } from '../../state.ts'
import type { Reply } from '../../types.ts'
import { amend, type Request } from '../rows.ts'
import { callMerchant } from './calls.ts'
import { ratesOf, wonFor } from './merchants.ts'
import { type Order, p2pOf } from './state.ts'
import { advanceOrder, giveBack } from './steps.ts'
import { rateText } from './wire.ts'

/** The sale of a request that two persons have to approve before anybody is asked to pay; null: the request is of no such sale. */
export function saleUnderReview(state: State, { row: { id, memberId } }: Request): Order | null {
  for (const order of p2pOf(state).open.get(memberId) ?? [])
    if (order.row.dnwId === id && order.row.reviewBy !== null) return order
  return null
}

/** The price (10^-2 KRW) at which the merchant of a sale buys now, or why it cannot be sent to him. */
export function priceNow(state: State, { row }: Order, turn: Turn): number | Reply {
  const merchant = p2pOf(state).merchants.get(row.merchantId)?.row
  if (!merchant || merchant.blockedAt !== null) return refusalReply('P2P_LIMIT')
  const rates = ratesOf(state, merchant, turn.at)
  if (!rates) return refusalReply('TRY_AGAIN_LATER')
  return rates.sell === null || wonFor(row.point, rates.sell) <= 0n ? refusalReply('P2P_LIMIT') : rates.sell
}

/** The sale is approved: it has its price from now on, and its merchant is asked. The coins that were set aside stay as many. */
export function sendSale(state: State, order: Order, request: Request, rate: number, turn: Turn): void {
  amend(request, { rate: rateText(rate) }, turn)
  advanceOrder(state, order, 'OPEN', { rate, won: wonFor(order.row.point, rate), reviewBy: null }, turn)
  callMerchant(order.row, 'open', turn)
}

/** The desk refuses the sale: the coins are its member's again. */
export const refuseSale = (state: State, order: Order, reason: string, turn: Turn): void =>
  giveBack(state, order, 'CANCELED', 'REJECTED', turn, { status: 'REJECTED', reason })
