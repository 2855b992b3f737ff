import type { State, Turn } from '../state.ts'
import { lotsOf } from '../trading/lots.ts'
import { heldByOrders, recount } from '../trading/reserve.ts'
import { claimedOf } from '../wallet.ts'
import { type FuturesMarket, futuresOf, type Trader } from './state.ts'

/** After a change of an option: what open orders set aside for its fees, which restarts count by the option as it is. */
export function recountMarket(state: State, market: FuturesMarket, turn: Turn): void {
  for (const trader of futuresOf(state).traders.values())
    for (const lot of lotsOf(trader.orders.values()))
      if (lot.market === market) recount(state, lot, heldByOrders(lot), turn)
}

/** After a start: where a fee was changed in the database meanwhile, a wallet reserves what its orders held back before. */
export function recountTrader(state: State, trader: Trader, turn: Turn): void {
  if (trader.wallet.row.reserved === claimedOf(trader.wallet)) return
  for (const lot of lotsOf(trader.orders.values())) if (heldByOrders(lot) > 0n) recount(state, lot, 0n, turn)
}
