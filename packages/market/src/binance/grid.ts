import { formatUnits, parseUnits } from '../decimal.ts'
import type { MarketInstrument } from '../instruments.ts'
import type { Level, OrderBook } from '../order-book.ts'
import { OffTickSize, onTickSize } from './messages.ts'

/**
 * Converts the venue's prices to our tick size. A venue may make its tick size finer: last prices go to our nearest multiple, bids
 * down and asks up, so that nobody is shown a better price than there is, and levels that fall together are one.
 */
export class Grid {
  readonly #instrument: MarketInstrument
  /** The instrument as the venue counts it. */
  readonly #venue: MarketInstrument
  /** Our tick size in the venue's units. */
  readonly #tick: number

  private constructor(instrument: MarketInstrument, venue: MarketInstrument, tick: number) {
    this.#instrument = instrument
    this.#venue = venue
    this.#tick = tick
  }

  /** For a venue whose tick size is ours. */
  static same = (instrument: MarketInstrument): Grid => new Grid(instrument, instrument, instrument.tickUnits)

  /** Null where our tick size is no multiple of the venue's. */
  static of(instrument: MarketInstrument, venueTick: string): Grid | null {
    const decimals = /\.(\d*?)0*$/.exec(venueTick)?.[1]?.length ?? 0
    const precision = Math.max(instrument.precision, decimals)
    const venue = { ...instrument, precision, tickUnits: parseUnits(venueTick, precision) }
    const tick = instrument.tickUnits * 10 ** (precision - instrument.precision)
    return venue.tickUnits > 0 && tick % venue.tickUnits === 0 ? new Grid(instrument, venue, tick) : null
  }

  /** Whether the venue's tick size is finer than ours. */
  get isFiner(): boolean {
    return this.#tick !== this.#venue.tickUnits
  }

  /** A price of an order book in the venue's units; null for one off its tick size. */
  readonly level = (decimal: string): number | null => onTickSize(decimal, this.#venue)

  /** A price of a trade or of the best prices in our units; throws OffTickSize for one off the venue's tick size. */
  readonly units = (decimal: string, toward: 'nearest' | 'down' | 'up' = 'nearest'): number => {
    const price = this.level(decimal)
    if (price === null) throw new OffTickSize(`${this.#instrument.symbol}: ${decimal} lies between two ticks`)
    return this.#onto(price, toward)
  }

  /** The best `count` levels of each side, best first, in our units. */
  top(book: OrderBook, count: number): { bids: Level[]; asks: Level[] } {
    if (!this.isFiner) return book.top(count)
    const { bids, asks } = book.top(count * (this.#tick / this.#venue.tickUnits))
    return { bids: this.#merged(bids, 'down').slice(0, count), asks: this.#merged(asks, 'up').slice(0, count) }
  }

  #merged(levels: readonly Level[], toward: 'down' | 'up'): Level[] {
    const { qtyPrecision } = this.#instrument
    const sums = new Map<number, number>()
    for (const [price, qty] of levels) {
      const onto = this.#onto(price, toward)
      sums.set(onto, (sums.get(onto) ?? 0) + parseUnits(qty, qtyPrecision))
    }
    return [...sums].map(([price, qty]) => [price, formatUnits(qty, qtyPrecision)])
  }

  #onto(price: number, toward: 'nearest' | 'down' | 'up'): number {
    const { tickUnits } = this.#instrument
    const below = Math.floor(price / this.#tick)
    const rest = price - below * this.#tick
    if (rest === 0 || toward === 'down') return below * tickUnits
    if (toward === 'up' || 2 * rest > this.#tick) return (below + 1) * tickUnits
    const isEven = below % 2 === 0
    return (2 * rest < this.#tick || isEven ? below : below + 1) * tickUnits
  }
}
