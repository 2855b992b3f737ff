import type { Interval } from '@maru/contract'
import type { Calendar } from './calendar/plans.ts'
import { restAround, type SessionState } from './calendar/sessions.ts'
import { SessionWatch } from './calendar/watch.ts'
import { bucketsBefore, type Candle, CandleBuilder, fillGaps } from './candles.ts'
import { formatUnits, parseUnits } from './decimal.ts'
import type { DomainClock, Feed, FeedMessage, FeedState, Instrument } from './feed.ts'
import { isOverseas, type MarketInstrument, stockNames, symbolOf } from './instruments.ts'
import type { Rate, RateSource } from './rates/source.ts'
import { FeedMonitor, type MonitorSignal } from './staleness.ts'
import { statisticsOf, type TickerStatistics } from './statistics.ts'

const checkEveryMs = 250
/** Decimals in which funding rates are counted. */
const rateDecimals = 8
/** And those of a year of nights. */
const ppm = 6

/** A trade (crypto) or mid (OANDA) with its place in the instrument's order. Price in units of 10^-precision. */
export interface MarketTick {
  readonly instrument: string
  readonly source: string
  readonly sourceTradeId: string
  readonly sourceTs: number
  readonly recvTs: number
  readonly price: number
  readonly qty: string
  readonly seq: number
}

export type MarketSignal =
  | { readonly kind: 'feed'; readonly instrument: string; readonly state: FeedState; readonly at: number }
  | {
      readonly kind: 'disturbance'
      readonly instrument: string
      readonly reason: 'failover' | 'skew'
      readonly at: number
    }
  | SessionSignal
  | FinancingSignal
  | FundingSignal
  | Rate

/** A funding that the venue made before now. */
export interface FundingSignal {
  readonly kind: 'funding'
  readonly instrument: string
  readonly fundingTime: number
  /** In units of 10^-8. */
  readonly rate: number
  /** The mark of its time, in the instrument's units. */
  readonly price: number
  readonly at: number
}

/** The venue's rates of a year of nights in an overseas instrument, in millionths. */
export interface FinancingSignal {
  readonly kind: 'financing'
  readonly instrument: string
  readonly longRatePpm: number
  readonly shortRatePpm: number
  readonly at: number
}

/**
 * An instrument opened, closed or was halted; told of each at the start. Overseas instruments say where they stand in their
 * calendar: one that rests though its session runs is halted by its venue.
 */
export interface SessionSignal extends Partial<Omit<SessionState, 'isRest'>> {
  readonly kind: 'session'
  readonly instrument: string
  readonly isRest: boolean
  readonly at: number
}

/** Best first; quantities in units of 10^-qtyPrecision. */
export type QuoteLevels = readonly (readonly [price: number, qty: number])[]

/** What is said of an instrument beside its trades, in the numbers that a core counts in. */
export type MarketQuote =
  /** The best quote of an OANDA instrument is a book of one level. */
  | {
      readonly kind: 'book'
      readonly instrument: string
      readonly sourceTs: number
      readonly recvTs: number
      /** `sourceTs` by our clock: corrected by the feed's median offset, never after `recvTs`. */
      readonly correctedTs: number
      readonly bids: QuoteLevels
      readonly asks: QuoteLevels
      readonly u: number
    }
  | {
      readonly kind: 'mark'
      readonly instrument: string
      readonly sourceTs: number
      readonly price: number
      /** Of the next funding, in units of 10^-8; null while none was said. */
      readonly fundingRate: number | null
      readonly nextFundingTime: number | null
    }

export interface Change {
  readonly instrument: string
  readonly what: 'price' | 'book' | 'feed' | 'session'
}

/** What comes out of the market, one call at a time, in order: a signal stands before the tick that it concerns. */
export interface MarketOutput {
  tick(tick: MarketTick): void
  signal(signal: MarketSignal): void
  quote(quote: MarketQuote): void
  change(change: Change): void
}

/** What is known of an instrument from before the start. */
export interface Restored {
  /** The highest seq that may have been given out. */
  readonly seq: number
  readonly candles: ReadonlyMap<Interval, readonly Candle[]>
}

export interface MarketOptions {
  readonly instruments: readonly MarketInstrument[]
  readonly feed: Feed
  /** Where the dollar's rate comes from; without it there is none. */
  readonly rates?: RateSource
  readonly clock: DomainClock
  readonly calendar: Calendar
  readonly restored?: ReadonlyMap<string, Restored>
  readonly output: MarketOutput
}

type Levels = readonly (readonly [price: number, qty: string])[]

interface State {
  readonly instrument: Instrument
  last: number | null
  mark: number | null
  bid: number | null
  ask: number | null
  fundingRate: string | null
  nextFundingTime: number | null
  ts: number
  feed: FeedState
  since: number
  /** Out of session, or halted by the venue. */
  isRest: boolean
  isHalted: boolean
  /** What the venue quotes while our session is closed, by kind: with it the next one opens. */
  readonly early: Map<string, Standing>
  bids: Levels
  asks: Levels
  u: number
}

/** What stands until the next one of its kind. */
type Standing = Extract<FeedMessage, { kind: 'quote' | 'book' | 'mark' }>

export type Market = ReturnType<typeof createMarket>

/** Turns what a feed says into the state, the ticks in their order, candles and statistics of every instrument. */
export function createMarket({ instruments, feed, rates, clock, calendar, restored, output }: MarketOptions) {
  const bySymbol = new Map(instruments.map((instrument) => [instrument.symbol, instrument]))
  const startAt = clock.now()
  const monitor = new FeedMonitor(instruments, startAt)
  const sessions = new SessionWatch(calendar, instruments, startAt)
  const states = new Map<string, State>()
  const builders = new Map<string, CandleBuilder>()
  const sequences = new Map<string, number>()
  const cachedStatistics = new Map<string, { at: number; last: number | null; value: TickerStatistics | null }>()
  let cancelCheck: (() => void) | null = null

  for (const instrument of instruments) {
    const { symbol } = instrument
    // Minutes reach back over what statistics need: a day, or the session before a weekend.
    const minutesKept = isOverseas(instrument) ? 7_500 : 1_560
    const builder = new CandleBuilder((interval) => (interval === '1m' ? minutesKept : 600))
    const before = restored?.get(symbol)
    for (const [interval, candles] of before?.candles ?? []) builder.restore(interval, candles)
    builders.set(symbol, builder)
    sequences.set(symbol, before?.seq ?? 0)
    const lastCandle = builder.series('1d').at(-1)
    states.set(symbol, {
      instrument,
      last: lastCandle?.close ?? null,
      mark: null,
      bid: null,
      ask: null,
      fundingRate: null,
      nextFundingTime: null,
      ts: startAt,
      feed: 'stale',
      since: startAt,
      isRest: sessions.of(symbol)?.isRest ?? false,
      isHalted: false,
      early: new Map(),
      bids: [],
      asks: [],
      u: 0,
    })
  }

  const stateOf = (symbol: string): State => {
    const state = states.get(symbol)
    if (!state) throw new RangeError(`no such instrument: ${symbol}`)
    return state
  }

  function tell(signal: MonitorSignal | null): void {
    if (!signal) return
    output.signal(signal)
    if (signal.kind !== 'feed') return
    const state = stateOf(signal.instrument)
    state.feed = signal.state
    state.since = signal.at
    output.change({ instrument: signal.instrument, what: 'feed' })
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
        if (!isRest) for (const message of early.values()) take(message)
        early.clear()
      }
    }
  }

  function receive(message: FeedMessage): void {
    // Before what came after it: a timer may be late.
    turnSessions()
    if (message.kind === 'heartbeat') {
      for (const symbol of message.instruments) if (states.has(symbol)) tell(monitor.heard(symbol, clock.now()))
      return
    }
    const { instrument: symbol } = message
    const state = states.get(symbol)
    if (!state) return
    if (message.kind === 'disturbance') {
      output.signal(message)
      return
    }
    if (message.kind === 'financing') {
      const [longRatePpm, shortRatePpm] = [parseUnits(message.longRate, ppm), parseUnits(message.shortRate, ppm)]
      output.signal({ kind: 'financing', instrument: symbol, longRatePpm, shortRatePpm, at: clock.now() })
      return
    }
    if (message.kind === 'funding') {
      const { at: fundingTime, price } = message
      const rate = parseUnits(message.rate, rateDecimals)
      output.signal({ kind: 'funding', instrument: symbol, fundingTime, rate, price, at: clock.now() })
      return
    }
    tell(monitor.heard(symbol, clock.now()))
    if (message.kind === 'halt') {
      if (state.isHalted === message.isHalted) return
      state.isHalted = message.isHalted
      tellSession(symbol, message.at)
      return
    }
    if (!isOutOfSession(symbol, message.sourceTs)) take(message)
    else if (message.kind !== 'trade') state.early.set(message.kind, message)
  }

  function take(message: Standing | Extract<FeedMessage, { kind: 'trade' }>): void {
    const { instrument: symbol } = message
    const state = stateOf(symbol)
    switch (message.kind) {
      case 'trade':
        if (!message.isSnapshot) tell(monitor.timed(symbol, message.sourceTs, message.recvTs))
        takeTrade(state, message)
        return
      case 'quote':
        state.bid = message.bid
        state.ask = message.ask
        state.ts = message.sourceTs
        if (isOverseas(state.instrument)) quoteBest(message)
        output.change({ instrument: symbol, what: 'price' })
        return
      case 'mark':
        state.mark = message.price
        state.fundingRate = message.fundingRate ?? state.fundingRate
        if (isAhead(message)) state.nextFundingTime = message.nextFundingTime
        output.quote({
          kind: 'mark',
          instrument: symbol,
          sourceTs: message.sourceTs,
          price: message.price,
          fundingRate: state.fundingRate === null ? null : parseUnits(state.fundingRate, rateDecimals),
          nextFundingTime: state.nextFundingTime,
        })
        output.change({ instrument: symbol, what: 'price' })
        return
      case 'book':
        state.bids = message.bids
        state.asks = message.asks
        state.u = message.u
        output.quote({
          kind: 'book',
          instrument: symbol,
          ...timesOf(symbol, message.sourceTs),
          bids: inSteps(symbol, message.bids),
          asks: inSteps(symbol, message.asks),
          u: message.u,
        })
        output.change({ instrument: symbol, what: 'book' })
        return
    }
  }

  /** Between two books of an OANDA instrument its best quote counts; the time names the snapshot. */
  function quoteBest({
    instrument,
    sourceTs,
    bid,
    ask,
    bidQty,
    askQty,
  }: Extract<FeedMessage, { kind: 'quote' }>): void {
    const bids = inSteps(instrument, [[bid, bidQty]])
    const asks = inSteps(instrument, [[ask, askQty]])
    output.quote({ kind: 'book', instrument, ...timesOf(instrument, sourceTs), bids, asks, u: sourceTs })
  }

  /** When a book is of: by the venue's clock, by ours as it came, and by ours as far as the feed's offset is known. */
  function timesOf(symbol: string, sourceTs: number) {
    const recvTs = clock.now()
    return { sourceTs, recvTs, correctedTs: monitor.corrected(symbol, sourceTs, recvTs) }
  }

  function inSteps(symbol: string, levels: Levels): QuoteLevels {
    const decimals = bySymbol.get(symbol)?.qtyPrecision ?? 0
    return levels.map(([price, qty]) => [price, parseUnits(qty, decimals)])
  }

  /** A venue's first mark after a funding still names the time of that one: it announces nothing. */
  function isAhead(mark: Extract<FeedMessage, { kind: 'mark' }>): mark is typeof mark & { nextFundingTime: number } {
    return mark.nextFundingTime !== undefined && mark.nextFundingTime > mark.sourceTs
  }

  /** A venue may trade while our session is closed: what it says then makes no price, and its ticks are no ticks of ours. */
  function isOutOfSession(symbol: string, sourceTs: number): boolean {
    const session = sessions.of(symbol)
    return session?.isRest === true && sourceTs >= session.session.closeAt
  }

  function takeTrade(state: State, trade: Extract<FeedMessage, { kind: 'trade' }>): void {
    const instrument = bySymbol.get(trade.instrument)
    const builder = builders.get(trade.instrument)
    if (!instrument || !builder) return
    const seq = (sequences.get(trade.instrument) ?? 0) + 1
    sequences.set(trade.instrument, seq)
    state.last = trade.price
    // Overseas instruments have no mark of their own: theirs is the last mid.
    if (isOverseas(instrument)) state.mark = trade.price
    state.ts = trade.sourceTs
    builder.trade(trade.sourceTs, trade.price, parseUnits(trade.qty, instrument.qtyPrecision))
    output.tick({
      instrument: trade.instrument,
      source: trade.source,
      sourceTradeId: trade.sourceTradeId,
      sourceTs: trade.sourceTs,
      recvTs: trade.recvTs,
      price: trade.price,
      qty: trade.qty,
      seq,
    })
    output.change({ instrument: trade.instrument, what: 'price' })
  }

  function check(): void {
    turnSessions()
    const now = clock.now()
    for (const signal of monitor.check(now)) tell(signal)
    cancelCheck = clock.at(Math.min(now + checkEveryMs, sessions.nextAt), check)
  }

  return {
    instruments: bySymbol as ReadonlyMap<string, MarketInstrument>,

    instrumentOf(stock: string): MarketInstrument | null {
      const instrument = bySymbol.get(symbolOf(stock) ?? '')
      return instrument && stockNames(instrument).includes(stock) ? instrument : null
    },

    /** The newest of an instrument; the object goes on changing. Throws RangeError for an unknown symbol. */
    state(symbol: string): Readonly<State> {
      return stateOf(symbol)
    },

    statistics(symbol: string): TickerStatistics | null {
      const { last } = stateOf(symbol)
      const now = clock.now()
      const kept = cachedStatistics.get(symbol)
      if (kept && kept.last === last && now - kept.at < 1_000) return kept.value
      const instrument = bySymbol.get(symbol)
      const minutes = builders.get(symbol)?.series('1m')
      if (!instrument || !minutes) return null
      const value = statisticsOf(instrument, minutes, last, now, calendar)
      cachedStatistics.set(symbol, { at: now, last, value })
      return value
    },

    format(symbol: string, price: number): string {
      return formatUnits(price, stateOf(symbol).instrument.precision)
    },

    /** The newest `count` (at most 500) candles up to now, gaps filled, oldest first. */
    newestCandles(symbol: string, interval: Interval, count: number): Candle[] {
      const { instrument } = stateOf(symbol)
      const series = builders.get(symbol)?.series(interval) ?? []
      const rest = (at: number) => restAround(calendar, instrument, at)
      return fillGaps(series, bucketsBefore(interval, clock.now() + 1, Math.min(count, 500), rest))
    },

    /** The candles in the making, for those who keep them. */
    builder(symbol: string): CandleBuilder {
      const builder = builders.get(symbol)
      if (!builder) throw new RangeError(`no such instrument: ${symbol}`)
      return builder
    },

    /** Starts the feed. First every instrument's session is told, and that it is stale until its first message. */
    async start(): Promise<void> {
      turnSessions()
      const at = clock.now()
      for (const instrument of states.keys()) {
        output.signal({ kind: 'feed', instrument, state: 'stale', at })
        tellSession(instrument, at)
      }
      // Before the prices that it turns into won.
      rates?.start((rate) => output.signal(rate))
      await feed.start(receive)
      check()
    },

    async stop(): Promise<void> {
      cancelCheck?.()
      cancelCheck = null
      rates?.stop()
      await feed.stop()
    },
  }
}
