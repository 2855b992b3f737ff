import { Currency } from '@maru/contract'
import { type Minor, parseMinor } from '@maru/core'
import { Unreadable } from './unreadable.ts'

/** What a column of the ledger holds many times over: more is no money of ours. */
const mostAmount: Minor = 100_000_000_000_000_000n

/** A provider's amount in the currency's smallest unit. Throws Unreadable for what no wallet of ours can hold. */
export function amountOf(text: string, currency: string): Minor {
  const known = Currency.safeParse(currency)
  const amount = known.success ? parseMinor(text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, ''), known.data) : null
  if (amount === null || amount > mostAmount) throw new Unreadable(`${text} ${currency} is no amount of ours`)
  return amount
}
