import type { ProviderName } from '@maru/provider-protocol'

/** The accounts of the house that providers keep and tell statements of: one a currency. */
export const keptAccounts: readonly (readonly [provider: ProviderName, currencies: readonly string[]])[] = [
  ['bank', ['KRW']],
  ['coin', ['USDT', 'BTC', 'ETH', 'XRP']],
  ['paykiwoom', ['KRW', 'USDT']],
  ['dh-safety', ['KRW', 'USDT']],
  ['paycoin', ['KRW', 'USDT']],
  ['bitdex', ['KRW', 'USDT']],
]

const clearing = keptAccounts.flatMap(([provider]) => (provider === 'bank' || provider === 'coin' ? [] : [provider]))

/** SQL: the provider that keeps the account of a posting or of a house account `p`; null: nobody outside. */
export const providerOfAccount = `case when p.account = 'BANK_KRW' then 'bank' when p.account = 'COIN_HOT' then 'coin'
  when p.account = 'PROVIDER_CLEARING' and p.sub in (${clearing.map((name) => `'${name}'`).join(', ')}) then p.sub end`

/** The account of the house that a provider keeps. */
export const houseAccountOf = (provider: string): string =>
  provider === 'bank' ? 'BANK_KRW' : provider === 'coin' ? 'COIN_HOT' : 'PROVIDER_CLEARING'
