import type { Random } from '../random.ts'

/** So many of the newest trades say how far the venue's clock is off. */
const REMEMBERED = 61

/** No venue lets its clock drift for days. */
const DRIFT_MAX_MS = 2_000

/** A venue's clock, which may be off and drift, and what a market would measure of it by its trades. */
export class VenueClock {
  readonly #start: number
  readonly #off: number
  /** Parts of a thousand. */
  readonly #drift: number
  #offsets: number[] = []

  constructor(random: Random, start: number) {
    this.#start = start
    this.#off = random.pick([0, 0, 35, -900, 1_300, -60])
    this.#drift = random.pick([0, 0, 0.2, -0.2])
  }

  /** The venue's time at a time of ours. */
  at(now: number): number {
    const drifted = Math.round(((now - this.#start) * this.#drift) / 1_000)
    return now + this.#off + Math.max(-DRIFT_MAX_MS, Math.min(DRIFT_MAX_MS, drifted))
  }

  /** The source time of a trade of `made` that comes now, by which the clock is measured. */
  measured(made: number, now: number): number {
    const sourceTs = this.at(made)
    this.#offsets.push(now - sourceTs)
    if (this.#offsets.length > REMEMBERED) this.#offsets.shift()
    return sourceTs
  }

  /** The times of an order book of `made` that comes now. */
  bookTimes(made: number, now: number) {
    const sourceTs = this.at(made)
    const usual = this.#offsets.toSorted((a, b) => a - b)[this.#offsets.length >> 1] ?? now - sourceTs
    return { sourceTs, recvTs: now, correctedTs: Math.min(now, sourceTs + usual) }
  }
}
