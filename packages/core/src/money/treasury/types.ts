import type { IdempotencyKey, Minor } from '../../base.ts'
import type { StaffEnvelope } from '../../envelope.ts'
import type { Account } from '../../tables/house.ts'
import type { TreasuryMove } from './tables.ts'

/** One of the house's accounts that hold money: a bank account, coins of a network, or what a provider keeps. */
export interface Place {
  readonly account: Account
  readonly sub: string
}

/** Moves money of the house; two persons have agreed. */
export type TreasuryCommand = StaffEnvelope & {
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
