import type { IdempotencyKey, Minor } from '../../base.ts'
import type { StaffEnvelope } from '../../envelope.ts'
import type { Account } from '../../tables/house.ts'
import type { SettlementCause, TreasuryMove } from './tables.ts'

/** One of the house's accounts that hold money: a bank account, coins of a network, or what a provider keeps. */
export interface Place {
  readonly account: Account
  readonly sub: string
}

export type TreasuryCommand = MoveHouse | SettleBreak

/** Moves money of the house; two persons have agreed. */
type MoveHouse = StaffEnvelope & {
  readonly kind: 'moveHouse'
  readonly key: IdempotencyKey
  readonly move: TreasuryMove
  readonly currency: string
  readonly amount: Minor
  /** The account that gives, of TRANSFER, CAPITAL_OUT and FLOAT_OUT; else null. */
  readonly from: Place | null
  /** The account that receives, of TRANSFER, OPENING, CAPITAL_IN and FLOAT_IN; else null. */
  readonly to: Place | null
  /** Whose coins come or go, of FLOAT_IN and FLOAT_OUT; else null. */
  readonly merchantId: number | null
  /** The line of a statement that shows it; '' where none is known yet. */
  readonly reference: string
}

/** Settles what a statement and the ledger will never agree on by themselves; two persons have agreed. */
type SettleBreak = StaffEnvelope & {
  readonly kind: 'settleBreak'
  readonly key: IdempotencyKey
  readonly cause: SettlementCause
  readonly provider: string
  readonly currency: string
  /** What the statement has above the ledger, signed, in minor units; 0 of NAME. */
  readonly amount: Minor
  /** The account of the house that the statement is of; null of NAME. */
  readonly place: Place | null
  /** The line of the statement, by its kind and its provider's number; '' where no line is meant. */
  readonly lineKind: string
  readonly providerRef: string
  /** The posting that no line shows; null: none is meant. */
  readonly postingId: number | null
  /** The deposit whose completion that posting is; null: it is of something else. */
  readonly requestId: number | null
}
