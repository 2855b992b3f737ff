import { type Currency, currencyDecimals } from '@maru/contract'
import { parseMinor, unitText } from '@maru/core'
import { Refused } from '../http/index.ts'

/** An amount of a request in minor units; 0 where none was sent: its own refusal asks for it. */
export function amountOf(point: string | undefined, currency: Currency): bigint {
  if (point === undefined) return 0n
  // Zeros beyond the smallest unit say nothing.
  const plain = point.includes('.') ? point.replace(/0+$/, '').replace(/\.$/, '') : point
  const amount = parseMinor(plain, currency)
  if (amount !== null) return amount
  const unit = currency === 'KRW' ? '1' : `0.${'0'.repeat(currencyDecimals[currency] - 1)}1`
  throw new Refused('AMOUNT_UNIT_MISMATCH', { unit, currency: unitText(currency) })
}
