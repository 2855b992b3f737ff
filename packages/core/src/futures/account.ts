import {
  fundingPayment,
  initialMargin,
  maintenanceMargin,
  marginRatioPpm,
  positionNotional,
  unrealizedPnl,
} from '@maru/positions'
import type { Claims } from '../book.ts'
import { type MarginAccount, type MarginPosition, marginHealth } from '../guards/index.ts'
import type { FuturesCross, Minor } from '../types.ts'
import type { Position, Trader } from './state.ts'

/** What isolated positions and orders hold: money that no CROSS loss can touch. */
export function isolatedHeld(trader: Trader): Minor {
  let held = 0n
  for (const { row } of trader.positions.values()) if (row.marginType === 'ISOLATED') held += row.margin
  for (const { marginType, amount } of trader.orderMargin.values()) if (marginType === 'ISOLATED') held += amount
  return held
}

/** What CROSS positions (entry notional ÷ leverage) and orders hold back from new ones. */
function crossHeld(trader: Trader): Minor {
  let held = 0n
  for (const position of trader.positions.values())
    if (position.row.marginType === 'CROSS') held += entryMargin(position)
  for (const { marginType, amount } of trader.orderMargin.values()) if (marginType === 'CROSS') held += amount
  return held
}

/** What a trader's positions and orders claim of his wallet. What orders set aside follows fees, which may change beside the core. */
export const claimsOf = (trader: Trader): Claims => ({
  firm: 0n,
  fenced: isolatedHeld(trader),
  cross: crossHeld(trader),
  isStale: trader.orderMargin.size > 0,
})

/** All that a trader's positions and orders reserve of his wallet. */
export const reservedOf = (trader: Trader): Minor => isolatedHeld(trader) + crossHeld(trader)

/** What a loss of CROSS positions can be paid from; never negative. */
export const playerPointOf = (trader: Trader): Minor => trader.wallet.row.posted - isolatedHeld(trader)

/** The wallet terms of rules B. While a CROSS position's mark is not known its result counts as nothing, and nothing is available. */
export function crossOf(trader: Trader): FuturesCross {
  const { posted, reserved } = trader.wallet.row
  const playerPoint = playerPointOf(trader)
  let markPnl = 0n
  let minusFundingFee = 0n
  let isKnown = true
  for (const position of crossPositions(trader)) {
    const { mark, fundingRate } = position.market.instrument
    if (mark === null) {
      isKnown = false
      continue
    }
    markPnl += unrealizedPnl(position.row, mark, position.market.scale)
    const payment =
      fundingRate === null ? 0n : fundingPayment(position.row.qty, mark, BigInt(fundingRate), position.market.scale)
    if (payment < 0n) minusFundingFee += payment
  }
  const openLoss = markPnl < 0n ? markPnl : 0n
  const left = playerPoint + minusFundingFee + openLoss - crossHeld(trader)
  const available = isKnown || left < 0n ? left : 0n
  return { posted, reserved, playerPoint, markPnl, minusFundingFee, available }
}

/** What new orders, added margin and withdrawals may take; unrealised profit funds none of them. May be negative. */
export const availableOf = (trader: Trader): Minor => crossOf(trader).available

/** Open CROSS positions of a trader, in order of their options. */
export function crossPositions(trader: Trader): Position[] {
  const found: Position[] = []
  for (const position of trader.positions.values()) if (position.row.marginType === 'CROSS') found.push(position)
  return found.sort((a, b) => a.row.optionId - b.row.optionId)
}

/** A position as guards and ratios count it; null while its mark is not known. */
export function marginPosition(position: Position): MarginPosition | null {
  const { row, market } = position
  const { mark } = market.instrument
  return mark === null ? null : { position: row, mark, brackets: market.row.brackets, scale: market.scale }
}

/** The collateral of an isolated position, or of all CROSS positions of its trader; null while one of their marks is not known. */
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
