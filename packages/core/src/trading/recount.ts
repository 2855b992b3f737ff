import { announceWallet } from '../announce.ts'
import type { State, Turn } from '../state.ts'
import { claimedOf } from '../wallet.ts'
import { tradingOf } from './instruments.ts'
import { lotsOf } from './lots.ts'
import { ordersIn } from './orders.ts'
import { reserveOrders } from './reserve.ts'
import type { Holding, Market, Order, Trader, TradingBook } from './state.ts'
import { endUncovered } from './uncovered.ts'
import { visitOrders } from './visits.ts'

/**
 * After a change of what open orders of some markets hold back: work counts their traders anew, one after the other; who acts before
 * his turn comes is counted first.
 */
export function recountMarkets(state: State, markets: Iterable<Market>): void {
  const sets: ReadonlySet<Order>[] = []
  for (const market of markets) {
    market.revision++
    sets.push(market.orders)
  }
  visitOrders(state, sets, ({ trader }, turn) => countTrader(state, trader, turn))
}

/** What some of a trader's orders hold back was counted before its market asked otherwise. */
export function isStale(trader: Trader): boolean {
  for (const { holding, revision } of trader.orderMargin.values()) if (revision !== holding.market.revision) return true
  return false
}

/**
 * Counts a trader anew where that is due. If his orders then hold back more than his wallet set aside, and more than is available,
 * the newest end until one of it is not so; where the book ends any. All of it follows from rows, so that a start comes to the same.
 */
export function countTrader(state: State, trader: Trader, turn: Turn): void {
  if (!isStale(trader)) return
  const before = trader.wallet.row
  const lots = [...trader.orderMargin.values()].map(({ holding }) => holding)
  for (const lot of lots) reserveOrders(lot)
  const { policy } = lots[0]!.market
  if (policy.endsUncovered) endUncovered(state, trader, newestIn(lots), before.reserved, turn)
  policy.revalue(state, trader, turn)
  if (trader.wallet.row !== before) announceWallet(trader.wallet, turn.effects)
}

/**
 * After a start: what was out of play ends, the newest first, as it would have. Where a wallet set other aside than its positions and
 * orders claim, a configuration changed, and its trader is counted anew.
 */
export function restoreReserved<M extends Market>(state: State, book: TradingBook<M>): void {
  const newestFirst = [...book.orders.values()].reverse()
  for (const order of newestFirst) if (order.row.isUncovered) tradingOf(state).uncovered.add(order)
  let isAnyStale = false
  for (const trader of book.traders.values()) {
    for (const lot of lotsOf(trader.orders.values())) reserveOrders(lot)
    if (claimedOf(trader.wallet) === trader.wallet.row.reserved) continue
    for (const [name, held] of trader.orderMargin) trader.orderMargin.set(name, { ...held, revision: -1 })
    isAnyStale ||= trader.orderMargin.size > 0
  }
  const sets = [...book.markets.values()].map(({ orders }) => orders)
  if (isAnyStale) visitOrders(state, sets, ({ trader }, turn) => countTrader(state, trader, turn))
}

const newestIn = (lots: readonly Holding[]): Order[] =>
  lots
    .flatMap((lot) => ordersIn(lot))
    .filter(({ row }) => !row.isReduceOnly)
    .sort((a, b) => b.row.id - a.row.id)
