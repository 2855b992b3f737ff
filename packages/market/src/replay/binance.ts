import { readEvent, readSnapshot, toMessage } from '../binance/messages.ts'
import { parseUnits } from '../decimal.ts'
import type { MarketInstrument } from '../instruments.ts'
import { OrderBook } from '../order-book.ts'
import { gzipLines } from './lines.ts'
import type { Recorded } from './recorded.ts'

const bookEveryMs = 100
const bookDepth = 20

/**
 * The messages of a recorded Binance USD-M stream, in the order of receipt. A line is the local time of receipt (µs or ns since
 * 1970) and the raw message: a combined-stream wrapper, or the bare answer of the REST depth call. `book`: the order book as the file before
 * left it; a file that continues that one has no snapshot of its own.
 */
export async function* readBinance(
  path: string,
  instrument: MarketInstrument,
  book: OrderBook = orderBookOf(instrument),
): AsyncGenerator<Recorded> {
  const { symbol } = instrument
  const units = (decimal: string) => parseUnits(decimal, instrument.precision)
  let bookAt = Number.NEGATIVE_INFINITY
  for await (const line of gzipLines(path)) {
    const space = line.indexOf(' ')
    const at = localMs(line.slice(0, space))
    const raw = JSON.parse(line.slice(space + 1)) as { data?: unknown; lastUpdateId?: unknown }
    const event = readEvent(raw.data)
    let bookTs: number | null = null
    if (raw.lastUpdateId !== undefined) {
      const snapshot = readSnapshot(raw)
      book.snapshot(snapshot.lastId, snapshot.bids, snapshot.asks)
      bookTs = snapshot.at
    } else if (event?.kind === 'depth') {
      book.change(event.change)
      bookTs = event.at
    } else if (event) {
      yield {
        at,
        sourceTs: event.at,
        ...(event.kind === 'trade' ? { tick: true } : {}),
        say: (shift, recvTs, source) => toMessage(event, instrument, units, { shift, recvTs, source }),
      }
    }
    if (bookTs !== null && book.whole && !book.crossed && at - bookAt >= bookEveryMs) {
      bookAt = at
      const { bids, asks } = book.top(bookDepth)
      const u = book.lastId
      const sourceTs = bookTs
      yield {
        at,
        sourceTs,
        say: (shift) => ({ kind: 'depth', instrument: symbol, sourceTs: sourceTs + shift, bids, asks, u }),
      }
    }
  }
}

export const orderBookOf = ({ precision }: MarketInstrument): OrderBook =>
  new OrderBook((decimal) => parseUnits(decimal, precision))

/** A recorder's time in ms: 16 digits are µs, 19 are ns. */
function localMs(digits: string): number {
  if (digits.length >= 18) return Number(BigInt(digits) / 1_000n) / 1_000
  return Number(digits) / 1_000
}
