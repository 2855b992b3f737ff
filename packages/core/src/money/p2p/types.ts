import type { P2pSide, WalletType } from '@maru/contract'
import type { IdempotencyKey, Minor } from '../../base.ts'
import type { MemberEnvelope, ProviderEnvelope, StaffEnvelope, SystemEnvelope } from '../../envelope.ts'
import type { P2pOrderRow } from './tables.ts'

interface OfOrder {
  readonly orderId: number
  /** The order, where the database holds it as closed. */
  readonly closed: P2pOrderRow | null
}

/** What the merchants' provider tells of an order. */
export interface P2pFact extends OfOrder {
  readonly kind: 'p2p'
  readonly state: 'PAID' | 'RELEASED' | 'CANCELED' | 'DISPUTED'
  readonly amount: Minor
  readonly currency: string
  /** Who paid, as the merchant's bank knows him; null where it was not told. */
  readonly payer: string | null
}

/** What a merchant is told of an order. */
export type P2pCallStep = 'open' | 'paid' | 'cancel' | 'dispute'

export type P2pCommand =
  /** Asks a merchant to sell or to buy; the coins are set aside at once. */
  | (MemberEnvelope & {
      readonly kind: 'p2pOpen'
      readonly side: P2pSide
      readonly won: Minor
      /** null: the one with the best price. */
      readonly merchantId: number | null
      readonly walletType: WalletType
      /** The member's verified name: he pays, or is paid, under it. */
      readonly payer: string
      /** Of a sale: where the merchant pays to. */
      readonly accountId: number | null
      /** That, masked. */
      readonly account: string
    })
  | (MemberEnvelope & OfOrder & { readonly kind: 'p2pPaid'; readonly reference: string })
  | (MemberEnvelope & OfOrder & { readonly kind: 'p2pCancel' })
  | (MemberEnvelope & OfOrder & { readonly kind: 'p2pRelease' })
  | (MemberEnvelope &
      OfOrder & { readonly kind: 'p2pDispute'; readonly text: string; readonly fileIds: readonly number[] })
  /** What the merchant answered when he was asked. */
  | (ProviderEnvelope &
      OfOrder & {
        readonly kind: 'p2pAnswered'
        readonly isTaken: boolean
        readonly account: string
        readonly memo: string
      })
  /** Written before a merchant is told of a step: refused where the order has gone on since, so that nobody pays for one that is over. */
  | (SystemEnvelope &
      OfOrder & {
        readonly kind: 'p2pSending'
        readonly step: P2pCallStep
        /** The version of the order that asked for the call; null: calls of before versions were written with them. */
        readonly version: number | null
      })
  /** Ends a dispute; two persons have agreed. */
  | (StaffEnvelope &
      OfOrder & {
        readonly kind: 'p2pDecide'
        readonly key: IdempotencyKey
        /** RELEASE: the buyer gets the coins; RETURN: the seller has them back. */
        readonly decision: 'RELEASE' | 'RETURN'
        readonly version: number
      })
  /** Adds a merchant (`merchantId` null), or changes his terms; two persons have agreed. */
  | (StaffEnvelope & {
      readonly kind: 'setMerchant'
      readonly key: IdempotencyKey
      readonly merchantId: number | null
      readonly version: number
      readonly name: string
      readonly isDemo: boolean
      readonly buyPpm: number | null
      readonly sellPpm: number | null
      readonly minWon: Minor
      readonly maxWon: Minor
      /** Virtual coins of a new demo merchant. */
      readonly float: Minor
    })
  | (StaffEnvelope & {
      readonly kind: 'blockMerchant'
      readonly key: IdempotencyKey
      readonly merchantId: number
      readonly version: number
      readonly isBlocked: boolean
    })
  /** Opens a merchant of a demo site with his coins, once. */
  | (SystemEnvelope & {
      readonly kind: 'openMerchant'
      readonly merchantId: number
      readonly name: string
      readonly buyPpm: number | null
      readonly sellPpm: number | null
      readonly minWon: Minor
      readonly maxWon: Minor
      /** USDT in advance. */
      readonly float: Minor
    })
