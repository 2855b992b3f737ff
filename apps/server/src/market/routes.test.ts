import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { until } from '../../test/until.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ simulator: true })
  await until('live prices', async () => {
    const { body } = await server.call(`/api/stock/last_price?stockListStrs=${stocks}`)
    return stocks.split(',').every((stock) => stock.startsWith('OV_') || body[stock]?.feed === 'live')
  })
})
afterAll(() => server.close())

const stocks = 'CR_BTCUSDT,CR_ETHUSDTPERP,OV_EURUSD'

test('a chart is full on the first start: 500 candles in steps of the interval, only the newest open', async () => {
  for (const [interval, ms] of [
    ['1m', 60_000],
    ['30m', 1_800_000],
    ['4h', 14_400_000],
    ['1d', 86_400_000],
  ] as const) {
    const { status, body } = await server.call(`/api/stock/chart?stock=CR_BTCUSDT&interval=${interval}`)
    expect(status).toBe(200)
    expect(body).toHaveLength(500)
    for (const [index, [openTime, open, high, low, close, volume, closed]] of body.entries()) {
      if (index > 0) expect(openTime - body[index - 1][0]).toBe(ms)
      expect(Number(low)).toBeLessThanOrEqual(Math.min(Number(open), Number(close)))
      expect(Number(high)).toBeGreaterThanOrEqual(Math.max(Number(open), Number(close)))
      expect(volume).toMatch(/^\d+\.\d{3}$/)
      expect(closed).toBe(index === 499 ? 0 : 1)
    }
  }
})

test('kline_data gives the chart of each stock that was asked for', async () => {
  const { status, body } = await server.call(`/api/trade/kline_data?stockListStrs=${stocks}&interval=5m`)
  expect(status).toBe(200)
  expect(Object.keys(body)).toEqual(stocks.split(','))
  expect(body.OV_EURUSD.at(-1)[1]).toMatch(/^1\.\d{5}$/)
  expect(body.CR_BTCUSDT.length).toBe(500)
})

test('chart_page goes back from endTime without a hole and says where the next page ends', async () => {
  const path = '/api/stock/chart_page?stock=CR_ETHUSDT&interval=15m'
  const newest = await server.call(`${path}&size=50&endTime=${Date.now()}`)
  expect(newest.body.content).toHaveLength(50)
  expect(newest.body.nextEndTime).toBe(newest.body.content[0][0])
  const older = await server.call(`${path}&size=50&endTime=${newest.body.nextEndTime}`)
  expect(older.body.content.at(-1)[0]).toBe(newest.body.nextEndTime - 900_000)
  const beginning = await server.call(`${path}&endTime=1000000000000`)
  expect(beginning.body).toEqual({ content: [], nextEndTime: null })
})

test('last_price and ticker_statistics give decimal strings and the feed state', async () => {
  const last = await server.call(`/api/stock/last_price?stockListStrs=${stocks}`)
  expect(last.body.CR_BTCUSDT).toMatchObject({ feed: 'live', price: expect.stringMatching(/^\d+\.\d$/) })
  expect(Math.abs(Date.now() - last.body.CR_BTCUSDT.ts)).toBeLessThan(60_000)
  const statistics = await server.call(`/api/trade/ticker_statistics?stockListStrs=${stocks}`)
  const { lastPrice, priceChangePercent, rateChange, high, low, volume } = statistics.body.CR_BTCUSDT
  expect(rateChange).toBe(priceChangePercent)
  expect(priceChangePercent).toMatch(/^-?\d+\.\d{2}$/)
  expect(Number(low)).toBeLessThanOrEqual(Number(lastPrice))
  expect(Number(high)).toBeGreaterThanOrEqual(Number(lastPrice))
  expect(Number(volume)).toBeGreaterThan(0)
})

test('raw_data gives the logged ticks of a stretch of time in order', async () => {
  const found = await until('five ticks', async () => {
    const { body } = await server.call(`/api/stock/raw_data?stock=CR_BTCUSDT&from=0&to=${Date.now() + 1_000}`)
    return body.length >= 5 && body
  })
  expect(found.map(({ seq }: { seq: number }) => seq)).toEqual(
    Array.from({ length: found.length }, (_, i) => found[0].seq + i),
  )
  expect(found[0]).toMatchObject({ optionId: 'BTCUSDT', source: 'simulator' })
})

test('key_value names the price of one stock and its time', async () => {
  const { body } = await server.call('/api/stock/key_value?key=CR_BTCUSDT')
  expect(body).toEqual({ key: 'CR_BTCUSDT', value: expect.stringMatching(/^\d+\.\d+$/), ts: expect.any(Number) })
  const unknown = await server.call('/api/stock/key_value?key=CR_NOPE')
  expect([unknown.status, unknown.body.code]).toEqual([404, 'STOCK_NOT_FOUND'])
})

test('unknown stocks of a list are left out', async () => {
  const keys = async (path: string) => Object.keys((await server.call(path)).body)
  expect(await keys('/api/stock/last_price?stockListStrs=CR_BTCUSDT,OV_BTCUSDT')).toEqual(['CR_BTCUSDT'])
  expect(await keys('/api/stock/last_price?stockListStrs[]=X&stockListStrs[]=CR_BTCUSDT')).toEqual(['CR_BTCUSDT'])
  expect(await keys('/api/trade/kline_data?stockListStrs=CR_BTCUSDT,__proto__&interval=1m')).toEqual(['CR_BTCUSDT'])
  expect(await keys('/api/trade/ticker_statistics?stockListStrs=,')).toEqual([])
})

test.each([
  ['/api/stock/chart?stock=CR_NOPEUSDT&interval=1m', 404, 'STOCK_NOT_FOUND'],
  ['/api/stock/chart?stock=__proto__&interval=1m', 404, 'STOCK_NOT_FOUND'],
  ['/api/stock/last_price', 400, 'INVALID_REQUEST'],
  ['/api/stock/last_price?stockListStrs=', 400, 'INVALID_REQUEST'],
  ['/api/trade/ticker_statistics?stockListStrs=%00', 400, 'INVALID_REQUEST'],
  ['/api/stock/raw_data?stock=X&from=1&to=2', 404, 'STOCK_NOT_FOUND'],
  ['/api/stock/chart?stock=CR_BTCUSDT&interval=2m', 400, 'INVALID_REQUEST'],
  ['/api/stock/chart?stock=CR_BTCUSDT', 400, 'INVALID_REQUEST'],
  ['/api/stock/chart_page?stock=CR_BTCUSDT&interval=1m&endTime=1e9', 400, 'INVALID_REQUEST'],
  ['/api/stock/chart_page?stock=CR_BTCUSDT&interval=1m&endTime=1&size=501', 400, 'INVALID_REQUEST'],
  ['/api/stock/chart_page?stock=CR_BTCUSDT&interval=1m&endTime=-1', 400, 'INVALID_REQUEST'],
  ['/api/stock/raw_data?stock=CR_BTCUSDT&from=2&to=1', 400, 'INVALID_REQUEST'],
  [`/api/stock/last_price?stockListStrs=${'CR_BTCUSDT,'.repeat(50)}`, 400, 'INVALID_REQUEST'],
])('%s is refused with %i %s', async (path, status, code) => {
  const answer = await server.call(path)
  expect([answer.status, answer.body.code]).toEqual([status, code])
})

test('the feed counts for readiness and is measured', async () => {
  const { body } = await server.call('/metrics', { siteInfoId: null })
  expect(body).toMatch(/maru_market_feed_live\{instrument="BTCUSDT"\} 1/)
  expect((await server.call('/readyz', { siteInfoId: null })).status).toBe(200)
})
