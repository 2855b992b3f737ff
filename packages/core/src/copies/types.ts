import type { IdempotencyKey, Minor } from '../base.ts'
import type { MemberEnvelope, StaffEnvelope } from '../envelope.ts'

/** What a follower puts beside each lead order, and within which bounds. */
export interface FollowSettings {
  readonly optionIds: readonly number[]
  /** Percent of the trader's margin, whole; 0 opens nothing. */
  readonly multiplyPer: number
  readonly oneMaxBet: Minor
  readonly maxBet: Minor
  readonly maxLeverage: number | null
  readonly slipPpm: number
  /** The loss that ends the follow; null: none. Its copies are closed then, or kept. */
  readonly lossStop: Minor | null
  readonly lossStopClose: boolean
}

export type CopyCommand =
  | (MemberEnvelope & { readonly kind: 'applyTrader'; readonly sharePpm: number; readonly isPartner: boolean })
  | (MemberEnvelope & {
      readonly kind: 'setTrader'
      readonly isActive?: boolean
      readonly isHide?: boolean
      readonly sharePpm?: number
    })
  | (MemberEnvelope & { readonly kind: 'quitTrader' })
  /** Follows a trader; of one whom he follows already it changes the settings. */
  | (MemberEnvelope & { readonly kind: 'followTrader'; readonly traderId: number } & FollowSettings)
  | (MemberEnvelope & { readonly kind: 'unfollow'; readonly followId: number; readonly closePositions: boolean })
  | (MemberEnvelope & { readonly kind: 'removeFollower'; readonly followId: number })
  /** Closes a lead lot or a copy, whole or in part: at the market, or at a limit that rests. */
  | (MemberEnvelope & {
      readonly kind: 'closeCopy'
      readonly lot: number
      readonly role: 'TRADER' | 'FOLLOWER'
      readonly closePrice: string | null
      readonly percent: number
    })
  | (StaffEnvelope & {
      readonly kind: 'decideTrader'
      readonly key: IdempotencyKey
      readonly traderId: number
      readonly accept: boolean
      readonly isPartner: boolean
      readonly version: number
    })
  | (StaffEnvelope & {
      readonly kind: 'setTraderState'
      readonly key: IdempotencyKey
      readonly traderId: number
      readonly state: 'ACTIVE' | 'SUSPENDED' | 'ENDED'
      readonly version: number
    })
  /** Keeps what a trader is to get of a day from being paid, or lets it be paid. */
  | (StaffEnvelope & {
      readonly kind: 'holdPayout'
      readonly key: IdempotencyKey
      readonly traderId: number
      readonly day: number
      readonly isHeld: boolean
    })
  /** Returns the shares of a day to who set them aside: to one follower, or to all. Its envelope names the second person. */
  | (StaffEnvelope & {
      readonly kind: 'reverseShares'
      readonly key: IdempotencyKey
      readonly traderId: number
      readonly day: number
      readonly followerId: number | null
    })
