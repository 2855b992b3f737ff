/** Lets `perSecond` through on average and twice as many at once. */
export class TokenBucket {
  readonly #perMs: number
  readonly #size: number
  #tokens: number
  #at: number

  constructor(perSecond: number, now: number) {
    this.#perMs = perSecond / 1_000
    this.#size = perSecond * 2
    this.#tokens = this.#size
    this.#at = now
  }

  take(now: number): boolean {
    this.#tokens = Math.min(this.#size, this.#tokens + (now - this.#at) * this.#perMs)
    this.#at = now
    if (this.#tokens < 1) return false
    this.#tokens -= 1
    return true
  }
}
