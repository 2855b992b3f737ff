import { type Brackets, maintenanceMargin } from './brackets.ts'
import { ceilDiv, floorDiv, formatRational, type Rational } from './decimal.ts'
import { type Position, positionNotional, unrealizedPnl } from './position.ts'
import { type Minor, PPM, type QuoteScale } from './scale.ts'

/** Maintenance has reached margin + uPnL at a mark (ratio ≥ 100 %, rules B). Never without a position. */
export const isLiquidatable = (
  margin: Minor,
  position: Position,
  mark: number,
  brackets: Brackets,
  scale: QuoteScale,
): boolean =>
  position.qty !== 0 &&
  maintenanceMargin(positionNotional(position, mark, scale), brackets) >= margin + unrealizedPnl(position, mark, scale)

/**
 * The first mark, in price units, at which `isLiquidatable` holds: the highest for a long, the lowest for a short. One unit
 * before it does not hold. Null where no positive price (and none that a safe integer holds) liquidates.
 *
 * `margin` is the isolated margin; for a cross position see `crossMargin`. Solves (margin + cum - side·q·EP) ÷ (q·MMR - side·q)
 * of rules B on whole numbers. Rates only rise from bracket to bracket and `cum` is continuous, so maintenance is the largest of
 * all brackets' lines, and the first of the brackets' prices is the one whose bracket is valid there.
 */
export function liquidationPrice(
  margin: Minor,
  position: Position,
  brackets: Brackets,
  scale: QuoteScale,
): number | null {
  if (position.qty === 0) return null
  const long = position.qty > 0
  let first: bigint | null = null
  for (const line of linesOf(margin, position, brackets, scale)) {
    // Maintenance is rounded up: it reaches equity as soon as it is above equity - 1 unit.
    const price = long
      ? ceilDiv(line.numerator + PPM, line.denominator) - 1n
      : floorDiv(line.numerator - PPM, line.denominator) + 1n
    if (first === null || (long ? price > first : price < first)) first = price
  }
  if (first === null || first > BigInt(Number.MAX_SAFE_INTEGER)) return null
  if (first >= 1n) return Number(first)
  return long ? null : 1
}

/** The unrounded solution of the formula as a decimal string, half-even: for texts only, triggers use `liquidationPrice`. */
export function liquidationPriceText(
  margin: Minor,
  position: Position,
  brackets: Brackets,
  scale: QuoteScale,
  decimals = scale.precision,
): string | null {
  const trigger = liquidationPrice(margin, position, brackets, scale)
  if (trigger === null) return null
  const exact = linesOf(margin, position, brackets, scale).reduce((a, b) => {
    const aFirst = a.numerator * b.denominator > b.numerator * a.denominator === position.qty > 0
    return aFirst ? a : b
  })
  const positive = exact.numerator > 0n ? exact.numerator : 0n
  return formatRational(
    { numerator: positive, denominator: exact.denominator * 10n ** BigInt(scale.precision) },
    decimals,
  )
}

/**
 * Margin behind one cross position for `liquidationPrice`: playerPoint + uPnL of the others - maintenance of the others
 * (rules B). An estimate: it holds while the other marks stand still.
 */
export const crossMargin = (playerPoint: Minor, othersPnl: Minor, othersMaintenance: Minor): Minor =>
  playerPoint + othersPnl - othersMaintenance

/**
 * The first mark, in price units, at which margin + uPnL is used up (≤ 0): EP - margin ÷ q for a long (floor), EP + margin ÷ q
 * for a short (ceil). Null where no positive price does that, and without a position.
 */
export function bankruptcyPrice(margin: Minor, position: Position, scale: QuoteScale): number | null {
  if (position.qty === 0) return null
  const long = position.qty > 0
  const perUnit = BigInt(Math.abs(position.qty)) * scale.unit
  const price = long ? floorDiv(position.entryQuote - margin, perUnit) : ceilDiv(margin - position.entryQuote, perUnit)
  if (price > BigInt(Number.MAX_SAFE_INTEGER)) return null
  if (price >= 1n) return Number(price)
  return long ? null : 1
}

/** Per bracket, the price in price units at which maintenance on its line would equal equity, unrounded. */
function linesOf(margin: Minor, position: Position, brackets: Brackets, scale: QuoteScale): Rational[] {
  const perUnit = BigInt(Math.abs(position.qty)) * scale.unit
  return brackets.map(({ mmrPpm, cum }) =>
    position.qty > 0
      ? { numerator: (position.entryQuote - margin - cum) * PPM, denominator: perUnit * (PPM - BigInt(mmrPpm)) }
      : { numerator: (margin - position.entryQuote + cum) * PPM, denominator: perUnit * (PPM + BigInt(mmrPpm)) },
  )
}
