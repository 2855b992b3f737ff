/** The commands of overseas futures, and what may be read of them. */
import type { EpochMs, Minor, SessionTimes } from '../base.ts'
import type { MemberEnvelope, StaffEnvelope } from '../envelope.ts'
import type { PositionRow, PositionSide } from '../trading/tables.ts'
import type { OverseaOption } from './tables.ts'

/** As the member sent it; the core judges its numbers against the option. */
export interface OverseaOrderInput {
  readonly optionId: number
  readonly side: PositionSide
  readonly marketType: 'LIMIT' | 'MARKET' | 'STOPLIMIT' | 'STOPMARKET'
  readonly count: number
  readonly price: string | null
  readonly triggerPrice: string | null
  /** TP and SL that the position gets once it fills, in ticks from its average entry; null: none. */
  readonly tpTick: number | null
  readonly slTick: number | null
  readonly isReduceOnly: boolean
  readonly expiresAt: EpochMs | null
}

export type OverseaCommand =
  | (MemberEnvelope & { readonly kind: 'placeOversea'; readonly order: OverseaOrderInput })
  /** TP and SL of a position in ticks from its average entry; null leaves one as it is. */
  | (MemberEnvelope & {
      readonly kind: 'setOverseaTpsl'
      readonly positionId: number
      readonly optionId: number
      readonly tpTick: number | null
      readonly slTick: number | null
    })
  | (MemberEnvelope & {
      readonly kind: 'deleteOverseaTpsl'
      /** Of the position, or of the TP or SL order itself. */
      readonly id: number
      readonly optionId: number
      readonly value: 'TP' | 'SL'
    })
  | (MemberEnvelope & { readonly kind: 'setOvernight'; readonly positionId: number; readonly isActive: boolean })
  | (StaffEnvelope & { readonly kind: 'configureOversea'; readonly option: OverseaOption })

/** The money of a member's overseas futures, in won (rules B, wallet terms). */
export interface OverseaCross {
  readonly playerPoint: Minor // posted less all that waits, stakes of rounds too
  readonly playerGameWaitPoint: Minor // what overseas positions and orders hold back
  readonly lastPnl: Minor
  /** playerPoint + playerGameWaitPoint + lastPnl: stakes of rounds are no collateral. */
  readonly equity: Minor
  /** Equity at or below it is cut, and warned of. */
  readonly losscut: Minor
  readonly warnAt: Minor
}

/** Where a contract's session stands. */
export interface OverseaSessionView {
  /** Nothing is traded: out of session, halted, or without a rate. */
  readonly isRest: boolean
  readonly session: SessionTimes | null
  readonly nextOpenAt: EpochMs | null
  /** Until when overnight may be applied for; null: not in this session. */
  readonly overnightDeadlineAt: EpochMs | null
  /** Only what closes is taken: the last minutes of the session. */
  readonly isCloseOnly: boolean
  /** 10^-2 KRW a USD; null before the first fixing. */
  readonly fxRate: number | null
  readonly tickValueKrw: Minor | null
  readonly marginKrw: Minor | null
  readonly feeKrw: Minor | null
}

/** An open position with what the API shows beside its row. */
export interface OverseaPositionView {
  readonly row: PositionRow
  readonly tpTick: number | null
  readonly slTick: number | null
  /** What the check before the close asks for this position, and what that is above the day's. */
  readonly requiredMargin: Minor
  readonly extraMargin: Minor
  /** Until when overnight may be applied for; null: not in this session. */
  readonly overnightDeadlineAt: EpochMs | null
  readonly isOvernightAllowed: boolean
}
