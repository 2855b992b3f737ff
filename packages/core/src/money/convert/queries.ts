import { type Currency, type WalletType, walletCurrency } from '@maru/contract'
import { query } from '../../query.ts'
import type { State } from '../../state.ts'
import type { EpochMs, Minor } from '../../types.ts'
import { moneyConfigOf } from '../config.ts'
import { midOf, worthAt } from './prices.ts'
import type { Mid } from './state.ts'

interface Pair {
  readonly siteId: number
  readonly from: WalletType
  readonly to: WalletType
}

/** What a conversion would give now. */
export interface Offer {
  readonly mid: Mid
  readonly spreadPpm: number
  readonly receive: Minor
  /** What of the worth at the mid the spread takes. */
  readonly fee: Minor
  readonly quoteMs: number
}

/** A mid of two currencies with the share that a conversion costs. */
export interface Offered {
  readonly from: Currency
  readonly to: Currency
  readonly mid: Mid
  readonly spreadPpm: number
}

const currencies: readonly Currency[] = ['KRW', 'USDT', 'BTC', 'ETH', 'XRP']

/** What the API may ask of conversions; null and what is missing: no price is known that is new enough. */
export const convertQueries = {
  'money.offer': query('site', offerOf),
  'money.rates': query('site', (state, { siteId }: { readonly siteId: number }, at): readonly Offered[] =>
    currencies.flatMap((from) =>
      currencies.flatMap((to) => {
        const mid = from === to ? null : midOf(state, { siteId, at }, from, to)
        return mid === null ? [] : [{ from, to, mid, spreadPpm: moneyConfigOf(state, siteId).convertSpreadPpm }]
      }),
    ),
  ),
}

function offerOf(
  state: State,
  { siteId, from, to, point }: Pair & { readonly point: Minor },
  at: EpochMs,
): Offer | null {
  const [a, b] = [walletCurrency[from], walletCurrency[to]]
  const mid = a === b ? null : midOf(state, { siteId, at }, a, b)
  if (mid === null) return null
  const { convertSpreadPpm: spreadPpm, quoteMs } = moneyConfigOf(state, siteId)
  const receive = worthAt(mid, a, b, point, spreadPpm)
  return { mid, spreadPpm, receive, fee: worthAt(mid, a, b, point) - receive, quoteMs }
}
