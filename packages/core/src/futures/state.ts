import type * as trading from '../trading/state.ts'
import type { FuturesOption } from '../types.ts'

/** A perpetual of a site, and what is open in perpetuals. */
export type FuturesMarket = trading.Market<FuturesOption>
export type Trader = trading.Trader<FuturesMarket>
export type Order = trading.Order<FuturesMarket>
export type Position = trading.Position<FuturesMarket>
