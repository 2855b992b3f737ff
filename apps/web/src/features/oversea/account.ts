import type { OverseaCross } from '@maru/contract'
import type { Minor } from '@maru/positions'
import { wonOf } from '../../books/oversea/terms.ts'

/** The margin account as it is shown, in won. */
export interface Account {
  /** What lies in the wallet, margins included. */
  readonly deposit: Minor
  /** Result of all open positions. */
  readonly pnl: Minor
  /** Deposit with that result, never below zero. */
  readonly point: Minor
  /** How far that is above the loss cut; null while there is nothing to cut. */
  readonly left: Minor | null
  /** What positions and open orders hold back. */
  readonly margin: Minor
  /** It has come to where the member is warned. */
  readonly isNear: boolean
}

/**
 * The margin account with a result of the prices of now (specification 3): point = max(playerPoint + lastPnl + playerGameWaitPoint, 0),
 * what is left = point − losscut. Without that result it is the one that the server told.
 */
export function accountOf(cross: OverseaCross, pnlNow: Minor | null): Account {
  const margin = wonOf(cross.playerGameWaitPoint)
  const deposit = wonOf(cross.playerPoint) + margin
  const pnl = pnlNow ?? wonOf(cross.lastPnl)
  const point = deposit + pnl > 0n ? deposit + pnl : 0n
  const cut = wonOf(cross.losscut)
  const isCuttable = cut > 0n
  return {
    deposit,
    pnl,
    point,
    left: isCuttable ? point - cut : null,
    margin,
    isNear: isCuttable && point <= wonOf(cross.warnAt),
  }
}
