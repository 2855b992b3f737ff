import type { DomainClock } from '../feed.ts'
import type { Report } from '../live.ts'
import { type DepthChange, OrderBook } from '../order-book.ts'
import type { DepthSnapshot } from './messages.ts'

export interface DepthConfig {
  readonly symbol: string
  /** Reads a price; null leaves its level out. */
  readonly units: (decimal: string) => number | null
  readonly clock: DomainClock
  readonly report: Report
  snapshot(): Promise<DepthSnapshot>
  /** The order book is whole as of `at`, or changed. */
  readonly onBook: (book: OrderBook, at: number) => void
}

const firstWaitMs = 1_000
const longestWaitMs = 60_000

/** Keeps one order book in step with its stream. A change after a hole asks for a snapshot, with growing pauses while that fails. */
export class DepthSync {
  readonly #config: DepthConfig
  readonly #book: OrderBook
  #asking = false
  #failures = 0
  #askAt = Number.NEGATIVE_INFINITY
  #at = 0
  #cancel: (() => void) | null = null
  #stopped = false

  constructor(config: DepthConfig) {
    this.#config = config
    this.#book = new OrderBook(config.units)
  }

  /** Takes a change of the stream. */
  take(change: DepthChange, at: number): void {
    this.#at = at
    if (!this.#book.change(change)) this.#tell('gap', `a hole before ${change.lastId}`)
    if (this.#book.crossed) {
      this.#book.reset()
      this.#tell('gap', 'crossed')
    }
    if (this.#book.whole) this.#config.onBook(this.#book, at)
    else this.#ask()
  }

  /** Whether the order book stands: a change that was missed would show at the next one. */
  get whole(): boolean {
    return this.#book.whole
  }

  /** Forgets the order book; the next change begins a new one. */
  reset(): void {
    this.#book.reset()
  }

  stop(): void {
    this.#stopped = true
    this.#cancel?.()
  }

  #ask(): void {
    if (this.#asking || this.#stopped) return
    this.#asking = true
    const { clock } = this.#config
    const run = () => void this.#fetch()
    if (clock.now() >= this.#askAt) run()
    else this.#cancel = clock.at(this.#askAt, run)
  }

  async #fetch(): Promise<void> {
    const { clock, snapshot, onBook } = this.#config
    let failure = ''
    try {
      const { lastId, at, bids, asks } = await snapshot()
      if (this.#stopped) return
      this.#at = Math.max(this.#at, at)
      this.#book.snapshot(lastId, bids, asks)
      if (this.#book.crossed) {
        this.#book.reset()
        failure = 'the snapshot is crossed'
      } else if (!this.#book.whole) failure = 'the snapshot is older than the stream'
    } catch (error) {
      if (this.#stopped) return
      this.#book.reset()
      failure = String(error)
    }
    this.#askAt = clock.now() + Math.min(longestWaitMs, firstWaitMs * 2 ** this.#failures)
    this.#asking = false
    if (failure === '') {
      this.#failures = 0
      onBook(this.#book, this.#at)
    } else {
      this.#failures = Math.min(this.#failures + 1, 10)
      this.#tell('snapshot', failure)
    }
  }

  #tell(what: string, text: string): void {
    this.#config.report({ level: 'warn', what, text: `${this.#config.symbol}: ${text}` })
  }
}
