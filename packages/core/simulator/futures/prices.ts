import type { Levels, VenueUpdate } from '../../src/index.ts'
import type { House } from '../house.ts'
import type { Random } from '../random.ts'
import { VenueClock } from './venue-clock.ts'
import { type FuturesWorld, startPriceOf } from './world.ts'

interface Stream {
  readonly symbol: string
  readonly tickUnits: number
  price: number
  basis: number
  /** Where it drifts, in moves. */
  trend: number
  seq: number
  live: boolean
  lastAt: number
  silentUntil: number
  /** Order book and mark: when each came last, until when one of them is silent, and whether both are fresh. */
  heard: Record<Quote, number>
  muted: { readonly quote: Quote; readonly until: number } | null
  quoted: boolean
  rate: number
  /** By the venue's clock. */
  nextFundingTime: number
  /** Its newest mark, the last one before its newest funding, and its last fundings. */
  mark: Mark | null
  announcing: Mark | null
  past: { readonly fundingTime: number; readonly rate: number; readonly price: number }[]
}
type Mark = Extract<VenueUpdate, { kind: 'mark' }>
type Quote = 'mark' | 'depth'
const never = Number.NEGATIVE_INFINITY

/**
 * Trades, marks and order books of a nervous venue: jumps, false prices, thin, one-sided and late order books, silence of all or of one,
 * fundings every few minutes, and a clock that is off and drifts.
 */
export class FuturesPrices {
  readonly #random: Random
  readonly #house: House
  readonly #streams: Stream[]
  readonly #clock: VenueClock
  #calm = false
  count = 0

  constructor(random: Random, house: House, world: FuturesWorld) {
    this.#random = random
    this.#house = house
    this.#clock = new VenueClock(random, house.now)
    const symbols = new Map(world.options.map((option) => [option.instrument, option.tickUnits]))
    this.#streams = [...symbols].map(([symbol, tickUnits]) => ({
      symbol,
      tickUnits,
      price: startPriceOf(symbol),
      basis: 0,
      trend: 0,
      seq: 0,
      live: false,
      lastAt: 0,
      silentUntil: 0,
      heard: { mark: never, depth: never },
      muted: null,
      quoted: false,
      rate: 1_000,
      nextFundingTime: house.now + random.int(60, 400) * 1_000,
      mark: null,
      announcing: null,
      past: [],
    }))
  }

  /** One message of one stream that arrives now, and the state of all feeds as the market judges it (stale after 2 s of silence). */
  next(): void {
    const now = this.#house.now
    for (const stream of this.#streams) {
      const { symbol: instrument, heard } = stream
      if (stream.live && now - stream.lastAt > 2_000) {
        stream.live = false
        this.#house.signal({ kind: 'feed', instrument, state: 'stale', at: now })
      }
      if (stream.quoted && now - Math.min(heard.mark, heard.depth) > 2_000) {
        stream.quoted = false
        this.#house.signal({ kind: 'quotes', instrument, state: 'stale', at: now })
      }
    }
    const stream = this.#random.pick(this.#streams)
    if (now < stream.silentUntil) return
    stream.lastAt = now
    if (!stream.live) {
      stream.live = true
      this.#house.signal({ kind: 'feed', instrument: stream.symbol, state: 'live', at: now })
    }
    this.count++
    const dice = this.#random.int(0, 99)
    if (dice < 40) this.#trade(stream)
    else if (dice < 70) this.#quote(stream, dice < 55 ? 'mark' : 'depth')
    else this.#quote(stream, stream.heard.mark < stream.heard.depth ? 'mark' : 'depth')
  }

  /** Nothing comes of an instrument for a while, or no mark, or no order book. */
  gap(ms: number): void {
    const stream = this.#random.pick(this.#streams)
    const until = this.#house.now + ms
    const quote = this.#random.pick(['mark', 'depth', null] as const)
    if (quote === null) stream.silentUntil = until
    else stream.muted = { quote, until }
  }

  jump(): void {
    const stream = this.#random.pick(this.#streams)
    const most = this.#random.chance(25) ? 120 : 15
    stream.price = this.#onTick(stream, stream.price * (1 + this.#random.int(-most, most) / 1_000))
  }

  /**
   * The house started again. Either the market kept running: the core hears what announced a funding whose time is over, then the current prices.
   * Or the market starts with the house, knows nothing of before, and its venue gives the fundings that it made.
   */
  restart(): void {
    const { now } = this.#house
    const goesOn = this.#random.chance(50)
    for (const stream of this.#streams) {
      const { heard } = stream
      stream.live = goesOn && now - stream.lastAt <= 2_000
      stream.quoted = goesOn && now - Math.min(heard.mark, heard.depth) <= 2_000
      if (!goesOn) {
        stream.silentUntil = now + this.#random.int(0, 2_500)
        stream.heard = { mark: never, depth: never }
        // Of some the venue does not know the mark any more.
        for (const past of stream.past)
          this.#house.signal({
            kind: 'funding',
            instrument: stream.symbol,
            ...past,
            price: past.fundingTime % 5 === 0 ? null : past.price,
            at: now,
          })
        this.#house.advance()
        continue
      }
      const { announcing, mark } = stream
      if (announcing && announcing.nextFundingTime! <= now) this.#house.venueUpdate(announcing)
      if (stream.live) this.#house.signal({ kind: 'feed', instrument: stream.symbol, state: 'live', at: now })
      if (stream.quoted) this.#house.signal({ kind: 'quotes', instrument: stream.symbol, state: 'live', at: now })
      if (mark) this.#house.venueUpdate(mark)
    }
  }

  calm(): void {
    this.#calm = true
    for (const stream of this.#streams) {
      stream.silentUntil = 0
      stream.muted = null
    }
  }

  /** Both are fresh again once the one that was missing came. */
  #quote(stream: Stream, quote: Quote): void {
    const { now } = this.#house
    const { muted, heard, symbol: instrument } = stream
    if (muted?.quote === quote && now < muted.until) return
    heard[quote] = now
    if (quote === 'mark') this.#mark(stream)
    else this.#book(stream)
    if (stream.quoted || now - Math.min(heard.mark, heard.depth) > 2_000) return
    stream.quoted = true
    this.#house.signal({ kind: 'quotes', instrument, state: 'live', at: now })
  }

  /** Now and then a price is false: it stands alone. */
  #told(price: number): number {
    if (this.#calm || !this.#random.chance(1)) return price
    const share = this.#random.pick([1, -1]) * this.#random.int(5, 600)
    return Math.max(1, Math.round(price * (1 + share / 1_000)))
  }

  #trade(stream: Stream): void {
    const { now } = this.#house
    stream.price = this.#onTick(stream, stream.price + this.#move(stream))
    stream.seq += 1
    this.#house.tick({
      instrument: stream.symbol,
      source: 'simulator',
      sourceTradeId: String(stream.seq),
      sourceTs: this.#clock.measured(now - this.#random.int(1, 80), now),
      recvTs: now,
      price: this.#told(stream.price),
      qty: '0.01',
      seq: stream.seq,
    })
  }

  #mark(stream: Stream): void {
    const { now } = this.#house
    const sourceTs = this.#clock.at(now - this.#random.int(1, 80))
    while (stream.nextFundingTime <= sourceTs) {
      const { rate, nextFundingTime: fundingTime, mark } = stream
      if (mark) stream.past = [...stream.past.slice(-3), { fundingTime, rate, price: mark.price }]
      stream.announcing = mark
      stream.nextFundingTime += this.#random.int(60, 400) * 1_000
      stream.rate = this.#random.chance(10)
        ? this.#random.int(-4_000_000, 4_000_000)
        : this.#random.int(-60_000, 60_000)
    }
    stream.basis = Math.round(stream.basis * 0.9 + this.#random.int(-3, 3))
    stream.mark = {
      kind: 'mark',
      instrument: stream.symbol,
      sourceTs,
      price: this.#told(Math.max(1, stream.price + stream.basis)),
      fundingRate: this.#random.chance(1) ? null : stream.rate,
      nextFundingTime: stream.nextFundingTime,
    }
    this.#house.venueUpdate(stream.mark)
  }

  #book(stream: Stream): void {
    const { now } = this.#house
    stream.seq += 1
    const half = this.#random.int(1, 4) * stream.tickUnits
    // Now and then depth lags behind the trades.
    const late = !this.#calm && this.#random.chance(6) ? this.#random.int(100, 1_500) : 0
    const price = this.#onTick(stream, this.#told(stream.price))
    this.#house.venueUpdate({
      kind: 'depth',
      instrument: stream.symbol,
      ...this.#clock.bookTimes(now - this.#random.int(1, 80) - late, now),
      bids: this.#side(stream, price - half, -1),
      asks: this.#side(stream, price + half, 1),
      u: stream.seq,
    })
  }

  #side(stream: Stream, best: number, direction: 1 | -1): Levels {
    if (!this.#calm && this.#random.chance(1)) return []
    // Worth some 500 to 20,000 USDT a level, a few prices apart.
    const [least, most] = { BTCUSDT: [8, 330], ETHUSDT: [160, 6_600], XRPUSDT: [2_200, 90_000] }[stream.symbol]!
    const levels: [number, number][] = []
    const seed = this.#random.next()
    let price = best
    for (let index = 0; index < 20 && price > 0; index++) {
      const mixed = Math.imul(seed ^ (index * 0x9e3779b1), 0x85ebca6b) >>> 0
      levels.push([price, Math.ceil((least! + (mixed % (most! - least!))) / 10) * 10])
      price += direction * stream.tickUnits * (1 + (mixed >>> 28))
    }
    return levels
  }

  #move(stream: Stream): number {
    if (this.#random.chance(25)) return 0
    const scale = Math.max(1, Math.round(stream.price / 1_200))
    if (this.#random.chance(1)) return this.#random.int(-20, 20) * scale
    if (this.#random.chance(1)) stream.trend = this.#random.int(-3, 3)
    return this.#random.int(-scale, scale) + Math.round((stream.trend * scale) / 8)
  }

  #onTick(stream: Stream, price: number): number {
    const { tickUnits, symbol } = stream
    const start = startPriceOf(symbol)
    const within = Math.min(start * 3, Math.max(start / 3, price))
    return Math.round(within / tickUnits) * tickUnits
  }
}
