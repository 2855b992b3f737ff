import type { MarketInstrument } from '../instruments.ts'
import { bestMessage, bestOf, tickMessage } from '../oanda/price.ts'
import { zipLines } from './lines.ts'
import type { Recorded } from './recorded.ts'

/** What a day of OANDA ticks says: each line (ms since UTC midnight, bid, ask) is a message of best prices and their mid, the tick. */
export async function* readOanda(path: string, instrument: MarketInstrument, day: string): AsyncGenerator<Recorded> {
  const midnight = Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6, 8)))
  let line = 0
  for await (const text of zipLines(path)) {
    const [ms = '', bidText = '', askText = ''] = text.trim().split(',')
    const best = bestOf(instrument, [bidText, '0'], [askText, '0'])
    const at = midnight + Number(ms)
    const sourceTs = Math.floor(at)
    const sourceTradeId = String(++line)
    yield { at, sourceTs, say: (shift) => bestMessage(instrument, best, sourceTs + shift) }
    yield {
      at,
      sourceTs,
      tick: true,
      say: (shift, recvTs, source) =>
        tickMessage(instrument, best, { source, sourceTradeId, sourceTs: sourceTs + shift, recvTs }),
    }
  }
}
