import type { EpochMs, InstrumentSignal, Tick } from './types.ts'

/** What is kept of each instrument: longer than any P(T) or strike looks back. */
const KEEP_MS = 60_000
/** However old: after a silence what was due in it is decided by ticks from before it, whose venue's times need not be in order. */
const KEEP_TICKS = 256
const KEEP_SIGNALS_MS = 900_000

type FeedChange = Extract<InstrumentSignal, { kind: 'feed' }>
export type SessionChange = Extract<InstrumentSignal, { kind: 'session' }>

/**
 * The recent ticks and signals of one instrument. All questions are asked by time of receipt as well as source time, so that an
 * answer does not depend on when it is asked.
 */
export class PriceHistory {
  readonly instrument: string
  /** Whether the order book and the mark of a perpetual are both fresh. */
  areQuotesLive = false
  #ticks: Tick[] = []
  #first = 0
  #signals: InstrumentSignal[] = []
  #heardSince: EpochMs = Number.POSITIVE_INFINITY

  /** `since`: from when nothing is known (a restart loses ticks and feed states); the feed counts as stale until told otherwise. */
  constructor(instrument: string, since: EpochMs) {
    this.instrument = instrument
    this.#signals.push({ kind: 'feed', instrument, state: 'stale', at: since })
  }

  addTick(tick: Tick): void {
    this.#ticks.push(tick)
    const horizon = tick.recvTs - KEEP_MS
    while (this.#first < this.#ticks.length - KEEP_TICKS && this.#ticks[this.#first + 1]!.recvTs < horizon) {
      // What stays of those that are forgotten is the last by the venue's time, which need not have come last.
      const [older, newer] = [this.#ticks[this.#first]!, this.#ticks[this.#first + 1]!]
      if (isLater(older, newer)) this.#ticks[this.#first + 1] = older
      this.#first++
    }
    if (this.#first > 4_096 && this.#first * 2 > this.#ticks.length) {
      this.#ticks = this.#ticks.slice(this.#first)
      this.#first = 0
    }
  }

  /** `heardAt`: when the core was told, which after a restart is later than what is told. */
  addSignal(signal: InstrumentSignal, heardAt: EpochMs): void {
    if (signal.kind === 'feed' && signal.state === 'live') this.#heardSince = Math.min(this.#heardSince, heardAt)
    this.#signals.push(signal)
    const horizon = signal.at - KEEP_SIGNALS_MS
    if (this.#signals.length > 256 && this.#signals[128]!.at < horizon) {
      const old = this.#signals.slice(0, 128)
      const standing = ['feed', 'session'].flatMap((kind) => old.findLast((s) => s.kind === kind) ?? [])
      this.#signals = [...standing, ...this.#signals.slice(128)]
    }
  }

  /** When the newest tick was received; −∞ before the first. */
  get lastReceivedAt(): EpochMs {
    return this.#ticks.at(-1)?.recvTs ?? Number.NEGATIVE_INFINITY
  }

  /** From when on every tick is known: the feed's first word after a start; +∞ before it. */
  get heardSince(): EpochMs {
    return this.#heardSince
  }

  /** The last tick with sourceTs ≤ at among those received by `receivedBy`; equal source times: the higher seq. */
  lastTick(at: EpochMs, receivedBy: EpochMs): Tick | null {
    let best: Tick | null = null
    for (let index = this.#ticks.length - 1; index >= this.#first; index--) {
      const tick = this.#ticks[index]!
      if (tick.sourceTs > at || tick.recvTs > receivedBy) continue
      if (best === null || isLater(tick, best)) best = tick
      // Source times may be a little out of order; beyond this none can be later than what was found.
      else if (tick.sourceTs < best.sourceTs - OUT_OF_ORDER_MS) break
    }
    return best
  }

  /** The first tick in order of receipt with sourceTs ≥ at, received from `receivedFrom` to `receivedBy`. */
  firstTick(at: EpochMs, receivedFrom: EpochMs, receivedBy: EpochMs): Tick | null {
    let found: Tick | null = null
    for (let index = this.#ticks.length - 1; index >= this.#first; index--) {
      const tick = this.#ticks[index]!
      if (tick.recvTs < receivedFrom) break
      if (tick.sourceTs >= at && tick.recvTs <= receivedBy) found = tick
      else if (tick.sourceTs < at - OUT_OF_ORDER_MS) break
    }
    return found
  }

  /** Whether the feed was live at `at`. */
  isLive(at: EpochMs): boolean {
    return this.feedChange(at).state === 'live'
  }

  /** Whether the market was closed at `at`. */
  isRest(at: EpochMs): boolean {
    for (let index = this.#signals.length - 1; index >= 0; index--) {
      const signal = this.#signals[index]!
      if (signal.kind === 'session' && signal.at <= at) return signal.isRest
    }
    return false
  }

  /** What was said last of the sessions; null before the first time. */
  get newestSession(): SessionChange | null {
    return this.#signals.findLast((signal) => signal.kind === 'session') ?? null
  }

  /** The change that set the feed state which held at `at`. */
  feedChange(at: EpochMs): FeedChange {
    let first: FeedChange | null = null
    for (let index = this.#signals.length - 1; index >= 0; index--) {
      const signal = this.#signals[index]!
      if (signal.kind !== 'feed') continue
      if (signal.at <= at) return signal
      first = signal
    }
    return { kind: 'feed', instrument: this.instrument, state: 'stale', at: first ? Math.min(first.at, at) : at }
  }

  /** For the evidence of a round: the state that held at `from`, then every signal after it until `to`. */
  signals(from: EpochMs, to: EpochMs): InstrumentSignal[] {
    const later = this.#signals.filter((s) => (s.at > from || (s.at === from && s.kind !== 'feed')) && s.at <= to)
    return [this.feedChange(from), ...later]
  }
}

const OUT_OF_ORDER_MS = 5_000
const isLater = (a: Tick, b: Tick): boolean => a.sourceTs > b.sourceTs || (a.sourceTs === b.sourceTs && a.seq > b.seq)
