import {
  type Bracket,
  type Brackets,
  bracketOf,
  maintenanceMargin,
  type Position,
  positionNotional,
  type QuoteScale,
  unrealizedPnl,
} from '@maru/positions'
import { invariant } from '../invariant.ts'
import type { Minor, PriceUnits } from '../types.ts'
import { boundOf, type GuardPrices, guardsAbout, type Leg, nearerOf, PPM, shareOut } from './split.ts'

/** What one collateral stands behind: all cross positions of a wallet with its playerPoint, or one isolated position with its margin. */
export interface MarginAccount {
  readonly collateral: Minor
  readonly positions: readonly MarginPosition[]
}
export interface MarginPosition {
  readonly position: Position
  readonly mark: PriceUnits
  readonly brackets: Brackets
  readonly scale: QuoteScale
}

/** Where the ratio of an account is known to stay while no guard is crossed: `from` ≤ ratio < `below` in ppm (null: any lower, any higher). */
export interface RatioZone {
  readonly from: number | null
  readonly below: number | null
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
 * ratio < t  ⇔  t × equity − maintenance > 0, in ppm: a sum over the positions, so each mark changes its own term alone.
 */
export function marginGuards(account: MarginAccount, zone: RatioZone): GuardPrices[] {
  const terms = account.positions.map(termOf)
  let equity = account.collateral
  let maintenance = 0n
  for (const term of terms) {
    equity += term.pnl
    maintenance += term.maintenance
  }
  const danger = zone.below === null ? null : dangerGuards(terms, equity, maintenance, BigInt(zone.below))
  const recovery = zone.from === null ? null : recoveryGuards(terms, equity, maintenance, BigInt(zone.from))
  invariant(danger !== null || recovery !== null, 'a zone has an end')
  if (danger === null || recovery === null) return (danger ?? recovery)!
  return danger.map((guards, index) => nearerOf(guards, recovery[index]!))
}

function dangerGuards(terms: readonly Term[], equity: Minor, maintenance: Minor, below: bigint): GuardPrices[] {
  const buffer = equity * below - maintenance * PPM
  invariant(buffer > 0n, 'an account is guarded below the ratio that it has not reached')
  return shareOut(
    buffer,
    terms.map((term) => dangerLeg(term, below)),
  )
}

function recoveryGuards(terms: readonly Term[], equity: Minor, maintenance: Minor, from: bigint): GuardPrices[] {
  const excess = maintenance * PPM - equity * from
  invariant(excess >= 0n, 'an account is guarded above the ratio that it has reached')
  return shareOut(
    excess,
    terms.map((term) => recoveryLeg(term, from)),
  )
}

/** A position at its mark. */
interface Term {
  readonly mark: PriceUnits
  readonly brackets: Brackets
  readonly bracket: number // place of the one that holds
  readonly value: bigint // of one price unit, signed as the position
  readonly size: bigint // the same without sign
  readonly maintenance: Minor
  readonly pnl: Minor
}

function termOf({ position, mark, brackets, scale }: MarginPosition): Term {
  invariant(position.qty !== 0, 'a position that is guarded is open')
  const value = BigInt(position.qty) * scale.unit
  const size = value < 0n ? -value : value
  const notional = size * BigInt(mark)
  return {
    mark,
    brackets,
    bracket: brackets.indexOf(bracketOf(notional, brackets)),
    value,
    size,
    maintenance: maintenanceMargin(notional, brackets),
    pnl: (value < 0n ? -notional : notional) - position.entryQuote,
  }
}

/**
 * Change of ratio × equity − maintenance from the mark on. Within a bracket it is a line, and maintenance is rounded up by less
 * than a unit; the bracket of the mark and those beyond it are followed until one uses up the share.
 */
function dangerLeg(term: Term, ratio: bigint): Leg {
  const { mark, brackets, value, size, maintenance } = term
  const gain = ratio * value
  const slopeOf = (bracket: Bracket) => gain - size * BigInt(bracket.mmrPpm)
  return {
    weight: weightOf(term, ratio),
    within(share) {
      // What maintenance is rounded by may use this up at any price.
      if (share < PPM) return guardsAbout(mark, BigInt(mark) + 1n, null)
      const base = gain * BigInt(mark) - maintenance * PPM + PPM - share
      let lowest: bigint | null = null
      if (value > 0n)
        for (let place = term.bracket; place >= 0 && lowest === null; place--) {
          const slope = slopeOf(brackets[place]!)
          if (slope <= 0n) continue
          const bound = boundOf(slope, base - brackets[place]!.cum * PPM)
          if (place === 0 || bound * size > brackets[place - 1]!.notionalCap) lowest = bound
        }
      let highest: bigint | null = null
      if (value < 0n || slopeOf(brackets.at(-1)!) < 0n)
        for (let place = term.bracket; place < brackets.length && highest === null; place++) {
          const slope = slopeOf(brackets[place]!)
          if (slope >= 0n) continue
          const bound = boundOf(slope, base - brackets[place]!.cum * PPM)
          if (place === brackets.length - 1 || bound * size <= brackets[place]!.notionalCap) highest = bound
        }
      return guardsAbout(mark, lowest, highest)
    },
  }
}

/**
 * The same change turned round: from above the line of the bracket now is enough, as no bracket's maintenance lies below it by more
 * than the rounding of the table's `cum`, which is less than a unit for each bracket.
 */
function recoveryLeg(term: Term, ratio: bigint): Leg {
  const { mark, brackets, bracket, value, size, maintenance } = term
  const { mmrPpm, cum } = brackets[bracket]!
  const slope = size * BigInt(mmrPpm) - ratio * value
  const rounding = BigInt(brackets.length) * PPM
  return {
    weight: weightOf(term, ratio),
    within(share) {
      if (slope === 0n) return guardsAbout(mark, share < rounding ? BigInt(mark) + 1n : null, null)
      const bound = boundOf(slope, (maintenance + cum) * PPM - ratio * value * BigInt(mark) + rounding - share)
      return slope > 0n ? guardsAbout(mark, bound, null) : guardsAbout(mark, null, bound)
    },
  }
}

function weightOf({ mark, brackets, bracket, value, size }: Term, ratio: bigint): bigint {
  const slope = size * BigInt(brackets[bracket]!.mmrPpm) - ratio * value
  return (slope < 0n ? -slope : slope) * BigInt(mark) + 1n
}
