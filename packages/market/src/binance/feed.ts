import { parseUnits } from '../decimal.ts'
import type { DomainClock, Feed, FeedMessage, Stream } from '../feed.ts'
import type { MarketInstrument } from '../instruments.ts'
import type { PastCandles, Report } from '../live.ts'
import type { OrderBook } from '../order-book.ts'
import { DepthSync } from './depth.ts'
import { FundingCheck, pastFundings } from './funding.ts'
import { Grid } from './grid.ts'
import { binanceHistory } from './history.ts'
import { type Quiet, StreamLine } from './line.ts'
import {
  type BinanceEvent,
  MalformedMessage,
  OffTickSize,
  readEvent,
  readPremium,
  readSnapshot,
  toMessage,
} from './messages.ts'
import { Newest } from './newest.ts'
import { BinanceRest } from './rest.ts'
import { RisingIds } from './rising-ids.ts'
import { admit } from './symbols.ts'

export interface BinanceConfig {
  readonly instruments: readonly MarketInstrument[]
  /** Shows the time of day: the venue's times are compared with it. */
  readonly clock: DomainClock
  readonly restUrl: string
  readonly wsUrl: string
  /** 0 ≤ chance < 1: spreads reconnections. */
  readonly random: () => number
  readonly report: Report
  readonly fetch?: typeof fetch
}

export interface BinanceFeed extends Feed {
  /** Past candles; may be called before the start. */
  readonly history: PastCandles
}

const source = 'binance'
const saidEveryMs = 100
/** A connection tells that it lives no oftener than so. */
const beatEveryMs = 500
const bookDepth = 20
const snapshotLimit = { levels: 1_000, weight: 20 }
const symbolsEveryMs = 3_600_000
const symbolsAgainMs = 10_000
const firstRetryMs = 1_000
const longestRetryMs = 60_000
/** The start waits this long for prices, and not at all for a venue that does not answer. */
const patienceMs = 5_000
const watchEveryMs = 1_000
/** Marks come each second: after so long without one, trades are missing too. */
const lostAfterMs = 3_000
/** An instrument that is silent for so long is stale: a disturbance signal is no longer needed. */
const staleForSureMs = 5_000
/** Rounds are decided this long after their end at the latest. */
const undecidedMs = 3_000
/** A message of the past whose time is this far from ours is damaged; one of the future is at once, beyond what our clock lies behind. */
const absurdMs = 3_600_000
const mostAheadMs = 1_000
/** Aggregated trades of half an hour, and updates of an order book of a day. */
const farTrades = 100_000
const farUpdates = 1e9
const clockToleranceMs = 2_000
const malformedEveryMs = 10_000

/** How long streams may be silent. Marks come each second; the order book of a traded symbol always moves; its trades need not come. */
const quiet: Readonly<Record<string, Quiet>> = {
  'markPrice@1s': { ms: 5_000, renew: true },
  'depth@100ms': { ms: 15_000, renew: true },
  bookTicker: { ms: 60_000, renew: false },
  aggTrade: { ms: 300_000, renew: false },
}
const publicStreams = ['depth@100ms', 'bookTicker']
const marketStreams = ['aggTrade', 'markPrice@1s']

/** An instrument at the venue. */
interface Followed {
  readonly instrument: MarketInstrument
  /** Converts the venue's prices to our tick size. */
  grid: Grid
  readonly depth: DepthSync
  readonly bestPrices: Newest<FeedMessage>
  /** Whether its order book changed since its connection stands. */
  isBookHeard: boolean
  readonly books: Newest<{ readonly book: OrderBook; readonly at: number }>
  /** Whether its prices may be used. */
  isAdmitted: boolean
  /** Whether the fundings from before the start were asked for, and whether they were passed on. */
  isAsked: boolean
  isFunded: boolean
  /** The newest mark and order book until then: a trade on them would change the position that a funding is owed on. */
  readonly held: Map<'mark' | 'depth', FeedMessage>
  refusal: string | null
  heardAt: number | null
  readonly trades: RisingIds
  lastTradeTs: number
  readonly bests: RisingIds
  lastMark: number
  markHeardAt: number
}

/**
 * The feed of Binance USD-M: trades, marks, best prices and order books over two sets of streams, past candles and the rest
 * over REST. Best prices and order books are passed on at most ten times a second, trades and marks all, each once and
 * in order. Missed trades are signalled as a failover, because a price at a moment may then be wrong.
 */
export function createBinanceFeed(config: BinanceConfig): BinanceFeed {
  const { instruments, clock, restUrl, wsUrl, random, report } = config
  const rest = new BinanceRest({ url: restUrl, clock, report, ...(config.fetch ? { fetch: config.fetch } : {}) })
  const followed = new Map(
    instruments
      .filter(({ kind }) => kind === 'crypto')
      .map((instrument) => [instrument.feedSymbol, follow(instrument)] as const),
  )
  const lineOptions = {
    quietOf: (stream: string) => quiet[stream.slice(stream.indexOf('@') + 1)] ?? { ms: symbolsEveryMs, renew: false },
    clock,
    random,
    report: calmed(report, clock),
  }
  const publicLine = new StreamLine({
    ...lineOptions,
    name: 'public',
    url: `${wsUrl}/public/stream`,
    onData(_stream, data) {
      take(data)
      beat(['book'], ({ depth, isBookHeard }) => depth.whole && isBookHeard)
    },
    // An order book finds its holes by itself; whether it has any shows with its next change.
    onLost() {
      for (const one of followed.values()) one.isBookHeard = false
      lose(['book'])
    },
  })
  const marketLine = new StreamLine({
    ...lineOptions,
    name: 'market',
    url: `${wsUrl}/market/stream`,
    onData(_stream, data) {
      take(data)
      beat(['trade'], () => true)
    },
    onLost() {
      disturbAll()
      lose(['trade', 'mark'])
    },
  })
  const fundings = new FundingCheck(rest, clock, report)
  const retries = new Set<() => void>()
  const beats = new Map<string, number>()
  let listener: ((message: FeedMessage) => void) | null = null
  let carried = ''
  let checkedAt = Number.NEGATIVE_INFINITY
  let failures = 0
  /** So far our clock lies behind the venue's. */
  let lagMs = 0
  let cancelSymbols: (() => void) | null = null
  let cancelWatch: (() => void) | null = null
  let ready: (() => void) | null = null

  function follow(instrument: MarketInstrument): Followed {
    const { symbol, feedSymbol } = instrument
    const say = (message: FeedMessage) => pass(one, message)
    const one: Followed = {
      instrument,
      grid: Grid.same(instrument),
      depth: new DepthSync({
        symbol,
        units: (decimal) => one.grid.level(decimal),
        clock,
        report,
        snapshot: async () =>
          readSnapshot(
            await rest.get('/fapi/v1/depth', { symbol: feedSymbol, limit: snapshotLimit.levels }, snapshotLimit.weight),
          ),
        onBook: (book, at) => one.books.take({ book, at }),
      }),
      bestPrices: new Newest(clock, saidEveryMs, say),
      books: new Newest(clock, saidEveryMs, ({ book, at }) => {
        if (!book.whole) return // a hole came before its turn
        say({ kind: 'depth', instrument: symbol, sourceTs: at, ...one.grid.top(book, bookDepth), u: book.lastId })
      }),
      isBookHeard: false,
      isAdmitted: false,
      isAsked: false,
      isFunded: false,
      held: new Map(),
      refusal: null,
      heardAt: null,
      trades: new RisingIds(farTrades),
      lastTradeTs: 0,
      bests: new RisingIds(farUpdates),
      lastMark: -1,
      markHeardAt: 0,
    }
    return one
  }

  function pass(one: Followed, message: FeedMessage): void {
    if (!one.isAdmitted || listener === null) return
    one.heardAt = clock.now()
    if (!one.isFunded && (message.kind === 'mark' || message.kind === 'depth')) one.held.set(message.kind, message)
    else listener(message)
    if (ready && [...followed.values()].every(({ isAdmitted, heardAt }) => !isAdmitted || heardAt !== null)) ready()
  }

  /** A message of a connection says that the streams over it are alive, also of instruments that say nothing new. */
  function beat(streams: readonly Stream[], isAlive: (one: Followed) => boolean): void {
    const now = clock.now()
    const name = streams.join()
    if (now - (beats.get(name) ?? Number.NEGATIVE_INFINITY) < beatEveryMs) return
    beats.set(name, now)
    const alive = [...followed.values()].filter((one) => one.isAdmitted && one.heardAt !== null && isAlive(one))
    const names = alive.map(({ instrument }) => instrument.symbol)
    if (names.length > 0) listener?.({ kind: 'heartbeat', instruments: names, sourceTs: now, streams })
  }

  function lose(streams: readonly Stream[]): void {
    const instruments = [...followed.values()].map(({ instrument }) => instrument.symbol)
    listener?.({ kind: 'lost', instruments, streams })
  }

  /** Takes the data of a stream message. Damaged data is reported and dropped; the holes that it leaves are found like others. */
  function take(data: unknown): void {
    let one: Followed | undefined
    try {
      const event = readEvent(data)
      one = event ? followed.get(event.symbol) : undefined
      if (event && one?.isAdmitted) takeEvent(one, event)
    } catch (error) {
      if (error instanceof OffTickSize && one) exclude(one, error.message)
      else if (error instanceof MalformedMessage || error instanceof RangeError)
        lineOptions.report({ level: 'warn', what: 'malformed', text: error.message })
      else throw error
    }
  }

  function takeEvent(one: Followed, event: BinanceEvent): void {
    const now = clock.now()
    if (now - event.at > absurdMs || event.at - now > mostAheadMs + lagMs)
      throw new MalformedMessage(`${event.symbol}: its time is ${event.at}`)
    const telling = { shift: 0, recvTs: now, source }
    switch (event.kind) {
      case 'trade': {
        const message = toMessage(event, one.instrument, one.grid.units, telling)
        const { last } = one.trades
        if (!isNext(one.trades, event)) return
        if (last !== null && event.id > last + 1) {
          const missed = event.id - last - 1
          report({ level: 'warn', what: 'hole', text: `${one.instrument.symbol}: ${missed} trades missed` })
          disturbSinceLast(one)
        }
        one.lastTradeTs = event.at
        pass(one, message)
        return
      }
      case 'best': {
        const message = toMessage(event, one.instrument, one.grid.units, telling)
        if (!isNext(one.bests, event)) return
        // A side without orders has a price of zero.
        if (message.kind === 'best' && message.bid > 0 && message.ask > message.bid) one.bestPrices.take(message)
        return
      }
      case 'mark':
        takeMark(one, event)
        return
      case 'depth':
        one.isBookHeard = true
        one.depth.take(event.change, event.at)
        return
    }
  }

  /** Whether a message is newer than all of its stream that were believed. Throws MalformedMessage for one that is far ahead. */
  function isNext(ids: RisingIds, { symbol, id }: { readonly symbol: string; readonly id: number }): boolean {
    const taken = ids.take(id)
    if (taken === 'AHEAD') throw new MalformedMessage(`${symbol}: id ${id} is far ahead of ${ids.last}`)
    return taken === 'NEW'
  }

  function takeMark(one: Followed, event: Extract<BinanceEvent, { kind: 'mark' }>): void {
    if (event.at <= one.lastMark) return
    one.lastMark = event.at
    one.markHeardAt = clock.now()
    if (event.fundingRate !== null) fundings.told(event.symbol, event.fundingRate, event.nextFundingTime)
    pass(one, toMessage(event, one.instrument, one.grid.units, { shift: 0, recvTs: one.markHeardAt, source }))
  }

  function disturb({ isAdmitted, heardAt, instrument }: Followed, at = clock.now()): void {
    if (!isAdmitted || heardAt === null || clock.now() - heardAt >= staleForSureMs) return
    listener?.({ kind: 'disturbance', instrument: instrument.symbol, reason: 'failover', at })
  }

  /** The missed trades came after the last trade: rounds that ended since then and may not be decided yet are disturbed too. */
  function disturbSinceLast(one: Followed): void {
    const now = clock.now()
    const since = Math.max(one.lastTradeTs, now - undecidedMs)
    if (since < now) disturb(one, since)
    disturb(one, now)
  }

  function disturbAll(): void {
    for (const one of followed.values()) disturbSinceLast(one)
  }

  /** Signals each second which instruments miss their trades while other messages of them still come. */
  function watch(): void {
    const now = clock.now()
    for (const one of followed.values()) if (!marketLine.connected || now - one.markHeardAt > lostAfterMs) disturb(one)
    cancelWatch = clock.at(now + watchEveryMs, watch)
  }

  function exclude(one: Followed, reason: string): void {
    refuse(one, reason)
    const now = clock.now()
    scheduleSymbols(Math.max(now, checkedAt + symbolsAgainMs))
  }

  function refuse(one: Followed, reason: string): void {
    one.isAdmitted = false
    one.depth.reset()
    one.bestPrices.clear()
    one.books.clear()
    if (one.refusal === reason) return
    one.refusal = reason
    report({ level: 'error', what: 'refused', text: `${one.instrument.symbol} has no prices: ${reason}` })
  }

  function scheduleSymbols(at: number): void {
    cancelSymbols?.()
    cancelSymbols = clock.at(at, () => void checkSymbols())
  }

  /** Reads the venue's symbols and their tick sizes, and connects the streams of those that can be followed. */
  async function checkSymbols(): Promise<void> {
    checkedAt = clock.now()
    scheduleSymbols(checkedAt + symbolsEveryMs)
    try {
      const admission = admit(
        await rest.get('/fapi/v1/exchangeInfo', {}, 1),
        [...followed.values()].map(({ instrument }) => instrument),
      )
      if (listener === null) return
      if (admission.weightPerMinute !== null) rest.weightPerMinute = admission.weightPerMinute
      const ahead = clock.now() - admission.serverTime
      lagMs = Math.max(0, -ahead)
      if (Math.abs(ahead) > clockToleranceMs)
        report({ level: 'warn', what: 'clock', text: `our clock is ${ahead} ms ahead of the venue's` })
      for (const one of followed.values()) {
        const reason = admission.refused.get(one.instrument.symbol)
        if (reason !== undefined) refuse(one, reason)
        else if (!one.isAdmitted) {
          one.isAdmitted = true
          one.grid = admission.grids.get(one.instrument.symbol)!
          one.refusal = null
          one.markHeardAt = clock.now()
          const least = admission.minNotional.get(one.instrument.symbol)
          const text = `${one.instrument.symbol} follows ${one.instrument.feedSymbol} (least notional there ${least}${one.grid.isFiner ? ', its finer prices rounded onto our tick' : ''})`
          report({ level: 'info', what: 'admitted', text })
        }
      }
      await tellFundings()
      if (listener === null) return
      carry()
      await primeMarks()
      failures = 0
    } catch (error) {
      if (listener === null) return
      const delay = Math.min(longestRetryMs, firstRetryMs * 2 ** failures) * (0.5 + random() / 2)
      failures = Math.min(failures + 1, 10)
      report({ level: 'warn', what: 'symbols', text: String(error) })
      scheduleSymbols(clock.now() + delay)
      ready?.()
    }
  }

  function carry(): void {
    const names = [...followed.values()]
      .filter(({ isAdmitted }) => isAdmitted)
      .map(({ instrument }) => instrument.feedSymbol.toLowerCase())
    if (names.join() === carried) return
    carried = names.join()
    publicLine.carry(names.flatMap((name) => publicStreams.map((stream) => `${name}@${stream}`)))
    marketLine.carry(names.flatMap((name) => marketStreams.map((stream) => `${name}@${stream}`)))
  }

  /** Fundings that may have fallen into a downtime, before the first mark. */
  async function tellFundings(): Promise<void> {
    const unasked = [...followed.values()].filter(({ isAdmitted, isAsked }) => isAdmitted && !isAsked)
    await Promise.all(unasked.map((one) => askFundings(one, 0)))
  }

  /** Retries with growing pauses while the venue does not answer. Until then marks and order books wait, trades do not. */
  async function askFundings(one: Followed, failures: number): Promise<void> {
    one.isAsked = true
    const { symbol, feedSymbol, precision } = one.instrument
    try {
      const past = await pastFundings(rest, feedSymbol, clock.now())
      if (listener === null) return
      for (const { at, rate, mark } of past)
        listener({
          kind: 'funding',
          instrument: symbol,
          at,
          rate,
          price: mark === null ? null : parseUnits(mark, precision),
        })
      one.isFunded = true
      for (const message of one.held.values()) listener(message)
      one.held.clear()
    } catch (error) {
      if (listener === null) return
      report({ level: 'error', what: 'funding', text: `${symbol}: past fundings are not known: ${String(error)}` })
      const delay = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(failures, 10)) * (0.5 + random() / 2)
      const cancel = clock.at(clock.now() + delay, () => {
        retries.delete(cancel)
        void askFundings(one, failures + 1)
      })
      retries.add(cancel)
    }
  }

  /** Current marks and fundings, so that nothing waits for the first of the stream. */
  async function primeMarks(): Promise<void> {
    const answer = await rest.get('/fapi/v1/premiumIndex', {}, 10)
    if (!Array.isArray(answer)) throw new MalformedMessage('no list of marks')
    for (const entry of answer) {
      const one = followed.get(String(entry?.symbol))
      if (one?.isAdmitted) takeMark(one, readPremium(entry))
    }
  }

  return {
    name: 'live',
    history: binanceHistory(rest),
    async start(to) {
      if (listener !== null) throw new Error('the feed runs already')
      listener = to
      const first = new Promise<void>((resolve) => {
        const cancel = clock.at(clock.now() + patienceMs, () => ready?.())
        ready = () => {
          cancel()
          ready = null
          resolve()
        }
      })
      watch()
      void checkSymbols()
      await first
    },
    async stop() {
      listener = null
      cancelSymbols?.()
      cancelWatch?.()
      publicLine.stop()
      marketLine.stop()
      rest.stop()
      fundings.stop()
      for (const cancel of retries) cancel()
      retries.clear()
      for (const { depth, bestPrices, books } of followed.values()) {
        depth.stop()
        bestPrices.clear()
        books.clear()
      }
      ready?.()
    },
  }
}

/** Reports damaged messages only once in a while: one rarely comes alone. */
function calmed(report: Report, clock: DomainClock): Report {
  let toldAt = Number.NEGATIVE_INFINITY
  let untold = 0
  return (one) => {
    if (one.what !== 'malformed') report(one)
    else if (clock.now() - toldAt < malformedEveryMs) untold++
    else {
      report(untold === 0 ? one : { ...one, text: `${one.text}, and ${untold} before` })
      toldAt = clock.now()
      untold = 0
    }
  }
}
