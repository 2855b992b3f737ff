import { currencyDecimals } from '@maru/contract'
import { floorDiv } from '@maru/positions'
import type { Minor, PriceUnits, RateBp } from './types.ts'

const RATE_ONE = 10_000n
const decimals: Readonly<Record<string, number>> = { ...currencyDecimals, MIN: 0 }

/** Decimals of a currency's minor unit (KRW 0, USDT and coins 8, XRP 6), and of minutes, which time limits have. */
export const decimalsOf = (currency: string): number => decimals[currency] ?? 8

/** Gross payout of a won stake: floor(stake × rate). Credits round down, against the member by less than one minor unit. */
export const payoutOf = (stake: Minor, rate: RateBp): Minor => floorDiv(stake * BigInt(rate), RATE_ONE)

/** An amount as a decimal string without exponent or trailing zeros: 150000000n USDT = '1.5'. */
export const formatMinor = (amount: Minor, currency: string): string => {
  if (amount === 0n) return '0'
  const scale = decimalsOf(currency)
  return scale === 0 ? amount.toString() : trimZeros(placePoint(amount.toString(), scale))
}

/** What stands behind an amount in a message: 원, or a space and the currency. */
export const unitText = (currency: string): string => (currency === 'KRW' ? '원' : ` ${currency}`)

/**
 * Reads a decimal string as minor units; null when it is not a plain decimal (no sign but a leading minus, no exponent) or has
 * more decimals than the currency.
 */
export function parseMinor(text: string, currency: string): Minor | null {
  const match = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?$/.exec(text)
  if (!match) return null
  const scale = decimalsOf(currency)
  const fraction = match[3] ?? ''
  if (fraction.length > scale) return null
  const amount = BigInt(`${match[2]}${fraction.padEnd(scale, '0')}`)
  return match[1] === '-' ? -amount : amount
}

/** A price at the instrument's precision, zeros kept: 6543210 at 2 = '65432.10'. */
export const formatPrice = (price: PriceUnits, precision: number): string => placePoint(String(price), precision)

/** A payout rate with two decimals, more only where it has more: 19_000 = '1.90', 18_525 = '1.8525'. */
export function formatRate(rate: RateBp): string {
  const text = placePoint(String(rate), 4)
  return text.endsWith('00') ? text.slice(0, -2) : text.endsWith('0') ? text.slice(0, -1) : text
}

function placePoint(digits: string, scale: number): string {
  if (scale === 0) return digits
  const negative = digits.startsWith('-')
  const padded = (negative ? digits.slice(1) : digits).padStart(scale + 1, '0')
  const cut = padded.length - scale
  return `${negative ? '-' : ''}${padded.slice(0, cut)}.${padded.slice(cut)}`
}

function trimZeros(text: string): string {
  let end = text.length
  while (text.charCodeAt(end - 1) === 48) end--
  if (text.charCodeAt(end - 1) === 46) end--
  return text.slice(0, end)
}
