import { groupDigits, roundDecimal, signOf } from './decimal.ts'

/** The true minus sign, as wide as a plus. */
export const minusSign = '\u2212'

let language: 'ko' | 'en' = 'ko'
/** Language of units in figures (원 or ₩). */
export function setFormatLanguage(next: 'ko' | 'en') {
  language = next
}
export const formatLanguage = () => language

/** What may stand beside an amount of won. */
export const wonUnits = ['원', '₩', 'KRW'] as const

type Figure = string | number | bigint
const text = (value: Figure): string => (typeof value === 'string' ? value : value.toString())
const withMinus = (value: string) => value.replace('-', minusSign)

/** `1,234,000원` (English `₩1,234,000`). */
export function formatKrw(value: Figure): string {
  const grouped = groupDigits(roundDecimal(text(value), 0))
  return withMinus(language === 'ko' ? `${grouped}원` : grouped.replace(/^(-?)/, '$1₩'))
}

/** Large KRW in 만 and 억: `1억 2,345만원`; below 10,000 as it is. What is less than 1만 is cut off. English: `₩1,234,000`. */
export function formatKrwShort(value: Figure): string {
  const rounded = roundDecimal(text(value), 0)
  const size = BigInt(rounded.replace('-', ''))
  if (language === 'en' || size < 10_000n) return formatKrw(rounded)
  const eok = size / 100_000_000n
  const man = (size % 100_000_000n) / 10_000n
  const parts = [eok > 0n && `${groupDigits(eok.toString())}억`, man > 0n && `${groupDigits(man.toString())}만`].filter(
    Boolean,
  )
  return `${rounded.startsWith('-') ? minusSign : ''}${parts.join(' ')}원`
}

/** USDT and coins with 4 decimals (specification 9); what would read as 0 there, with as many as it takes. */
export function formatUsdt(value: Figure): string {
  const exact = text(value)
  const rounded = roundDecimal(exact, 4)
  return withMinus(groupDigits(signOf(rounded) === 0 && signOf(exact) !== 0 ? exact.replace(/0+$/, '') : rounded))
}

/** An amount in its currency's own way; `unit` false leaves the unit out. */
export function formatMoney(value: Figure, currency: string, unit = true): string {
  if (currency !== 'KRW') return unit ? `${formatCoin(value, currency)} ${currency}` : formatCoin(value, currency)
  return unit ? formatKrw(value) : withMinus(groupDigits(roundDecimal(text(value), 0)))
}

/** Of coins that are dear all that is not zero after the fourth decimal is money. */
const formatCoin = (value: Figure, currency: string): string =>
  currency === 'BTC' || currency === 'ETH'
    ? withMinus(groupDigits(roundDecimal(text(value), 8).replace(/0{1,4}$/, '')))
    : formatUsdt(value)

/** A price with the instrument's decimals. */
export const formatPrice = (value: Figure, precision: number): string =>
  withMinus(groupDigits(roundDecimal(text(value), precision)))

/** A whole number with thousand separators. */
export const formatCount = (value: Figure): string => withMinus(groupDigits(roundDecimal(text(value), 0)))

/** Puts a plus before what is above zero; `format` writes the figure. */
export const formatSigned = (value: Figure, format: (value: Figure) => string): string =>
  `${signOf(roundDecimal(text(value), 8)) > 0 ? '+' : ''}${format(value)}`

/** `+1.24%`, `−0.18%`, `0.00%`: percents come as percent, two decimals. */
export function formatPercent(value: Figure): string {
  const rounded = roundDecimal(text(value), 2)
  return `${signOf(rounded) > 0 ? '+' : ''}${withMinus(rounded)}%`
}
