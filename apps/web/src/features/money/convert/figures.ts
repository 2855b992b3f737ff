import { formatKrw, groupDigits, roundDecimal } from '@maru/ui'
import { ratio } from './amounts.ts'
import { currencyOf, decimalsOf, type End, type Pair } from './ends.ts'

/** An amount of an end as its owner reads it: KRW whole, USDT with 4 decimals, coins with all of theirs. */
export function amountOf(value: string, end: End): string {
  const currency = currencyOf(end)
  if (currency === 'KRW') return formatKrw(value)
  return `${groupDigits(roundDecimal(value, currency === 'USDT' ? 4 : decimalsOf(end)))} ${currency}`
}

/** Without its unit. */
export const figureOf = (value: string, end: End): string => amountOf(value, end).replace(/[^\d.,]/g, '')

/** What one of the dearer side costs in the other, the spread included: KRW for one coin, whichever side gives. */
export function unitPrice({ from, to }: Pair, point: string, receive: string): { coin: string; price: string } {
  const isBuying = from === 'BINARY'
  const [one, other]: [End, End] = isBuying ? [to, from] : [from, to]
  const [paid, got] = isBuying ? [point, receive] : [receive, point]
  const text = ratio(paid, got, other === 'BINARY' ? 4 : 8)
  const isKrw = currencyOf(other) === 'KRW'
  return { coin: currencyOf(one), price: isKrw ? wonOf(text) : amountOf(text, other) }
}

/** KRW with decimals below 10,000, where they matter. */
const wonOf = (text: string): string => {
  const [whole = '0', fraction = ''] = text.split('.')
  if (whole.length > 4 || fraction === '') return amountOf(text, 'BINARY')
  return amountOf(whole, 'BINARY').replace(/\d(?=\D*$)/, (last) => `${last}.${fraction}`)
}
