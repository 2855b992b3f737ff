import type { FuturesPrices } from '../futures/prices.ts'
import type { House } from '../house.ts'
import type { OverseaPrices } from '../oversea/prices.ts'
import type { Prices } from '../prices.ts'
import type { Random } from '../random.ts'
import { SHARED } from './world.ts'

interface Venues {
  readonly rounds: Prices
  readonly futures: FuturesPrices
  readonly oversea: OverseaPrices
}

/** Time of a house with all books, and what their venues say meanwhile. */
export class TogetherPrices {
  readonly #random: Random
  readonly #house: House
  readonly #venues: Venues

  constructor(random: Random, house: House, venues: Venues) {
    this.#random = random
    this.#house = house
    this.#venues = venues
  }

  get count(): number {
    return this.#venues.futures.count + this.#venues.oversea.count
  }
  get isOpen(): boolean {
    return this.#venues.oversea.isOpen
  }

  /** Lets time pass, with prices on the way: over moments as timers do, over minutes and hours in strides. */
  pass(ms: number): void {
    const house = this.#house
    const { rounds, oversea } = this.#venues
    const until = house.now + ms
    const stride = ms > 3_600_000 ? 600_000 : ms > 150_000 ? 60_000 : ms > 20_000 ? 1_000 : 250
    while (house.now < until) {
      const due = stride > 250 ? oversea.nextAt() : Math.min(house.nextDueAt ?? until, oversea.nextAt())
      house.now = Math.min(until, house.now + stride, Math.max(house.now + 1, due))
      oversea.say()
      rounds.pass()
      if (ms > 900) this.next()
      house.advance()
      if (stride > 250) house.commit() // no batch stays open for long
    }
  }

  /** Time goes to shortly before the next moment of a trading day; prices are elsewhere then. */
  leap(): void {
    const { oversea } = this.#venues
    const { now } = this.#house
    this.pass(Math.max(1, oversea.calendar.markAfter(now + 4_000) - this.#random.int(0, 3_000) - now))
    this.#house.commit()
    oversea.drift()
  }

  /** One price of each kind of venue. */
  next(): void {
    this.#venues.futures.next()
    this.#venues.oversea.next()
  }

  gap(): void {
    const random = this.#random
    const { rounds, futures, oversea } = this.#venues
    const dice = random.int(0, 2)
    if (dice === 0) rounds.gap(random.int(1_000, 12_000))
    else if (dice === 1) futures.gap(random.int(1_000, 9_000))
    else oversea.gap(random.pick([3_000, 9_000, 9_000, 400_000, 2_000_000]))
  }

  jump(): void {
    this.#random.pick([this.#venues.futures, this.#venues.oversea]).jump()
  }

  halt(): void {
    this.#venues.oversea.halt()
  }

  disturb(): void {
    if (this.#random.chance(50)) this.#venues.rounds.disturb()
    else this.#house.signal({ kind: 'disturbance', instrument: SHARED, reason: 'failover', at: this.#house.now })
  }

  restart(): void {
    const { rounds, futures, oversea } = this.#venues
    for (const venue of [rounds, futures, oversea]) venue.restart()
  }

  /** Nothing is missing any more: two ends of each session pass, and more than the longest round. */
  rest(): void {
    const { rounds, futures, oversea } = this.#venues
    for (const venue of [rounds, futures, oversea]) venue.calm()
    const end = oversea.calendar.endsAfter(this.#house.now, 2)
    while (this.#house.now < end) {
      // What the calendar says may come 15 s late.
      this.pass(oversea.calendar.markAfter(this.#house.now) + 20_000 - this.#house.now)
      oversea.drift()
      oversea.nextOfAll()
      this.#house.advance()
      this.#house.commit()
    }
  }
}
