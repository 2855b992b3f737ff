import type { StockInfo, TickData } from '@maru/contract'
import { feedOf, isOverseas, stockNames } from '@maru/market'
import type { z } from 'zod'
import type { InstrumentState, Market } from '../ports.ts'

/** A price as /topic/tick shows it; null before the first one is known. */
export function tickData(market: Market, symbol: string, stock: string): TickData | null {
  const state = market.state(symbol)
  const last = state.last ?? state.mark ?? state.bid
  if (last === null) return null
  const format = (price: number | null): string => market.format(symbol, price ?? last)
  return {
    last: format(last),
    mark: format(state.mark),
    bid: format(state.bid),
    ask: format(state.ask),
    ...(state.fundingRate === null ? {} : { fundingRate: state.fundingRate }),
    ...(state.nextFundingTime === null ? {} : { nextFundingTime: state.nextFundingTime }),
    ts: state.ts,
    feed: feedOf(state, stock),
  }
}

export interface DepthData {
  readonly bids: readonly (readonly [price: string, qty: string])[]
  readonly asks: readonly (readonly [price: string, qty: string])[]
  readonly ts: number
  readonly u: number
}

/** The order book as /topic/depth shows it: of overseas instruments in whole contracts, at least one a level. */
export function depthData(market: Market, symbol: string): DepthData {
  const state = market.state(symbol)
  const units = state.instrument.contractUnits
  const shown = (qty: string) => (units === 1 ? qty : String(Math.max(1, Math.floor(Number(qty) / units))))
  const side = (levels: InstrumentState['bids']) =>
    levels.map(([price, qty]) => [market.format(symbol, price), shown(qty)] as const)
  return { bids: side(state.bids), asks: side(state.asks), ts: state.ts, u: state.u }
}

export type StockRow = z.infer<typeof StockInfo>

/** A stock that a list topic shows. The id stays: it is the place of the instrument in the market's fixed list. */
export interface ListedStock {
  readonly id: number
  readonly stock: string
  readonly symbol: string
}

/** The perpetuals of /topic/futures_info or the stocks of /topic/oversea. */
export function listedStocks(market: Market, list: 'futures_info' | 'oversea'): ListedStock[] {
  return [...market.instruments.values()]
    .filter((instrument) => isOverseas(instrument) === (list === 'oversea'))
    .map((instrument, index) => {
      // Of a crypto instrument's two names the perpetual is the last.
      const stock = stockNames(instrument).at(-1)!
      return { id: index + 1, stock, symbol: instrument.symbol }
    })
}

/** Whether an instrument is not traded for another reason than the market's. */
export type Rests = (symbol: string) => boolean

/** One row of a list topic; null before the first price is known. */
export function stockRow(market: Market, { id, stock, symbol }: ListedStock, rests: Rests): StockRow | null {
  const state = market.state(symbol)
  const statistics = market.statistics(symbol)
  const last = state.last === null ? (statistics?.lastPrice ?? null) : market.format(symbol, state.last)
  if (last === null) return null
  return {
    id,
    stock,
    lastPrice: last,
    priceChangePercent: statistics?.priceChangePercent ?? '0',
    rateChange: statistics?.priceChangePercent ?? '0',
    isRest: state.isRest || rests(symbol),
    feed: feedOf(state, stock),
  }
}
