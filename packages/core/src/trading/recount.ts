import { announceWallet } from '../announce.ts'
import { beforeMember, type State, type Turn } from '../state.ts'
import { claimedOf } from '../wallet.ts'
import { tradingOf } from './instruments.ts'
import { lotsOf } from './lots.ts'
import { ordersIn } from './orders.ts'
import { reserveOrders } from './reserve.ts'
import type { Holder, Holding, Market, Order, TradingBook } from './state.ts'
import { endUncovered } from './uncovered.ts'
import { visitOrders } from './visits.ts'

/**
 * Call it after a change of what open orders of some markets hold back. Work counts their holders anew, one after the other. A holder who
 * acts before his turn comes is counted first.
 */
export function recountMarkets(state: State, markets: Iterable<Market>): void {
  const sets: ReadonlySet<Order>[] = []
  for (const market of markets) {
    market.revision++
    sets.push(market.orders)
  }
  visitOrders(state, sets, ({ holder }, turn) => countHolder(state, holder, turn))
}

/** What some of a holder's orders hold back was counted before its market asked otherwise. */
export function isStale(holder: Holder): boolean {
  for (const { holding, revision } of holder.orderMargin.values()) if (revision !== holding.market.revision) return true
  return false
}

/**
 * Call it before a holder is judged, or an order of his executes: books do what comes before that, and he is counted anew where that is
 * due. His orders may then hold back more than his wallet set aside and more than is available: in a
 * book that ends uncovered orders, the newest end until one of the two no longer holds. All of it follows from rows, so a restart comes to
 * the same outcome.
 */
export function countHolder(state: State, holder: Holder, turn: Turn): void {
  beforeMember(state, holder.member.row.memberId, turn)
  if (!isStale(holder)) return
  const before = holder.wallet.row
  const lots = [...holder.orderMargin.values()].map(({ holding }) => holding)
  for (const lot of lots) reserveOrders(lot)
  const { policy } = lots[0]!.market
  if (policy.endsUncovered) endUncovered(state, holder, newestIn(lots), before.reserved, turn)
  policy.revalue(state, holder, turn)
  if (holder.wallet.row !== before) announceWallet(holder.wallet, turn.effects)
}

/**
 * After a start: what was out of play ends, the newest first, as it would have. Where a wallet set other aside than its positions and
 * orders claim, a configuration changed, and its holder is counted anew.
 */
export function restoreReserved<M extends Market>(state: State, book: TradingBook<M>): void {
  const newestFirst = [...book.orders.values()].reverse()
  for (const order of newestFirst) if (order.row.isUncovered) tradingOf(state).uncovered.add(order)
  let isAnyStale = false
  for (const holder of book.holders.values()) {
    for (const lot of lotsOf(holder.orders.values())) reserveOrders(lot)
    if (claimedOf(holder.wallet) === holder.wallet.row.reserved) continue
    for (const [name, held] of holder.orderMargin) holder.orderMargin.set(name, { ...held, revision: -1 })
    isAnyStale ||= holder.orderMargin.size > 0
  }
  const sets = [...book.markets.values()].map(({ orders }) => orders)
  if (isAnyStale) visitOrders(state, sets, ({ holder }, turn) => countHolder(state, holder, turn))
}

const newestIn = (lots: readonly Holding[]): Order[] =>
  lots
    .flatMap((lot) => ordersIn(lot))
    .filter(({ row }) => !row.isReduceOnly)
    .sort((a, b) => b.row.id - a.row.id)
