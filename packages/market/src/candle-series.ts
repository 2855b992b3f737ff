import type { Candle } from './candles.ts'

/** Numbers of a candle, and their places in memory. */
const width = 6
const openTime = 0
const open = 1
const high = 2
const low = 3
const close = 4
const volume = 5

/** So many more than are kept may be there before the oldest are let go, together. */
const slack = 100
const none: readonly never[] = []

/**
 * Candles of one interval, oldest first, as numbers side by side. A house keeps some 300,000 candles: as objects they were most of what the
 * garbage collector marks (bench `http`). A candle that is read is a copy.
 */
export class CandleSeries implements Iterable<Candle> {
  readonly #kept: number
  #numbers: Float64Array
  #length = 0

  /** `kept`: how many stay; `candles`: those from before, oldest first, of which the newest are taken. */
  constructor(kept = Number.POSITIVE_INFINITY, candles: readonly Candle[] = none) {
    const taken = candles.slice(-kept)
    this.#kept = kept
    this.#numbers = new Float64Array((taken.length + slack) * width)
    for (const candle of taken) this.#push(candle)
  }

  get length(): number {
    return this.#length
  }

  /** The candle at a place; a negative place counts from the end. */
  at(place: number): Candle | undefined {
    const nth = place < 0 ? this.#length + place : place
    if (nth < 0 || nth >= this.#length) return undefined
    const read = (column: number) => this.#numbers[nth * width + column]!
    return {
      openTime: read(openTime),
      open: read(open),
      high: read(high),
      low: read(low),
      close: read(close),
      volume: read(volume),
    }
  }

  [Symbol.iterator](): Iterator<Candle> {
    return this.since(Number.NEGATIVE_INFINITY)
  }

  /** The candles that open at or after a time, and the newest one before them. */
  *since(time: number): Generator<Candle, void> {
    for (let nth = Math.max(0, this.placeOf(time) - 1); nth < this.#length; nth++) yield this.at(nth)!
  }

  /** The place of the first candle that opens at or after a time; the length where none does. */
  placeOf(time: number): number {
    let first = 0
    let end = this.#length
    while (first < end) {
      const middle = (first + end) >> 1
      if (this.#numbers[middle * width + openTime]! < time) first = middle + 1
      else end = middle
    }
    return first
  }

  /** The candle that opens at a time. */
  find(time: number): Candle | undefined {
    const candle = this.at(this.placeOf(time))
    return candle?.openTime === time ? candle : undefined
  }

  /** The highest and the lowest price from a place on, -Infinity and Infinity where there is none, and the sum of the volumes. */
  rangeFrom(place: number): { readonly high: number; readonly low: number; readonly volume: number } {
    const range = { high: Number.NEGATIVE_INFINITY, low: Number.POSITIVE_INFINITY, volume: 0 }
    for (let at = place * width; at < this.#length * width; at += width) {
      range.high = Math.max(range.high, this.#numbers[at + high]!)
      range.low = Math.min(range.low, this.#numbers[at + low]!)
      range.volume += this.#numbers[at + volume]!
    }
    return range
  }

  /**
   * Takes a trade into the candle that opens at `time`, a new one where it is newer than all. Into an earlier one than the newest it came late:
   * high, low and volume change. Says whether there is such a candle; otherwise nothing changes.
   */
  trade(time: number, price: number, qty: number): boolean {
    const place = this.placeOf(time)
    if (place === this.#length) {
      this.#push({ openTime: time, open: price, high: price, low: price, close: price, volume: qty })
      return true
    }
    const at = place * width
    const numbers = this.#numbers
    if (numbers[at + openTime] !== time) return false
    numbers[at + high] = Math.max(numbers[at + high]!, price)
    numbers[at + low] = Math.min(numbers[at + low]!, price)
    if (place === this.#length - 1) numbers[at + close] = price
    numbers[at + volume]! += qty
    return true
  }

  /** Lets the oldest candles go, a hundred at once, when there are so many more than are kept; gives those. */
  trim(): readonly Candle[] {
    if (this.#length <= this.#kept + slack) return none
    const gone = Array.from({ length: slack }, (_, place) => this.at(place)!)
    this.#numbers.copyWithin(0, slack * width, this.#length * width)
    this.#length -= slack
    return gone
  }

  #push(candle: Candle): void {
    const at = this.#length * width
    if (at === this.#numbers.length) {
      const larger = new Float64Array(at * 2)
      larger.set(this.#numbers)
      this.#numbers = larger
    }
    const numbers = this.#numbers
    numbers[at + openTime] = candle.openTime
    numbers[at + open] = candle.open
    numbers[at + high] = candle.high
    numbers[at + low] = candle.low
    numbers[at + close] = candle.close
    numbers[at + volume] = candle.volume
    this.#length += 1
  }
}
