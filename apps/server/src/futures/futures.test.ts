import { randomUUID } from 'node:crypto'
import {
  type Endpoint,
  FuturesCross,
  FuturesDailyProfit,
  FuturesFill,
  FuturesLeverage,
  FuturesOption,
  FuturesOrder,
  FuturesPosition,
  FuturesTransaction,
  futuresEndpoints,
  OrderTpsl,
  QtyPer,
} from '@maru/contract'
import { byStaff } from '@maru/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { bookCalls, refusal } from '../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'

const btc = 1
const eth = 2
const doge = 3

let server: TestServer
/** demo1 trades BTC, demo2 rests an order, demo3 is refused, demo4 changes leverage. */
let tokens: { one: string; two: string; three: string; four: string }

beforeAll(async () => {
  server = await startTestServer()
  const login = async (name: string) => (await server.login(name)).accessToken
  tokens = {
    one: await login('demo1'),
    two: await login('demo2'),
    three: await login('demo3'),
    four: await login('demo4'),
  }
  setBooks(600_000)
})
afterAll(() => server.close())

/** BTC one tick size apart around the mark, ETH and DOGE as they are. */
function setBooks(mark: number): void {
  server.feed.setPrice('BTCUSDT', mark)
  server.feed.setBook('BTCUSDT', { bid: mark - 1, ask: mark + 1, mark })
  server.feed.setPrice('ETHUSDT', 300_000)
  server.feed.setBook('ETHUSDT', { bid: 299_999, ask: 300_001, mark: 300_000 })
  server.feed.trade('BTCUSDT', mark)
  server.feed.trade('ETHUSDT', 300_000)
}

const { get, post, done, openOrders, openPositions, closedOrder } = bookCalls<FuturesOrder, FuturesPosition>(
  'futures',
  () => server,
)

const market = { futuresOptionId: btc, side: 'LONG', marketType: 'MARKET', qty: '0.1' }

describe('options', () => {
  test('show a guest all that a ticket needs, with the prices of now', async () => {
    const options = await get('/api/futures/option/list')
    expect(z.array(FuturesOption).parse(options)).toHaveLength(11)
    expect(options.map(({ id }: FuturesOption) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    const one = await get(`/api/futures/option?futuresOptionId=${btc}`)
    expect(one).toMatchObject({
      stock: 'CR_BTCUSDTPERP',
      tickSize: '0.1',
      stepSize: '0.001',
      maxLeverage: 100,
      mark: '60000.0',
      fundingRate: '0.0001',
      feed: 'live',
    })
    expect(one.lastPrice).toMatch(/^60000\.0$/)
    expect(await get('/api/futures/option/list?resultType=Simple')).toContainEqual({ id: 2, label: '이더리움' })
    expect(await get('/api/futures/option/list?isPlay=0')).toEqual([])
    expect(await get('/api/futures/option/list?stockPrefix=CR_')).toHaveLength(11)
    expect(await get('/api/futures/option/list?stockPrefix=OV')).toEqual([])
  })

  test('are those of the site that was named', async () => {
    expect((await server.call('/api/futures/option/list', { siteInfoId: 15 })).body).toEqual([])
    for (const siteInfoId of [15, 1]) {
      const id = siteInfoId === 15 ? btc : 12
      const answer = await server.call(`/api/futures/option?futuresOptionId=${id}`, { siteInfoId })
      expect(refusal(answer)).toEqual([404, 'STOCK_NOT_FOUND'])
    }
    expect(refusal(await server.call('/api/futures/option/list', { siteInfoId: null }))).toEqual([
      404,
      'SITE_NOT_FOUND',
    ])
  })

  test('are all that a guest may ask for', async () => {
    for (const { method, path, auth } of Object.values<Endpoint>(futuresEndpoints)) {
      const answer = await server.call(path, { method, ...(method === 'POST' ? { body: {}, key: true } : {}) })
      expect([path, answer.status === 401]).toEqual([path, auth === 'member'])
    }
  })
})

describe('a market order', () => {
  test('is taken, fills on the next order book, and is found in every list that it belongs in', async () => {
    const token = tokens.one
    const key = randomUUID()
    const answer = await post(
      'order',
      token,
      { ...market, takeProfit: '66000', stopLoss: 57000.5, isMarkSl: true },
      key,
    )
    expect(answer.status).toBe(200)
    expect(FuturesOrder.parse(answer.body)).toMatchObject({ status: 'NEW', filledQty: '0.000', leverage: 10 })
    const { id } = answer.body

    const order = await closedOrder(token, id)
    expect(order).toMatchObject({ status: 'FILLED', filledQty: '0.100', avgPrice: '60000.1', fee: '2.400004' })
    const [position] = await openPositions(token)
    expect(FuturesPosition.parse(position)).toMatchObject({
      id: order.futuresPositionId,
      side: 'LONG',
      qty: '0.100',
      entryPrice: '60000.1',
      entryNotional: '6000.01',
      marginType: 'ISOLATED',
      takeProfit: '66000.0',
      stopLoss: '57000.5',
      isMarkTp: false,
      isMarkSl: true,
      fee: '2.400004',
    })

    const fills = await get(`/api/futures/history/fill?orderId=${id}`, token)
    expect(z.array(FuturesFill).parse(fills)).toMatchObject([
      { futuresOrderId: id, futuresPositionId: position!.id, price: '60000.1', best: '60000.1', slippage: '0.0' },
    ])
    expect(await get(`/api/futures/history/open_sltp?futuresPositionId=${position!.id}`, token)).toMatchObject([
      { marketType: 'STOPLOSS', triggerPrice: '57000.5', isMark: true, qty: null },
      { marketType: 'TAKEPROFIT', triggerPrice: '66000.0', isMark: false },
    ])
    const tpsl = await get(`/api/futures/history/tpsl?orderId=${id}`, token)
    expect(OrderTpsl.parse(tpsl)).toMatchObject({ futuresPositionId: position!.id, takeProfit: '66000.0' })
    expect(tpsl.entries).toHaveLength(2)
    // TP and SL are listed with their position, not among the orders.
    expect(await openOrders(token)).toEqual([])

    const transactions = await get(`/api/futures/history/transaction?futuresOptionId=${btc}`, token)
    expect(z.array(FuturesTransaction).parse(transactions)).toMatchObject([
      { reason: 'FUTURES_FEE', amount: '-2.400004', stock: 'CR_BTCUSDTPERP', currency: 'USDT' },
    ])
    expect(await get('/api/futures/history/transaction?reasonStrs=DEMO_GRANT', token)).toMatchObject([
      { reason: 'DEMO_GRANT', amount: '10000', futuresOptionId: null, stock: null },
    ])
    const cross = await get('/api/futures/cross', token)
    expect(FuturesCross.parse(cross)).toMatchObject({ posted: '9997.599996', markPnl: '0', minusFundingFee: '0' })
    expect(Number(cross.gameWaitPoint)).toBeGreaterThan(600)

    // The key again: the same answer, no second order; another body with it is refused.
    const again = await post('order', token, { ...market, takeProfit: '66000', stopLoss: 57000.5, isMarkSl: true }, key)
    expect(again).toMatchObject({ status: 200, body: answer.body })
    expect(await openPositions(token)).toMatchObject([{ qty: '0.100' }])
    expect(refusal(await post('order', token, market, key))).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
  })

  test('that closes leaves a closed position with its result', async () => {
    const token = tokens.one
    const [position] = await openPositions(token)
    setBooks(606_000)
    const { id } = await done('order', token, { ...market, side: 'SHORT', isReduceOnly: true })
    const order = await closedOrder(token, id)
    expect(order).toMatchObject({ status: 'FILLED', futuresPositionId: position!.id, avgPrice: '60599.9' })
    expect(await openPositions(token)).toEqual([])
    expect(await get(`/api/futures/history/open_sltp?futuresPositionId=${position!.id}`, token)).toEqual([])
    const closed = await get('/api/futures/history/position', token)
    expect(z.array(FuturesPosition).parse(closed)).toMatchObject([
      {
        id: position!.id,
        status: 'CLOSED',
        closeReason: 'MEMBER',
        side: 'LONG',
        qty: '0.000',
        entryPrice: '60000.1',
        closePrice: '60599.9',
        realizedPnl: '59.98',
        roe: '9.19', // 59.98 − 4.824 of 600.001
      },
    ])
    // The ledger, the fill, the position and the wallet tell of one result.
    const [fill] = await get(`/api/futures/history/fill?orderId=${id}`, token)
    expect(fill).toMatchObject({ isClose: true, realizedPnl: '59.98', fee: '2.423996' })
    const rows = await get('/api/futures/history/transaction?reasonStrs=FUTURES_PNL,FUTURES_FEE', token)
    expect(rows.map(({ amount }: FuturesTransaction) => amount).sort()).toEqual(['-2.400004', '-2.423996', '59.98'])
    expect(await get('/api/futures/cross', token)).toMatchObject({ posted: '10055.156', gameWaitPoint: '0' })
    const [today, ...others] = await get('/api/futures/history/daily_profit', token)
    expect(FuturesDailyProfit.parse(today)).toMatchObject({
      realizedPnl: '59.98',
      fee: '4.824',
      fundingFee: '0',
      netPnl: '55.156',
    })
    expect(others).toEqual([])
    expect(await get(`/api/futures/history/daily_profit?startDate=${today.date}&endDate=${today.date}`, token)).toEqual(
      [today],
    )
    expect(await get('/api/futures/history/daily_profit?endDate=2020-01-01', token)).toEqual([])
    expect(await get('/api/futures/history/daily_profit', tokens.three)).toEqual([])
    setBooks(600_000)
  })
})

describe('an order that rests', () => {
  const limit = { futuresOptionId: btc, side: 'LONG', marketType: 'LIMIT', qty: 0.05, price: '59000' }

  test('is open until its owner cancels it, and nobody else', async () => {
    const token = tokens.two
    const { id } = await done('order', token, limit)
    expect(await openOrders(token)).toMatchObject([{ id, status: 'NEW', price: '59000.0', qty: '0.050' }])
    expect(await get(`/api/futures/history/open_order?futuresOptionId=${eth}`, token)).toEqual([])
    expect(refusal(await post('order/cancel', tokens.three, { id }))).toEqual([404, 'ORDER_CANCEL_NOT_FOUND'])
    expect(await done('order/cancel', token, { id })).toMatchObject({ id, status: 'CANCELED', reason: 'MEMBER' })
    expect(refusal(await post('order/cancel', token, { id }))).toEqual([409, 'ORDER_CANCEL_ALREADY_CLOSED'])
    expect(refusal(await post('order/cancel', token, { id: 9_999_999 }))).toEqual([404, 'ORDER_CANCEL_NOT_FOUND'])
    expect(await openOrders(token)).toEqual([])
    expect(await get('/api/futures/history/list?statusStrs=CANCELED', token)).toMatchObject([{ id }])
    expect(await get('/api/futures/history/list?statusStrs=FILLED', token)).toEqual([])
  })

  test('is cancelled with all of its option, or of all', async () => {
    const token = tokens.two
    const stop = { futuresOptionId: eth, side: 'LONG', marketType: 'STOPMARKET', qty: '1', triggerPrice: '3100' }
    const ids = [
      (await done('order', token, limit)).id,
      (await done('order', token, { ...limit, price: '58999.9' })).id,
      (await done('order', token, stop)).id,
    ]
    expect(await done('order/cancel_all', token, { futuresOptionId: btc })).toEqual({ count: 2, ids: ids.slice(0, 2) })
    expect(await openOrders(token)).toMatchObject([{ id: ids[2], triggerPrice: '3100.00' }])
    expect(await done('order/cancel_all', token, {})).toEqual({ count: 1, ids: [ids[2]] })
    expect(await done('order/cancel_all', token, {})).toEqual({ count: 0, ids: [] })
    expect(refusal(await post('order/cancel_all', token, { futuresOptionId: 12 }))).toEqual([404, 'STOCK_NOT_FOUND'])
  })

  test('fills when the market comes to it, and pages of what was done are cut by the days that were named', async () => {
    const token = tokens.two
    const { id } = await done('order', token, limit)
    setBooks(589_990)
    expect(await closedOrder(token, id)).toMatchObject({ status: 'FILLED', avgPrice: '59000.0' })
    expect(await get(`/api/futures/history/fill?orderId=${id}`, token)).toMatchObject([{ isMaker: true, fee: '1.18' }])

    const page = await get('/api/futures/history/list?page=1&size=2', token)
    expect(page).toMatchObject({ page: 1, size: 2, totalElements: 5, totalPages: 3 })
    const all = await get('/api/futures/history/list', token)
    expect(page.content).toEqual(all.slice(2, 4))
    const dayOf = ({ createdAt }: FuturesOrder) => new Date(createdAt + 9 * 3_600_000).toISOString().slice(0, 10)
    const days = `startDate=${dayOf(all.at(-1))}&endDate=${dayOf(all[0])}`
    expect(await get(`/api/futures/history/list?${days}`, token)).toEqual(all)
    for (const list of ['list', 'fill', 'position', 'transaction']) {
      expect(await get(`/api/futures/history/${list}?endDate=2020-01-01`, token)).toEqual([])
      expect(await get(`/api/futures/history/${list}?futuresOptionId=${doge}`, token)).toEqual([])
      const empty = { content: [], totalElements: 0, totalPages: 0 }
      expect(await get(`/api/futures/history/${list}?resultType=Page&endDate=2020-01-01`, token)).toMatchObject(empty)
    }
    expect(await get('/api/futures/history/list', tokens.three)).toEqual([])
  })
})

describe('a position', () => {
  test('keeps the TP and SL, and the margin, that its owner gives it', async () => {
    const token = tokens.two
    const [position] = await openPositions(token)
    const futuresPositionId = position!.id
    const set = await done('order/tpsl', token, {
      futuresPositionId,
      takeProfit: '65000',
      stopLoss: '57000',
      isMarkTp: true,
    })
    expect(set).toMatchObject({
      position: { takeProfit: '65000.0', stopLoss: '57000.0', isMarkTp: true, isMarkSl: false },
    })
    expect(set.entries).toHaveLength(2)
    const cleared = await done('order/tpsl', token, { futuresPositionId, stopLoss: 0 })
    expect(cleared).toMatchObject({ position: { takeProfit: '65000.0', stopLoss: null }, entries: { length: 1 } })

    const add = { futuresPositionId, type: 'ADD' }
    const more = await done('order/margin', token, { ...add, amount: '100.00000001' })
    expect(Number(more.margin) - Number(position!.margin)).toBeCloseTo(100.00000001, 7)
    expect(Number(more.liquidPrice)).toBeLessThan(Number(position!.liquidPrice))
    expect(await done('order/margin', token, { ...add, type: 'REMOVE', amount: 100 })).toMatchObject({
      id: position!.id,
    })
    expect(refusal(await post('order/margin', token, { ...add, amount: '1000000' }))).toEqual([
      409,
      'BALANCE_INSUFFICIENT',
    ])
    expect(refusal(await post('order/margin', token, { ...add, type: 'REMOVE', amount: '290' }))).toEqual([
      409,
      'ISOLATED_MARGIN_INSUFFICIENT',
    ])
  })

  test('and its orders are as unknown to others as if there were none', async () => {
    const [position] = await openPositions(tokens.two)
    const [order] = await get('/api/futures/history/list', tokens.two)
    const foreign = await memberOf15()
    for (const [token, siteInfoId] of [
      [tokens.three, 1],
      [foreign, 15],
    ] as const) {
      const look = (path: string) => server.call(`/api/futures/${path}`, { token, siteInfoId })
      const act = (path: string, body: object) =>
        server.call(`/api/futures/${path}`, { token, siteInfoId, body, key: true })
      const futuresPositionId = position!.id
      expect(refusal(await look(`history/open_sltp?futuresPositionId=${futuresPositionId}`))).toEqual([
        404,
        'POSITION_NOT_FOUND',
      ])
      expect(refusal(await look(`history/tpsl?orderId=${order.id}`))).toEqual([404, 'ORDER_NOT_FOUND'])
      expect(refusal(await look(`history/fill?orderId=${order.id}`))).toEqual([404, 'ORDER_NOT_FOUND'])
      expect(refusal(await act('order/cancel', { id: order.id }))).toEqual([404, 'ORDER_CANCEL_NOT_FOUND'])
      expect(refusal(await act('order/tpsl', { futuresPositionId, takeProfit: '0' }))).toEqual([
        404,
        'POSITION_NOT_FOUND',
      ])
      const margin = { futuresPositionId, amount: '1', type: 'ADD' }
      expect(refusal(await act('order/margin', margin))).toEqual([404, 'POSITION_NOT_FOUND'])
      expect((await look('history/position')).body).toEqual([])
      expect((await look('history/open_position')).body).toEqual([])
    }
    expect(await openPositions(tokens.two)).toMatchObject([{ id: position!.id, takeProfit: '65000.0' }])
  })

  test('of a site without futures is not opened, only closed', async () => {
    const foreign = await memberOf15()
    const act = (path: string, body: object) =>
      server.call(`/api/futures/${path}`, { token: foreign, siteInfoId: 15, body, key: true })
    expect(refusal(await act('order', market))).toEqual([403, 'FEATURE_DISABLED'])
    expect(refusal(await act('order/leverage', { futuresOptionId: btc, leverage: 5 }))).toEqual([
      403,
      'FEATURE_DISABLED',
    ])
    expect(refusal(await act('order', { ...market, isReduceOnly: true }))).toEqual([404, 'STOCK_NOT_FOUND'])
    expect(refusal(await server.call('/api/futures/cross', { token: foreign, siteInfoId: 1 }))).toEqual([
      403,
      'SITE_MISMATCH',
    ])
  })
})

let foreignToken: string | null = null
async function memberOf15(): Promise<string> {
  if (foreignToken !== null) return foreignToken
  const person = {
    username: 'traveller',
    password: 'lantern-orbit-7',
    name: '홍길동',
    phone: '010-9876-1515',
    nick: '나그네',
  }
  await server.call('/api/player', { body: { ...person, siteInfoId: 15 }, siteInfoId: 15, key: true })
  const { status, body } = await server.call('/api/login', {
    body: { username: person.username, password: person.password, siteInfoId: 15 },
    siteInfoId: 15,
  })
  if (status !== 200) throw new Error(JSON.stringify(body))
  foreignToken = body.accessToken as string
  return foreignToken
}

describe('leverage and margin type', () => {
  test('are the defaults until a member changes them, and are locked by a position or an order', async () => {
    const token = tokens.four
    const last = () => get(`/api/futures/history/last_leverage?futuresOptionId=${eth}`, token)
    expect(FuturesLeverage.parse(await last())).toEqual({
      futuresOptionId: eth,
      stock: 'CR_ETHUSDTPERP',
      leverage: 10,
      marginType: 'ISOLATED',
      maxLeverage: 100,
    })
    expect(await done('order/leverage', token, { futuresOptionId: eth, leverage: 25 })).toMatchObject({ leverage: 25 })
    await done('order/margin_type', token, { futuresOptionId: eth, marginType: 'CROSS' })
    expect(await last()).toMatchObject({ leverage: 25, marginType: 'CROSS' })
    for (const leverage of [0, -1, 101, 2 ** 53 - 1]) {
      const answer = await post('order/leverage', token, { futuresOptionId: eth, leverage })
      expect(refusal(answer)).toEqual([400, 'LEVERAGE_OUT_OF_RANGE'])
      expect(answer.body.params).toEqual({ min: 1, max: 100 })
    }
    const limit = { futuresOptionId: eth, side: 'SHORT', marketType: 'LIMIT', qty: '1', price: '3100' }
    const { id } = await done('order', token, limit)
    const change = async () => [
      refusal(await post('order/leverage', token, { futuresOptionId: eth, leverage: 5 })),
      refusal(await post('order/margin_type', token, { futuresOptionId: eth, marginType: 'ISOLATED' })),
    ]
    expect(await change()).toEqual([
      [409, 'LEVERAGE_LOCKED_ORDER'],
      [409, 'MARGIN_TYPE_LOCKED_ORDER'],
    ])
    await done('order/cancel', token, { id })
    const opened = await done('order', token, { ...market, futuresOptionId: eth, qty: '0.5' })
    await closedOrder(token, opened.id)
    expect(await change()).toEqual([
      [409, 'LEVERAGE_LOCKED_POSITION'],
      [409, 'MARGIN_TYPE_LOCKED_POSITION'],
    ])
    const [position] = await openPositions(token)
    expect(position).toMatchObject({ marginType: 'CROSS', leverage: 25 })
    const margin = { futuresPositionId: position!.id, amount: '1', type: 'ADD' }
    expect(refusal(await post('order/margin', token, margin))).toEqual([409, 'MARGIN_LOCKED_POSITION'])
    expect(await last()).toMatchObject({ leverage: 25, marginType: 'CROSS' })
  })
})

describe('qty_per', () => {
  test('says how much may be ordered each way, and in which shares', async () => {
    setBooks(600_000)
    const qtyPer = await get(`/api/futures/order/qty_per?futuresOptionId=${btc}&leverage=10`, tokens.three)
    expect(QtyPer.parse(qtyPer)).toMatchObject({ minQty: '0.001', stepSize: '0.001' })
    // 10,000 ÷ 60,000.1 × (1/10 + 0.0008) and the open loss of a tick: 1.653 contracts.
    expect(qtyPer).toMatchObject({
      maxBuyQty: '1.653',
      per: { 10: { buy: '0.165' }, 50: { buy: '0.826' }, 100: { buy: '1.653' } },
    })
    const { status } = await post('order', tokens.three, { ...market, qty: '1.654' })
    expect(status).toBe(409)
    const refused = async (query: string) =>
      refusal(await server.call(`/api/futures/order/qty_per?${query}`, { token: tokens.three }))
    expect(await refused(`futuresOptionId=${btc}&leverage=101`)).toEqual([400, 'LEVERAGE_OUT_OF_RANGE'])
    expect(await refused(`futuresOptionId=12&leverage=10`)).toEqual([404, 'STOCK_NOT_FOUND'])
    expect(await refused(`futuresOptionId=${btc}&leverage=0`)).toEqual([400, 'INVALID_REQUEST'])
    expect(await refused(`futuresOptionId=${btc}&leverage=1e1`)).toEqual([400, 'INVALID_REQUEST'])
    // No mark of DOGE was ever said.
    expect(await refused(`futuresOptionId=${doge}&leverage=10`)).toEqual([503, 'PRICE_FEED_STALE'])
  })
})

describe('bad input', () => {
  const limit = { ...market, marketType: 'LIMIT', price: '60000' }
  const stop = { ...market, marketType: 'STOPMARKET', triggerPrice: '61000' }
  const cases: readonly (readonly [order: object, status: number, code: string])[] = [
    [{ ...limit, price: '60000.05' }, 400, 'PRICE_TICK_INVALID'],
    [{ ...market, qty: '0.0005' }, 400, 'QTY_STEP_INVALID'],
    [{ ...limit, qty: '0.001', futuresOptionId: doge, price: '1' }, 400, 'QTY_STEP_INVALID'],
    [{ ...limit, futuresOptionId: eth, qty: '0.001', price: '3000' }, 400, 'ORDER_MIN_NOTIONAL'],
    [{ ...market, qty: '500' }, 400, 'LEVERAGE_MAX_QTY_EXCEEDED'],
    [{ ...market, qty: '100' }, 409, 'BALANCE_INSUFFICIENT'],
    [{ ...limit, price: '53999.9' }, 400, 'PRICE_OUT_OF_BAND'],
    [{ ...limit, price: '66000.1' }, 400, 'PRICE_OUT_OF_BAND'],
    [{ ...market, futuresOptionId: 12 }, 404, 'STOCK_NOT_FOUND'],
    [{ ...market, futuresOptionId: doge, qty: '100' }, 503, 'PRICE_FEED_STALE'],
    [{ ...stop, triggerPrice: '60000' }, 400, 'TRIGGER_PRICE_INVALID'],
    [{ ...market, isReduceOnly: true }, 409, 'REDUCE_ONLY_NO_POSITION'],
    [{ ...market, takeProfit: '59000' }, 400, 'TAKE_PROFIT_WRONG_SIDE'],
    [{ ...market, stopLoss: '61000' }, 400, 'STOP_LOSS_WRONG_SIDE'],
    [{ ...market, stopLoss: '50000' }, 400, 'STOP_LOSS_BEYOND_LIQUIDATION'],
    [{ ...market, expiresAt: 1_000 }, 409, 'ORDER_EXPIRED'],
  ]
  test.each(cases)('%j is refused with %i %s, and nothing changes', async (order, status, code) => {
    setBooks(600_000)
    const before = await stateOf(tokens.three)
    const answer = await post('order', tokens.three, order)
    expect(refusal(answer)).toEqual([status, code])
    expect(answer.body.message).toMatch(/[가-힣]/)
    expect(await stateOf(tokens.three)).toEqual(before)
  })

  test.each<[string, object]>([
    ['price', { ...limit, price: undefined }],
    ['price', { ...market, price: 'market' }],
    ['price', { ...limit, price: '0' }],
    ['triggerPrice', { ...stop, triggerPrice: undefined }],
    ['triggerPrice', { ...limit, triggerPrice: '61000' }],
    ['qty', { ...market, qty: '0' }],
    ['qty', { ...market, qty: '-0.1' }],
    ['qty', { ...market, qty: '1e-1' }],
    ['qty', { ...market, qty: 'NaN' }],
    ['qty', { ...market, qty: ' 0.1' }],
    ['qty', { ...market, qty: '٠.١' }],
    ['qty', { ...market, qty: 1e-7 }],
    ['qty', { ...market, qty: '9'.repeat(10_000) }],
    ['qty', { ...market, qty: ['0.1'] }],
    ['price', { ...limit, price: '+60000' }],
    ['takeProfit', { ...market, takeProfit: '-1' }],
    ['tolerance', { ...market, tolerance: '0' }],
    ['side', { ...market, side: 'BUY' }],
    ['marketType', { ...market, marketType: 'LIQUIDATION' }],
    ['marketType', { ...market, marketType: 'TAKEPROFIT' }],
    ['futuresOptionId', { ...market, futuresOptionId: '1.0' }],
    ['futuresOptionId', { ...market, futuresOptionId: -1 }],
    ['isReduceOnly', { ...market, isReduceOnly: 'true' }],
    ['expiresAt', { ...market, expiresAt: -1 }],
    ['leverage', { ...market, leverage: 1.5 }],
    ['leverage', { ...market, leverage: '10x' }],
    ['marginType', { ...market, marginType: 'cross' }],
    ['', { ...market, margin: 100 }],
  ])('a broken %s is refused at the edge', async (field, order) => {
    const answer = await post('order', tokens.three, order)
    expect(refusal(answer)).toEqual([400, 'INVALID_REQUEST'])
    expect(answer.body.params.field).toBe(`body/${field}`)
  })

  test('of lists is refused too', async () => {
    for (const query of ['page=-1', 'size=101', 'size=0', 'startDate=2026-02-30', 'startDate=x', 'resultType=Sum']) {
      const answer = await server.call(`/api/futures/history/list?${query}`, { token: tokens.three })
      expect([query, ...refusal(answer)]).toEqual([query, 400, 'INVALID_REQUEST'])
    }
    const backwards = '/api/futures/history/fill?startDate=2026-02-02&endDate=2026-02-01'
    expect(refusal(await server.call(backwards, { token: tokens.three }))).toEqual([400, 'INVALID_REQUEST'])
    expect(await get('/api/futures/history/list?statusStrs=OPEN', tokens.three)).toEqual([])
    expect(await get("/api/futures/history/transaction?reasonStrs=X';--", tokens.three)).toEqual([])
    const unknown = '/api/futures/history/open_order?futuresOptionId=12'
    expect(refusal(await server.call(unknown, { token: tokens.three }))).toEqual([404, 'STOCK_NOT_FOUND'])
  })
})

const stateOf = async (token: string) => ({
  orders: await openOrders(token),
  positions: await openPositions(token),
  done: await get('/api/futures/history/list', token),
  cross: await get('/api/futures/cross', token),
})

test('a stopped option takes no order that opens', async () => {
  const option = (await server.runner.reads.ask('futures.option', { siteId: 1, optionId: eth })).value!
  await server.runner.submit({
    kind: 'configureFutures',
    ...byStaff(1, 9, 'a perpetual is stopped'),
    option: { ...option, isStop: true },
  })
  const order = { ...market, futuresOptionId: eth, qty: '0.5' }
  expect(refusal(await post('order', tokens.three, order))).toEqual([409, 'OPTION_STOPPED'])
  // Its position can still be closed.
  const { id } = await done('order', tokens.four, { ...order, side: 'SHORT', isReduceOnly: true })
  expect(await closedOrder(tokens.four, id)).toMatchObject({ status: 'FILLED' })
  await server.runner.submit({ kind: 'configureFutures', ...byStaff(1, 9, 'a perpetual is stopped'), option })
})
