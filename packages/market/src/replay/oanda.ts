import { quoteOnTick } from '../decimal.ts'
import type { MarketInstrument } from '../instruments.ts'
import { zipLines } from './lines.ts'
import type { Recorded } from './recorded.ts'

/** What a day of OANDA ticks says: each line (ms since UTC midnight, bid, ask) is a quote and its mid, the tick. */
export async function* readOanda(path: string, instrument: MarketInstrument, day: string): AsyncGenerator<Recorded> {
  const { symbol, precision, tickUnits } = instrument
  const midnight = Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6, 8)))
  let line = 0
  for await (const text of zipLines(path)) {
    const [ms = '', bidText = '', askText = ''] = text.trim().split(',')
    const { bid, ask, mid } = quoteOnTick(bidText, askText, precision, tickUnits)
    const at = midnight + Number(ms)
    const sourceTs = Math.floor(at)
    const sourceTradeId = String(++line)
    yield {
      at,
      sourceTs,
      say: (shift) => ({
        kind: 'quote',
        instrument: symbol,
        sourceTs: sourceTs + shift,
        bid,
        ask,
        bidQty: '0',
        askQty: '0',
      }),
    }
    yield {
      at,
      sourceTs,
      tick: true,
      say: (shift, recvTs, source) => ({
        kind: 'trade',
        instrument: symbol,
        source,
        sourceTradeId,
        sourceTs: sourceTs + shift,
        recvTs,
        price: mid,
        qty: '1',
      }),
    }
  }
}
