import type { Calendar } from '../calendar/plans.ts'
import type { DomainClock, Feed, FeedMessage } from '../feed.ts'
import { isOverseas, type MarketInstrument } from '../instruments.ts'
import { Lead } from '../lead.ts'
import type { FeedReport, PastCandles, Report } from '../live.ts'
import { allStreams } from '../staleness.ts'
import { oandaHistory } from './history.ts'
import { readLine, type StreamLine, type VenueTerms } from './messages.ts'
import { bestMessage, bestOf, sideOf, tickMessage } from './price.ts'
import { type OandaAccess, OandaRest } from './rest.ts'
import { LineStream } from './stream.ts'

export interface OandaConfig extends OandaAccess {
  /** https://stream-fxpractice.oanda.com, without a path. */
  readonly streamUrl: string
  readonly instruments: readonly MarketInstrument[]
  readonly clock: DomainClock
  /** Candles of the past are those of its sessions. */
  readonly calendar: Calendar
  /** 0 ≤ chance < 1. */
  readonly random: () => number
  readonly report: Report
}

export interface OandaFeed extends Feed {
  /** What the venue says of our instruments, by symbol; empty until it said it. */
  readonly terms: ReadonlyMap<string, VenueTerms>
  /** Past candles; may be called before the start. */
  readonly history: PastCandles
}

type Price = Extract<StreamLine, { kind: 'price' }>

/** What is remembered of an instrument over connections. */
interface Track {
  readonly instrument: MarketInstrument
  newest: bigint
  isHalted: boolean
  /** Whether this connection said something of it. */
  isKnown: boolean
}

const source = 'oanda'
/** A start does not wait longer than this for the first prices: without them the instruments are stale. */
const patienceMs = 10_000
const termsEveryMs = 6 * 3_600_000
/** A price tells that the connection lives, which other instruments have to know no oftener than so. */
const aliveEveryMs = 1_000
const depth = 20
/** Rounds are decided this long after their end at the latest. */
const undecidedMs = 3_000
const complainEveryMs = 10_000

/**
 * The live feed of the overseas instruments: OANDA's v20 pricing stream. The mid of a price is its tick (rules A). Alive is the
 * connection, not the price: heart-beats and prices alike tell that of all instruments, so a quiet market stays live and a
 * silent connection does not. A price that is not newer than the last one makes nothing, so that the snapshot at the begin of
 * each connection is no tick twice.
 */
export function createOandaFeed(config: OandaConfig): OandaFeed {
  const { streamUrl, account, token, clock, random, report } = config
  const tracks = new Map<string, Track>()
  for (const instrument of config.instruments.filter(isOverseas))
    tracks.set(instrument.feedSymbol, { instrument, newest: -1n, isHalted: false, isKnown: false })
  const symbols = [...tracks.values()].map(({ instrument }) => instrument.symbol)
  const terms = new Map<string, VenueTerms>()
  const rest = new OandaRest(config)
  let stream: LineStream | null = null
  let cancelTerms: (() => void) | null = null
  let aliveAt = Number.NEGATIVE_INFINITY
  let bookId = 0
  let isConnected = false
  let wasConnected = false
  const lead = new Lead()
  const complained = new Map<string, number>()

  /** Tells of a bad line, at most every ten seconds of each sort. */
  function complain(what: FeedReport['what'], text: string): void {
    if (clock.now() - (complained.get(what) ?? Number.NEGATIVE_INFINITY) < complainEveryMs) return
    complained.set(what, clock.now())
    report({ level: 'warn', what, text: `OANDA: ${text}` })
  }

  /** The connection broke: what its venue said meanwhile is missing, also in rounds that ended since its last word and are undecided. */
  function lost(listener: (message: FeedMessage) => void): void {
    if (!isConnected) return
    isConnected = false
    const now = clock.now()
    for (const at of new Set([Math.max(aliveAt, now - undecidedMs), now])) disturb(at, listener)
    listener({ kind: 'lost', instruments: symbols, streams: allStreams })
  }

  function disturb(at: number, listener: (message: FeedMessage) => void): void {
    for (const instrument of symbols) listener({ kind: 'disturbance', instrument, reason: 'failover', at })
  }

  function alive(sourceTs: number, listener: (message: FeedMessage) => void): void {
    aliveAt = clock.now()
    listener({ kind: 'heartbeat', instruments: symbols, sourceTs })
  }

  function takePrice({ name, time, isTradeable, bids, asks }: Price, listener: (message: FeedMessage) => void): void {
    const track = tracks.get(name)
    if (!track) return
    const { instrument } = track
    const isSnapshot = !track.isKnown
    track.isKnown = true
    // Clocks differ; but a price of the far future would keep out all that follow.
    if (lead.isFuture(time.ms, clock.now())) {
      complain('malformed', `${name} has a price of ${new Date(time.ms).toISOString()}`)
      return
    }
    if (time.ns < track.newest) return
    const [bid, ask] = [bids[0], asks[0]]
    // Without a bid or an ask nobody can trade at it, whatever it says.
    const isHalted = !isTradeable || bid === undefined || ask === undefined
    if (track.isHalted !== isHalted) {
      track.isHalted = isHalted
      listener({ kind: 'halt', instrument: instrument.symbol, isHalted, at: clock.now() })
    }
    if (isHalted || time.ns === track.newest) return
    const quote = quoteOf(instrument, bids, asks)
    if (quote === null) {
      complain('malformed', `${name} has prices of ${bid[0]} and ${ask[0]}`)
      return
    }
    const { best } = quote
    if (best.bid <= 0) {
      complain('malformed', `${name} has a bid of ${bid[0]}`)
      return
    }
    if (best.bid > best.ask) {
      complain('crossed', `${name} has a bid of ${bid[0]} above an ask of ${ask[0]}`)
      return
    }
    track.newest = time.ns
    const recvTs = clock.now()
    listener(bestMessage(instrument, best, time.ms))
    listener({
      kind: 'depth',
      instrument: instrument.symbol,
      sourceTs: time.ms,
      bids: quote.bids,
      asks: quote.asks,
      u: ++bookId,
    })
    const origin = { source, sourceTradeId: time.ns.toString(), sourceTs: time.ms, recvTs }
    listener(tickMessage(instrument, best, isSnapshot ? { ...origin, isSnapshot } : origin))
  }

  function takeLine(text: string, listener: (message: FeedMessage) => void): void {
    let line: StreamLine
    try {
      line = readLine(text)
    } catch (error) {
      complain('malformed', (error as Error).message)
      return
    }
    if (line.kind === 'other') return
    if (line.kind === 'price') takePrice(line, listener)
    if (line.kind === 'heartbeat' || clock.now() - aliveAt >= aliveEveryMs) alive(line.time.ms, listener)
  }

  /** Asks for the instruments of our OANDA account, now and from time to time: financing rates change daily. */
  async function askTerms(listener: (message: FeedMessage) => void): Promise<void> {
    cancelTerms = clock.at(clock.now() + termsEveryMs, () => void askTerms(listener))
    try {
      const known = new Map((await rest.instruments()).map((one) => [one.name, one]))
      if (!stream) return
      for (const [name, { instrument }] of tracks) {
        const one = known.get(name)
        if (one) {
          terms.set(instrument.symbol, one)
          if (one.financing) listener({ kind: 'financing', instrument: instrument.symbol, ...one.financing })
        } else report({ level: 'error', what: 'unknown', text: `OANDA: the account has no ${name}` })
      }
    } catch (error) {
      if (stream) report({ level: 'warn', what: 'rest', text: (error as Error).message })
    }
  }

  return {
    name: 'live',
    terms,
    history: oandaHistory(rest, config.calendar),
    async start(listener) {
      if (stream) throw new Error('the OANDA feed runs already')
      const url = new URL(`/v3/accounts/${encodeURIComponent(account)}/pricing/stream`, streamUrl)
      url.searchParams.set('instruments', [...tracks.keys()].join(','))
      await new Promise<void>((resolve) => {
        const cancelPatience = clock.at(clock.now() + patienceMs, resolve)
        const started = () => {
          cancelPatience()
          resolve()
        }
        stream = new LineStream({
          url,
          token,
          clock,
          random,
          report,
          onOpen: () => {
            for (const track of tracks.values()) track.isKnown = false
            // Rounds that begin now have their strike from before the interruption.
            if (wasConnected) disturb(clock.now(), listener)
            isConnected = true
            wasConnected = true
            report({ level: 'info', what: 'connected', text: `OANDA prices of ${tracks.size} instruments` })
          },
          onLine: (line) => {
            takeLine(line, listener)
            if ([...tracks.values()].every(({ isKnown }) => isKnown)) started()
          },
          onLost() {
            lost(listener)
            started()
          },
        })
        stream.open()
        void askTerms(listener)
      })
    },
    async stop() {
      stream?.stop()
      stream = null
      cancelTerms?.()
      rest.stop()
    },
  }
}

/** The prices of a line on our tick size; null where they are too large for it. What lies below one tick is no level. */
function quoteOf(instrument: MarketInstrument, bids: Price['bids'], asks: Price['asks']) {
  try {
    const isAbove = ([price]: readonly [number, string]) => price > 0
    return {
      best: bestOf(instrument, bids[0]!, asks[0]!),
      bids: sideOf(instrument, bids, 'down').filter(isAbove).slice(0, depth),
      asks: sideOf(instrument, asks, 'up').filter(isAbove).slice(0, depth),
    }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
