import type { FeedMessage, FeedState, Instrument } from './feed.ts'

/** One side of an order book as the feed says it: units of price, decimals of quantity, best first. */
export type FeedLevels = readonly (readonly [price: number, qty: string])[]

/** A message that holds until the next one of its kind. */
export type Standing = Extract<FeedMessage, { kind: 'best' | 'depth' | 'mark' }>

/** The newest that is known of one instrument. */
export interface InstrumentState {
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
  /** Of a perpetual: whether order book and mark are both fresh. */
  quotes: FeedState
  /** Out of session, or halted by the venue. */
  isRest: boolean
  isHalted: boolean
  /** The venue's newest messages while our session is closed, by kind: the next session opens with them. */
  readonly early: Map<string, Standing>
  bids: FeedLevels
  asks: FeedLevels
  u: number
}

/** The feed of a stock: a perpetual is traded while its order book and mark are fresh, everything else while its trades come. */
export const feedOf = ({ feed, quotes }: Pick<InstrumentState, 'feed' | 'quotes'>, stock: string): FeedState =>
  stock.endsWith('PERP') ? quotes : feed

/** An instrument of which nothing was heard yet; `last` is the close of its newest candle. */
export const newInstrumentState = (
  instrument: Instrument,
  last: number | null,
  isRest: boolean,
  at: number,
): InstrumentState => ({
  instrument,
  last,
  mark: null,
  bid: null,
  ask: null,
  fundingRate: null,
  nextFundingTime: null,
  ts: at,
  feed: 'stale',
  quotes: 'stale',
  since: at,
  isRest,
  isHalted: false,
  early: new Map(),
  bids: [],
  asks: [],
  u: 0,
})
