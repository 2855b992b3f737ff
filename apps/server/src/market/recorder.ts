import { chainStart, toHex } from '@maru/evidence'
import {
  type CandleBuilder,
  formatUnits,
  type KeptInterval,
  keptIntervals,
  type LoggedMinute,
  logMinuteMs,
  type MarketInstrument,
  type MarketTick,
  minuteOf,
  type TickLeaf,
  TickLog,
} from '@maru/market'
import type { Logger } from 'pino'
import type { Clocks, Database } from '../ports.ts'
import { type CandleRow, pruneCandles, upsertCandles } from './candle-store.ts'
import { appendMinutes, type LogHead, type SpooledTicks, spoolTicks } from './tick-store.ts'

const flushEveryMs = 1_000
const pruneEveryMs = 600_000
/** A minute is closed at most this long after its end: ticks received later join the next minute. */
const closeAfterMs = 3_000
/** Wall time without a successful write after which the feed counts as unusable. */
const unwrittenLimitMs = 15_000

export interface RecorderSetup {
  readonly db: Database
  readonly clocks: Clocks
  readonly log: Logger
  readonly instruments: readonly MarketInstrument[]
  readonly heads: ReadonlyMap<string, LogHead>
  readonly spool: readonly SpooledTicks[]
  /** Candles that the start simulated or aggregated and that are in no table yet. */
  readonly candles: readonly CandleRow[]
}

/** Writes the tick log and the candles: one transaction for each second, retried until it is written. */
export class MarketRecorder {
  readonly #setup: Pick<RecorderSetup, 'db' | 'clocks' | 'log'>
  readonly #logs = new Map<string, TickLog>()
  readonly #instruments: ReadonlyMap<string, MarketInstrument>
  readonly #candles = new Map<string, CandleRow>()
  #spool: { instrument: string; minute: number; leaf: TickLeaf }[] = []
  #closed: LoggedMinute[] = []
  #builder: ((symbol: string) => CandleBuilder) | null = null
  #timer: NodeJS.Timeout | null = null
  #flushing: Promise<void> | null = null
  #writtenAt: number
  #prunedAt = 0
  #stopped = false

  constructor({ db, clocks, log, instruments, heads, spool, candles }: RecorderSetup) {
    // Without what the start read: it is let go.
    this.#setup = { db, clocks, log }
    this.#instruments = new Map(instruments.map((instrument) => [instrument.symbol, instrument]))
    this.#writtenAt = clocks.wall()
    for (const row of candles) this.#keep(row)
    const now = clocks.domain.now()
    for (const { symbol } of instruments) {
      const oldest = spool.find(({ instrument }) => instrument === symbol)?.minute ?? minuteOf(now)
      const beginning = { chainNo: 0, chain: toHex(chainStart()), minute: oldest - logMinuteMs }
      this.#logs.set(symbol, new TickLog(symbol, heads.get(symbol) ?? beginning))
    }
    // The spool of the last process is replayed: same ticks, same minutes, same roots.
    for (const { instrument, leaves } of spool) for (const leaf of leaves) this.#append(instrument, leaf)
    for (const one of this.#logs.values()) {
      one.markCut(now)
      const closed = one.closeBefore(minuteOf(now))
      if (closed) this.#closed.push(closed)
      one.markCut(now)
    }
  }

  /** Takes a tick in its order. */
  tick(tick: MarketTick): void {
    const instrument = this.#instruments.get(tick.instrument)
    if (!instrument) throw new Error(`not recorded: ${tick.instrument}`)
    const leaf = leafOf(tick, instrument.precision)
    const minute = this.#append(tick.instrument, leaf)
    this.#spool.push({ instrument: tick.instrument, minute, leaf })
  }

  start(builder: (symbol: string) => CandleBuilder): void {
    this.#builder = builder
    const run = () => {
      // A write that was under way at the end may not arm the next one.
      if (this.#stopped) return
      this.#timer = setTimeout(() => void this.flush().finally(run), flushEveryMs)
    }
    run()
  }

  /** Writes everything that waits; what fails waits on. Never rejects. */
  flush(): Promise<void> {
    this.#flushing ??= this.#write().finally(() => {
      this.#flushing = null
    })
    return this.#flushing
  }

  /** Why ticks cannot be kept, or null. */
  problem(): string | null {
    const silentMs = this.#setup.clocks.wall() - this.#writtenAt
    return silentMs > unwrittenLimitMs ? `the tick log was not written for ${Math.round(silentMs / 1_000)} s` : null
  }

  /** Writes everything that waits; the open minutes stay in the spool and continue at the next start. */
  async stop(): Promise<void> {
    this.#stopped = true
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    await this.#flushing
    // One write takes a limited number of candles; the rest would be lost with the process.
    for (let before = -1; before < this.#writtenAt; ) {
      before = this.#writtenAt
      await this.flush()
      if (this.#candles.size === 0) return
    }
  }

  async #write(): Promise<void> {
    const { db, clocks, log } = this.#setup
    const now = clocks.domain.now()
    for (const one of this.#logs.values()) {
      const closed = one.closeBefore(minuteOf(now - closeAfterMs))
      if (closed) this.#closed.push(closed)
    }
    this.#collectCandles(now)
    const closed = this.#closed
    const spool = this.#spool
    const candles = [...this.#candles.values()].slice(0, 10_000)
    this.#closed = []
    this.#spool = []
    for (const row of candles) this.#candles.delete(keyOf(row))
    try {
      const open = spool.filter(({ instrument, minute }) => (this.#logs.get(instrument)?.minute ?? 0) <= minute)
      // Minutes that closed while the database was away take their ticks along; the rest is spooled.
      await db.system(async (tx) => {
        await appendMinutes(tx, closed)
        await spoolTicks(tx, grouped(open))
        await upsertCandles(tx, candles)
      }, 'long')
      this.#writtenAt = clocks.wall()
    } catch (error) {
      this.#closed = [...closed, ...this.#closed]
      this.#spool = [...spool, ...this.#spool]
      for (const row of candles) if (!this.#candles.has(keyOf(row))) this.#keep(row)
      log.error({ err: error, minutes: closed.length, ticks: spool.length }, 'market data could not be written')
      return
    }
    if (clocks.wall() - this.#prunedAt < pruneEveryMs) return
    this.#prunedAt = clocks.wall()
    await pruneCandles(db, now).catch((error) => log.error({ err: error }, 'old candles could not be deleted'))
  }

  /** Candles of a second are kept when they end; coarser ones too, because the open one can be aggregated from finer ones. */
  #collectCandles(now: number): void {
    if (!this.#builder) return
    for (const symbol of this.#instruments.keys()) {
      const builder = this.#builder(symbol)
      for (const interval of keptIntervals) {
        for (const candle of builder.takeChanged(interval, now)) this.#keep({ ...candle, instrument: symbol, interval })
      }
    }
  }

  #append(instrument: string, leaf: TickLeaf): number {
    const log = this.#logs.get(instrument)
    if (!log) return 0 // spooled ticks of an instrument that is no longer there
    const closed = log.append(leaf)
    if (closed) this.#closed.push(closed)
    return log.minute
  }

  #keep(row: CandleRow): void {
    this.#candles.set(keyOf(row), row)
  }
}

const keyOf = (row: { instrument: string; interval: KeptInterval; openTime: number }): string =>
  `${row.instrument}:${row.interval}:${row.openTime}`

/** A tick as it is hashed. */
export const leafOf = (tick: MarketTick, precision: number): TickLeaf => ({
  optionId: tick.instrument,
  source: tick.source,
  sourceTradeId: tick.sourceTradeId,
  sourceTs: tick.sourceTs,
  recvTs: tick.recvTs,
  price: formatUnits(tick.price, precision),
  qty: tick.qty,
  seq: tick.seq,
})

function grouped(spool: readonly { instrument: string; minute: number; leaf: TickLeaf }[]): SpooledTicks[] {
  const groups = new Map<string, { instrument: string; minute: number; leaves: TickLeaf[] }>()
  for (const { instrument, minute, leaf } of spool) {
    const group = groups.get(`${instrument}:${minute}`)
    if (group) group.leaves.push(leaf)
    else groups.set(`${instrument}:${minute}`, { instrument, minute, leaves: [leaf] })
  }
  return [...groups.values()]
}
