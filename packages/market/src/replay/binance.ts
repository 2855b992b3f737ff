import { type DecimalLevel, OrderBook } from '../book.ts'
import { parseUnits } from '../decimal.ts'
import type { FeedMessage } from '../feed.ts'
import type { MarketInstrument } from '../instruments.ts'
import { gzipLines } from './lines.ts'
import type { Recorded } from './recorded.ts'

const bookEveryMs = 100
const bookDepth = 20

interface BookTicker {
  readonly e: 'bookTicker'
  readonly b: string
  readonly B: string
  readonly a: string
  readonly A: string
  readonly T: number
}
interface Trade {
  readonly e: 'trade'
  readonly t: number
  readonly p: string
  readonly q: string
  /** What kind of trade: only MARKET ones made a price. */
  readonly X?: string
  readonly T: number
}
interface DepthUpdate {
  readonly e: 'depthUpdate'
  readonly T: number
  readonly U: number
  readonly u: number
  readonly pu: number
  readonly b: readonly DecimalLevel[]
  readonly a: readonly DecimalLevel[]
}
interface MarkPrice {
  readonly e: 'markPriceUpdate'
  readonly E: number
  readonly p: string
  readonly r: string
  readonly T: number
}
interface Snapshot {
  readonly lastUpdateId: number
  readonly T: number
  readonly bids: readonly DecimalLevel[]
  readonly asks: readonly DecimalLevel[]
}
type Event = BookTicker | Trade | DepthUpdate | MarkPrice | { readonly e: 'other' }

/**
 * What a recorded Binance USD-M stream says, in the order of its receipt. A line is the local time of receipt (µs or ns since
 * 1970) and the raw message: a combined-stream wrapper, or the bare answer of the REST depth call. `book`: as the file before
 * left it; a file that goes on where that one ended has no snapshot of its own.
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
    const raw = JSON.parse(line.slice(space + 1)) as { data?: Event } & Partial<Snapshot>
    const event: Event = raw.data ?? { e: 'other' }
    let bookTs: number | null = null
    if (raw.lastUpdateId !== undefined) {
      book.snapshot(raw.lastUpdateId, raw.bids ?? [], raw.asks ?? [])
      bookTs = raw.T ?? null
    } else if (event.e === 'depthUpdate') {
      book.change({ firstId: event.U, lastId: event.u, previousId: event.pu, bids: event.b, asks: event.a })
      bookTs = event.T
    } else {
      const say = spoken(symbol, event, units)
      if (say) yield { at, ...say }
    }
    if (bookTs !== null && book.whole && !book.crossed && at - bookAt >= bookEveryMs) {
      bookAt = at
      const { bids, asks } = book.top(bookDepth)
      const u = book.lastId
      const sourceTs = bookTs
      yield {
        at,
        sourceTs,
        say: (shift) => ({ kind: 'book', instrument: symbol, sourceTs: sourceTs + shift, bids, asks, u }),
      }
    }
  }
}

export const orderBookOf = ({ precision }: MarketInstrument): OrderBook =>
  new OrderBook((decimal) => parseUnits(decimal, precision))

function spoken(symbol: string, event: Event, units: (decimal: string) => number): Omit<Recorded, 'at'> | null {
  switch (event.e) {
    case 'trade':
      if ((event.X ?? 'MARKET') !== 'MARKET') return null
      return {
        sourceTs: event.T,
        tick: true,
        say: (shift, recvTs, source): FeedMessage => ({
          kind: 'trade',
          instrument: symbol,
          source,
          sourceTradeId: String(event.t),
          sourceTs: event.T + shift,
          recvTs,
          price: units(event.p),
          qty: event.q,
        }),
      }
    case 'bookTicker':
      return {
        sourceTs: event.T,
        say: (shift) => ({
          kind: 'quote',
          instrument: symbol,
          sourceTs: event.T + shift,
          bid: units(event.b),
          ask: units(event.a),
          bidQty: event.B,
          askQty: event.A,
        }),
      }
    case 'markPriceUpdate':
      return {
        sourceTs: event.E,
        say: (shift) => ({
          kind: 'mark',
          instrument: symbol,
          sourceTs: event.E + shift,
          price: units(event.p),
          fundingRate: event.r,
          nextFundingTime: event.T + shift,
        }),
      }
    default:
      return null // streams that nothing here reads
  }
}

/** A recorder's time in ms: 16 digits are µs, 19 are ns. */
function localMs(digits: string): number {
  if (digits.length >= 18) return Number(BigInt(digits) / 1_000n) / 1_000
  return Number(digits) / 1_000
}
