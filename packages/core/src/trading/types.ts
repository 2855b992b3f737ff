/**
 * What the books of margin trading share: orders, positions and fills as rows, the prices that they execute at, and the commands
 * that all of them take. What differs between the books is a policy of the book, never another row.
 */
import type { EpochMs, PriceUnits } from '../base.ts'
import type { MemberEnvelope } from '../envelope.ts'
import type { BookName, Qty } from './tables.ts'

// ---- prices ----

export type Levels = readonly (readonly [price: PriceUnits, qty: Qty])[]

/** An order book or a mark of an instrument. OANDA's best prices are an order book of one or a few levels. */
export type VenueUpdate =
  | {
      readonly kind: 'depth'
      readonly instrument: string
      readonly sourceTs: EpochMs // venue time, corrected by nothing
      readonly recvTs: EpochMs
      /** `sourceTs` corrected by the feed's median offset, never after `recvTs`: what is compared with times of the core's clock. */
      readonly correctedTs: EpochMs
      /** Best first, at most 20; both sides may be empty. */
      readonly bids: Levels
      readonly asks: Levels
      /** Names the snapshot; fills keep it. */
      readonly u: number
    }
  | {
      readonly kind: 'mark'
      readonly instrument: string
      readonly sourceTs: EpochMs
      readonly price: PriceUnits
      /** The rate of the next funding in units of 10^-8; null where the venue says none. */
      readonly fundingRate: number | null
      readonly nextFundingTime: EpochMs | null
    }

// ---- commands ----

export type TradingCommand =
  | (MemberEnvelope & { readonly kind: 'cancelOrder'; readonly book: BookName; readonly id: number })
  | (MemberEnvelope & { readonly kind: 'cancelOrders'; readonly book: BookName; readonly optionId: number | null })
