import type { P2pMerchant } from '@maru/contract'
import { formatKrw } from '@maru/ui'
import type { P2pSide } from './queries.ts'

/** Which bound of a merchant an amount breaks, with the bound; null: none. */
export function faultOf({ minWon, maxWon }: P2pMerchant, won: number) {
  if (won < Number(minWon)) return { text: 'belowMin', min: formatKrw(minWon) } as const
  return won > Number(maxWon) ? ({ text: 'aboveMax', max: formatKrw(maxWon) } as const) : null
}

/** A merchant's price on a side; '0' where he does not trade on it. */
export const rateOf = ({ buyRate, sellRate }: P2pMerchant, side: P2pSide): string =>
  (side === 'BUY' ? buyRate : sellRate) ?? '0'

/** Those who trade on a side now, the best price for the member first. */
export const tradingOn = (merchants: readonly P2pMerchant[], side: P2pSide): P2pMerchant[] =>
  merchants
    .filter((merchant) => rateOf(merchant, side) !== '0')
    .sort((a, b) => (Number(rateOf(a, side)) - Number(rateOf(b, side))) * (side === 'BUY' ? 1 : -1))
