import type { P2pOrder } from '@maru/contract'
import { formatMinor } from '../../money.ts'
import { query } from '../../query.ts'
import type { State } from '../../state.ts'
import type { EpochMs, Minor } from '../../types.ts'
import { floatOf, pointsFor, ratesOf } from './merchants.ts'
import { p2pOf } from './state.ts'
import type { MerchantRow } from './tables.ts'
import { blockedUntil } from './unpaid.ts'
import { p2pWire, rateText } from './wire.ts'

interface DeskMerchant {
  readonly row: MerchantRow
  /** USDT that no order has set aside. */
  readonly float: Minor
}

interface Asking {
  readonly siteId: number
  readonly memberId: number
}

/** What the API may ask of P2P. */
export const p2pQueries = {
  /** Merchants with their prices now, by id; a price is null while he does not trade on that side or nobody knows the mid. */
  'p2p.merchants': query('market', merchantsOf),
  /** All merchants of a site with their coins, as staff see them. */
  'p2p.desk': query('house', (state, { siteId }: { readonly siteId: number }): readonly DeskMerchant[] =>
    [...p2pOf(state).merchants.values()]
      .flatMap(({ row }) => (row.siteId === siteId ? [{ row, float: floatOf(state, row) }] : []))
      .sort((a, b) => a.row.id - b.row.id),
  ),
  /** A member's newest open order. */
  'p2p.latest': query('member', (state, { memberId }: Asking): P2pOrder | null => {
    const mine = [...(p2pOf(state).open.get(memberId) ?? [])].map(({ row }) => row)
    const newest = mine.sort((a, b) => b.id - a.id)[0]
    return newest ? p2pWire(newest) : null
  }),
  /** Until when a member may order nothing. */
  'p2p.blocked': query('member', (state, { memberId, wall }: Asking & { readonly wall: EpochMs }): number | null =>
    blockedUntil(state, memberId, wall),
  ),
}

function merchantsOf(state: State, { siteId }: { readonly siteId: number }, at: EpochMs) {
  return [...p2pOf(state).merchants.values()]
    .flatMap(({ row }) => (row.siteId === siteId && row.blockedAt === null ? [row] : []))
    .sort((a, b) => a.id - b.id)
    .map((row) => {
      const rates = ratesOf(state, row, at)
      const isSold = rates?.buy != null && floatOf(state, row) >= pointsFor('BUY', row.minWon, rates.buy)
      return {
        id: row.id,
        name: row.name,
        isDemo: row.isDemo,
        buyRate: isSold ? rateText(rates.buy!) : null,
        sellRate: rates?.sell == null ? null : rateText(rates.sell),
        minWon: formatMinor(row.minWon, 'KRW'),
        maxWon: formatMinor(row.maxWon, 'KRW'),
      }
    })
}
