import { type Interval, tradeEndpoints, type Candle as WireCandle } from '@maru/contract'
import { type Candle, feedOf, formatUnits, intervalMs, type MarketInstrument } from '@maru/market'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { membersOf } from '../http/filters.ts'
import { Refused } from '../http/refused.ts'
import { route } from '../http/route.ts'
import type { MarketRoom } from './room.ts'
import { ticksBetween } from './tick-log.ts'

const mostCandles = 500
const mostTicks = 1_000

/** Charts, last prices and statistics: the same for every site, open to guests. */
export function registerMarket(
  app: FastifyInstance,
  deps: Omit<Deps, 'market'> & { readonly market: MarketRoom },
): void {
  const { market, db, clocks } = deps
  deps.ready.set('feed', () => market.problem())

  const instrumentOf = (stock: string): MarketInstrument => {
    const instrument = market.instrumentOf(stock)
    if (!instrument) throw new Refused('STOCK_NOT_FOUND')
    return instrument
  }
  /** Every known stock of a comma list once, with its instrument. */
  const instrumentsOf = (list: string) =>
    [...new Set(membersOf(list))].flatMap((stock) => {
      const instrument = market.instrumentOf(stock)
      return instrument ? [[stock, instrument] as const] : []
    })
  const newest = (instrument: MarketInstrument, interval: Interval) =>
    wire(market.newestCandles(instrument.symbol, interval, mostCandles), instrument, interval, clocks.domain.now())

  route(app, deps, tradeEndpoints.klineData, ({ query }) =>
    Object.fromEntries(
      instrumentsOf(query.stockListStrs).map(([stock, instrument]) => [stock, newest(instrument, query.interval)]),
    ),
  )

  route(app, deps, tradeEndpoints.stockChart, ({ query }) => newest(instrumentOf(query.stock), query.interval))

  route(app, deps, tradeEndpoints.stockChartPage, async ({ query }) => {
    const instrument = instrumentOf(query.stock)
    const { interval, endTime, size = mostCandles } = query
    const page = await market.candlePage(instrument.symbol, interval, endTime, size)
    return { content: wire(page.candles, instrument, interval, clocks.domain.now()), nextEndTime: page.nextEndTime }
  })

  route(app, deps, tradeEndpoints.stockRawData, async ({ query }) => {
    const { symbol } = instrumentOf(query.stock)
    if (query.from > query.to) throw new Refused('INVALID_REQUEST', { field: 'from' })
    return ticksBetween(db, symbol, query.from, query.to, mostTicks)
  })

  route(app, deps, tradeEndpoints.stockKeyValue, ({ query }) => {
    const { symbol } = instrumentOf(query.key)
    const { last, ts } = market.state(symbol)
    return { key: query.key, value: last === null ? null : market.format(symbol, last), ts }
  })

  route(app, deps, tradeEndpoints.stockLastPrice, ({ query }) =>
    Object.fromEntries(
      instrumentsOf(query.stockListStrs).flatMap(([stock, { symbol }]) => {
        const state = market.state(symbol)
        const { last, ts } = state
        return last === null ? [] : [[stock, { price: market.format(symbol, last), ts, feed: feedOf(state, stock) }]]
      }),
    ),
  )

  route(app, deps, tradeEndpoints.tickerStatistics, ({ query }) =>
    Object.fromEntries(
      instrumentsOf(query.stockListStrs).flatMap(([stock, { symbol }]) => {
        const statistics = market.statistics(symbol)
        return statistics ? [[stock, { ...statistics, rateChange: statistics.priceChangePercent }]] : []
      }),
    ),
  )
}

function wire(
  candles: readonly Candle[],
  { precision, qtyPrecision }: MarketInstrument,
  interval: Interval,
  now: number,
): WireCandle[] {
  return candles.map(({ openTime, open, high, low, close, volume }) => [
    openTime,
    formatUnits(open, precision),
    formatUnits(high, precision),
    formatUnits(low, precision),
    formatUnits(close, precision),
    formatUnits(volume, qtyPrecision),
    openTime + intervalMs[interval] <= now ? 1 : 0,
  ])
}
