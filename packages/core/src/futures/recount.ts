import type { State, Turn } from '../state.ts'
import { ordersIn } from '../trading/orders.ts'
import { heldByOrders, recount } from '../trading/reserve.ts'
import { marketIn } from '../trading/traders.ts'
import { claimedOf } from '../wallet.ts'
import { type FuturesMarket, futuresOf, type Trader } from './state.ts'

/** After a change of an option: what open orders set aside for its fees, which restarts count by the option as it is. */
export function recountMarket(state: State, market: FuturesMarket, turn: Turn): void {
  for (const trader of futuresOf(state).traders.values())
    if (ordersIn(trader, market).length > 0) recount(state, trader, market, heldByOrders(trader, market), turn)
}

/** After a start: where a fee was changed in the database meanwhile, a wallet reserves what its orders held back before. */
export function recountTrader(state: State, trader: Trader, turn: Turn): void {
  if (trader.wallet.row.reserved === claimedOf(trader.wallet)) return
  for (const optionId of [...trader.orderMargin.keys()])
    recount(state, trader, marketIn(futuresOf(state), trader.account.row.siteId, optionId)!, 0n, turn)
}
