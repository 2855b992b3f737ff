import type { FuturesMarket } from '../futures/state.ts'
import type { State } from '../state.ts'
import type { OrderBook } from '../trading/state.ts'
import type { EpochMs } from '../types.ts'
import { copyNumbers } from './numbers.ts'
import type { FanOut } from './state.ts'

/** The order book on which the fills of a fan-out executed, as far as it was kept. */
export function bookOfFanOut({ row }: FanOut, { instrument }: FuturesMarket): OrderBook {
  const { bookU: u, bookTs, levels, side, at } = row
  const sides = side === 'LONG' ? { asks: levels, bids: [] } : { asks: [], bids: levels }
  return { kind: 'depth', instrument: instrument.symbol, sourceTs: bookTs, recvTs: at, correctedTs: at, u, ...sides }
}

/** Whether a fan-out's order book is too old to trade on. */
export const isLate = (state: State, { row }: FanOut, at: EpochMs): boolean =>
  at > row.at + copyNumbers(state, row.siteId).copyLateMs
