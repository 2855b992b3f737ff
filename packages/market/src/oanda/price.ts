import { bestOnTickSize, ontoTickSize } from '../decimal.ts'
import type { FeedMessage, Instrument } from '../feed.ts'
import type { DecimalLevel, Level } from '../order-book.ts'

/** The best bid and ask of an OANDA price on our tick size, and their mid. */
export interface Best {
  readonly bid: number
  readonly ask: number
  readonly mid: number
  readonly bidQty: string
  readonly askQty: string
}

export function bestOf(instrument: Instrument, [bid, bidQty]: DecimalLevel, [ask, askQty]: DecimalLevel): Best {
  return { ...bestOnTickSize(bid, ask, instrument.precision, instrument.tickUnits), bidQty, askQty }
}

export const bestMessage = (
  { symbol }: Instrument,
  { bid, ask, bidQty, askQty }: Best,
  sourceTs: number,
): FeedMessage => ({ kind: 'best', instrument: symbol, sourceTs, bid, ask, bidQty, askQty })

type Origin = Pick<
  Extract<FeedMessage, { kind: 'trade' }>,
  'source' | 'sourceTradeId' | 'sourceTs' | 'recvTs' | 'isSnapshot'
>

/** The tick of a price: its mid, with a quantity of 1. */
export const tickMessage = ({ symbol }: Instrument, { mid }: Best, origin: Origin): FeedMessage => ({
  kind: 'trade',
  instrument: symbol,
  ...origin,
  price: mid,
  qty: '1',
})

/** One side of the order book of a price on our tick size, best first: levels that fall on the same multiple are one. */
export function sideOf(
  { precision, tickUnits }: Instrument,
  levels: readonly DecimalLevel[],
  direction: 'down' | 'up',
): Level[] {
  const quantities = new Map<number, bigint>()
  for (const [decimal, qty] of levels) {
    const price = ontoTickSize(decimal, precision, tickUnits, direction)
    quantities.set(price, (quantities.get(price) ?? 0n) + BigInt(qty))
  }
  return [...quantities]
    .sort(([a], [b]) => (direction === 'down' ? b - a : a - b))
    .map(([price, qty]) => [price, qty.toString()])
}
