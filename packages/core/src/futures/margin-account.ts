import {
  fundingPayment,
  initialMargin,
  maintenanceMargin,
  marginRatioPpm,
  positionNotional,
  unrealizedPnl,
} from '@maru/positions'
import type { OpenResult } from '../claims.ts'
import { type MarginAccount, type MarginPosition, marginHealth } from '../guards/index.ts'
import type { FuturesCross, Minor } from '../types.ts'
import { availableOf, collateralOf } from '../wallet.ts'
import type { Holder, Position } from './state.ts'

/** What isolated positions and orders hold: money that no CROSS loss can touch. */
export function isolatedHeld(holder: Holder): Minor {
  let held = 0n
  for (const { row } of holder.positions.values()) if (row.marginType === 'ISOLATED') held += row.margin
  for (const { marginType, amount } of holder.orderMargin.values()) if (marginType === 'ISOLATED') held += amount
  return held
}

/** What CROSS positions (entry notional ÷ leverage) and orders hold back from new ones. */
export function crossHeld(holder: Holder): Minor {
  let held = 0n
  for (const position of holder.positions.values())
    if (position.row.marginType === 'CROSS') held += entryMargin(position)
  for (const { marginType, amount } of holder.orderMargin.values()) if (marginType === 'CROSS') held += amount
  return held
}

/** Results and next fundings of CROSS positions at the marks that hold. One whose mark is not known counts without a result. */
export function openResultOf(holder: Holder): OpenResult {
  let result = 0n
  let funding = 0n
  let isKnown = true
  for (const position of crossPositions(holder)) {
    const { mark, fundingRate } = position.market.instrument
    if (mark === null) {
      isKnown = false
      continue
    }
    result += unrealizedPnl(position.row, mark, position.market.scale)
    const payment =
      fundingRate === null ? 0n : fundingPayment(position.row.qty, mark, BigInt(fundingRate), position.market.scale)
    if (payment < 0n) funding += payment
  }
  return { result, funding, isKnown }
}

/** The wallet terms of rules B. */
export function crossOf(holder: Holder): FuturesCross {
  const { wallet } = holder
  const { posted, reserved } = wallet.row
  const { result: markPnl, funding: minusFundingFee } = openResultOf(holder)
  const [playerPoint, available] = [collateralOf(wallet), availableOf(wallet)]
  return { posted, reserved, playerPoint, markPnl, isolatedPnl: isolatedResultOf(holder), minusFundingFee, available }
}

/** Results of isolated positions at the marks that hold; each loses at most its own margin. */
function isolatedResultOf(holder: Holder): Minor {
  let result = 0n
  for (const { row, market } of holder.positions.values()) {
    const { mark } = market.instrument
    if (row.marginType !== 'ISOLATED' || mark === null) continue
    const pnl = unrealizedPnl(row, mark, market.scale)
    result += pnl < -row.margin ? -row.margin : pnl
  }
  return result
}

/** Open CROSS positions of a holder, in order of their options and lots. */
export function crossPositions(holder: Holder): Position[] {
  const found: Position[] = []
  for (const position of holder.positions.values()) if (position.row.marginType === 'CROSS') found.push(position)
  return found.sort((a, b) => a.row.optionId - b.row.optionId || a.lot - b.lot)
}

/** A position as guards and ratios count it; null while its mark is not known. */
export function marginPosition(position: Position): MarginPosition | null {
  const { row, market } = position
  const { mark } = market.instrument
  return mark === null ? null : { position: row, mark, brackets: market.row.brackets, scale: market.scale }
}

/** The collateral of an isolated position, or of all CROSS positions of its holder; null while one of their marks is not known. */
export function marginAccount(collateral: Minor, positions: readonly Position[]): MarginAccount | null {
  const held: MarginPosition[] = []
  for (const position of positions) {
    const one = marginPosition(position)
    if (one === null) return null
    held.push(one)
  }
  return { collateral, positions: held }
}

/** Maintenance ÷ (margin + open result) in ppm: 800,000 warns, 1,000,000 liquidates. */
export function ratioOf(account: MarginAccount): number {
  const { equity, maintenance } = marginHealth(account)
  return marginRatioPpm(maintenance, equity)
}

/** Maintenance margin of a position at its mark, which is known. */
export const maintenanceOf = ({ row, market }: Position): Minor =>
  maintenanceMargin(positionNotional(row, market.instrument.mark!, market.scale), market.row.brackets)

/** Entry notional ÷ leverage: what a CROSS position holds back. */
const entryMargin = ({ row }: Position): Minor =>
  initialMargin(row.entryQuote < 0n ? -row.entryQuote : row.entryQuote, row.leverage)
