import type { FeedSignal } from '../../src/index.ts'
import type { House } from '../house.ts'
import type { Random } from '../random.ts'
import { type OverseaWorld, startPriceOf } from './world.ts'

interface Stream {
  readonly symbol: string
  readonly tickUnits: number
  price: number
  trend: number
  seq: number
  live: boolean
  /** When it was heard last, heart-beats included, and until when it says nothing. */
  heardAt: number
  silentUntil: number
  /** When the calendar is heard next, and until when the venue halts. */
  calendarAt: number
  haltedUntil: number | null
}

type RateSignal = Extract<FeedSignal, { kind: 'rate' }>

/** Quotes of a nervous venue with wide and empty spreads, false prices, gaps, silence and halts; its sessions; and a rate of the dollar that is sometimes missing. */
export class OverseaPrices {
  readonly #random: Random
  readonly #house: House
  readonly #world: OverseaWorld
  readonly #streams: Stream[]
  #rate = 140_000
  #rateAt: number
  #told: RateSignal | null = null
  #calm = false
  /** Last prices so far. */
  count = 0

  constructor(random: Random, house: House, world: OverseaWorld) {
    this.#random = random
    this.#house = house
    this.#world = world
    this.#rateAt = house.now + (random.chance(85) ? 0 : random.int(10, 60) * 60_000)
    const symbols = new Map(world.options.map((option) => [option.instrument, option.tickUnits]))
    this.#streams = [...symbols].map(([symbol, tickUnits]) => ({
      symbol,
      tickUnits,
      price: startPriceOf(symbol),
      trend: 0,
      seq: 0,
      live: false,
      heardAt: house.now,
      silentUntil: 0,
      calendarAt: house.now,
      haltedUntil: null,
    }))
  }

  get calendar() {
    return this.#world.calendar
  }

  /** Whether a market is open. */
  get isOpen(): boolean {
    const { now } = this.#house
    return this.#streams.some(({ symbol }) => {
      const { openAt, closeAt } = this.#world.calendar.sessionAt(symbol, now).times
      return now >= openAt && now < closeAt
    })
  }

  /** When the feed, the calendar, the venue or the source of the rate speaks next by itself. */
  nextAt(): number {
    let next = this.#rateAt
    for (const stream of this.#streams) {
      next = Math.min(next, stream.calendarAt, stream.haltedUntil ?? next)
      if (stream.silentUntil > this.#house.now) {
        next = Math.min(next, stream.silentUntil)
        if (stream.live) next = Math.min(next, stream.heardAt + 6_001)
      }
    }
    return Math.max(next, this.#house.now + 1)
  }

  /** Signals what is due now: live feeds, running sessions, and the rate. */
  say(): void {
    const { now } = this.#house
    for (const stream of this.#streams) {
      if (stream.silentUntil > now) {
        if (stream.live && now - stream.heardAt > 6_000) this.#feed(stream, false)
      } else {
        stream.heardAt = now
        if (!stream.live) this.#feed(stream, true)
      }
      if (stream.haltedUntil !== null && stream.haltedUntil <= now) {
        stream.haltedUntil = null
        stream.calendarAt = now
      }
      if (stream.calendarAt <= now) this.#session(stream)
    }
    if (this.#rateAt <= now) this.#sayRate()
  }

  /** One price of one stream that comes now. */
  next(): void {
    this.#price(this.#random.pick(this.#streams))
  }

  /** One price of each stream. */
  nextOfAll(): void {
    for (const stream of this.#streams) this.#price(stream)
  }

  gap(ms: number): void {
    this.#random.pick(this.#streams).silentUntil = this.#house.now + ms
  }

  jump(): void {
    const stream = this.#random.pick(this.#streams)
    const most = this.#random.chance(20) ? 80 : 20
    stream.price = this.#within(stream, stream.price * (1 + this.#random.int(-most, most) / 1_000))
  }

  /** Hours later prices are elsewhere. */
  drift(): void {
    for (const stream of this.#streams)
      stream.price = this.#within(stream, stream.price * (1 + this.#random.int(-30, 30) / 1_000))
  }

  /** The venue halts within a session, and resumes later. */
  halt(): void {
    const { now } = this.#house
    const stream = this.#random.pick(this.#streams)
    const { times } = this.#world.calendar.sessionAt(stream.symbol, now)
    if (now < times.openAt || now >= times.closeAt) return
    stream.haltedUntil = now + this.#random.pick([2_000, 20_000, 600_000])
    stream.calendarAt = now
  }

  /** The market starts again with the house: it signals everything that it knows, one by one. */
  restart(): void {
    const { now } = this.#house
    for (const stream of this.#streams) {
      stream.live = false
      stream.heardAt = now
      stream.silentUntil = now + this.#random.int(0, 2_500)
      stream.calendarAt = now + this.#random.int(0, 2_500)
    }
    if (this.#told && this.#random.chance(80)) this.#house.signal({ ...this.#told, recvTs: now })
  }

  /** From now on nothing is missing: feeds live, venues trade in their sessions, and a good rate comes twice a day. */
  calm(): void {
    this.#calm = true
    this.#rateAt = this.#house.now
    for (const stream of this.#streams) {
      stream.silentUntil = 0
      stream.haltedUntil = stream.haltedUntil === null ? null : this.#house.now
    }
  }

  #price(stream: Stream): void {
    const { now } = this.#house
    const { times } = this.#world.calendar.sessionAt(stream.symbol, now)
    const isOpen = now >= times.openAt && now < times.closeAt && stream.haltedUntil === null
    // A venue that does not trade still says something now and then.
    if (!stream.live || now < stream.silentUntil || (!isOpen && !this.#random.chance(10))) return
    stream.price = this.#within(stream, stream.price + this.#move(stream))
    const half = this.#random.chance(2) ? this.#random.int(5, 25) : this.#random.int(0, 2)
    const price = this.#spoken(stream)
    const bid = price - half * stream.tickUnits
    const ask = price + (half + this.#random.int(0, 1)) * stream.tickUnits
    const isWhole = this.#calm || !this.#random.chance(3)
    if (isWhole || this.#random.chance(50))
      this.#quote(stream, isWhole ? [bid, ask] : this.#random.pick([[bid], [], [null, ask]] as const))
    if (isWhole || this.#random.chance(50)) this.#tick(stream, Math.floor((bid + ask) / 2))
  }

  /** Now and then a quote is false: it stands alone. */
  #spoken(stream: Stream): number {
    if (this.#calm || !this.#random.chance(1)) return stream.price
    const share = this.#random.pick([1, -1]) * this.#random.int(5, 300)
    return this.#within(stream, stream.price * (1 + share / 1_000))
  }

  #feed(stream: Stream, isLive: boolean): void {
    stream.live = isLive
    const { symbol: instrument } = stream
    this.#house.signal({ kind: 'feed', instrument, state: isLive ? 'live' : 'stale', at: this.#house.now })
  }

  #session(stream: Stream): void {
    const { now } = this.#house
    const { symbol } = stream
    const { calendar } = this.#world
    const { times: session, nextOpenAt, overnightAllowed } = calendar.sessionAt(symbol, now)
    if (now >= session.closeAt) stream.haltedUntil = null
    const isRest = now < session.openAt || now >= session.closeAt || stream.haltedUntil !== null
    this.#house.signal({ kind: 'session', instrument: symbol, isRest, at: now, session, nextOpenAt, overnightAllowed })
    stream.calendarAt = calendar.nextChangeAt(symbol, now) + (this.#random.chance(20) ? this.#random.int(1, 15_000) : 0)
  }

  #sayRate(): void {
    const random = this.#random
    const { now } = this.#house
    this.#rate = Math.min(150_000, Math.max(130_000, this.#rate + random.int(-1_500, 1_500)))
    const isBad = !this.#calm && random.chance(4)
    const rate = isBad ? random.pick([0, -1, 1_400.5, Number.NaN]) : this.#rate
    const ageMs = !this.#calm && random.chance(10) ? random.int(1, 130) * 3_600_000 : random.int(0, 20_000)
    const signal: RateSignal = {
      kind: 'rate',
      pair: 'USDKRW',
      rate,
      source: 'simulator',
      sourceTs: now - ageMs,
      recvTs: now,
    }
    if (!isBad) this.#told = signal
    this.#house.signal(signal)
    const hours = this.#calm ? 12 : random.pick([1, 6, 12, 24, 24, 60, 130])
    this.#rateAt = now + hours * 3_600_000 + random.int(0, 3_600_000)
  }

  #quote(stream: Stream, [bid, ask]: readonly (number | null)[]): void {
    const { now } = this.#house
    stream.seq++
    this.#house.venueUpdate({
      kind: 'depth',
      instrument: stream.symbol,
      sourceTs: now - this.#random.int(1, 80),
      recvTs: now,
      correctedTs: now,
      bids: bid == null ? [] : [[bid, 1]],
      asks: ask == null ? [] : [[ask, 1]],
      u: stream.seq,
    })
  }

  #tick(stream: Stream, price: number): void {
    const { now } = this.#house
    stream.seq++
    this.count++
    this.#house.tick({
      instrument: stream.symbol,
      source: 'simulator',
      sourceTradeId: String(stream.seq),
      sourceTs: now - this.#random.int(1, 80),
      recvTs: now,
      price,
      qty: '0',
      seq: stream.seq,
    })
  }

  /** Some twentieths of a percent; sometimes the price runs, and seldom it leaps. */
  #move(stream: Stream): number {
    const random = this.#random
    const step = stream.price / 1_500
    if (random.chance(20)) return 0
    if (random.chance(1)) stream.trend = random.int(-6, 6)
    return random.chance(1) ? step * random.int(-10, 10) : (step * (random.int(-100, 100) + 6 * stream.trend)) / 100
  }

  #within(stream: Stream, price: number): number {
    const start = startPriceOf(stream.symbol)
    return Math.round(Math.min(start * 2, Math.max(start / 2, price)) / stream.tickUnits) * stream.tickUnits
  }
}
