import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type CoinRateSource,
  createOfficialRate,
  createSimulatedCoinRate,
  createSimulatedRate,
  createTicker,
  type DomainClock,
  type GoodRate,
  type RateSource,
} from '@maru/market'
import { z } from 'zod'
import { type Config, ConfigError } from '../config.ts'
import { keptSeed } from './feed-choice.ts'

const keptRate = z.object({ rate: z.int().positive(), source: z.string(), date: z.iso.date() })

/**
 * Where the dollar's rate in won comes from: made up beside a made up or replayed market, stated by the configured source beside
 * a live one; null where none is configured. Throws ConfigError where it cannot run.
 */
export function chooseRates(
  config: Pick<Config, 'feed' | 'feedSeed' | 'dataDir' | 'rateUrl'>,
  clock: DomainClock,
  onProblem: (error: Error) => void,
): RateSource | null {
  if (config.feed !== 'live') return createSimulatedRate({ seed: config.feedSeed ?? keptSeed(config.dataDir), clock })
  if (config.rateUrl === null) return null
  const file = join(config.dataDir, 'usdkrw.json')
  const last = readKept(file)
  return createOfficialRate({
    url: config.rateUrl,
    clock,
    kept: { read: () => last, write: (rate) => writeKept(config.dataDir, file, rate) },
    onProblem,
  })
}

/** Where the price of a USDT in won comes from: made up beside a made up or replayed market, exchanges' tickers beside a live one. */
export function chooseCoinRates(
  config: Pick<Config, 'feed' | 'feedSeed' | 'dataDir' | 'coinRateUrl' | 'coinRateCheckUrl'>,
  clock: DomainClock,
  onProblem: (error: Error) => void,
): CoinRateSource[] {
  if (config.feed !== 'live')
    return [createSimulatedCoinRate({ seed: config.feedSeed ?? keptSeed(config.dataDir), clock })]
  if (config.coinRateUrl === null) return []
  const price = createTicker({ url: config.coinRateUrl, role: 'price', clock, onProblem })
  if (config.coinRateCheckUrl === null) return [price]
  return [price, createTicker({ url: config.coinRateCheckUrl, role: 'check', clock, onProblem })]
}

function readKept(file: string): GoodRate | null {
  if (!existsSync(file)) return null
  try {
    return keptRate.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new ConfigError(`${file} is damaged: delete it, and check the next rate by hand`)
  }
}

function writeKept(dataDir: string, file: string, rate: GoodRate): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(`${file}.new`, `${JSON.stringify(rate)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
