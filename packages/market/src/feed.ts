/** The feed port: what every source of prices gives, whichever venue stands behind it. */

export type FeedState = 'live' | 'stale'
export type Decimal = string
/** What a feed says of an instrument over connections that may fail each for itself. Marks come over that of the trades. */
export type Stream = 'trade' | 'mark' | 'book'

/** One thing that a feed says of an instrument. Times are epoch ms on the domain clock. */
export type FeedMessage =
  | {
      readonly kind: 'trade'
      readonly instrument: string
      readonly source: string
      readonly sourceTradeId: string
      readonly sourceTs: number
      readonly recvTs: number
      readonly price: number // units of 10^-precision, as all prices here
      readonly qty: Decimal
      /** The newest from before the connection: how late it comes says nothing of the connection. */
      readonly isSnapshot?: true
    }
  | {
      readonly kind: 'mark'
      readonly instrument: string
      readonly sourceTs: number
      readonly price: number
      readonly fundingRate?: Decimal
      readonly nextFundingTime?: number
    }
  | {
      readonly kind: 'best'
      readonly instrument: string
      readonly sourceTs: number
      readonly bid: number
      readonly ask: number
      readonly bidQty: Decimal
      readonly askQty: Decimal
    }
  | {
      readonly kind: 'depth'
      readonly instrument: string
      readonly sourceTs: number
      readonly bids: readonly (readonly [price: number, qty: Decimal])[]
      readonly asks: readonly (readonly [price: number, qty: Decimal])[]
      readonly u: number
    }
  /** Connections are alive though nothing was said of a price: those of all streams, or of some. An order book that stands is as old as this. */
  | {
      readonly kind: 'heartbeat'
      readonly instruments: readonly string[]
      readonly sourceTs: number
      readonly streams?: readonly Stream[]
    }
  /** The connection of these streams was lost. */
  | { readonly kind: 'lost'; readonly instruments: readonly string[]; readonly streams: readonly Stream[] }
  /** The venue itself takes no orders in an instrument, whatever the calendar says, or takes them again (OANDA: not tradeable). */
  | { readonly kind: 'halt'; readonly instrument: string; readonly isHalted: boolean; readonly at: number }
  /** What the venue asks (negative) or pays for holding a position over a year of nights, as a share of its notional. */
  | {
      readonly kind: 'financing'
      readonly instrument: string
      readonly longRate: Decimal
      readonly shortRate: Decimal
    }
  /** A funding of the past, with the mark of its time; told before the first mark of a connection. */
  | {
      readonly kind: 'funding'
      readonly instrument: string
      readonly at: number
      readonly rate: Decimal
      /** Null: the venue does not know it. */
      readonly price: number | null
    }
  | {
      readonly kind: 'disturbance'
      readonly instrument: string
      readonly reason: 'failover' | 'skew'
      readonly at: number
    }

export interface Feed {
  readonly name: 'simulator' | 'replay' | 'live'
  /** Starts to call `listener`, one message at a time, in order; resolves when the first message of every open instrument came. */
  start(listener: (message: FeedMessage) => void): Promise<void>
  stop(): Promise<void>
}

/** The domain clock (core, market, sessions, rounds): starts at CLOCK_START, runs at CLOCK_SPEED. */
export interface DomainClock {
  now(): number
  /** Calls `fn` when the domain clock reaches `at`; returns a cancel function. */
  at(at: number, fn: () => void): () => void
}

/**
 * Prices are integers in price units of 10^-precision. Bids, asks and trades of an exchange lie on
 * multiples of the tick size `tickUnits` (25 for 0.25 at precision 2); the mid of OANDA's best prices may lie between two of them.
 */
export interface Instrument {
  readonly symbol: string // BTCUSDT, EURUSD, …: the part of a stock name after its prefix and without PERP
  readonly koName: string
  readonly kind: 'crypto' | 'fx' | 'metal' | 'index'
  readonly precision: number
  readonly tickUnits: number
  /** Units of the venue's quantities in one contract of ours; 1 where members trade in the venue's quantities. */
  readonly contractUnits: number
  readonly staleAfterMs: number // 2,000 crypto, 6,000 OANDA
}
