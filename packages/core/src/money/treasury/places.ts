import { walletCurrency } from '@maru/contract'
import type { Place } from './types.ts'

const currencies: ReadonlySet<string> = new Set(Object.values(walletCurrency))
const isSub = /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/

/** Whether an account of the house may hold a currency: banks keep won, networks coins, providers what they deal in. Virtual points and merchants' floats are no money of the house. */
export function mayHold({ account, sub }: Place, currency: string): boolean {
  if (!currencies.has(currency) || !isSub.test(sub)) return false
  if (account === 'BANK_KRW') return currency === 'KRW'
  if (account === 'COIN_HOT' || account === 'COIN_COLD') return currency !== 'KRW'
  return account === 'PROVIDER_CLEARING' && sub !== 'DEMO_GRANT' && !sub.startsWith('p2p-')
}
