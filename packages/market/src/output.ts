/** What the market says to the core and the gateway, in the numbers that they count in. */
import type { SessionState } from './calendar/sessions.ts'
import type { FeedState } from './feed.ts'
import type { CoinRate } from './rates/coin-rate.ts'
import type { Rate } from './rates/source.ts'

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
  /** `feed`: of the trades; `quotes`: of order book and mark together. */
  | { readonly kind: 'feed' | 'quotes'; readonly instrument: string; readonly state: FeedState; readonly at: number }
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
  | CoinRate

/** A funding that the venue made before now. */
export interface FundingSignal {
  readonly kind: 'funding'
  readonly instrument: string
  readonly fundingTime: number
  /** In units of 10^-8. */
  readonly rate: number
  /** The mark of its time, in the instrument's units; null: the venue does not know it. */
  readonly price: number | null
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
export type CountedLevels = readonly (readonly [price: number, qty: number])[]

/** An order book or a mark of an instrument, in the numbers that a core counts in. */
export type VenueUpdate =
  /** The best prices of an OANDA instrument are an order book of one level. */
  | {
      readonly kind: 'depth'
      readonly instrument: string
      readonly sourceTs: number
      readonly recvTs: number
      /** `sourceTs` by our clock: corrected by the feed's median offset, never after `recvTs`. */
      readonly correctedTs: number
      readonly bids: CountedLevels
      readonly asks: CountedLevels
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
  readonly what: 'price' | 'depth' | 'feed' | 'session'
}

/** What comes out of the market, one call at a time, in order: a signal stands before the tick that it concerns. */
export interface MarketOutput {
  tick(tick: MarketTick): void
  signal(signal: MarketSignal): void
  venueUpdate(update: VenueUpdate): void
  change(change: Change): void
}
