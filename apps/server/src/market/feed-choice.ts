import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  combineFeeds,
  createBinanceFeed,
  createOandaFeed,
  createReplay,
  createSimulator,
  type Feed,
  type MarketInstrument,
  type PastCandles,
  type Report,
} from '@maru/market'
import { type Config, ConfigError } from '../config.ts'
import type { Clocks } from '../ports.ts'

export interface ChosenFeed {
  readonly feed: Feed
  /** Of the simulator; null for others. */
  readonly seed: number | null
  /** Past candles, where venues can be asked for them. */
  readonly history: PastCandles | null
}

/** What a database may be ahead of the time of day because the clock was set. */
const toleratedMs = 5_000

/** The feed that the configuration names; throws ConfigError with one line where it cannot run. */
export function chooseFeed(
  config: Config,
  clocks: Clocks,
  instruments: readonly MarketInstrument[],
  onError: (error: Error) => void,
  report: Report,
): ChosenFeed {
  const { calendar } = config
  const clock = clocks.domain
  switch (config.feed) {
    case 'simulator': {
      const seed = config.feedSeed ?? keptSeed(config.dataDir)
      return { seed, history: null, feed: createSimulator({ seed, clock, calendar, instruments }) }
    }
    case 'replay': {
      if (config.replayDir === null) throw new ConfigError('FEED=replay needs REPLAY_DIR')
      const feed = createReplay({ directory: config.replayDir, clock, calendar, instruments, onError })
      if (feed.recordings.length === 0)
        throw new ConfigError(`REPLAY_DIR=${config.replayDir} holds no recording that replay can read`)
      return { seed: null, history: null, feed }
    }
    case 'live': {
      const now = clock.now()
      if (now - clocks.wall() > toleratedMs)
        throw new ConfigError(`FEED=live: the database has lived until ${new Date(now).toISOString()} by another clock`)
      return liveFeed(config, clocks, instruments, report)
    }
  }
}

/** Crypto from Binance; overseas from OANDA, or from nowhere where no access to it is configured. */
function liveFeed(
  { binance, oanda, calendar }: Config,
  { domain: clock }: Clocks,
  instruments: readonly MarketInstrument[],
  report: Report,
): ChosenFeed {
  const common = { instruments, clock, random: Math.random, report }
  const crypto = createBinanceFeed({ ...common, ...binance })
  const overseas = oanda === null ? null : createOandaFeed({ ...common, ...oanda, calendar })
  return {
    seed: null,
    feed: combineFeeds(overseas === null ? [crypto] : [crypto, overseas]),
    history: async (instrument, interval, from, to) => {
      const venue = instrument.kind === 'crypto' ? crypto : overseas
      return venue === null ? [] : venue.history(instrument, interval, from, to)
    },
  }
}

/** The seed of the simulator: drawn once and kept in DATA_DIR, so that a restart continues the same market. */
export function keptSeed(dataDir: string): number {
  const file = join(dataDir, 'feed-seed')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    writeFileSync(file, `${randomInt(1, 2 ** 47)}\n`, { mode: 0o600 })
  }
  const seed = Number(readFileSync(file, 'utf8').trim())
  if (!Number.isSafeInteger(seed) || seed < 0)
    throw new ConfigError(`${file} is damaged: delete it to draw another market`)
  return seed
}
