import type { House } from './house.ts'
import type { Random } from './random.ts'

interface Stream {
  price: number
  seq: number
  sourceTs: number
  live: boolean
  silentUntil: number
}

/** Prices of a nervous market over a poor line: late ticks, equal prices, jumps, gaps that make the feed stale. */
export class Prices {
  readonly #random: Random
  readonly #house: House
  readonly #streams = new Map<string, Stream>()
  #calm = false

  constructor(random: Random, house: House, instruments: readonly string[]) {
    this.#random = random
    this.#house = house
    for (const instrument of instruments)
      this.#streams.set(instrument, {
        price: random.int(20_000, 700_000),
        seq: 0,
        sourceTs: 0,
        live: false,
        silentUntil: 0,
      })
  }

  /** Called as time passes: ticks that arrive now, and the state of the feed as the market judges it (stale after 2 s of silence). */
  pass(): void {
    const now = this.#house.now
    for (const [instrument, stream] of this.#streams) {
      if (now >= stream.silentUntil && (this.#calm || this.#random.chance(70))) {
        if (!stream.live) {
          stream.live = true
          this.#house.signal({ kind: 'feed', instrument, state: 'live', at: now })
        }
        const lag = this.#random.chance(3) ? this.#random.int(400, 1_200) : this.#random.int(5, 200)
        stream.sourceTs = Math.max(stream.sourceTs, now - lag)
        stream.price = Math.max(1, stream.price + this.#move())
        stream.seq += 1
        this.#house.tick({
          instrument,
          source: 'simulator',
          sourceTradeId: String(stream.seq),
          sourceTs: stream.sourceTs,
          recvTs: now,
          price: stream.price,
          qty: '0.01',
          seq: stream.seq,
        })
      } else if (stream.live && now - Math.max(stream.sourceTs, 0) > 2_000) {
        stream.live = false
        this.#house.signal({ kind: 'feed', instrument, state: 'stale', at: now })
      }
    }
  }

  gap(ms: number): void {
    const stream = this.#streams.get(this.#random.pick([...this.#streams.keys()]))!
    stream.silentUntil = this.#house.now + ms
  }

  disturb(): void {
    const instrument = this.#random.pick([...this.#streams.keys()])
    this.#house.signal({
      kind: 'disturbance',
      instrument,
      reason: this.#random.pick(['failover', 'skew']),
      at: this.#house.now,
    })
  }

  /** The market starts again with the house: it knows nothing of the state before. */
  restart(): void {
    for (const stream of this.#streams.values()) {
      stream.live = false
      stream.silentUntil = this.#house.now + this.#random.int(0, 2_500)
    }
  }

  calm(): void {
    this.#calm = true
    for (const stream of this.#streams.values()) stream.silentUntil = 0
  }

  #move(): number {
    if (this.#random.chance(25)) return 0
    if (this.#random.chance(1)) return this.#random.int(-3_000, 3_000)
    return this.#random.int(-12, 12)
  }
}
