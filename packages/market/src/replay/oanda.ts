import type { MarketInstrument } from '../instruments.ts'
import { bestMessage, bestOf, tickMessage } from '../oanda/price.ts'
import { zipLines } from './lines.ts'
import type { Recorded } from './recorded.ts'

/** What a day of OANDA ticks says: each line (ms since UTC midnight, bid, ask) is a message of best prices and their mid, the tick. */
export async function* readOanda(path: string, instrument: MarketInstrument, day: string): AsyncGenerator<Recorded> {
  const midnight = Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6, 8)))
  let line = 0
  for await (const text of zipLines(path)) yield* readQuote(text, ++line, instrument, midnight)
}

/** The messages of one line; none where it is damaged. */
export function readQuote(text: string, line: number, instrument: MarketInstrument, midnight: number): Recorded[] {
  const [, ms, bid, ask] =
    /^(\d{1,8}(?:\.\d+)?),(\d{1,8}(?:\.\d{1,12})?),(\d{1,8}(?:\.\d{1,12})?)$/.exec(text.trim()) ?? []
  if (ms === undefined || bid === undefined || ask === undefined) return []
  const best = bestOf(instrument, [bid, '0'], [ask, '0'])
  const at = midnight + Number(ms)
  const sourceTs = Math.floor(at)
  const sourceTradeId = String(line)
  return [
    { at, sourceTs, say: (shift) => bestMessage(instrument, best, sourceTs + shift) },
    {
      at,
      sourceTs,
      tick: true,
      say: (shift, recvTs, source) =>
        tickMessage(instrument, best, { source, sourceTradeId, sourceTs: sourceTs + shift, recvTs }),
    },
  ]
}
