import { btcRounds, ethRounds, statisticsOf } from './fake-rounds.ts'
import type { FakeServer } from './fake-server.ts'

const options = [btcRounds, ethRounds, { ...btcRounds, id: 34, stock: 'CR_XRPUSDT', koName: '리플' }]
const each = <T>(value: T) => Object.fromEntries(options.map(({ stock }) => [stock, value]))

/** Answers what the sign-in page asks for: three instruments, listed and priced as soon as `list` and `prices` have resolved. */
export function fakeSignIn(server: FakeServer, list = Promise.resolve(), prices = Promise.resolve()): void {
  server.reply('GET /api/public/trade_option/site/list', async () => {
    await list
    return options
  })
  server.reply('GET /api/stock/last_price', async () => {
    await prices
    return each({ price: '60000.0', ts: Date.now(), feed: 'live' as const })
  })
  server.reply('GET /api/trade/ticker_statistics', async () => {
    await prices
    return each(statisticsOf('60000.0'))
  })
  server.reply('GET /api/trade/kline_data', async () => {
    await prices
    return each([])
  })
}
