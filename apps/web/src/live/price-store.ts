import type { FeedState } from '@maru/contract'

/** What the page knows of one instrument. Prices are decimal strings, as they came. */
export interface StockPrices {
  readonly last: string
  readonly mark: string
  readonly bid: string
  readonly ask: string
  /** Perpetuals: the share that is paid at `nextFundingTime` (0.0001 is 0.01 %). */
  readonly fundingRate: string
  readonly nextFundingTime: number
  /** Server time of the last tick. */
  readonly ts: number
  readonly feed: FeedState
  /** Direction of the last change, with the number of changes so far as its size: +3 is up, the third change. */
  readonly move: number
  /** Highest and lowest of the day so far, ticks included. */
  readonly high: string
  readonly low: string
  /** The price that the change of the day is counted from. */
  readonly reference: string
}
export type PriceField = keyof StockPrices
export type PricePatch = Partial<Omit<StockPrices, 'move'>>

/**
 * Prices outside React: a listener belongs to one field of one instrument and hears of nothing else, so a tick re-renders
 * only the cells that show what it changed.
 */
export interface PriceStore {
  get<F extends PriceField>(stock: string, field: F): StockPrices[F] | undefined
  subscribe(stock: string, field: PriceField, listener: () => void): () => void
  apply(stock: string, patch: PricePatch): void
}

interface Entry {
  prices: { -readonly [F in PriceField]?: StockPrices[F] }
  readonly listeners: Map<PriceField, Set<() => void>>
}

export function createPriceStore(): PriceStore {
  const entries = new Map<string, Entry>()
  const entry = (stock: string): Entry => {
    const found = entries.get(stock)
    if (found) return found
    const made: Entry = { prices: {}, listeners: new Map() }
    entries.set(stock, made)
    return made
  }

  return {
    get: (stock, field) => entries.get(stock)?.prices[field],
    subscribe(stock, field, listener) {
      const { listeners } = entry(stock)
      const set = listeners.get(field) ?? new Set()
      listeners.set(field, set)
      set.add(listener)
      return () => set.delete(listener)
    },
    apply(stock, patch) {
      const { prices, listeners } = entry(stock)
      const before = { ...prices }
      Object.assign(prices, patch)
      extendRange(prices)
      if (before.last !== undefined && prices.last !== undefined && before.last !== prices.last) {
        const changes = Math.abs(before.move ?? 0) + 1
        prices.move = Number(prices.last) > Number(before.last) ? changes : -changes
      }
      for (const [field, set] of listeners) {
        if (before[field] === prices[field]) continue
        for (const listener of [...set]) listener()
      }
    },
  }
}

function extendRange(prices: Entry['prices']) {
  const { last } = prices
  if (last === undefined) return
  if (prices.high !== undefined && Number(last) > Number(prices.high)) prices.high = last
  if (prices.low !== undefined && Number(last) < Number(prices.low)) prices.low = last
}

/** The price that the day's change is counted from, of a last price and its change in percent; null if it has none. */
export function referencePrice(lastPrice: string, changePercent: string, precision: number): string | null {
  const factor = 1 + Number(changePercent) / 100
  if (!(factor > 0)) return null
  return (Number(lastPrice) / factor).toFixed(precision)
}
