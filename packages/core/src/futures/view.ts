import { maxNotionalFor, maxQty, type Side } from '@maru/positions'
import type { State } from '../state.ts'
import { ownLot } from '../trading/lots.ts'
import { marketIn, readTrader } from '../trading/traders.ts'
import type { FuturesView, Qty } from '../types.ts'
import { availableOf } from '../wallet.ts'
import { crossOf } from './account.ts'
import { settingOf } from './markets.ts'
import { reservePpmOf } from './policy.ts'
import { usageOf } from './result.ts'
import { liquidPriceOf } from './risk.ts'
import { type FuturesMarket, futuresOf, type Trader } from './state.ts'

/** What the API may read of the futures book. */
export const futuresView = (state: State): FuturesView => ({
  options: (siteId) =>
    [...futuresOf(state).markets.values()]
      .map((market) => market.row)
      .filter((row) => row.siteId === siteId)
      .sort((a, b) => a.id - b.id),
  option: (siteId, optionId) => marketIn(futuresOf(state), siteId, optionId)?.row ?? null,
  setting(siteId, memberId, optionId) {
    const trader = readTrader(state, futuresOf(state), siteId, memberId)
    const market = marketIn(futuresOf(state), siteId, optionId)
    if (!trader || !market) return null
    const { leverage, marginType } = settingOf(ownLot(trader, market))
    return { leverage, marginType }
  },
  openOrders: (siteId, memberId) =>
    [...(readTrader(state, futuresOf(state), siteId, memberId)?.orders.values() ?? [])].map((order) => order.row),
  openPositions: (siteId, memberId) =>
    [...(readTrader(state, futuresOf(state), siteId, memberId)?.positions.values() ?? [])].map(
      (position) => position.row,
    ),
  liquidPrice(siteId, positionId) {
    const position = futuresOf(state).positions.get(positionId)
    return position?.row.siteId === siteId ? liquidPriceOf(position) : null
  },
  cross(siteId, memberId) {
    const trader = readTrader(state, futuresOf(state), siteId, memberId)
    return trader && crossOf(trader)
  },
  maxQty(siteId, memberId, optionId, leverage) {
    const trader = readTrader(state, futuresOf(state), siteId, memberId)
    const market = marketIn(futuresOf(state), siteId, optionId)
    if (!trader || !market || market.instrument.mark === null) return null
    return { buy: mostOf(trader, market, 1, leverage), sell: mostOf(trader, market, -1, leverage) }
  },
})

function mostOf(trader: Trader, market: FuturesMarket, side: Side, leverage: number): Qty {
  const { row, scale, instrument } = market
  const mark = instrument.mark!
  const best = (side > 0 ? instrument.book?.asks : instrument.book?.bids)?.[0]?.[0]
  const { usedNotional, closableQty } = usageOf(ownLot(trader, market), side > 0 ? 'LONG' : 'SHORT')
  return maxQty({
    side,
    available: availableOf(trader.wallet),
    price: best ?? mark,
    mark,
    leverage,
    reservePpm: reservePpmOf(market),
    bracketCap: maxNotionalFor(leverage, row.brackets),
    usedNotional,
    closableQty,
    minQty: row.minQty,
    stepSize: row.stepUnits,
    scale,
  })
}
