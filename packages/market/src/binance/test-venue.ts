import { formatUnits } from '../decimal.ts'
import type { MarketInstrument } from '../instruments.ts'
import type { TestPeer } from './test-peer.ts'

type Levels = readonly (readonly [price: string, qty: string])[]

/** An order book kept in the plainest way, to compare with. */
export class ReferenceBook {
  readonly #bids = new Map<number, string>()
  readonly #asks = new Map<number, string>()
  lastId = 0

  apply(lastId: number, bids: Levels, asks: Levels): void {
    if (lastId <= this.lastId) return
    this.lastId = lastId
    for (const [side, levels] of [
      [this.#bids, bids],
      [this.#asks, asks],
    ] as const)
      for (const [price, qty] of levels) Number(qty) === 0 ? side.delete(Number(price)) : side.set(Number(price), qty)
  }

  /** The best `count` levels, prices in units. */
  top(count: number, precision: number) {
    const units = ([price, qty]: [number, string]): [number, string] => [
      Number((price * 10 ** precision).toFixed(6)),
      qty,
    ]
    return {
      bids: [...this.#bids]
        .toSorted(([a], [b]) => b - a)
        .slice(0, count)
        .map(units),
      asks: [...this.#asks]
        .toSorted(([a], [b]) => a - b)
        .slice(0, count)
        .map(units),
    }
  }

  /** As the depth call answers. */
  answer(at: number) {
    const levels = (side: Map<number, string>) => [...side].map(([price, qty]) => [String(price), qty])
    return { lastUpdateId: this.lastId, E: at, T: at, bids: levels(this.#bids), asks: levels(this.#asks) }
  }
}

/** How exchangeInfo lists an instrument that is as ours. */
export const listed = ({ feedSymbol, precision, tickUnits, qtyPrecision }: MarketInstrument) => ({
  symbol: feedSymbol,
  status: 'TRADING',
  contractType: 'PERPETUAL',
  filters: [
    { filterType: 'PRICE_FILTER', tickSize: formatUnits(tickUnits, precision), minPrice: '0', maxPrice: '1000000' },
    { filterType: 'LOT_SIZE', stepSize: formatUnits(1, qtyPrecision), minQty: formatUnits(1, qtyPrecision) },
    { filterType: 'MIN_NOTIONAL', notional: '5' },
  ],
})

export const exchangeInfo = (serverTime: number, symbols: readonly unknown[]) => ({
  serverTime,
  rateLimits: [{ rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: 2_400 }],
  symbols,
})

/** Lets the peer answer as a venue that trades these instruments as we know them; gives the order book of each feed symbol. */
export function openVenue(
  peer: TestPeer,
  now: () => number,
  instruments: readonly MarketInstrument[],
): Map<string, ReferenceBook> {
  const books = new Map(instruments.map(({ feedSymbol }) => [feedSymbol, new ReferenceBook()]))
  peer.answers.set('/fapi/v1/exchangeInfo', () => ({ body: exchangeInfo(now(), instruments.map(listed)) }))
  peer.answers.set('/fapi/v1/premiumIndex', () => ({
    body: instruments.map(({ feedSymbol }) => ({
      symbol: feedSymbol,
      markPrice: '100.5',
      indexPrice: '100.4',
      lastFundingRate: '0.0001',
      nextFundingTime: now() + 3_600_000,
      time: now() - 10,
    })),
  }))
  peer.answers.set('/fapi/v1/fundingRate', () => ({ body: [] }))
  peer.answers.set('/fapi/v1/depth', (query) => {
    const book = books.get(query.get('symbol') ?? '')
    return book ? { body: book.answer(now()) } : { status: 400, body: { code: -1121, msg: 'Invalid symbol.' } }
  })
  return books
}
