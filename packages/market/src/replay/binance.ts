import {
  type BinanceEvent,
  type DepthSnapshot,
  MalformedMessage,
  readEvent,
  readSnapshot,
  toMessage,
} from '../binance/messages.ts'
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
    const read = readLine(line.slice(space + 1))
    if (read === null || !Number.isFinite(at)) continue
    const { event, snapshot } = read
    let bookTs: number | null = null
    if (snapshot) {
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

interface Line {
  readonly event: BinanceEvent | null
  readonly snapshot: DepthSnapshot | null
}

/** A message of a recording; null where it is damaged: it makes no price, and the next one counts. */
function readLine(text: string): Line | null {
  try {
    const raw = JSON.parse(text) as { data?: unknown; lastUpdateId?: unknown }
    return { event: readEvent(raw.data), snapshot: raw.lastUpdateId === undefined ? null : readSnapshot(raw) }
  } catch (error) {
    if (error instanceof MalformedMessage || error instanceof SyntaxError) return null
    throw error
  }
}

export const orderBookOf = ({ precision }: MarketInstrument): OrderBook =>
  new OrderBook((decimal) => parseUnits(decimal, precision))

/** A recorder's time in ms: 16 digits are µs, 19 are ns; NaN for anything else. */
function localMs(digits: string): number {
  if (!/^\d{16,19}$/.test(digits)) return Number.NaN
  if (digits.length >= 18) return Number(BigInt(digits) / 1_000n) / 1_000
  return Number(digits) / 1_000
}
