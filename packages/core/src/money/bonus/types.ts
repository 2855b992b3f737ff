/** Commands of bonus money and coupons. */
import type { WalletType } from '@maru/contract'
import type { EpochMs, IdempotencyKey, Minor } from '../../base.ts'
import type { MemberEnvelope, StaffEnvelope } from '../../envelope.ts'

interface OfStaff extends StaffEnvelope {
  readonly key: IdempotencyKey
}

/** What a coupon is to be; times are of the wall clock. */
export interface NewCoupon {
  readonly code: string
  readonly title: string
  readonly walletType: WalletType
  readonly point: Minor
  /** The turnover, in times of the bonus; null: as the site says. */
  readonly multiple: number | null
  /** No more than this becomes cash; null: as the site says. */
  readonly cap: Minor | null
  readonly startsAt: EpochMs
  readonly endsAt: EpochMs
  readonly maxUses: number
  readonly isFirstDeposit: boolean
  /** Member ids; none: everybody. */
  readonly audience: readonly number[]
}

export type BonusCommand =
  /** Gives a member a bonus; two persons have agreed. */
  | (OfStaff & {
      readonly kind: 'grantBonus'
      readonly memberId: number
      readonly point: Minor
      readonly multiple: number | null
    })
  /** Takes bonus money back; two persons have agreed. */
  | (OfStaff & { readonly kind: 'deductBonus'; readonly memberId: number; readonly point: Minor })
  /** The envelope carries who agreed to it. */
  | (OfStaff & { readonly kind: 'createCoupon'; readonly coupon: NewCoupon })
  | (OfStaff & { readonly kind: 'revokeCoupon'; readonly couponId: number })
  | (MemberEnvelope & {
      readonly kind: 'useCoupon'
      readonly code: string
      readonly walletType: WalletType
      /** How many deposits of his were completed, as the database says. */
      readonly deposits: number
    })
