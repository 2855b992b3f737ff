// Overseas futures (rules C): the same position, counted in contracts and paid in won.
import { ceilDiv, floorDiv, type Rational } from './decimal.ts'
import { averagePrice, type Position } from './position.ts'
import type { Minor, QuoteScale, Side } from './scale.ts'

/** Dollars in 10^-4: 1.25 USD = 12_500n. */
export type UsdE4 = bigint
/** Won per dollar in 10^-2: 1,400.25 = 140_025n. */
export type FxRateE2 = bigint
/** Divisor of dollars × rate: 10^-4 × 10^-2. */
const WON = 1_000_000n
/** Millionths, and days of a year. */
const YEAR = 365_000_000n

/** What a contract is worth. Its prices count price units of 10^-precision; the tick size is `tickUnits` of them. */
export interface ContractTerms {
  readonly precision: number
  readonly tickUnits: number
  readonly tickValue: UsdE4
  readonly margin: UsdE4
  readonly fee: UsdE4
}

/**
 * Scale of contracts for `addFill`, `unrealizedPnl` and the average: quantity = contracts, quote = price units × contracts in
 * 10^-8, so that what a partial close rounds off is far below a won.
 */
export const contractScale = (precision: number): QuoteScale => ({ precision, qtyPrecision: 0, unit: 100_000_000n })

/** Distance from one price to another in tick sizes, signed, exact: half a tick size stays half of one (a mid may lie between). */
export const tickSizesBetween = (from: number, to: number, tickUnits: number): Rational => ({
  numerator: BigInt(to) - BigInt(from),
  denominator: BigInt(tickUnits),
})

/**
 * Won of a result in contract quote (`contractScale`): tick sizes × tick value × rate, floored: a credit is floored, a debit
 * (negative) is ceiled, in one division at the end (< 1 won against the member).
 */
export const pnlKrw = (quotePnl: Minor, terms: ContractTerms, rate: FxRateE2): Minor =>
  floorDiv(quotePnl * terms.tickValue * rate, contractScale(0).unit * BigInt(terms.tickUnits) * WON)

/** Won that one tick size of a number of contracts is worth, floored: for display. */
export const tickValueKrw = (count: number, terms: ContractTerms, rate: FxRateE2): Minor =>
  floorDiv(BigInt(count) * terms.tickValue * rate, WON)

/** Margin of contracts: each one's margin × rate, ceil, times the count, so that it adds up over positions and orders. */
export const contractMargin = (count: number, terms: ContractTerms, rate: FxRateE2): Minor =>
  BigInt(count) * ceilDiv(terms.margin * rate, WON)

/** Fee of one side: count × fee × rate, ceil. */
export const contractFee = (count: number, terms: ContractTerms, rate: FxRateE2): Minor =>
  ceilDiv(BigInt(count) * terms.fee * rate, WON)

/** Contracts that working orders would open together, bought and sold: opposite ones do not both count as closing what is held. */
export const openingContracts = (held: number, bought: number, sold: number): number =>
  Math.max(0, bought - Math.max(0, -held)) + Math.max(0, sold - Math.max(0, held))

/** Price of contract k (from 1) of a member's fills in the window: best, one tick size worse per `lotsPerTick` contracts before it. */
export const contractPrice = (side: Side, best: number, k: number, lotsPerTick: number, tickUnits: number): number =>
  best + side * ((k - 1 - ((k - 1) % lotsPerTick)) / lotsPerTick) * tickUnits

/** Fill of `count` contracts after `taken` of the window, at `contractPrice` each: quote in `contractScale`, exact. */
export function contractFill(
  side: Side,
  best: number,
  count: number,
  taken: number,
  lotsPerTick: number,
  tickUnits: number,
): { readonly quote: Minor; readonly worst: number } {
  let sum = 0n
  let worst = best
  for (let k = taken + 1; k <= taken + count; k++) {
    worst = contractPrice(side, best, k, lotsPerTick, tickUnits)
    sum += BigInt(worst)
  }
  return { quote: sum * contractScale(0).unit, worst }
}

/**
 * Price at which a position's TP (ticks > 0) or SL (ticks < 0) fires: the first price unit that lies at least so many tick sizes from
 * the average entry. Null when flat.
 */
export function triggerAtDistance(
  position: Position,
  ticks: number,
  tickUnits: number,
  scale: QuoteScale,
): number | null {
  const average = averagePrice(position.entryQuote, position.qty, { ...scale, precision: 0 }) // in price units
  if (!average) return null
  const move = BigInt(position.qty > 0 ? ticks : -ticks) * BigInt(tickUnits)
  const target = average.numerator + move * average.denominator
  return Number(move > 0n ? ceilDiv(target, average.denominator) : floorDiv(target, average.denominator))
}

/**
 * Won of a night's financing: notional (contract quote, not negative, as its ticks are worth) × yearly rate in millionths ÷ 365,
 * floored in one division at the end: a credit is floored, a debit (negative rate) is ceiled, by less than a won.
 */
export const financingKrw = (notional: Minor, yearlyPpm: number, terms: ContractTerms, rate: FxRateE2): Minor =>
  floorDiv(
    notional * terms.tickValue * rate * BigInt(yearlyPpm),
    contractScale(0).unit * BigInt(terms.tickUnits) * WON * YEAR,
  )
