import type { FuturesOption } from '@maru/contract'
import {
  type Brackets,
  type Minor,
  type Ppm,
  parseUnits,
  type QuoteScale,
  quoteScale,
  roundTripPpm,
} from '@maru/positions'
import { unitsOf } from '../../trading/index.ts'

/** An instrument's rules as whole numbers: prices in 10^-precision, quantities in 10^-qtyPrecision, money in 10^-8 USDT, rates in ppm. */
export interface Terms {
  readonly scale: QuoteScale
  readonly tick: number
  readonly step: number
  readonly minQty: number
  readonly minNotional: Minor
  readonly brackets: Brackets
  /** Round-trip fee that an order sets aside, and the fee of a side at the market. */
  readonly reservePpm: Ppm
  readonly takerPpm: Ppm
  readonly bandPpm: Ppm
  readonly maxOpenOrders: number
  /** No isolated order may begin at this margin ratio. */
  readonly entryRatioPpm: Ppm
}

const known = new WeakMap<FuturesOption, Terms>()

/** The rules of an option. */
export function termsOf(option: FuturesOption): Terms {
  const found = known.get(option)
  if (found) return found
  const { precision, qtyPrecision } = option
  const takerPpm = ppmOf(option.takerFee)
  const terms: Terms = {
    scale: quoteScale(precision, qtyPrecision),
    tick: unitsOf(option.tickSize, precision),
    step: unitsOf(option.stepSize, qtyPrecision),
    minQty: unitsOf(option.minQty, qtyPrecision),
    minNotional: moneyOf(option.minNotional),
    brackets: option.brackets.map(({ notional, maxLeverage, mmr, cum }) => ({
      notionalCap: moneyOf(notional),
      maxLeverage,
      mmrPpm: ppmOf(mmr),
      cum: moneyOf(cum),
    })),
    reservePpm: roundTripPpm(ppmOf(option.makerFee), takerPpm),
    takerPpm,
    bandPpm: unitsOf(option.priceBandPct, 4),
    maxOpenOrders: option.maxOpenOrders,
    entryRatioPpm: unitsOf(option.entryRatioPct, 4),
  }
  known.set(option, terms)
  return terms
}

/** Minor units of an amount of USDT as it crosses the wire. Throws on anything else. */
export function moneyOf(amount: string): Minor {
  const minor = parseUnits(amount, 8)
  if (minor === null) throw new RangeError(`not an amount of USDT: ${amount}`)
  return minor
}

/** A rate as a fraction in ppm: 0.0004 is 400. */
const ppmOf = (rate: string): Ppm => unitsOf(rate, 6)

/** What quantities of an instrument are counted in: BTCUSDT in BTC. */
export const unitOf = (name: string): string => name.replace(/USDT$/, '')
