import type { FuturesOrderBody, FuturesPosition } from '@maru/contract'
import { otherSide } from '../held.ts'

/** The order that closes so much of a position; at the market without a price. */
export const closeBody = (position: FuturesPosition, qty: string, price?: string): FuturesOrderBody => ({
  futuresOptionId: position.futuresOptionId,
  side: otherSide(position.side),
  marketType: price === undefined ? 'MARKET' : 'LIMIT',
  qty,
  isReduceOnly: true,
  ...(price !== undefined && { price }),
})
