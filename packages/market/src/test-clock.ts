import type { DomainClock } from './feed.ts'

/** A domain clock that tests move by hand: `run` calls what falls due, in order, with time standing at each. */
export class TestClock implements DomainClock {
  #now: number
  #due: { at: number; order: number; fn: () => void }[] = []
  #order = 0

  constructor(now: number) {
    this.#now = now
  }

  now(): number {
    return this.#now
  }

  at(at: number, fn: () => void): () => void {
    const entry = { at, order: this.#order++, fn }
    this.#due.push(entry)
    return () => {
      this.#due = this.#due.filter((one) => one !== entry)
    }
  }

  /** When the next call falls due; null while nothing waits for the clock. */
  next(): number | null {
    return this.#due.length > 0 ? Math.min(...this.#due.map(({ at }) => at)) : null
  }

  /** Moves on without calling what falls due: as a timer that is late. */
  jump(to: number): void {
    this.#now = to
  }

  /** Moves on to `until`. Between two calls, what awaits gets its turn. */
  async run(until: number): Promise<void> {
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve))
      const next = this.#due.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at || a.order - b.order)[0]
      if (!next) break
      this.#due = this.#due.filter((one) => one !== next)
      this.#now = Math.max(this.#now, next.at)
      next.fn()
    }
    this.#now = until
  }
}
