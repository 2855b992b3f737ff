import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createReplay, createSimulator, type DomainClock, type Feed, type MarketInstrument } from '@maru/market'
import { type Config, ConfigError } from '../config.ts'

export interface ChosenFeed {
  readonly feed: Feed
  /** Of the simulator; null for others. */
  readonly seed: number | null
}

/** The feed that the configuration names; throws ConfigError with one line where it cannot run. */
export function chooseFeed(
  config: Config,
  clock: DomainClock,
  instruments: readonly MarketInstrument[],
  onError: (error: Error) => void,
): ChosenFeed {
  const { calendar } = config
  switch (config.feed) {
    case 'simulator': {
      const seed = config.feedSeed ?? keptSeed(config.dataDir)
      return { seed, feed: createSimulator({ seed, clock, calendar, instruments }) }
    }
    case 'replay': {
      if (config.replayDir === null) throw new ConfigError('FEED=replay needs REPLAY_DIR')
      const feed = createReplay({ directory: config.replayDir, clock, calendar, instruments, onError })
      if (feed.recordings.length === 0)
        throw new ConfigError(`REPLAY_DIR=${config.replayDir} holds no recording that replay can read`)
      return { seed: null, feed }
    }
    case 'live':
      throw new ConfigError('FEED=live: this version has no connection to a venue; use simulator or replay')
  }
}

/** The seed of what is made up, in DATA_DIR, drawn once, so that a restart goes on along the same market. */
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
