import type { Interval } from '@maru/contract'
import type { FeedSignal, Tick, VenueUpdate } from '@maru/core'
import {
  aggregate,
  bucketsBefore,
  type Candle,
  createMarket,
  type Feed,
  fillGaps,
  keptFor,
  type MarketInstrument,
  marketInstruments,
  type Rate,
  type RateDesk,
  type RateSource,
  restAround,
  venueDaysEnd,
} from '@maru/market'
import type { Logger } from 'pino'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Config } from '../config.ts'
import type { Bus, Clocks, Database, Market } from '../ports.ts'
import { candlesBetween } from './candle-store.ts'
import { chooseFeed } from './feed-choice.ts'
import { chooseCoinRates, chooseRates } from './rate-choice.ts'
import { MarketRecorder } from './recorder.ts'
import { pastOf, restoreCandles } from './restore.ts'
import { logHeads, readSpool } from './tick-store.ts'

const disturbanceLogMs = 60_000
/** From this long before the end of the table of holidays each start warns of it. */
const holidayNoticeMs = 90 * 86_400_000

/** Where ticks, order books, marks and signals go, in order: the runner. */
export interface CoreInput {
  tick(tick: Tick): void
  venueUpdate(update: VenueUpdate): void
  signal(signal: FeedSignal): void
}

export interface MarketRoomSetup {
  readonly config: Config
  readonly db: Database
  readonly clocks: Clocks
  readonly bus: Bus
  readonly log: Logger
  readonly metrics: Registry
  /** Instead of the configured feed: tests bring their own. */
  readonly feed?: Feed
  /** Instead of the configured source of the dollar's rate: tests bring their own. */
  readonly rates?: RateSource
}

export interface CandlePage {
  readonly candles: readonly Candle[]
  /** Where the page before this one ends, or null where nothing lies before. */
  readonly nextEndTime: number | null
}

/** The dollar's rate in won, as the market knows it. */
export interface Dollar {
  /** The newest one that was told; null: none since the start. */
  newest(): Rate | null
  readonly hasSource: boolean
  /** Of a source whose rates a person may have to look at; null: there is none. */
  readonly desk: RateDesk | null
}

/** The market of a process: the port, what only its own routes use, and its life. */
export interface MarketRoom extends Market {
  readonly instruments: ReadonlyMap<string, MarketInstrument>
  instrumentOf(stock: string): MarketInstrument | null
  /** The newest `count` (at most 500) candles, gaps filled, oldest first. */
  newestCandles(symbol: string, interval: Interval, count: number): Candle[]
  /** The `size` candles that open before `endTime`, gaps filled, oldest first. */
  candlePage(symbol: string, interval: Interval, endTime: number, size: number): Promise<CandlePage>
  /** Starts the feed: from now on ticks and signals go to the core, changes to the bus, all of it to the database. */
  start(core: CoreInput): Promise<void>
  /** The dollar's rate in won. */
  readonly dollar: Dollar
  /** Why the feed cannot be used, or null. */
  problem(): string | null
  /** Writes everything down that waits to be written (it is, every second). */
  flush(): Promise<void>
  stop(): Promise<void>
}

/** Restores the market from the database; prices come once it is started. Throws ConfigError for a feed that cannot run. */
export async function openMarket({
  config,
  db,
  clocks,
  bus,
  log,
  metrics,
  feed: own,
  rates: ownRates,
}: MarketRoomSetup): Promise<MarketRoom> {
  const clock = clocks.domain
  const instruments = marketInstruments
  const counts = marketMetrics(metrics)
  const { feed, seed, history } = own
    ? { feed: own, seed: null, history: null } // its past is its own too: none is made up
    : chooseFeed(
        config,
        clocks,
        instruments,
        (error) => log.error({ err: error }, 'a recording could not be read on'),
        ({ level, what, text }) => {
          log[level]({ what }, text)
          if (level !== 'info') counts.feedAlarms.inc({ what })
        },
      )
  const venues = history && {
    candles: history,
    onError: (error: Error) => log.warn({ err: error }, 'the charts have a hole'),
  }
  const [heads, spool] = await Promise.all([logHeads(db), readSpool(db)])
  const { series, missing } = await restoreCandles(db, instruments, clock.now(), config, seed, spool, venues)
  const recorder = new MarketRecorder({ db, clocks, log, instruments, heads, spool, candles: missing })
  const rates =
    ownRates ??
    chooseRates(config, clock, (error) => {
      log.error({ err: error }, 'no good rate of the dollar')
      counts.rateProblems.inc()
    })
  if (rates === null) log.warn('no source of the dollar’s rate is configured: overseas futures stay closed')
  const coinRates = chooseCoinRates(config, clock, (error) =>
    log.warn({ err: error }, 'no good price of a USDT in won'),
  )
  if (coinRates.length === 0) log.warn('no price of a USDT in won is configured: nothing is converted')
  if (config.calendar === 'real' && clock.now() > Date.parse(venueDaysEnd) - holidayNoticeMs)
    log.warn(`no holiday of the overseas instruments is known after ${venueDaysEnd}: continue their table`)
  let core: CoreInput | null = null
  let dollar: Rate | null = null
  const disturbedAt = new Map<string, number>()

  const market = createMarket({
    instruments,
    feed,
    ...(rates ? { rates } : {}),
    coinRates,
    clock,
    calendar: config.calendar,
    restored: pastOf(instruments, heads, spool, series),
    onFault(instrument, why) {
      counts.faults.inc({ instrument, why })
      log.debug({ instrument, why }, 'a message of the feed makes no price')
    },
    output: {
      tick(tick) {
        core?.tick(tick)
        recorder.tick(tick)
        counts.ticks.inc({ instrument: tick.instrument })
      },
      venueUpdate: (update) => core?.venueUpdate(update),
      signal(signal) {
        core?.signal(signal)
        if (signal.kind === 'feed') counts.live.set({ instrument: signal.instrument }, signal.state === 'live' ? 1 : 0)
        if (signal.kind === 'rate') {
          dollar = signal
          counts.rateTime.set(signal.sourceTs / 1_000)
        }
        if (signal.kind === 'disturbance') {
          const key = `${signal.instrument}:${signal.reason}`
          // A disturbance that lasts is signalled each second and logged once a minute.
          if (signal.at - (disturbedAt.get(key) ?? Number.NEGATIVE_INFINITY) >= disturbanceLogMs) {
            disturbedAt.set(key, signal.at)
            log.warn({ ...signal }, 'the feed was disturbed')
          }
          counts.disturbances.inc({ instrument: signal.instrument, reason: signal.reason })
        }
      },
      change: (change) => bus.publish('market', change),
    },
  })

  return {
    instruments: market.instruments,
    instrumentOf: market.instrumentOf,
    state: market.state,
    statistics: market.statistics,
    format: market.format,
    newestCandles: market.newestCandles,

    async candlePage(symbol, interval, endTime, size) {
      const { instrument } = market.state(symbol)
      const end = Math.min(endTime, clock.now() + 1)
      const rest = (at: number) => restAround(config.calendar, instrument, at)
      const buckets = bucketsBefore(interval, end, Math.min(size, 500), rest)
      const first = buckets[0]
      if (first === undefined) return { candles: [], nextEndTime: null }
      const inMemory = market.builder(symbol).series(interval)
      const from = inMemory.at(0)?.openTime
      let before: readonly Candle[] = []
      if (from === undefined || from >= first) {
        const found = await candlesBetween(db, symbol, keptFor[interval], first, end)
        before = aggregate(found, interval).filter((candle) => from === undefined || candle.openTime < from)
      }
      const candles = fillGaps([...before, ...inMemory.since(first)], buckets)
      const oldest = before[0] ?? inMemory.at(0)
      return { candles, nextEndTime: oldest !== undefined && oldest.openTime < first ? first : null }
    },

    async start(input) {
      core = input
      await market.start()
      recorder.start(market.builder)
      // Not the seed: who knows it knows the prices to come.
      log.info({ feed: feed.name, calendar: config.calendar }, 'the feed runs')
    },

    dollar: { newest: () => dollar, hasSource: rates !== null, desk: rates?.desk ?? null },

    problem() {
      const anyLive = instruments.some(({ symbol }) => market.state(symbol).feed === 'live')
      return recorder.problem() ?? (anyLive ? null : 'no instrument has a live price')
    },

    flush: () => recorder.flush(),

    async stop() {
      await market.stop()
      await recorder.stop()
    },
  }
}

function marketMetrics(registry: Registry) {
  const registers = [registry]
  return {
    ticks: new Counter({
      name: 'maru_market_ticks_total',
      help: 'Ticks that were passed to the core',
      labelNames: ['instrument'],
      registers,
    }),
    live: new Gauge({
      name: 'maru_market_feed_live',
      help: '1 while the feed of an instrument is live, 0 while it is stale',
      labelNames: ['instrument'],
      registers,
    }),
    rateTime: new Gauge({
      name: 'maru_market_rate_timestamp_seconds',
      help: 'The time (domain clock) for which the newest rate of the dollar holds',
      registers,
    }),
    rateProblems: new Counter({
      name: 'maru_market_rate_problems_total',
      help: 'Answers of the source of the rate that were missing or refused',
      registers,
    }),
    feedAlarms: new Counter({
      name: 'maru_market_feed_alarms_total',
      help: 'What live connections warned of, by its kind',
      labelNames: ['what'],
      registers,
    }),
    faults: new Counter({
      name: 'maru_market_faults_total',
      help: 'Messages of a feed that made no price: zero, negative, crossed or too large, or of the future',
      labelNames: ['instrument', 'why'],
      registers,
    }),
    disturbances: new Counter({
      name: 'maru_market_disturbances_total',
      help: 'Skews and failovers of the feed',
      labelNames: ['instrument', 'reason'],
      registers,
    }),
  }
}
