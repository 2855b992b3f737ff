import type { OverseaOption, OverseaPosition } from '@maru/contract'
import {
  type ContractTerms,
  contractScale,
  type FxRateE2,
  type Minor,
  type Position,
  type Ppm,
  parseUnits,
  type QuoteScale,
} from '@maru/positions'
import { unitsOf } from '../../trading/index.ts'

/** A contract's rules as whole numbers: prices in 10^-precision, a tick in `tickUnits` of them, dollars in 10^-4, won whole. */
export interface Terms extends ContractTerms {
  readonly scale: QuoteScale
  /** Won per dollar in 10^-2, fixed for the session; null without one. */
  readonly rate: FxRateE2 | null
  readonly maxCount: number
  /** Each so many contracts of one order cost a further tick. */
  readonly lotsPerTick: number
  readonly maxOpenOrders: number
  /** How far a limit may lie from the last price. */
  readonly bandPpm: Ppm
  /** TP and SL lie at most so many ticks from the average entry. */
  readonly maxExitTicks: number
}

const known = new WeakMap<OverseaOption, Terms>()

/** The rules of an option. */
export function termsOf(option: OverseaOption): Terms {
  const found = known.get(option)
  if (found) return found
  const { precision, tickSize, tickValue, margin, fee, fxRate, maxCount, lotsPerTick } = option
  const terms: Terms = {
    precision,
    tickUnits: unitsOf(tickSize, precision),
    tickValue: amountOf(tickValue, 4),
    margin: amountOf(margin, 4),
    fee: amountOf(fee, 4),
    scale: contractScale(precision),
    rate: fxRate === null ? null : amountOf(fxRate, 2),
    maxCount,
    lotsPerTick,
    maxOpenOrders: option.maxOpenOrders,
    bandPpm: unitsOf(option.priceBandPct, 4),
    maxExitTicks: option.maxExitTicks,
  }
  known.set(option, terms)
  return terms
}

/** Won of an amount as it crosses the wire. */
export const wonOf = (amount: string): Minor => amountOf(amount, 0)

/** A position in units, with its entry exact. */
export function heldOf({ tradeType, count, entrySum }: OverseaPosition, { precision, scale }: Terms): Position {
  const side = tradeType === 'LONG' ? 1 : -1
  const decimals = precision + 8
  const sum = amountOf(entrySum, decimals)
  return { qty: side * count, entryQuote: (BigInt(side) * sum * scale.unit) / 100_000_000n }
}

/** Throws on what has another form or more decimals: a figure that the wire does not know. */
function amountOf(amount: string, decimals: number): Minor {
  const units = parseUnits(amount, decimals)
  if (units === null) throw new RangeError(`not an amount with ${decimals} decimals: ${amount}`)
  return units
}
