import type { Currency, WalletType } from './enums.ts'

// Without the schemas, so that a page can load it.

/** Decimals of a currency's minor unit. */
export const currencyDecimals = { KRW: 0, USDT: 8, BTC: 8, ETH: 8, XRP: 6 } as const satisfies Record<Currency, number>

/** The currency of each wallet. */
export const walletCurrency: Readonly<Record<WalletType, Currency>> = {
  BINARY: 'KRW',
  FUTURES: 'USDT',
  BONUS: 'KRW',
  USDT: 'USDT',
  BTC: 'BTC',
  ETH: 'ETH',
  XRP: 'XRP',
}
