import type { Market, MarketChange } from '../ports.ts'
import { depthData, listedStocks, type Rests, stockRow, tickData } from './price-data.ts'

export type PriceKind = 'tick' | 'depth' | 'futures_info' | 'oversea'

/** What a price topic shows; read when it is sent, so that it is the newest. */
export interface PriceSource {
  readonly event: string
  readonly symbols: readonly string[]
  /** Which changes of its instruments it shows. */
  readonly shows: (what: MarketChange['what']) => boolean
  /** Everything; null while nothing is known. */
  full(): unknown
  /** The message to send when these instruments changed; null for none. */
  changes(symbols: ReadonlySet<string>): unknown
}

/** The source of a price topic; null when there is no such stock. */
export function priceSource(market: Market, kind: PriceKind, stock: string | null, rests: Rests): PriceSource | null {
  if (kind === 'futures_info' || kind === 'oversea') return listSource(market, kind, rests)
  const symbol = stock === null ? undefined : market.instrumentOf(stock)?.symbol
  if (stock === null || symbol === undefined) return null
  if (kind === 'depth') {
    const read = () => depthData(market, symbol)
    return { event: 'DEPTH', symbols: [symbol], shows: (what) => what === 'depth', full: read, changes: read }
  }
  const read = () => tickData(market, symbol, stock)
  return { event: 'TICK', symbols: [symbol], shows: (what) => what !== 'depth', full: read, changes: read }
}

function listSource(market: Market, list: 'futures_info' | 'oversea', rests: Rests): PriceSource {
  const stocks = listedStocks(market, list)
  const rows = (wanted: typeof stocks) =>
    wanted.map((stock) => stockRow(market, stock, rests)).filter((row) => row !== null)
  return {
    event: 'INFO',
    symbols: stocks.map(({ symbol }) => symbol),
    shows: (what) => what !== 'depth',
    full: () => rows(stocks),
    changes: (symbols) => {
      const changed = rows(stocks.filter(({ symbol }) => symbols.has(symbol)))
      return changed.length > 0 ? changed : null
    },
  }
}
