/** Commands of money in and out. Amounts are in the currency of their wallet. */
import type { WalletType } from '@maru/contract'
import type { EpochMs, IdempotencyKey, Minor } from '../base.ts'
import type { MemberEnvelope, StaffEnvelope, SystemEnvelope } from '../envelope.ts'
import type { DnwRow, HoldCause } from './tables.ts'

/** A command about a request. */
interface OfRequest {
  readonly requestId: number
  /** The request as the database held it a moment ago: the core knows open ones only, and it may have closed since. */
  readonly closed: DnwRow | null
}

/** A step of the desk. */
export interface OfDesk extends OfRequest, StaffEnvelope {
  readonly key: IdempotencyKey
  /** The version that the member of staff looked at; another one is STALE_VERSION. */
  readonly version: number
}

export type MoneyCommand =
  /** Announces KRW that the member will send to one of the house's accounts. */
  | (MemberEnvelope & {
      readonly kind: 'applyDeposit'
      readonly walletType: WalletType
      readonly point: Minor
      /** Who pays: the member's verified name. */
      readonly depositor: string
      /** The house's bank account to send to: its sub. */
      readonly houseSub: string
      readonly flags: readonly string[]
    })
  /** Takes money out of a wallet at once; it leaves when the desk has agreed. */
  | (MemberEnvelope & {
      readonly kind: 'applyWithdrawal'
      readonly walletType: WalletType
      readonly point: Minor
      /** A registered and verified account or address of the member. */
      readonly accountId: number
      /** That, masked. */
      readonly account: string
      /** Who is paid: the verified name; of coins the beneficiary, where one was named. */
      readonly payee: string
      /** What the house pays from: the sub of its bank account, or of its coins the network. */
      readonly houseSub: string
      /** Why two persons have to look at it: a new address, a shared device. */
      readonly flags: readonly string[]
    })
  | (MemberEnvelope & OfRequest & { readonly kind: 'cancelRequest' })
  | (OfDesk & { readonly kind: 'takeRequest' })
  | (OfDesk & { readonly kind: 'releaseRequest' })
  /** `asSecond`: given as the second of two; refused where no first one stands. */
  | (OfDesk & { readonly kind: 'approveRequest'; readonly asSecond: boolean })
  | (OfDesk & { readonly kind: 'rejectRequest' })
  /** Closes an approved withdrawal by a line of a statement. */
  | (OfDesk & { readonly kind: 'completeRequest'; readonly statementLine: string })
  /** Nothing leaves a site any more: an audit found that its ledger does not balance. */
  | (SystemEnvelope & { readonly kind: 'pauseWithdrawals' })
  /** Nothing of a member leaves for as long as his site says, after a change of what he is known by. */
  | (SystemEnvelope & {
      readonly kind: 'holdExits'
      readonly memberId: number
      readonly cause: Exclude<HoldCause, 'FIRST_DEPOSIT'>
      /** Wall clock; null: as long as the site says, from now on. */
      readonly until: EpochMs | null
    })
