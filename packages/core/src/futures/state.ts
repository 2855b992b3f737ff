import { newPart } from '../part.ts'
import type { State } from '../state.ts'
import type * as trading from '../trading/state.ts'
import { newBook } from '../trading/state.ts'
import type { FuturesOption } from '../types.ts'

/** A perpetual of a site, and what is open in perpetuals. */
export type FuturesMarket = trading.Market<FuturesOption>
export type Holder = trading.Holder<FuturesMarket>
export type Holding = trading.Holding<FuturesMarket>
export type Order = trading.Order<FuturesMarket>
export type Position = trading.Position<FuturesMarket>

const futures = newPart(() => newBook<FuturesMarket>('futures', 'FUTURES', 'USDT'))

export const futuresOf = (state: State): trading.TradingBook<FuturesMarket> => state.parts.of(futures)
