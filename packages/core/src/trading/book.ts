import type { Book } from '../book.ts'
import { heard, worked } from '../ranks.ts'
import { cancelAll, cancelOne } from './cancel.ts'
import { isRecent } from './depth.ts'
import { tradingOf } from './instruments.ts'
import { hasTradingWork, takeFeedSignal, takeLast, takeVenueUpdate, workAll } from './prices.ts'
import { hasUncovered, workUncovered } from './uncovered.ts'
import { hasVisits, workVisits } from './visits.ts'

/** What the books of margin trading share: orders, positions and fills, and the prices that they execute at. */
export const trading = {
  name: 'trading',
  commands: {
    cancelOrder: { actors: ['member'], key: 'client', run: cancelOne },
    cancelOrders: { actors: ['member'], key: 'client', run: cancelAll },
  },
  onTick: { rank: heard.trading, hear: takeLast },
  onVenueUpdate: { rank: heard.trading, hear: takeVenueUpdate },
  onSignal: { rank: heard.trading, hear: takeFeedSignal },
  work: [
    { rank: worked.uncovered, pending: hasUncovered, step: workUncovered },
    { rank: worked.visits, pending: hasVisits, step: workVisits },
    { rank: worked.trading, pending: hasTradingWork, step: workAll },
  ],
  rows(state, { at }) {
    const books = [...tradingOf(state).books.values()]
    const holders = books.flatMap((book) => [...book.holders.values()])
    return {
      orders: books.flatMap((book) => [...book.orders.values()].map((order) => order.row)),
      positions: books.flatMap((book) => [...book.positions.values()].map((position) => position.row)),
      recentFills: holders.flatMap((holder) => holder.recentFills.filter((fill) => isRecent(fill.at, at))),
    }
  },
  digest: (state) =>
    [...tradingOf(state).books.values()]
      .flatMap((book) => [...book.holders.values()])
      .flatMap(({ member, orderMargin }) =>
        [...orderMargin].map(([id, { amount }]) => `${member.row.memberId}:${id}:${amount}`),
      )
      .sort(),
} satisfies Book
