import { call } from '@maru/client/api/client'
import { queryOptions } from '@tanstack/react-query'
import { prices, referencePrice } from '../../live/index.ts'

/** High, low, volume and change of the day; ticks go on from there. */
export const statisticsQuery = (stock: string, precision: number) =>
  queryOptions({
    queryKey: ['trade', 'statistics', stock],
    queryFn: async () => {
      const statistics = (await call('GET /api/trade/ticker_statistics', { query: { stockListStrs: stock } }))[stock]
      if (!statistics) return null
      const { lastPrice, priceChangePercent, high, low } = statistics
      const reference = referencePrice(lastPrice, priceChangePercent, precision)
      // Until the first tick there is a price to read, greyed: the channel has yet to say that it is live.
      const last = prices.get(stock, 'last') === undefined ? { last: lastPrice } : null
      prices.apply(stock, { high, low, ...last, ...(reference && { reference }) })
      return statistics
    },
    refetchInterval: 60_000,
    meta: { public: true },
  })
