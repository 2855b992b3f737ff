import type {
  ExposureTrend,
  FuturesOrder,
  FuturesPosition,
  MonthStatistics,
  OverseaOrder,
  OverseaPosition,
} from '@maru/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bookCalls } from '../../test/book-calls.ts'
import { testDatabase } from '../../test/database.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { staff } from '../../test/money-house.ts'
import { until } from '../../test/until.ts'
import { countDays } from '../statistics/index.ts'

// Prices that stand alone, through a whole server that is configured as shipped.

let server: TestServer
beforeAll(async () => {
  // Not the usual template, whose prices go anywhere at once.
  const database = await testDatabase()
  server = await startTestServer({ database, env: { CLOCK_START: '2026-11-18T12:00:00+09:00' } })
  btc(600_000)
  eur(110_000)
})
afterAll(() => server.close())

/** From now on mark, order book and trades of BTC say a price, in tenths. */
function btc(price: number): void {
  server.feed.setPrice('BTCUSDT', price)
  server.feed.setBook('BTCUSDT', { bid: price - 1, ask: price + 1, mark: price })
}
/** The same of EUR/USD. */
function eur(price: number): void {
  server.feed.setPrice('EURUSD', price)
  server.feed.setBook('EURUSD', { bid: price - 10, ask: price + 10, mark: price })
}
const domainNow = () => server.deps.clocks.domain.now()
/** One message that stands alone. */
const falseMark = (price: number) =>
  server.feed.say({ kind: 'mark', instrument: 'BTCUSDT', sourceTs: domainNow(), price, fundingRate: '0.0001' })
function falseBook(price: number): void {
  const side = (step: number) => Array.from({ length: 20 }, (_, n) => [price + step * (n + 1), '100'] as const)
  server.feed.say({
    kind: 'depth',
    instrument: 'BTCUSDT',
    sourceTs: domainNow(),
    bids: side(-1),
    asks: side(1),
    u: domainNow(),
  })
}
const falseQuote = (price: number) =>
  server.feed.say({
    kind: 'best',
    instrument: 'EURUSD',
    sourceTs: domainNow(),
    bid: price - 10,
    ask: price + 10,
    bidQty: '1',
    askQty: '1',
  })

/** How the prices of a stream that were held after a jump ended, the oldest first. */
async function endsOf(instrument: string, stream: string): Promise<string[]> {
  const rows = await server.database.run(
    `select ending from held_price where instrument = '${instrument}' and stream = '${stream}' and accepted is not null order by id`,
  )
  return rows.map((row) => String(row['ending']))
}

const perpetuals = bookCalls<FuturesOrder, FuturesPosition>('futures', () => server)
const contracts = bookCalls<OverseaOrder, OverseaPosition>('oversea', () => server)

it('B: a false mark and a false order book fire, fill and liquidate nothing; a close waits for the price that counts', async () => {
  const { done, post, openOrders, openPositions, closedOrder } = perpetuals
  const { accessToken: token } = await server.login('demo1')
  const market = { futuresOptionId: 1, side: 'LONG', marketType: 'MARKET', qty: '0.1' }
  const { id } = await until('a price that counts', async () => {
    const answer = await post('order', token, market)
    return answer.status === 200 && answer.body
  })
  expect(await closedOrder(token, id)).toMatchObject({ status: 'FILLED' })
  const [position] = await openPositions(token)
  const exits = { futuresPositionId: position!.id, stopLoss: '57000', isMarkSl: true }
  expect((await post('order/tpsl', token, exits)).status).toBe(200)
  const resting = await done('order', token, { ...market, marketType: 'LIMIT', price: '58000' })
  falseMark(500_000)
  await until('the mark proved false', async () => (await endsOf('BTCUSDT', 'mark')).includes('FALSE'))
  falseBook(550_000)
  const closing = await done('order', token, { ...market, side: 'SHORT', qty: '0.05', isReduceOnly: true })
  expect(closing.status).toBe('NEW')
  await until('the order book proved false', async () => (await endsOf('BTCUSDT', 'depth')).includes('FALSE'))
  const closed = await closedOrder(token, closing.id)
  expect(closed).toMatchObject({ status: 'FILLED' })
  expect(Number(closed.avgPrice)).toBeGreaterThan(59_900)
  expect(await openPositions(token)).toMatchObject([{ id: position!.id, qty: '0.050', stopLoss: '57000.0' }])
  expect((await openOrders(token)).map((order) => order.id)).toContain(resting.id)
  // A crash that goes on is none of these: it fills and liquidates.
  btc(500_000)
  await until('the liquidation', async () => (await openPositions(token)).length === 0)
  expect(await closedOrder(token, resting.id)).toMatchObject({ id: resting.id })
})

it('C: a false quote of a contract fires, fills and cuts nothing; one that goes on does', async () => {
  const { done, post, openPositions, closedOrder } = contracts
  const { accessToken: token } = await server.login('demo4')
  const market = { overseaOptionId: 1, tradeType: 'LONG', marketType: 'MARKET', count: 2 }
  const { id } = await until('a price that counts', async () => {
    const answer = await post('order', token, { ...market, slTick: 100 })
    return answer.status === 200 && answer.body
  })
  expect(await closedOrder(token, id)).toMatchObject({ status: 'FILLED' })
  falseQuote(100_000)
  const closing = await done('order', token, { ...market, tradeType: 'SHORT', count: 1, isReduceOnly: true })
  expect(closing.status).toBe('NEW')
  await until('the quote proved false', async () => (await endsOf('EURUSD', 'depth')).includes('FALSE'))
  const closed = await closedOrder(token, closing.id)
  expect([closed.status, closed.avgPrice]).toEqual(['FILLED', '1.09990'])
  expect(await openPositions(token)).toMatchObject([{ count: 1, slTick: 100 }])
  eur(105_000)
  await until('the stop-loss', async () => (await openPositions(token)).length === 0)
})

it('the console shows what was held, and that it proved false', async () => {
  const { get } = await staff(server, 'operator')
  const { held } = (await get('/api/console/exposure/trend')).body as ExposureTrend
  expect(held).toContainEqual(
    expect.objectContaining({ instrument: 'BTCUSDT', stream: 'mark', price: '50000.0', ending: 'FALSE' }),
  )
  expect(held).toContainEqual(expect.objectContaining({ instrument: 'EURUSD', stream: 'depth', ending: 'FALSE' }))
})

it('the month says to everybody how many were held, and how many proved false', async () => {
  // What the job of the statistics does every five minutes.
  await countDays(server.deps.db, domainNow(), new AbortController().signal)
  const [all] = await server.database.run(
    `select count(*)::int as count, count(*) filter (where ending = 'FALSE')::int as wrong from held_price
     where accepted is not null`,
  )
  expect(all!['wrong']).toBeGreaterThanOrEqual(3)
  const months = (await server.call('/api/public/statistics')).body as MonthStatistics[]
  expect(months.map(({ month, heldPrices }) => [month, heldPrices])).toEqual([['2026-11', all]])
})
