import type { EpochMs, IdempotencyKey, Minor } from '../base.ts'
import type { StaffEnvelope, SystemEnvelope } from '../envelope.ts'

/** What a week owes one partner. */
export interface NewPayable {
  readonly partnerId: number
  /** The partner's owner. */
  readonly memberId: number
  readonly amount: Minor
  /** It waits for a decision of its own: the partner was suspended in that week or before it was closed. */
  readonly isHeld: boolean
}

/** Closes a week of partners; a repeat changes nothing. */
type CloseCommissions = SystemEnvelope<number> & {
  readonly kind: 'closeCommissions'
  /** Monday 00:00 KST. */
  readonly week: EpochMs
  readonly digest: string
  readonly lines: number
  readonly payables: readonly NewPayable[]
}

type OfWeek = StaffEnvelope & {
  readonly key: IdempotencyKey
  readonly week: EpochMs
}

/** Pays partners what a week owes them, all or none; two persons have agreed. */
type PayCommissions = OfWeek & { readonly kind: 'payCommissions'; readonly partnerIds: readonly number[] }

/** Takes back what a week owes a partner; two persons have agreed. */
type RejectCommission = OfWeek & { readonly kind: 'rejectCommission'; readonly partnerId: number }

/** Keeps a payable from being paid, or lets it be paid again. */
type HoldCommission = OfWeek & {
  readonly kind: 'holdCommission'
  readonly partnerId: number
  readonly isHeld: boolean
  readonly version: number
}

export type CommissionCommand = CloseCommissions | PayCommissions | RejectCommission | HoldCommission
