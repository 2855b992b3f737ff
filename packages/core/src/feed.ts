import type { EpochMs, PriceUnits, SessionTimes } from './base.ts'

/** One trade (crypto) or one mid (OANDA) as the venue sent it; the leaf of the tick log. */
export interface Tick {
  readonly instrument: string // feed symbol, e.g. BTCUSDT; a stock name is `{prefix}_{instrument}`
  readonly source: string // 'simulator' | 'replay:<file>' | 'binance' | 'oanda'
  readonly sourceTradeId: string
  readonly sourceTs: EpochMs // venue time, corrected by nothing
  readonly recvTs: EpochMs
  readonly price: PriceUnits
  readonly qty: string // decimal string
  readonly seq: number // per instrument, gapless while the feed lives
}

/**
 * Changes of what the market knows of an instrument, in order with its ticks. An instrument counts as stale until its first
 * 'live' signal after a start; a disturbance that lasts is signalled again at least each second while it lasts.
 */
export type FeedSignal =
  | { readonly kind: 'feed'; readonly instrument: string; readonly state: 'live' | 'stale'; readonly at: EpochMs }
  /**
   * Of a perpetual: whether its order book and its mark are each at most 2 s old. An order book without a change is as old as the last
   * message of its connection. Until the first one after a start they are not.
   */
  | { readonly kind: 'quotes'; readonly instrument: string; readonly state: 'live' | 'stale'; readonly at: EpochMs }
  /** The feed switched its source, or its skew passed 500 ms: rounds that run over `at` become void. */
  | {
      readonly kind: 'disturbance'
      readonly instrument: string
      readonly reason: 'failover' | 'skew'
      readonly at: EpochMs
    }
  /** The session of an instrument closed (isRest) or opened: no round is decided by a closed market. */
  | {
      readonly kind: 'session'
      readonly instrument: string
      readonly isRest: boolean
      readonly at: EpochMs
      /** Of overseas instruments: the session that runs, or the last one while it rests. */
      readonly session?: SessionTimes | null
      readonly nextOpenAt?: EpochMs
      /** The next session opens right after the daily break: neither weekend nor holiday lies between. */
      readonly overnightAllowed?: boolean
    }
  /** A rate of exchange; the fixing of a session is the newest good one. */
  | {
      readonly kind: 'rate'
      readonly pair: 'USDKRW'
      readonly rate: number // 10^-2 KRW a USD
      readonly source: string
      readonly sourceTs: EpochMs
      readonly recvTs: EpochMs
    }
  /** The price of a USDT in won: conversions are made by `price`, and `check` has to agree with it. */
  | {
      readonly kind: 'coinRate'
      readonly pair: 'USDTKRW'
      readonly role: 'price' | 'check'
      readonly rate: number // 10^-2 KRW a USDT
      readonly source: string
      readonly sourceTs: EpochMs
      readonly recvTs: EpochMs
    }
  /** What the venue asks (−) or pays for a year of nights in an instrument, by side. */
  | {
      readonly kind: 'financing'
      readonly instrument: string
      readonly longRatePpm: number
      readonly shortRatePpm: number
      readonly at: EpochMs
    }
  /** A funding that the venue made at `fundingTime`; told after a start, as it may have fallen into the downtime before. */
  | {
      readonly kind: 'funding'
      readonly instrument: string
      readonly fundingTime: EpochMs
      readonly rate: number // 10^-8
      /** The mark of then; null: the venue does not know it. */
      readonly price: PriceUnits | null
      readonly at: EpochMs
    }

/** A signal that says how trades of one instrument come. */
export type InstrumentSignal = Extract<FeedSignal, { readonly kind: 'feed' | 'disturbance' | 'session' }>
