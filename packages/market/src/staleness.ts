import type { FeedState, Instrument } from './feed.ts'

export type MonitorSignal =
  | { readonly kind: 'feed'; readonly instrument: string; readonly state: FeedState; readonly at: number }
  | { readonly kind: 'disturbance'; readonly instrument: string; readonly reason: 'skew'; readonly at: number }

const skewLimitMs = 500
const bucketMs = 1_000
const rememberedBuckets = 60

interface Watched {
  readonly staleAfterMs: number
  state: FeedState
  since: number
  lastHeard: number
  readonly medians: number[]
  bucket: number
  offsets: number[]
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
        medians: [],
        bucket: 0,
        offsets: [],
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
    watched.medians.length = 0
    watched.offsets.length = 0
    return { kind: 'feed', instrument: symbol, state: 'live', at: now }
  }

  /** A trade's times; gives a disturbance when the second before it was skewed. */
  timed(symbol: string, sourceTs: number, recvTs: number): MonitorSignal | null {
    const watched = this.#one(symbol)
    const bucket = Math.floor(recvTs / bucketMs)
    let signal: MonitorSignal | null = null
    if (bucket !== watched.bucket) {
      signal = this.#closeBucket(symbol, watched, recvTs)
      watched.bucket = bucket
    }
    watched.offsets.push(recvTs - sourceTs)
    return signal
  }

  /** Marks what has been silent for too long. Call several times a second. */
  check(now: number): MonitorSignal[] {
    const signals: MonitorSignal[] = []
    for (const [symbol, watched] of this.#watched) {
      if (watched.offsets.length > 0 && Math.floor(now / bucketMs) > watched.bucket + 1) {
        const signal = this.#closeBucket(symbol, watched, now)
        if (signal) signals.push(signal)
      }
      if (watched.state === 'live' && now - watched.lastHeard >= watched.staleAfterMs) {
        watched.state = 'stale'
        watched.since = now
        signals.push({ kind: 'feed', instrument: symbol, state: 'stale', at: now })
      }
    }
    return signals
  }

  #closeBucket(symbol: string, watched: Watched, at: number): MonitorSignal | null {
    if (watched.offsets.length === 0) return null
    const current = median(watched.offsets)
    watched.offsets = []
    const usual = watched.medians.length === 0 ? current : median(watched.medians)
    watched.medians.push(current)
    if (watched.medians.length > rememberedBuckets) watched.medians.shift()
    if (Math.abs(current - usual) <= skewLimitMs) return null
    return { kind: 'disturbance', instrument: symbol, reason: 'skew', at }
  }

  #one(symbol: string): Watched {
    const watched = this.#watched.get(symbol)
    if (!watched) throw new Error(`not watched: ${symbol}`)
    return watched
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const high = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? 0) + high) / 2
}
