import type { Coin, Currency, WalletType } from '@maru/contract'
import { currencyDecimals, walletCurrency } from '@maru/contract/currencies'

/** What can be converted: all wallets but that of bonus money. */
export type End = Exclude<WalletType, 'BONUS'>

/** What one wallet gives and another receives. */
export interface Pair {
  readonly from: End
  readonly to: End
}

const ends: readonly string[] = Object.keys(walletCurrency).filter((type) => type !== 'BONUS')
const isEnd = (text: string | undefined): text is End => text !== undefined && ends.includes(text)

/**
 * Reads a pair from an address, as `FUTURES_BINARY`; KRW is the wallet of KRW. One name alone is what its wallet is converted to
 * first, and USDT that of perpetuals, where it comes to. Null where nothing can be converted so.
 */
export function pairOf(text: string): Pair | null {
  const [from, to, ...rest] = text.toUpperCase().replace(/KRW/g, 'BINARY').split('_')
  if (!isEnd(from) || rest.length > 0) return null
  if (to === undefined) return withEnd({ from: 'BINARY', to: 'FUTURES' }, 'from', from === 'USDT' ? 'FUTURES' : from)
  return !isEnd(to) || currencyOf(from) === currencyOf(to) ? null : { from, to }
}

export const pathOf = ({ from, to }: Pair): string => `/wallet/convert/${from}_${to}`
export const currencyOf = (end: End): Currency => walletCurrency[end]
export const decimalsOf = (end: End): number => currencyDecimals[currencyOf(end)]
export const isCoin = (end: End): end is Coin => end !== 'BINARY' && end !== 'FUTURES'

/** The coins that a site sells, as its list names them. */
export const soldIn = (buyCoins: string): readonly string[] => buyCoins.split(',').map((name) => name.trim())

/** Can be bought here: what is no coin of its own, and the coins that the site sells. */
export const isSold = (end: End, sold: readonly string[]): boolean => !isCoin(end) || sold.includes(end)

/** The wallets that are offered: those of the member, and of every coin that the site sells and that has a price in KRW now. */
export function endsOf(
  wallets: readonly WalletType[],
  pairs: readonly string[],
  sold: readonly string[],
): readonly End[] {
  return ends.filter(
    (end): end is End =>
      isEnd(end) && (wallets.includes(end) || (isCoin(end) && pairs.includes(`${end}_KRW`) && isSold(end, sold))),
  )
}

/** The pair with another end on one side. Where both would be of one currency, the other side becomes KRW, or USDT. */
export function withEnd(pair: Pair, side: keyof Pair, end: End): Pair {
  const other = side === 'from' ? pair.to : pair.from
  const fitting = currencyOf(end) === currencyOf(other) ? (end === 'BINARY' ? 'FUTURES' : 'BINARY') : other
  return side === 'from' ? { from: end, to: fitting } : { from: fitting, to: end }
}
