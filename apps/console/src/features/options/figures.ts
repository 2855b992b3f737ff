import type { ConfigKey } from '@maru/contract'
import { currencyDecimals } from '@maru/contract/currencies'

/** What a unit of the wire is shown in: how many decimals the shown figure has at most, and its word. */
const shownIn: Readonly<Record<string, readonly [decimals: number, word: string]>> = {
  ...Object.fromEntries(
    Object.entries(currencyDecimals).map(([currency, decimals]) => [currency, [decimals, currency]]),
  ),
  won: [0, '원'],
  usdt: [currencyDecimals.USDT, 'USDT'],
  usd: [4, 'USD'],
  ppm: [4, '%'],
  bp: [4, '배'],
  ms: [3, '초'],
  '10^-8': [6, '%'],
}

const placeOf = (unit: string): readonly [number, string] => shownIn[unit] ?? [0, unit]
/** The word behind a figure. */
export const unitWord = (unit: string): string => placeOf(unit)[1]

/** A whole number of the wire as a person reads and types it: 400 ppm is 0.04 (%). */
export function shownFigure(value: unknown, unit: string): string {
  const [decimals] = placeOf(unit)
  const digits = String(value)
  const isNegative = digits.startsWith('-')
  const padded = (isNegative ? digits.slice(1) : digits).padStart(decimals + 1, '0')
  const fraction = decimals === 0 ? '' : padded.slice(-decimals).replace(/0+$/, '')
  const whole = decimals === 0 ? padded : padded.slice(0, -decimals)
  return `${isNegative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

/** What was typed as a whole number of the wire, in digits; null: it is no figure that the unit can hold. */
function digitsOf(text: string, unit: string): string | null {
  const [decimals] = placeOf(unit)
  const match = /^(-?)(\d{1,19})(?:\.(\d*))?$/.exec(text.trim().replaceAll(',', ''))
  if (!match) return null
  const [, sign = '', whole = '', fraction = ''] = match
  if (fraction.length > decimals) return null
  return String(BigInt(`${whole}${fraction.padEnd(decimals, '0')}`) * (sign === '-' ? -1n : 1n))
}

type Figure = Pick<ConfigKey, 'type' | 'unit' | 'min' | 'max'>

/** What was typed as the wire takes it; null: no figure, or outside its range. */
export function readFigure(text: string, { type, unit, min, max }: Figure): number | string | null {
  const digits = digitsOf(text, unit)
  if (digits === null) return null
  const value = BigInt(digits)
  if ((min !== null && value < BigInt(min)) || (max !== null && value > BigInt(max))) return null
  return type === 'amount' ? digits : Number(digits)
}

/** Between which figures a number lies, in words; nothing where the range is that of the machine. */
export function rangeOf({ min, max, unit }: Figure): string {
  const isWide = max === null || BigInt(max) >= 2n ** 31n - 1n
  if (min === null) return ''
  return isWide ? `${shownFigure(min, unit)} 이상` : `${shownFigure(min, unit)}–${shownFigure(max, unit)}`
}
