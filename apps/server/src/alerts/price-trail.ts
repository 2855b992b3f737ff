interface Kept {
  readonly price: number
  /** Until when it was the price. */
  until: number
}

export interface Move {
  readonly isUp: boolean
  /** In whole tenths of a percent. */
  readonly tenths: number
}

/**
 * The prices of an instrument over some time: how far the price came from the lowest or highest one since a moment. Of all prices only those
 * are kept that can still be the lowest or the highest of a window that ends now.
 */
export class PriceTrail {
  readonly #longestMs: number
  readonly #lows: Kept[] = []
  readonly #highs: Kept[] = []

  constructor(longestMs: number) {
    this.#longestMs = longestMs
  }

  /** The price from now on. One that stays is no new one. */
  add(price: number, at: number): void {
    const last = this.#lows.at(-1)
    if (last?.price === price && last.until === Number.POSITIVE_INFINITY) return
    this.end(at)
    push(this.#lows, price, (kept) => kept >= price)
    push(this.#highs, price, (kept) => kept <= price)
    for (const kept of [this.#lows, this.#highs]) trim(kept, at - this.#longestMs)
  }

  /** There is no price from now on: the last one held until now. */
  end(at: number): void {
    for (const kept of [this.#lows, this.#highs]) {
      const last = kept.at(-1)
      if (last?.until === Number.POSITIVE_INFINITY) last.until = at
    }
  }

  clear(): void {
    this.#lows.length = 0
    this.#highs.length = 0
  }

  /** The larger of the ways up and down to a price from what it was at some time since then. */
  move(since: number, price: number): Move {
    const low = firstSince(this.#lows, since) ?? price
    const high = firstSince(this.#highs, since) ?? price
    const up = tenthsOf(price - low, low)
    const down = tenthsOf(high - price, high)
    return up >= down ? { isUp: true, tenths: up } : { isUp: false, tenths: down }
  }
}

const tenthsOf = (way: number, from: number) => (from > 0 ? Math.floor((way * 1_000) / from) : 0)

/** The newest is always the last of its list. */
function push(kept: Kept[], price: number, isPast: (price: number) => boolean): void {
  while (kept.length > 0 && isPast((kept.at(-1) as Kept).price)) kept.pop()
  kept.push({ price, until: Number.POSITIVE_INFINITY })
}

/** Lets go of what ended before; only once it is many, so that the list is rarely moved. */
function trim(kept: Kept[], before: number): void {
  if (kept.length < 64 || (kept[31] as Kept).until >= before) return
  kept.splice(0, firstPlace(kept, before))
}

const firstSince = (kept: readonly Kept[], since: number) => kept[firstPlace(kept, since)]?.price

function firstPlace(kept: readonly Kept[], since: number): number {
  let low = 0
  let high = kept.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((kept[middle] as Kept).until < since) low = middle + 1
    else high = middle
  }
  return low
}
