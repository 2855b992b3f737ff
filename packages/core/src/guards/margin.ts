import {
  type Brackets,
  bracketOf,
  maintenanceMargin,
  type Position,
  positionNotional,
  type QuoteScale,
  unrealizedPnl,
} from '@maru/positions'
import { invariant } from '../invariant.ts'
import type { Minor, PriceTicks } from '../types.ts'
import { type GuardPrices, type Leg, type Line, nearerOf, PPM, shareOut } from './split.ts'

/** What one collateral stands behind: all cross positions of a wallet with its playerPoint, or one isolated position with its margin. */
export interface MarginAccount {
  readonly collateral: Minor
  readonly positions: readonly MarginPosition[]
}
export interface MarginPosition {
  readonly position: Position
  readonly mark: PriceTicks
  readonly brackets: Brackets
  readonly scale: QuoteScale
}

/** Where the ratio of an account is known to stay while no guard is crossed: `from` ≤ ratio < `below` in ppm (null: any lower). */
export interface RatioZone {
  readonly from: number | null
  readonly below: number
}

/** Equity and maintenance at the marks, exact. */
export function marginHealth(account: MarginAccount): { readonly equity: Minor; readonly maintenance: Minor } {
  let equity = account.collateral
  let maintenance = 0n
  for (const { position, mark, brackets, scale } of account.positions) {
    equity += unrealizedPnl(position, mark, scale)
    maintenance += maintenanceMargin(positionNotional(position, mark, scale), brackets)
  }
  return { equity, maintenance }
}

/**
 * Guard prices of each position, in the order given: while every mark lies strictly between its guards, the account's ratio
 * (maintenance ÷ equity) stays in the zone. Throws InvariantBroken unless it is in the zone now.
 *
 * ratio < t  ⇔  t × equity − maintenance > 0, in ppm. Maintenance is rounded up by less than a unit, and is the highest of the
 * lines of all brackets: as lower bounds of the change the lines hold exactly, whichever bracket a price leads into.
 */
export function marginGuards(account: MarginAccount, zone: RatioZone): GuardPrices[] {
  const { equity, maintenance } = marginHealth(account)
  const buffer = bufferOf(equity, maintenance, zone.below)
  invariant(buffer > 0n, 'an account is guarded below the ratio that it has not reached')
  const danger = shareOut(
    buffer,
    account.positions.map((held) => dangerLeg(held, BigInt(zone.below))),
  )
  if (zone.from === null) return danger
  const excess = -bufferOf(equity, maintenance, zone.from)
  invariant(excess >= 0n, 'an account is guarded above the ratio that it has reached')
  const recovery = shareOut(
    excess,
    account.positions.map((held) => recoveryLeg(held, BigInt(zone.from!))),
  )
  return danger.map((guards, index) => nearerOf(guards, recovery[index]!))
}

const bufferOf = (equity: Minor, maintenance: Minor, ratio: number): bigint =>
  equity * BigInt(ratio) - maintenance * PPM

/** Change of ratio × equity − maintenance from the mark on. */
function dangerLeg(held: MarginPosition, ratio: bigint): Leg {
  const { pnl, size, base, maintained } = termsOf(held, ratio)
  const lines = held.brackets.map(
    ({ mmrPpm, cum }): Line => ({
      slope: pnl - size * BigInt(mmrPpm),
      offset: cum * PPM - PPM - base + maintained,
    }),
  )
  return legOf(held, lines, ratio)
}

/**
 * The same change turned round. From above one line is enough, that of the bracket now: no bracket's maintenance lies below it by
 * more than the rounding of the table's `cum`, which is less than a unit for each bracket.
 */
function recoveryLeg(held: MarginPosition, ratio: bigint): Leg {
  const { pnl, size, base, maintained } = termsOf(held, ratio)
  const { mmrPpm, cum } = bracketOf(positionNotional(held.position, held.mark, held.scale), held.brackets)
  const slack = BigInt(held.brackets.length) * PPM
  const line: Line = { slope: size * BigInt(mmrPpm) - pnl, offset: base - maintained - cum * PPM - slack }
  return legOf(held, [line], ratio)
}

/** Value of one price unit: signed as the position and times the ratio (pnl), and without sign (size); both terms at the mark. */
function termsOf({ position, mark, brackets, scale }: MarginPosition, ratio: bigint) {
  invariant(position.qty !== 0, 'a position that is guarded is open')
  const unit = BigInt(position.qty) * scale.unit
  const pnl = ratio * unit
  const size = unit < 0n ? -unit : unit
  const notional = size * BigInt(mark)
  return { pnl, size, base: pnl * BigInt(mark), maintained: maintenanceMargin(notional, brackets) * PPM }
}

function legOf({ position, mark, brackets, scale }: MarginPosition, lines: readonly Line[], ratio: bigint): Leg {
  const notional = positionNotional(position, mark, scale)
  const { mmrPpm } = bracketOf(notional, brackets)
  const perMove = position.qty > 0 ? ratio - BigInt(mmrPpm) : ratio + BigInt(mmrPpm)
  // Where maintenance outgrows a long's gain both ways of the price cost something.
  const weight = notional * (perMove > 0n ? perMove : 1n - perMove)
  return { price: mark, lines, divisor: 1n, weight }
}
