import type { Candle } from './candles.ts'
import type { Feed, FeedMessage } from './feed.ts'
import type { MarketInstrument } from './instruments.ts'
import type { KeptInterval } from './intervals.ts'

/** Something about a live connection that whoever runs it should know. `what` is one of a few words, for counting. */
export interface FeedReport {
  readonly level: 'info' | 'warn' | 'error'
  readonly what: string
  readonly text: string
}

export type Report = (report: FeedReport) => void

/** The candles of an instrument that open within [from, to), the one in the making too, oldest first; none where the venue keeps no such ones. */
export type PastCandles = (
  instrument: MarketInstrument,
  interval: KeptInterval,
  from: number,
  to: number,
) => Promise<readonly Candle[]>

/** The feeds of several venues as one. Each speaks of instruments of its own. */
export function combineFeeds(feeds: readonly Feed[]): Feed {
  return {
    name: 'live',
    async start(listener: (message: FeedMessage) => void) {
      const started = await Promise.allSettled(feeds.map((feed) => feed.start(listener)))
      const failed = started.find((one) => one.status === 'rejected')
      if (failed === undefined) return
      await Promise.all(feeds.map((feed) => feed.stop()))
      throw failed.reason
    },
    async stop() {
      await Promise.all(feeds.map((feed) => feed.stop()))
    },
  }
}
