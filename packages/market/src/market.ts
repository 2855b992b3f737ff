import type { Interval } from '@maru/contract'
import { type Fault, faultOf } from './believable.ts'
import type { Calendar } from './calendar/plans.ts'
import { SessionWatch } from './calendar/watch.ts'
import type { Candle, CandleBuilder } from './candles.ts'
import { formatUnits } from './decimal.ts'
import type { DomainClock, Feed, FeedMessage, Stream } from './feed.ts'
import { type InstrumentState, newInstrumentState } from './instrument-state.ts'
import { isOverseas, type MarketInstrument, stockNames, symbolOf } from './instruments.ts'
import { Lead } from './lead.ts'
import type { MarketOutput } from './output.ts'
import { PriceCharts } from './price-charts.ts'
import { PriceIntake } from './price-intake.ts'
import type { CoinRateSource } from './rates/coin-rate.ts'
import type { RateSource } from './rates/source.ts'
import { signalOf } from './signals.ts'
import { allStreams, FeedMonitor, type MonitorSignal } from './staleness.ts'
import type { TickerStatistics } from './statistics.ts'

const checkEveryMs = 250

/** The streams that a message speaks for. Best prices are no order book that anybody is filled on, and come over its connection. */
const streamsOf = (kind: FeedMessage['kind']): readonly Stream[] =>
  kind === 'trade' || kind === 'mark' ? [kind] : kind === 'depth' ? ['book'] : []

/** What is known of an instrument from before the start. */
export interface Restored {
  /** The highest seq that may have been given out. */
  readonly seq: number
  readonly candles: ReadonlyMap<Interval, readonly Candle[]>
}

export interface MarketConfig {
  readonly instruments: readonly MarketInstrument[]
  readonly feed: Feed
  /** Where the dollar's rate comes from; without it there is none. */
  readonly rates?: RateSource
  /** Where the price of a USDT in won comes from, and what has to agree with it. */
  readonly coinRates?: readonly CoinRateSource[]
  readonly clock: DomainClock
  readonly calendar: Calendar
  readonly restored?: ReadonlyMap<string, Restored>
  readonly output: MarketOutput
  /** Hears of each message that was not believed. */
  readonly onFault?: (instrument: string, fault: Fault) => void
}

export type Market = ReturnType<typeof createMarket>

/** Turns what a feed says into the state, the ticks in their order, candles and statistics of every instrument. */
export function createMarket({
  instruments,
  feed,
  rates,
  coinRates = [],
  clock,
  calendar,
  restored,
  output,
  onFault = () => undefined,
}: MarketConfig) {
  const bySymbol = new Map(instruments.map((instrument) => [instrument.symbol, instrument]))
  const startAt = clock.now()
  const monitor = new FeedMonitor(instruments, startAt)
  const sessions = new SessionWatch(calendar, instruments, startAt)
  const charts = new PriceCharts(calendar)
  const prices = new PriceIntake(clock, monitor, charts, output)
  const states = new Map<string, InstrumentState>()
  const leads = new Map<string, Lead>()
  let cancelCheck: (() => void) | null = null

  for (const instrument of instruments) {
    const { symbol } = instrument
    const before = restored?.get(symbol)
    charts.add(instrument, before?.candles)
    const last = charts.builder(symbol).series('1d').at(-1)?.close ?? null
    const state = newInstrumentState(instrument, last, sessions.of(symbol)?.isRest ?? false, startAt)
    states.set(symbol, state)
    prices.add(instrument, state, before?.seq ?? 0)
  }

  const stateOf = (symbol: string): InstrumentState => {
    const state = states.get(symbol)
    if (!state) throw new RangeError(`no such instrument: ${symbol}`)
    return state
  }

  function tell(signals: readonly MonitorSignal[]): void {
    for (const signal of signals) {
      output.signal(signal)
      if (signal.kind === 'disturbance') continue
      const state = stateOf(signal.instrument)
      state[signal.kind] = signal.state
      if (signal.kind === 'feed') state.since = signal.at
      output.change({ instrument: signal.instrument, what: 'feed' })
    }
  }

  /** Where an instrument stands in its calendar, and whether it rests at all. */
  function tellSession(symbol: string, at: number): void {
    const state = stateOf(symbol)
    const session = sessions.of(symbol)
    state.isRest = state.isHalted || (session?.isRest ?? false)
    output.signal({ kind: 'session', instrument: symbol, ...session, isRest: state.isRest, at })
    output.change({ instrument: symbol, what: 'session' })
  }

  function turnSessions(): void {
    while (sessions.nextAt <= clock.now()) {
      for (const { instrument, at } of sessions.advance(clock.now())) {
        tellSession(instrument, at)
        const { isRest, early } = stateOf(instrument)
        if (!isRest) for (const message of early.values()) prices.take(message)
        early.clear()
      }
    }
  }

  function leadOf(symbol: string): Lead {
    const known = leads.get(symbol) ?? new Lead()
    leads.set(symbol, known)
    return known
  }

  function receive(message: FeedMessage): void {
    // Sessions turn before what was received later: a timer may be late.
    turnSessions()
    if (message.kind === 'heartbeat' || message.kind === 'lost') {
      hearConnection(message)
      return
    }
    const { instrument: symbol } = message
    const state = states.get(symbol)
    if (!state) return
    if (message.kind === 'disturbance' || message.kind === 'financing' || message.kind === 'funding') {
      output.signal(signalOf(message, clock.now()))
      return
    }
    const fault =
      message.kind === 'halt'
        ? null
        : faultOf(message, bySymbol.get(symbol)!, (at) => leadOf(symbol).isFuture(at, clock.now()))
    // What is no price does not keep its feed alive either.
    if (fault !== null) {
      onFault(symbol, fault)
      return
    }
    tell(monitor.heard(symbol, streamsOf(message.kind), clock.now()))
    if (message.kind === 'halt') {
      if (state.isHalted === message.isHalted) return
      state.isHalted = message.isHalted
      tellSession(symbol, message.at)
      return
    }
    const isOut = isOutOfSession(symbol, message.sourceTs)
    if (message.kind !== 'trade') {
      if (isOut) state.early.set(message.kind, message)
      else prices.take(message)
    } else if (!isOut) {
      const skew = message.isSnapshot ? null : monitor.timed(symbol, message.sourceTs, message.recvTs)
      if (skew) tell([skew])
      prices.take(message)
    }
    // A perpetual is traded again on the order book that was missing, not on the one before it.
    tell(monitor.quoted(symbol, clock.now()))
  }

  function hearConnection(message: Extract<FeedMessage, { kind: 'heartbeat' | 'lost' }>): void {
    const now = clock.now()
    for (const symbol of message.instruments) {
      if (!states.has(symbol)) continue
      if (message.kind === 'lost') tell(monitor.lost(symbol, message.streams, now))
      else tell([...monitor.heard(symbol, message.streams ?? allStreams, now), ...monitor.quoted(symbol, now)])
    }
  }

  /** A venue may trade while our session is closed: what it says then makes no price, and its ticks are no ticks of ours. */
  function isOutOfSession(symbol: string, sourceTs: number): boolean {
    const session = sessions.of(symbol)
    return session?.isRest === true && sourceTs >= session.session.closeAt
  }

  function check(): void {
    turnSessions()
    const now = clock.now()
    tell(monitor.check(now))
    cancelCheck = clock.at(Math.min(now + checkEveryMs, sessions.nextAt, monitor.nextExpiry()), check)
  }

  return {
    instruments: bySymbol as ReadonlyMap<string, MarketInstrument>,

    instrumentOf(stock: string): MarketInstrument | null {
      const instrument = bySymbol.get(symbolOf(stock) ?? '')
      return instrument && stockNames(instrument).includes(stock) ? instrument : null
    },

    /** The newest of an instrument; the object goes on changing. Throws RangeError for an unknown symbol. */
    state(symbol: string): Readonly<InstrumentState> {
      return stateOf(symbol)
    },

    statistics(symbol: string): TickerStatistics | null {
      return charts.statistics(symbol, stateOf(symbol).last, clock.now())
    },

    format(symbol: string, price: number): string {
      return formatUnits(price, stateOf(symbol).instrument.precision)
    },

    /** The newest `count` (at most 500) candles up to now, gaps filled, oldest first. */
    newestCandles(symbol: string, interval: Interval, count: number): Candle[] {
      return charts.newest(symbol, interval, count, clock.now())
    },

    /** The candles in the making, for those who keep them. */
    builder(symbol: string): CandleBuilder {
      return charts.builder(symbol)
    },

    /** Starts the feed. First every instrument's session is told, and that it is stale until its first message. */
    async start(): Promise<void> {
      turnSessions()
      const at = clock.now()
      for (const instrument of states.keys()) {
        output.signal({ kind: 'feed', instrument, state: 'stale', at })
        if (!isOverseas(stateOf(instrument).instrument))
          output.signal({ kind: 'quotes', instrument, state: 'stale', at })
        tellSession(instrument, at)
      }
      // Before the prices that it turns into won.
      rates?.start((rate) => output.signal(rate))
      for (const source of coinRates) source.start((rate) => output.signal(rate))
      await feed.start(receive)
      check()
    },

    async stop(): Promise<void> {
      cancelCheck?.()
      cancelCheck = null
      rates?.stop()
      for (const source of coinRates) source.stop()
      await feed.stop()
    },
  }
}
