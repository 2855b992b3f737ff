/** The commands of perpetual futures, and what may be read of them. */
import type { EpochMs, Minor } from '../base.ts'
import type { MemberEnvelope, StaffEnvelope, SystemEnvelope } from '../envelope.ts'
import type { MarginType, PositionSide } from '../trading/tables.ts'
import type { FuturesOption } from './tables.ts'

/** Numbers of a member's input come as decimal strings: the core judges their form against the option. */
export interface FuturesOrderInput {
  readonly optionId: number
  /** What it nets with; left out: what the member trades himself, as all that he sends. NEW: a lot of its own, named by its id. */
  readonly lot?: number | 'NEW'
  readonly side: PositionSide
  readonly marketType: 'LIMIT' | 'MARKET' | 'STOPLIMIT' | 'STOPMARKET'
  readonly qty: string
  readonly price: string | null
  readonly triggerPrice: string | null
  readonly isMark: boolean
  readonly isReduceOnly: boolean
  readonly takeProfit: string | null
  readonly stopLoss: string | null
  readonly isMarkTp: boolean
  readonly isMarkSl: boolean
  readonly tolerance: string | null // percent
  readonly expiresAt: EpochMs | null
  /** Setting to order with; left out or null: the one in force. */
  readonly leverage?: number | null
  readonly marginType?: MarginType | null
}

export type FuturesCommand =
  | (MemberEnvelope & { readonly kind: 'placeFutures'; readonly order: FuturesOrderInput })
  /** TP and SL of a position: null leaves one as it is, '0' clears it. */
  | (MemberEnvelope & {
      readonly kind: 'setFuturesTpsl'
      readonly positionId: number
      readonly takeProfit: string | null
      readonly stopLoss: string | null
      readonly isMarkTp: boolean
      readonly isMarkSl: boolean
    })
  | (MemberEnvelope & { readonly kind: 'setLeverage'; readonly optionId: number; readonly leverage: number })
  | (MemberEnvelope & { readonly kind: 'setMarginType'; readonly optionId: number; readonly marginType: MarginType })
  | (MemberEnvelope & {
      readonly kind: 'changeMargin'
      readonly positionId: number
      readonly type: 'ADD' | 'REMOVE'
      readonly amount: string
    })
  | ((StaffEnvelope | SystemEnvelope) & { readonly kind: 'configureFutures'; readonly option: FuturesOption })

/** The money of a member's futures, in USDT minor units (rules B, wallet terms). */
export interface FuturesCross {
  readonly posted: Minor
  readonly reserved: Minor // gameWaitPoint
  readonly playerPoint: Minor
  readonly markPnl: Minor
  /** Results of isolated positions, none below what its margin can lose. */
  readonly isolatedPnl: Minor
  readonly minusFundingFee: Minor // ≤ 0
  readonly available: Minor
}
