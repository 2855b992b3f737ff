import type { Coin, WalletType } from '@maru/contract'

/** The wallet that a coin comes to and leaves from: a USDT is money of perpetuals. */
export const walletOf = (coin: Coin): WalletType => (coin === 'USDT' ? 'FUTURES' : coin)
