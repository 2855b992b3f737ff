import { type Currency, currencyDecimals } from '@maru/contract'
import { floorDiv, type Rational } from '@maru/positions'
import type { State } from '../../state.ts'
import type { EpochMs, Minor } from '../../types.ts'
import { moneyConfigOf } from '../config.ts'
import { exchangeOf, type Mid } from './state.ts'

/** How the venue counts a coin's price: in USDT, units of 10^-precision. A test holds it against the instruments of the market. */
export const coinSpots = {
  BTC: { instrument: 'BTCUSDT', precision: 1 },
  ETH: { instrument: 'ETHUSDT', precision: 2 },
  XRP: { instrument: 'XRPUSDT', precision: 4 },
} as const

/** A site, and the domain time at which a price must be new. */
export interface Asked {
  readonly siteId: number
  readonly at: EpochMs
}

/** The mid of a pair; null while a factor is older than the site allows, or the sources of KRW–USDT are too far apart. */
export function midOf(state: State, asked: Asked, from: Currency, to: Currency): Mid | null {
  const sold = inUsdt(state, asked, from)
  const bought = inUsdt(state, asked, to)
  if (sold === null || bought === null) return null
  return {
    numerator: sold.numerator * bought.denominator,
    denominator: sold.denominator * bought.numerator,
    at: Math.max(sold.at, bought.at),
  }
}

/** What an amount is worth at a mid, rounded down, less a share in millionths. */
export function worthAt(
  { numerator, denominator }: Rational,
  from: Currency,
  to: Currency,
  amount: Minor,
  sharePpm = 0,
): Minor {
  const worth = amount * numerator * unitOf(to) * BigInt(1_000_000 - sharePpm)
  return floorDiv(worth, denominator * unitOf(from) * 1_000_000n)
}

/** Whether the mid of a pair is made of the price of an instrument, or of KRW–USDT (null). */
export function isMadeOf(instrument: string | null, from: Currency, to: Currency): boolean {
  return [from, to].some((currency) =>
    instrument === null ? currency === 'KRW' : spotOf(currency)?.instrument === instrument,
  )
}

const unitOf = (currency: Currency): bigint => 10n ** BigInt(currencyDecimals[currency])

const spotOf = (currency: Currency) => (currency === 'KRW' || currency === 'USDT' ? null : coinSpots[currency])

function inUsdt(state: State, { siteId, at }: Asked, currency: Currency): Mid | null {
  const { rates, spots } = exchangeOf(state)
  const { priceMaxAgeMs, sourcesApartPpm } = moneyConfigOf(state, siteId)
  const isNew = ({ sourceTs }: { readonly sourceTs: EpochMs }) => at - sourceTs <= priceMaxAgeMs
  if (currency === 'USDT') return { numerator: 1n, denominator: 1n, at: Number.NEGATIVE_INFINITY }
  if (currency !== 'KRW') {
    const { instrument, precision } = coinSpots[currency]
    const spot = spots.get(instrument)
    if (!spot || !isNew(spot)) return null
    return { numerator: BigInt(spot.price), denominator: 10n ** BigInt(precision), at: spot.sourceTs }
  }
  const rate = rates.get('price')
  if (!rate || !isNew(rate)) return null
  const check = rates.get('check')
  const apart = check && isNew(check) ? Math.abs(check.price - rate.price) * 1_000_000 : 0
  if (apart > rate.price * sourcesApartPpm) return null
  return { numerator: 100n, denominator: BigInt(rate.price), at: rate.sourceTs }
}
