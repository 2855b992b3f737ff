import { pnlKrw, unrealizedPnl } from '@maru/positions'
import { type ContractMarginAccount, contractHealth } from '../guards/index.ts'
import type { Minor, OverseaCross } from '../types.ts'
import { collateralOf } from '../wallet.ts'
import { losscutPpmOf, positionMargin } from './spared.ts'
import type { Holder, Position } from './state.ts'

const PPM = 1_000_000n

/** What overseas positions and orders hold back. */
export function heldOf(holder: Holder): Minor {
  let held = 0n
  for (const { row } of holder.positions.values()) held += row.margin
  for (const { amount } of holder.orderMargin.values()) held += amount
  return held
}

/** Open positions of a holder, in order of their options and lots. */
export const positionsOf = (holder: Holder): Position[] =>
  [...holder.positions.values()].sort((a, b) => a.row.optionId - b.row.optionId || a.lot - b.lot)

/** The account as guards and thresholds count it; null while a last price is not known. */
export function marginAccountOf(holder: Holder): ContractMarginAccount | null {
  const positions = []
  for (const position of positionsOf(holder)) {
    const { row, market } = position
    const { last: price } = market.instrument
    if (price === null) return null
    const margin = dayMargin(position)
    positions.push({ position: row, price, terms: market.row, rate: BigInt(row.fxRate!), margin })
  }
  return { collateral: collateralOf(holder.wallet), positions }
}

/** Whether each position has had a price since the start. */
export function isPriceKnown(holder: Holder): boolean {
  for (const { market } of holder.positions.values()) if (market.instrument.last === null) return false
  return true
}

/** Result of open positions at the last prices; one without a price counts without a result. */
export function lastPnlOf(holder: Holder): Minor {
  let pnl = 0n
  for (const position of holder.positions.values()) pnl += openPnl(position) ?? 0n
  return pnl
}

/** Result of an open position at the last price, in KRW; null where none is known. */
export function openPnl({ row, market }: Position): Minor | null {
  const { last } = market.instrument
  return last === null ? null : pnlKrw(unrealizedPnl(row, last, market.scale), market.row, BigInt(row.fxRate!))
}

/** The wallet terms of rules B and the thresholds of rules C. */
export function crossOf(holder: Holder): OverseaCross {
  const { posted, reserved } = holder.wallet.row
  const { overseaWarnPpm } = holder.site.row
  const lastPnl = lastPnlOf(holder)
  const playerPoint = posted - reserved
  const playerGameWaitPoint = heldOf(holder)
  const margin = positionsOf(holder).reduce((sum, position) => sum + dayMargin(position), 0n)
  return {
    playerPoint,
    playerGameWaitPoint,
    lastPnl,
    equity: playerPoint + playerGameWaitPoint + lastPnl,
    losscut: (margin * BigInt(losscutPpmOf(holder))) / PPM,
    warnAt: (margin * BigInt(overseaWarnPpm)) / PPM,
  }
}

/** Equity over the margin of all positions in ppm, as thresholds see it: at or below one where the share is. */
export function isAtOrBelow(account: ContractMarginAccount, ppm: number): boolean {
  const { equity, margin } = contractHealth(account)
  return equity * PPM <= margin * BigInt(ppm)
}

/** Margin of a day at the rate that the position is valued at. */
export const dayMargin = (position: Position): Minor => positionMargin(position, BigInt(position.row.fxRate!))

/** What the check before the close asks for a position. */
export const nightMargin = (position: Position): Minor =>
  BigInt(position.market.row.overnightTimes) * dayMargin(position)

/** The positions that are to outlive their day, and what they need together. */
export function overnightOf(holder: Holder): { readonly held: Position[]; readonly required: Minor } {
  const held = positionsOf(holder).filter(({ row }) => row.overnight !== null)
  return { held, required: held.reduce((sum, position) => sum + nightMargin(position), 0n) }
}
