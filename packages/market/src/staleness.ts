import type { FeedState, Instrument } from './feed.ts'
import { OffsetMeter } from './offset.ts'

export type MonitorSignal =
  | { readonly kind: 'feed'; readonly instrument: string; readonly state: FeedState; readonly at: number }
  | { readonly kind: 'disturbance'; readonly instrument: string; readonly reason: 'skew'; readonly at: number }

const skewLimitMs = 500

interface Watched {
  readonly staleAfterMs: number
  state: FeedState
  since: number
  lastHeard: number
  readonly trades: OffsetMeter
  /** Serves until the first trade. */
  readonly books: OffsetMeter
}

/**
 * The one state of each instrument's feed (rules 0): live while any message of its streams came within its stale time.
 * Nothing here looks at prices: a quiet market is live as long as its connection speaks.
 *
 * Skew: the median offset (received − source time) of a second of trades against the rolling median of the last minute.
 * A median of a second, so that one late packet is no disturbance while a delay that lasts is one within a second.
 */
export class FeedMonitor {
  readonly #watched = new Map<string, Watched>()

  constructor(instruments: readonly Instrument[], at: number) {
    for (const { symbol, staleAfterMs } of instruments) {
      this.#watched.set(symbol, {
        staleAfterMs,
        state: 'stale',
        since: at,
        lastHeard: Number.NEGATIVE_INFINITY,
        trades: new OffsetMeter(),
        books: new OffsetMeter(),
      })
    }
  }

  of(symbol: string): { readonly state: FeedState; readonly since: number } {
    return this.#one(symbol)
  }

  /** A message of the instrument came at `now`. Gives the signal that it causes, to be passed on before the message. */
  heard(symbol: string, now: number): MonitorSignal | null {
    const watched = this.#one(symbol)
    watched.lastHeard = now
    if (watched.state === 'live') return null
    watched.state = 'live'
    watched.since = now
    watched.trades.forget()
    watched.books.forget()
    return { kind: 'feed', instrument: symbol, state: 'live', at: now }
  }

  /** A trade's times; gives a disturbance when the second before it was skewed. */
  timed(symbol: string, sourceTs: number, recvTs: number): MonitorSignal | null {
    return this.#judge(symbol, this.#one(symbol).trades.add(recvTs - sourceTs, recvTs), recvTs)
  }

  /**
   * When an order book was made, by our clock: its source time and the usual offset of the feed's trades (before the first trade, of its
   * order books). Never after its receipt: a clock that jumps ahead makes nothing newer than it is.
   */
  corrected(symbol: string, sourceTs: number, recvTs: number): number {
    const { trades, books } = this.#one(symbol)
    books.add(recvTs - sourceTs, recvTs)
    return Math.min(recvTs, sourceTs + Math.round(trades.usual ?? books.usual ?? 0))
  }

  /** Turns instruments that were silent for too long stale. Call it several times a second. */
  check(now: number): MonitorSignal[] {
    const signals: MonitorSignal[] = []
    for (const [symbol, watched] of this.#watched) {
      const signal = this.#judge(symbol, watched.trades.pass(now), now)
      if (signal) signals.push(signal)
      if (watched.state === 'live' && now - watched.lastHeard >= watched.staleAfterMs) {
        watched.state = 'stale'
        watched.since = now
        signals.push({ kind: 'feed', instrument: symbol, state: 'stale', at: now })
      }
    }
    return signals
  }

  #judge(symbol: string, skew: number | null, at: number): MonitorSignal | null {
    if (skew === null || Math.abs(skew) <= skewLimitMs) return null
    return { kind: 'disturbance', instrument: symbol, reason: 'skew', at }
  }

  #one(symbol: string): Watched {
    const watched = this.#watched.get(symbol)
    if (!watched) throw new Error(`not watched: ${symbol}`)
    return watched
  }
}
