import type { FeedState, Instrument, Stream } from './feed.ts'
import { isOverseas } from './instruments.ts'
import { OffsetMeter } from './offset.ts'

export type MonitorSignal =
  | { readonly kind: 'feed' | 'quotes'; readonly instrument: string; readonly state: FeedState; readonly at: number }
  | { readonly kind: 'disturbance'; readonly instrument: string; readonly reason: 'skew'; readonly at: number }

interface Watched {
  readonly instrument: Instrument
  /** The newest message of each stream. */
  readonly heard: Record<Stream, number>
  /** Of what rounds need (`feed`) and what perpetuals need (`quotes`). */
  readonly states: Record<Kind, { state: FeedState; since: number }>
  readonly trades: OffsetMeter
  /** Serves until the first trade. */
  readonly books: OffsetMeter
}

type Kind = 'feed' | 'quotes'
const kindsOf = (instrument: Instrument): readonly Kind[] => (isOverseas(instrument) ? ['feed'] : ['feed', 'quotes'])

export const allStreams: readonly Stream[] = ['trade', 'mark', 'book']

/**
 * The states of each instrument's feed (rules 0): rounds need its trades, or their connection; perpetuals need its order book and its
 * mark, each for itself. Nothing here looks at prices: a quiet market is live as long as its connections speak. An overseas instrument
 * has one stream for all.
 *
 * Skew: the median offset (received − source time) of a second of trades against the rolling median of the last minute.
 * A median of a second, so that one late packet is no disturbance while a delay that lasts is one within a second.
 */
export class FeedMonitor {
  readonly #watched = new Map<string, Watched>()

  constructor(instruments: readonly Instrument[], at: number) {
    const never = Number.NEGATIVE_INFINITY
    for (const instrument of instruments) {
      this.#watched.set(instrument.symbol, {
        instrument,
        heard: { trade: never, mark: never, book: never },
        states: { feed: { state: 'stale', since: at }, quotes: { state: 'stale', since: at } },
        trades: new OffsetMeter(),
        books: new OffsetMeter(),
      })
    }
  }

  of(symbol: string, kind: Kind = 'feed'): { readonly state: FeedState; readonly since: number } {
    return this.#one(symbol).states[kind]
  }

  /**
   * A message of some streams of an instrument came at `now`. Gives the signals to be passed on before it: what went stale meanwhile, and
   * that trades come again.
   */
  heard(symbol: string, streams: readonly Stream[], now: number): MonitorSignal[] {
    const watched = this.#one(symbol)
    const signals = this.#expired(watched, now)
    for (const stream of isOverseas(watched.instrument) ? allStreams : streams) watched.heard[stream] = now
    return [...signals, ...this.#revived(watched, 'feed', now)]
  }

  /** The signal that order book and mark are both fresh again, to be passed on after the message that made them so. */
  quoted(symbol: string, now: number): MonitorSignal[] {
    const watched = this.#one(symbol)
    return isOverseas(watched.instrument) ? [] : this.#revived(watched, 'quotes', now)
  }

  /** A connection that carries these streams was lost: they are stale at once. */
  lost(symbol: string, streams: readonly Stream[], now: number): MonitorSignal[] {
    const watched = this.#one(symbol)
    const signals = this.#expired(watched, now)
    for (const stream of streams) watched.heard[stream] = Number.NEGATIVE_INFINITY
    return [...signals, ...this.#expired(watched, now)]
  }

  /** A trade's times; gives a disturbance when the second before it was skewed. */
  timed(symbol: string, sourceTs: number, recvTs: number): MonitorSignal | null {
    return this.#judge(symbol, this.#one(symbol).trades.add(recvTs - sourceTs, recvTs))
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

  /** Signals of what was silent for too long, or skewed. Call it several times a second. */
  check(now: number): MonitorSignal[] {
    const signals: MonitorSignal[] = []
    for (const [symbol, watched] of this.#watched) {
      const signal = this.#judge(symbol, watched.trades.pass(now))
      if (signal) signals.push(signal)
      signals.push(...this.#expired(watched, now))
    }
    return signals
  }

  /** When the next of what is live goes stale unless it is heard; +∞: nothing is live. */
  nextExpiry(): number {
    let next = Number.POSITIVE_INFINITY
    for (const watched of this.#watched.values())
      for (const kind of kindsOf(watched.instrument))
        if (watched.states[kind].state === 'live') next = Math.min(next, liveUntil(watched, kind))
    return next
  }

  /** What is stale by `now`, since the time at which it became so. */
  #expired(watched: Watched, now: number): MonitorSignal[] {
    return kindsOf(watched.instrument).flatMap((kind) => {
      const current = watched.states[kind]
      const until = liveUntil(watched, kind)
      if (current.state === 'stale' || now < until) return []
      // Of a connection that was lost nothing says when it would have expired: it did at its loss.
      watched.states[kind] = { state: 'stale', since: Number.isFinite(until) ? Math.max(until, current.since) : now }
      return [this.#signal(watched, kind)]
    })
  }

  #revived(watched: Watched, kind: Kind, now: number): MonitorSignal[] {
    if (watched.states[kind].state === 'live' || now >= liveUntil(watched, kind)) return []
    watched.states[kind] = { state: 'live', since: now }
    if (kind === 'feed') {
      watched.trades.forget()
      watched.books.forget()
    }
    return [this.#signal(watched, kind)]
  }

  #signal({ instrument: { symbol: instrument }, states }: Watched, kind: Kind): MonitorSignal {
    const { state, since: at } = states[kind]
    return { kind, instrument, state, at }
  }

  #judge(symbol: string, skewedSince: number | null): MonitorSignal | null {
    if (skewedSince === null) return null
    return { kind: 'disturbance', instrument: symbol, reason: 'skew', at: skewedSince }
  }

  #one(symbol: string): Watched {
    const watched = this.#watched.get(symbol)
    if (!watched) throw new Error(`not watched: ${symbol}`)
    return watched
  }
}

/** A mark comes over the connection of the trades; of an order book and a mark the older one counts. */
function liveUntil({ instrument, heard }: Watched, kind: Kind): number {
  const { trade, mark, book } = heard
  return (kind === 'feed' ? Math.max(trade, mark) : Math.min(mark, book)) + instrument.staleAfterMs
}
