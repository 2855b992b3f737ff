export type DecimalLevel = readonly [price: string, qty: string]
export type Level = readonly [price: number, qty: string]

/** A change of a Binance order book; `pu` is the last id of the change before it. */
export interface DepthChange {
  readonly lastId: number
  readonly previousId: number
  readonly bids: readonly DecimalLevel[]
  readonly asks: readonly DecimalLevel[]
}

/** One side, kept sorted with the best price last, so that the changes near the best move little. */
class BookSide {
  readonly #prices: number[] = []
  readonly #quantities = new Map<number, string>()
  readonly #sign: 1 | -1

  /** `sign`: 1 where a higher price is better (bids), −1 where a lower one is. */
  constructor(sign: 1 | -1) {
    this.#sign = sign
  }

  set(price: number, qty: string): void {
    const there = this.#quantities.has(price)
    if (!/[1-9]/.test(qty)) {
      if (!there) return
      this.#quantities.delete(price)
      this.#prices.splice(this.#place(price), 1)
      return
    }
    this.#quantities.set(price, qty)
    if (!there) this.#prices.splice(this.#place(price), 0, price)
  }

  clear(): void {
    this.#prices.length = 0
    this.#quantities.clear()
  }

  get best(): number | null {
    return this.#prices.at(-1) ?? null
  }

  top(count: number): Level[] {
    const levels: Level[] = []
    for (let i = this.#prices.length - 1; i >= 0 && levels.length < count; i--) {
      const price = this.#prices[i] ?? 0
      levels.push([price, this.#quantities.get(price) ?? '0'])
    }
    return levels
  }

  #place(price: number): number {
    let low = 0
    let high = this.#prices.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#prices[middle] ?? 0) * this.#sign < price * this.#sign) low = middle + 1
      else high = middle
    }
    return low
  }
}

/**
 * A Binance USD-M order book from a REST snapshot and the depth stream. Changes are held back until the snapshot, and those
 * before it are dropped; after a hole the order book is empty until the next snapshot. A change tells the quantities as of `u` of all
 * levels that changed after `pu`, so that it follows on any state between the two: also on a snapshot that lies between two
 * changes, and where two connections cut the same changes differently.
 */
export class OrderBook {
  readonly #bids = new BookSide(1)
  readonly #asks = new BookSide(-1)
  readonly #units: (decimal: string) => number | null
  #held: DepthChange[] = []
  #lastId: number | null = null

  /** `units` reads a price; null leaves its level out. */
  constructor(units: (decimal: string) => number | null) {
    this.#units = units
  }

  /** Whether the order book is whole: a snapshot came and no change was missed since. */
  get whole(): boolean {
    return this.#lastId !== null
  }

  get lastId(): number {
    return this.#lastId ?? 0
  }

  get crossed(): boolean {
    const bid = this.#bids.best
    const ask = this.#asks.best
    return bid !== null && ask !== null && bid >= ask
  }

  snapshot(lastId: number, bids: readonly DecimalLevel[], asks: readonly DecimalLevel[]): void {
    this.#bids.clear()
    this.#asks.clear()
    this.#apply(bids, asks)
    this.#lastId = lastId
    const held = this.#held
    this.#held = []
    for (const change of held) this.change(change)
  }

  /** Applies a change; false where it did not fit and the order book was emptied. */
  change(change: DepthChange): boolean {
    if (this.#lastId === null) {
      this.#hold(change)
      return true
    }
    if (change.lastId <= this.#lastId) return true
    if (change.previousId > this.#lastId) {
      this.reset()
      // The snapshot may end right before it.
      this.#hold(change)
      return false
    }
    this.#apply(change.bids, change.asks)
    this.#lastId = change.lastId
    return true
  }

  /** Empties the order book until the next snapshot. */
  reset(): void {
    this.#lastId = null
    this.#held = []
    this.#bids.clear()
    this.#asks.clear()
  }

  /** The best `count` levels of each side, best first. */
  top(count: number): { bids: Level[]; asks: Level[] } {
    return { bids: this.#bids.top(count), asks: this.#asks.top(count) }
  }

  #hold(change: DepthChange): void {
    this.#held.push(change)
    if (this.#held.length > 1_000) this.#held.shift()
  }

  #apply(bids: readonly DecimalLevel[], asks: readonly DecimalLevel[]): void {
    this.#applySide(this.#bids, bids)
    this.#applySide(this.#asks, asks)
  }

  #applySide(side: BookSide, levels: readonly DecimalLevel[]): void {
    for (const [decimal, qty] of levels) {
      const price = this.#units(decimal)
      if (price !== null) side.set(price, qty)
    }
  }
}
