import type { DomainClock } from '../feed.ts'

/** Throttles values: passes one on at most once per `everyMs`, the first at once, then the newest. */
export class Newest<T> {
  readonly #clock: DomainClock
  readonly #everyMs: number
  readonly #pass: (value: T) => void
  #passedAt = Number.NEGATIVE_INFINITY
  #waiting: { value: T } | null = null
  #cancel: (() => void) | null = null

  constructor(clock: DomainClock, everyMs: number, pass: (value: T) => void) {
    this.#clock = clock
    this.#everyMs = everyMs
    this.#pass = pass
  }

  take(value: T): void {
    if (this.#waiting) {
      this.#waiting.value = value
      return
    }
    const now = this.#clock.now()
    const due = this.#passedAt + this.#everyMs
    if (now >= due) {
      this.#passedAt = now
      this.#pass(value)
      return
    }
    const waiting = { value }
    this.#waiting = waiting
    this.#cancel = this.#clock.at(due, () => {
      this.#waiting = null
      this.#passedAt = this.#clock.now()
      this.#pass(waiting.value)
    })
  }

  /** Forgets what waits. */
  clear(): void {
    this.#cancel?.()
    this.#waiting = null
  }
}
