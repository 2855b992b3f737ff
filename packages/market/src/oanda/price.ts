import type { DecimalLevel, Level } from '../book.ts'
import { ontoTick, quoteOnTick } from '../decimal.ts'
import type { FeedMessage, Instrument } from '../feed.ts'

/** The best bid and ask of an OANDA price on our tick, and their mid. */
export interface Best {
  readonly bid: number
  readonly ask: number
  readonly mid: number
  readonly bidQty: string
  readonly askQty: string
}

export function bestOf(instrument: Instrument, [bid, bidQty]: DecimalLevel, [ask, askQty]: DecimalLevel): Best {
  return { ...quoteOnTick(bid, ask, instrument.precision, instrument.tickUnits), bidQty, askQty }
}

export const quoteMessage = (
  { symbol }: Instrument,
  { bid, ask, bidQty, askQty }: Best,
  sourceTs: number,
): FeedMessage => ({ kind: 'quote', instrument: symbol, sourceTs, bid, ask, bidQty, askQty })

type Origin = Pick<
  Extract<FeedMessage, { kind: 'trade' }>,
  'source' | 'sourceTradeId' | 'sourceTs' | 'recvTs' | 'isSnapshot'
>

/** The tick of a price: its mid, of which each counts 1. */
export const tickMessage = ({ symbol }: Instrument, { mid }: Best, origin: Origin): FeedMessage => ({
  kind: 'trade',
  instrument: symbol,
  ...origin,
  price: mid,
  qty: '1',
})

/** One side of a price's book on our tick, best first: levels that fall on the same tick are one. */
export function sideOf(
  { precision, tickUnits }: Instrument,
  levels: readonly DecimalLevel[],
  direction: 'down' | 'up',
): Level[] {
  const quantities = new Map<number, bigint>()
  for (const [decimal, qty] of levels) {
    const price = ontoTick(decimal, precision, tickUnits, direction)
    quantities.set(price, (quantities.get(price) ?? 0n) + BigInt(qty))
  }
  return [...quantities]
    .sort(([a], [b]) => (direction === 'down' ? b - a : a - b))
    .map(([price, qty]) => [price, qty.toString()])
}
