import { parseUnits } from './decimal.ts'
import type { DomainClock, FeedMessage } from './feed.ts'
import type { FeedLevels, InstrumentState, Standing } from './instrument-state.ts'
import { isOverseas, type MarketInstrument } from './instruments.ts'
import type { CountedLevels, MarketOutput } from './output.ts'
import type { PriceCharts } from './price-charts.ts'
import { fundingDecimals } from './signals.ts'
import type { FeedMonitor } from './staleness.ts'

type Of<Kind extends FeedMessage['kind']> = Extract<FeedMessage, { kind: Kind }>

/** What one instrument's prices change. */
interface Taker {
  readonly instrument: MarketInstrument
  readonly state: InstrumentState
  /** The seq of its newest tick. */
  seq: number
}

/** Turns the prices of a feed into the newest state, ticks in their order, candles and venue updates. */
export class PriceIntake {
  readonly #clock: DomainClock
  readonly #monitor: FeedMonitor
  readonly #charts: PriceCharts
  readonly #output: MarketOutput
  readonly #takers = new Map<string, Taker>()

  constructor(clock: DomainClock, monitor: FeedMonitor, charts: PriceCharts, output: MarketOutput) {
    this.#clock = clock
    this.#monitor = monitor
    this.#charts = charts
    this.#output = output
  }

  /** Adds an instrument; its next tick has seq + 1. */
  add(instrument: MarketInstrument, state: InstrumentState, seq: number): void {
    this.#takers.set(instrument.symbol, { instrument, state, seq })
  }

  take(message: Standing | Of<'trade'>): void {
    const taker = this.#takers.get(message.instrument)
    if (!taker) return
    switch (message.kind) {
      case 'trade':
        this.#takeTrade(taker, message)
        break
      case 'best':
        this.#takeBest(taker, message)
        break
      case 'mark':
        this.#takeMark(taker, message)
        break
      case 'depth':
        this.#takeDepth(taker, message)
        break
    }
    const what = message.kind === 'depth' ? 'depth' : 'price'
    this.#output.change({ instrument: message.instrument, what })
  }

  #takeTrade(taker: Taker, trade: Of<'trade'>): void {
    const { instrument, state } = taker
    taker.seq += 1
    state.last = trade.price
    // Overseas instruments have no mark of their own: theirs is the last mid.
    if (isOverseas(instrument)) state.mark = trade.price
    state.ts = trade.sourceTs
    const qty = parseUnits(trade.qty, instrument.qtyPrecision)
    this.#charts.builder(instrument.symbol).trade(trade.sourceTs, trade.price, qty)
    this.#output.tick({
      instrument: trade.instrument,
      source: trade.source,
      sourceTradeId: trade.sourceTradeId,
      sourceTs: trade.sourceTs,
      recvTs: trade.recvTs,
      price: trade.price,
      qty: trade.qty,
      seq: taker.seq,
    })
  }

  /** The best prices of an OANDA instrument are also an order book of one level; the time names the snapshot. */
  #takeBest({ instrument, state }: Taker, { sourceTs, bid, ask, bidQty, askQty }: Of<'best'>): void {
    state.bid = bid
    state.ask = ask
    state.ts = sourceTs
    if (isOverseas(instrument)) this.#tellDepth(instrument, sourceTs, [[bid, bidQty]], [[ask, askQty]], sourceTs)
  }

  #takeMark({ state }: Taker, message: Of<'mark'>): void {
    state.mark = message.price
    state.fundingRate = message.fundingRate ?? state.fundingRate
    if (isAhead(message)) state.nextFundingTime = message.nextFundingTime
    this.#output.venueUpdate({
      kind: 'mark',
      instrument: message.instrument,
      sourceTs: message.sourceTs,
      price: message.price,
      fundingRate: state.fundingRate === null ? null : parseUnits(state.fundingRate, fundingDecimals),
      nextFundingTime: state.nextFundingTime,
    })
  }

  #takeDepth({ instrument, state }: Taker, { sourceTs, bids, asks, u }: Of<'depth'>): void {
    state.bids = bids
    state.asks = asks
    state.u = u
    this.#tellDepth(instrument, sourceTs, bids, asks, u)
  }

  /** Passes an order book on with its time by the venue's clock, its receipt, and its time by our clock as far as the offset is known. */
  #tellDepth(instrument: MarketInstrument, sourceTs: number, bids: FeedLevels, asks: FeedLevels, u: number): void {
    const recvTs = this.#clock.now()
    const correctedTs = this.#monitor.corrected(instrument.symbol, sourceTs, recvTs)
    this.#output.venueUpdate({
      kind: 'depth',
      instrument: instrument.symbol,
      sourceTs,
      recvTs,
      correctedTs,
      bids: counted(bids, instrument),
      asks: counted(asks, instrument),
      u,
    })
  }
}

const counted = (levels: FeedLevels, { qtyPrecision }: MarketInstrument): CountedLevels =>
  levels.map(([price, qty]) => [price, parseUnits(qty, qtyPrecision)])

/** A venue's first mark after a funding still names the time of that one: it announces nothing. */
const isAhead = (mark: Of<'mark'>): mark is Of<'mark'> & { nextFundingTime: number } =>
  mark.nextFundingTime !== undefined && mark.nextFundingTime > mark.sourceTs
