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

/** An order at the market that closes a position and opens as much on its other side. */
export const reverseBody = ({ futuresOptionId, side, qty }: FuturesPosition) =>
  ({ futuresOptionId, side: otherSide(side), marketType: 'MARKET', qty: doubled(qty) }) as const

function doubled(qty: string): string {
  const [whole = '0', fraction = ''] = qty.split('.')
  const sum = (BigInt(whole + fraction) * 2n).toString().padStart(fraction.length + 1, '0')
  return fraction === '' ? sum : `${sum.slice(0, -fraction.length)}.${sum.slice(-fraction.length)}`
}
