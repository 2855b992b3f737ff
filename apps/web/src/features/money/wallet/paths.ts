import type { Coin, DnwSite, WalletType } from '@maru/contract'
import { walletCurrency } from '@maru/contract/currencies'
import { walletOf } from '../coin/wallet-of.ts'

type SiteCoin = Pick<DnwSite['coins'][number], 'coin' | 'isDeposit' | 'isWithdraw' | 'isBuy'>

/** What a member does with a wallet, and the page on which he does it. */
export interface WalletPath {
  readonly act: 'deposit' | 'withdraw' | 'convert' | 'buy' | 'sell' | 'transfer' | 'coupon'
  readonly to: string
}

/** What can be done with a wallet on a site with these coins. */
export function pathsOf(type: WalletType, coins: readonly SiteCoin[]): readonly WalletPath[] {
  if (type === 'BONUS') return [{ act: 'coupon', to: '/more/coupon' }]
  const transfer = { act: 'transfer', to: '/wallet/transfer' } as const
  if (type === 'BINARY') {
    const bought = coins.find(({ coin, isBuy }) => isBuy && walletOf(coin) === coin)
    return [
      { act: 'deposit', to: '/balances/deposit' },
      { act: 'withdraw', to: '/balances/withdraw' },
      { act: 'convert', to: '/wallet/convert/BINARY_FUTURES' },
      ...(bought ? [{ act: 'buy', to: purchaseOf(bought.coin) } as const] : []),
      transfer,
    ]
  }
  const name = type === 'FUTURES' ? 'USDT' : type
  const coin = coins.find((one) => one.coin === name)
  const comesHere = walletOf(name) === type
  const converts = `/wallet/convert/${type}_${type === 'FUTURES' || name === 'USDT' ? 'BINARY' : 'FUTURES'}`
  return [
    ...(comesHere && coin?.isDeposit ? [{ act: 'deposit', to: ofCoin('deposit', name) } as const] : []),
    ...(comesHere && coin?.isWithdraw ? [{ act: 'withdraw', to: ofCoin('withdraw', name) } as const] : []),
    { act: 'convert', to: converts },
    ...(type !== 'FUTURES' && coin?.isBuy ? [{ act: 'buy', to: `/wallet/convert/BINARY_${type}` } as const] : []),
    ...(type !== 'FUTURES' ? [{ act: 'sell', to: `/wallet/convert/${type}_BINARY` } as const] : []),
    transfer,
  ]
}

/** What `/wallet/{type}/{coin}` names: a wallet of the member, or what is to be done with a coin. Null: nothing. */
export function targetOf(type: string, coin: string): { readonly wallet: WalletType } | { readonly to: string } | null {
  const [kind, name] = [type.toUpperCase(), coin.toUpperCase()]
  if (isWallet(kind)) return walletCurrency[kind] === name ? { wallet: kind } : null
  if (name === 'KRW' && (kind === 'DEPOSIT' || kind === 'WITHDRAW')) return { to: `/balances/${kind.toLowerCase()}` }
  if (!isWallet(name) || walletCurrency[name] !== name) return null
  const of = name as Coin
  if (kind === 'DEPOSIT' || kind === 'WITHDRAW') return { to: ofCoin(kind === 'DEPOSIT' ? 'deposit' : 'withdraw', of) }
  if (kind === 'BUY') return { to: purchaseOf(of) }
  if (kind === 'SELL') return { to: `/wallet/convert/${walletOf(of)}_BINARY` }
  return null
}

const isWallet = (name: string): name is WalletType => Object.hasOwn(walletCurrency, name)
const ofCoin = (act: 'deposit' | 'withdraw', coin: Coin): string => `/balances/${act}?of=coin&coin=${coin}`
const purchaseOf = (coin: Coin): string => `/wallet/convert/BINARY_${walletOf(coin)}`
