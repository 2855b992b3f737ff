import { randomUUID } from 'node:crypto'
import {
  DailyProfit,
  type Endpoint,
  Overnight,
  OverseaCross,
  OverseaFill,
  OverseaOption,
  OverseaOrder,
  OverseaPosition,
  overseaEndpoints,
} from '@maru/contract'
import { byStaff } from '@maru/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { bookCalls, refusal } from '../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { until } from '../../test/until.ts'

const [eur, gbp, gold, nasdaq] = [1, 2, 3, 4]
const day = '2026-11-18'

let server: TestServer
/** demo1 trades, demo2 rests orders, demo3 is refused, demo4 holds overnight. */
let tokens: { one: string; two: string; three: string; four: string }
/** Won for so many ticks, fees and margins of EUR/USD at the session's rate: what the member gets is floored, what he pays is not. */
let krw: Record<'won' | 'lost' | 'fees' | 'margins', (count: number) => number>

beforeAll(async () => {
  server = await startTestServer({ env: { CLOCK_START: `${day}T12:00:00+09:00` } })
  const login = async (name: string) => (await server.login(name)).accessToken
  tokens = {
    one: await login('demo1'),
    two: await login('demo2'),
    three: await login('demo3'),
    four: await login('demo4'),
  }
  setQuotes(110_000)
  const option: OverseaOption = await get(`/api/oversea/option?overseaOptionId=${eur}`)
  const rate = Math.round(Number(option.fxRate) * 100)
  krw = {
    won: (ticks) => Math.floor((ticks * 125 * rate) / 10_000),
    lost: (ticks) => Math.ceil((ticks * 125 * rate) / 10_000),
    fees: (count) => Math.ceil((count * rate) / 100),
    margins: (count) => count * 4 * rate,
  }
})
afterAll(() => server.close())

/** EUR/USD at half a tick each side of a mid (10^-5), gold and NASDAQ100 as they are; GBP/AUD says nothing. */
function setQuotes(mid: number): void {
  const quote = (instrument: string, price: number, half: number) => {
    server.feed.setPrice(instrument, price)
    server.feed.setBook(instrument, { bid: price - half, ask: price + half, mark: price })
    server.feed.trade(instrument, price)
  }
  quote('EURUSD', mid, 10)
  quote('XAUUSD', 250_000, 10)
  quote('NAS100', 2_000_000, 25)
}

const { get, post, done, openOrders, openPositions, closedOrder } = bookCalls<OverseaOrder, OverseaPosition>(
  'oversea',
  () => server,
)

const market = { overseaOptionId: eur, tradeType: 'LONG', marketType: 'MARKET', count: 3 }

describe('contracts', () => {
  test('show a guest all that a ticket needs, with the prices and the session of now', async () => {
    const options = await get('/api/oversea/option/list')
    expect(
      z
        .array(OverseaOption)
        .parse(options)
        .map(({ stock }) => stock),
    ).toEqual(['OV_EURUSD', 'OV_GBPAUD', 'OV_XAUUSD', 'OV_NAS100', 'OV_SPX500'])
    const one = await get(`/api/oversea/option?overseaOptionId=${eur}`)
    expect(one).toMatchObject({
      tickSize: '0.00010',
      tickValue: '1.25',
      margin: '400.00',
      fee: '1.00',
      maxCount: 30,
      priceBandPct: '10',
      isRest: false,
      lastPrice: '1.10000',
      bid: '1.09990',
      ask: '1.10010',
      feed: 'live',
      session: {
        tradingDay: day,
        openAt: Date.parse(`${day}T06:05:00+09:00`),
        closeAt: Date.parse('2026-11-19T06:00:00+09:00'),
      },
      overnightDeadlineAt: Date.parse('2026-11-19T05:30:00+09:00'),
    })
    // 1,400 won a dollar within 1 %.
    expect(Math.abs(Number(one.fxRate) - 1_400)).toBeLessThanOrEqual(14)
    expect(one.tickValueKrw).toBe(String(Math.floor(1.25 * Number(one.fxRate))))
    expect(one.marginKrw).toBe(String(Math.ceil(400 * Number(one.fxRate))))
    expect(await get('/api/oversea/option/list?resultType=Simple')).toContainEqual({ id: gold, label: '금' })
    expect(await get(`/api/oversea/option?overseaOptionId=${gold}&resultType=Simple`)).toEqual({
      id: gold,
      label: '금',
    })
    expect(await get('/api/oversea/option/list?isPlay=0')).toEqual([])
    expect(await get('/api/oversea/option/list?stockPrefix=OV_')).toHaveLength(5)
    expect(await get('/api/oversea/option/list?stockPrefix=CR')).toEqual([])
    expect(await get('/api/oversea/option/exist_option')).toBe(true)
  })

  test('are those of the site that was named', async () => {
    expect((await server.call('/api/oversea/option/list', { siteInfoId: 15 })).body).toEqual([])
    expect((await server.call('/api/oversea/option/exist_option', { siteInfoId: 15 })).body).toBe(false)
    for (const [siteInfoId, id] of [
      [15, eur],
      [1, 6],
    ]) {
      const answer = await server.call(`/api/oversea/option?overseaOptionId=${id}`, { siteInfoId: siteInfoId! })
      expect(refusal(answer)).toEqual([404, 'STOCK_NOT_FOUND'])
    }
  })

  test('are all that a guest may ask for', async () => {
    for (const { method, path, auth } of Object.values<Endpoint>(overseaEndpoints)) {
      const answer = await server.call(path, { method, ...(method === 'POST' ? { body: {}, key: true } : {}) })
      expect([path, answer.status === 401]).toEqual([path, auth === 'member'])
    }
  })
})

describe('a market order', () => {
  test('is taken, fills on the next order book, and is found in every list that it belongs in', async () => {
    const token = tokens.one
    const key = randomUUID()
    const answer = await post('order', token, market, key)
    expect(answer.status).toBe(200)
    expect(OverseaOrder.parse(answer.body)).toMatchObject({ status: 'NEW', filledCount: 0, count: 3 })
    const { id } = answer.body
    expect(await closedOrder(token, id)).toMatchObject({
      status: 'FILLED',
      filledCount: 3,
      avgPrice: '1.10010',
      fee: String(krw.fees(3)),
    })
    const [position] = await openPositions(token)
    expect(OverseaPosition.parse(position)).toMatchObject({
      overseaOptionId: eur,
      tradeType: 'LONG',
      status: 'OPEN',
      count: 3,
      avgPrice: '1.10010',
      entrySum: '3.30030',
      margin: String(krw.margins(3)),
      tpTick: null,
      slTick: null,
      isActive: false,
    })
    expect(await openOrders(token)).toEqual([])
    const cross = await get('/api/oversea/cross', token)
    expect(OverseaCross.parse(cross)).toEqual({
      playerPoint: String(10_000_000 - krw.fees(3) - krw.margins(3)),
      playerGameWaitPoint: String(krw.margins(3)),
      lastPnl: String(-krw.lost(3)), // the mid lies a tick below the ask
      losscut: String(krw.margins(3) / 5),
      warnAt: String((2 * krw.margins(3)) / 5),
    })
    // An open loss reduces what can be staked on rounds or withdrawn.
    expect(await get('/api/me', token)).toMatchObject({
      money: String(Number(cross.playerPoint) + Number(cross.lastPnl)),
    })

    expect(await post('order', token, market, key)).toMatchObject({ status: 200, body: answer.body })
    expect(await openPositions(token)).toMatchObject([{ count: 3 }])
    expect(refusal(await post('order', token, { ...market, count: 1 }, key))).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
  })

  test('that closes brings its result in won to the wallet and to the day', async () => {
    const token = tokens.one
    setQuotes(110_110)
    const { id } = await done('order', token, { ...market, tradeType: 'SHORT', isReduceOnly: true })
    expect(await closedOrder(token, id)).toMatchObject({ status: 'FILLED', avgPrice: '1.10100' })
    expect(await openPositions(token)).toEqual([])
    // Nine ticks on three contracts, less the fees of both sides.
    const [today, ...others] = await get('/api/oversea/history/daily_profit', token)
    expect(DailyProfit.parse(today)).toMatchObject({
      date: day,
      trades: 1,
      wins: 1,
      realizedPnl: String(krw.won(27)),
      fee: String(2 * krw.fees(3)),
    })
    expect(others).toEqual([])
    expect(Number(today.netPnl)).toBe(Number(today.realizedPnl) - Number(today.fee))
    expect(await get('/api/oversea/cross', token)).toEqual({
      playerPoint: String(10_000_000 + Number(today.netPnl)),
      playerGameWaitPoint: '0',
      lastPnl: '0',
      losscut: '0',
      warnAt: '0',
    })
    expect(await get(`/api/oversea/history/daily_profit?overseaOptionId=${gold}`, token)).toEqual([])
    expect(await get(`/api/oversea/history/daily_profit?startDate=${day}&endDate=${day}`, token)).toEqual([today])
    expect(await get('/api/oversea/history/daily_profit?endDate=2026-11-17', token)).toEqual([])
    expect(await get('/api/oversea/history/daily_profit?startDate=2026-11-19', token)).toEqual([])
    expect(await get('/api/oversea/history/daily_profit', tokens.three)).toEqual([])
    const [closing, opening] = z
      .array(OverseaFill)
      .length(2)
      .parse(await get('/api/oversea/history/fill', token))
    expect(closing).toMatchObject({
      isClose: true,
      count: 3,
      tradeType: 'SHORT',
      marketType: 'MARKET',
      tradingDay: day,
    })
    expect(closing).toMatchObject({ price: '1.10100', best: '1.10100', slippage: '0.00000', fee: String(krw.fees(3)) })
    expect(closing!.realizedPnl).toBe(today.realizedPnl)
    expect(opening).toMatchObject({ isClose: false, realizedPnl: '0' })
    expect(await get(`/api/oversea/history/fill?orderId=${id}`, token)).toEqual([closing])
    expect(await get('/api/oversea/history/fill?page=1&size=1', token)).toMatchObject({
      content: [opening],
      totalElements: 2,
    })
    expect(await get(`/api/oversea/history/fill?overseaOptionId=${gold}`, token)).toEqual([])
    const foreign = await server.call(`/api/oversea/history/fill?orderId=${id}`, { token: tokens.three })
    expect(refusal(foreign)).toEqual([404, 'ORDER_NOT_FOUND'])
    setQuotes(110_000)
  })
})

describe('an order that rests', () => {
  const limit = { ...market, marketType: 'LIMIT', count: 1, price: '1.0990' }

  test('is open until its owner cancels it, and nobody else', async () => {
    const token = tokens.two
    const { id } = await done('order', token, limit)
    expect(await openOrders(token)).toMatchObject([{ id, status: 'NEW', price: '1.09900', count: 1 }])
    expect(await get(`/api/oversea/history/open_order?overseaOptionId=${gold}`, token)).toEqual([])
    expect(refusal(await post('order/cancel', tokens.three, { id }))).toEqual([404, 'ORDER_CANCEL_NOT_FOUND'])
    // An order of one book cannot be cancelled in the other.
    expect(refusal(await server.call('/api/futures/order/cancel', { token, key: true, body: { id } }))).toEqual([
      404,
      'ORDER_CANCEL_NOT_FOUND',
    ])
    expect(await done('order/cancel', token, { id })).toMatchObject({ id, status: 'CANCELED', reason: 'MEMBER' })
    expect(refusal(await post('order/cancel', token, { id }))).toEqual([409, 'ORDER_CANCEL_ALREADY_CLOSED'])
    expect(await openOrders(token)).toEqual([])
    expect(await get('/api/oversea/history/list?statusStrs=CANCELED', token)).toMatchObject([{ id }])
    expect(await get('/api/futures/history/list', token)).toEqual([])
  })

  test('is cancelled with all of its contract, or of all', async () => {
    const token = tokens.two
    const stop = { ...market, overseaOptionId: gold, count: 1, marketType: 'STOPMARKET', triggerPrice: '2510' }
    const ids = [
      (await done('order', token, limit)).id,
      (await done('order', token, { ...limit, price: '1.0989' })).id,
      (await done('order', token, stop)).id,
    ]
    expect(await done('order/cancel_all', token, { overseaOptionId: eur })).toEqual({ count: 2, ids: ids.slice(0, 2) })
    expect(await openOrders(token)).toMatchObject([{ id: ids[2], triggerPrice: '2510.00' }])
    expect(await done('order/cancel_all', token, {})).toEqual({ count: 1, ids: [ids[2]] })
    expect(await done('order/cancel_all', token, {})).toEqual({ count: 0, ids: [] })
    expect(refusal(await post('order/cancel_all', token, { overseaOptionId: 6 }))).toEqual([404, 'STOCK_NOT_FOUND'])
  })

  test('fills at its limit once the best prices touch it, a MIT at market, a stop-limit as a limit', async () => {
    const token = tokens.two
    const ids = {
      limit: (await done('order', token, { ...limit, tpTick: 40, slTick: 30 })).id,
      mit: (await done('order', token, { ...market, count: 1, marketType: 'STOPMARKET', triggerPrice: '1.0995' })).id,
      stopLimit: (
        await done('order', token, {
          ...market,
          count: 1,
          marketType: 'STOPLIMIT',
          triggerPrice: '1.0994',
          price: '1.0993',
        })
      ).id,
    }
    setQuotes(109_880)
    expect(await closedOrder(token, ids.limit)).toMatchObject({ status: 'FILLED', avgPrice: '1.09900' })
    expect(await closedOrder(token, ids.mit)).toMatchObject({ status: 'FILLED', avgPrice: '1.09890' })
    expect(await closedOrder(token, ids.stopLimit)).toMatchObject({ status: 'FILLED', price: '1.09930' })
    expect(await openPositions(token)).toMatchObject([{ count: 3, tradeType: 'LONG', tpTick: 40, slTick: 30 }])

    const all = await get('/api/oversea/history/list', token)
    const page = await get('/api/oversea/history/list?page=1&size=2', token)
    expect(page).toMatchObject({ page: 1, size: 2, totalElements: all.length, totalPages: Math.ceil(all.length / 2) })
    expect(page.content).toEqual(all.slice(2, 4))
    expect(await get(`/api/oversea/history/list?startDate=${day}&endDate=${day}`, token)).toEqual(all)
    expect(await get('/api/oversea/history/list?endDate=2026-11-17', token)).toEqual([])
    expect(await get(`/api/oversea/history/list?overseaOptionId=${gold}`, token)).toHaveLength(1)
    expect(await get('/api/oversea/history/list', tokens.three)).toEqual([])
    setQuotes(109_880)
  })
})

describe('a position', () => {
  test('keeps the ticks of TP and SL that its owner gives it, and is closed at them', async () => {
    const token = tokens.two
    const [position] = await openPositions(token)
    const ids = { overseaPositionId: position!.id, overseaOptionId: eur }
    expect(await done('order/tpsl', token, { ...ids, tpTick: 20, slTick: 1_000 })).toMatchObject({
      tpTick: 20,
      slTick: 1_000,
    })
    expect(await openOrders(token)).toEqual([]) // they are listed with their position
    expect(await done('order/tpsl', token, { ...ids, slTick: 10 })).toMatchObject({ tpTick: 20, slTick: 10 })
    const remove = { id: position!.id, overseaOptionId: eur, value: 'SL' }
    expect(await done('order/delete-tpsl', token, remove)).toMatchObject({ tpTick: 20, slTick: null })
    expect(await done('order/delete-tpsl', token, remove)).toMatchObject({ tpTick: 20, slTick: null })
    for (const ticks of [0, 1_001, -1, 1.5]) {
      for (const name of ['tpTick', 'slTick']) {
        const answer = await post('order/tpsl', token, { ...ids, [name]: ticks })
        expect(refusal(answer)).toEqual([400, 'TPSL_TICK_RANGE'])
        expect(answer.body).toMatchObject({ params: { max: 1_000 }, message: '틱은 1에서 1,000 사이로 입력해 주세요.' })
      }
    }
    expect(refusal(await post('order/tpsl', token, ids))).toEqual([400, 'INVALID_REQUEST'])
    expect(refusal(await post('order/tpsl', token, { ...ids, overseaOptionId: 6, tpTick: 1 }))).toEqual([
      404,
      'STOCK_NOT_FOUND',
    ])
    expect(refusal(await post('order/tpsl', token, { ...ids, overseaOptionId: gold, tpTick: 1 }))).toEqual([
      404,
      'POSITION_NOT_FOUND',
    ])
    expect(await openPositions(token)).toMatchObject([{ tpTick: 20, slTick: null, count: 3 }])
    setQuotes(110_200)
    const [exit] = await until('the take-profit', async () => {
      const orders = await get('/api/oversea/history/list?statusStrs=FILLED', token)
      return orders[0]?.marketType === 'TAKEPROFIT' && orders
    })
    expect(exit).toMatchObject({ overseaPositionId: position!.id, count: null, filledCount: 3, avgPrice: '1.10190' })
    expect(await openPositions(token)).toEqual([])
    setQuotes(110_000)
  })

  test('is held overnight when its owner says so, and he is told what it takes', async () => {
    const token = tokens.four
    const { id } = await done('order', token, { ...market, count: 9 })
    await closedOrder(token, id)
    const [position] = await openPositions(token)
    const set = (isActive: boolean) => post('overnight', token, { overseaPositionId: position!.id, isActive })
    const [night] = await get('/api/oversea/overnight', token)
    expect(Overnight.parse(night)).toMatchObject({
      overseaPositionId: position!.id,
      isActive: false,
      isAllowed: true,
      deadlineAt: Date.parse('2026-11-19T05:30:00+09:00'),
      requiredMargin: String(krw.margins(18)),
      extraMargin: String(krw.margins(9)),
    })
    expect(refusal(await set(false))).toEqual([409, 'OVERNIGHT_ALREADY_UNSET'])
    expect(refusal(await set(true))).toEqual([409, 'OVERNIGHT_MARGIN_INSUFFICIENT'])
    const { id: half } = await done('order', token, { ...market, tradeType: 'SHORT', count: 5, isReduceOnly: true })
    await closedOrder(token, half)
    expect((await set(true)).body).toMatchObject({ id: position!.id, isActive: true, count: 4 })
    expect(refusal(await set(true))).toEqual([409, 'OVERNIGHT_ALREADY_SET'])
    expect(await get(`/api/oversea/overnight?playerId=1004`, token)).toMatchObject([{ isActive: true }])
    expect(refusal(await server.call('/api/oversea/overnight?playerId=1001', { token }))).toEqual([
      404,
      'USER_NOT_FOUND',
    ])
    expect((await set(false)).body).toMatchObject({ isActive: false })
    expect(await get('/api/oversea/overnight', tokens.three)).toEqual([])
  })

  test('and its orders are as unknown to others as if there were none', async () => {
    const [position] = await openPositions(tokens.four)
    const { id } = await done('order', tokens.four, { ...market, count: 1, marketType: 'LIMIT', price: '1.0900' })
    const foreign = await memberOf15()
    for (const [token, siteInfoId] of [
      [tokens.three, 1],
      [foreign, 15],
    ] as const) {
      const act = async (path: string, body: object) =>
        refusal(await server.call(`/api/oversea/${path}`, { token, siteInfoId, body, key: true }))
      const unknown = [404, siteInfoId === 1 ? 'POSITION_NOT_FOUND' : 'STOCK_NOT_FOUND']
      const overseaPositionId = position!.id
      expect(await act('order/cancel', { id })).toEqual([404, 'ORDER_CANCEL_NOT_FOUND'])
      expect(await act('order/tpsl', { overseaPositionId, overseaOptionId: eur, tpTick: 5 })).toEqual(unknown)
      expect(await act('order/delete-tpsl', { id: overseaPositionId, overseaOptionId: eur, value: 'TP' })).toEqual(
        unknown,
      )
      expect(await act('overnight', { overseaPositionId, isActive: false })).toEqual([404, 'POSITION_NOT_FOUND'])
      for (const list of ['history/open_position', 'history/open_order', 'history/list', 'overnight']) {
        const { body } = await server.call(`/api/oversea/${list}`, { token, siteInfoId })
        expect([list, body]).toEqual([list, []])
      }
    }
    await done('order/cancel', tokens.four, { id })
  })

  test('of a site without overseas futures is not opened, only closed', async () => {
    const foreign = await memberOf15()
    const act = async (path: string, body: object) =>
      refusal(await server.call(`/api/oversea/${path}`, { token: foreign, siteInfoId: 15, body, key: true }))
    expect(await act('order', market)).toEqual([403, 'FEATURE_DISABLED'])
    expect(await act('overnight', { overseaPositionId: 1, isActive: true })).toEqual([403, 'FEATURE_DISABLED'])
    expect(await act('order', { ...market, isReduceOnly: true })).toEqual([404, 'STOCK_NOT_FOUND'])
    expect(refusal(await server.call('/api/oversea/cross', { token: foreign, siteInfoId: 1 }))).toEqual([
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

describe('bad input', () => {
  const limit = { ...market, count: 1, marketType: 'LIMIT', price: '1.1000' }
  const stop = { ...market, count: 1, marketType: 'STOPMARKET', triggerPrice: '1.1050' }
  const cases: readonly (readonly [order: object, status: number, code: string])[] = [
    [{ ...limit, price: '1.10005' }, 400, 'PRICE_TICK_INVALID'],
    [{ ...limit, price: '1.100001' }, 400, 'PRICE_TICK_INVALID'],
    [{ ...limit, overseaOptionId: nasdaq, price: '20000.1' }, 400, 'PRICE_TICK_INVALID'],
    [{ ...stop, triggerPrice: '1.10505' }, 400, 'PRICE_TICK_INVALID'],
    [{ ...market, count: 0 }, 400, 'COUNT_INVALID'],
    [{ ...market, count: -1 }, 400, 'COUNT_INVALID'],
    [{ ...market, count: 1.5 }, 400, 'COUNT_INVALID'],
    [{ ...market, count: 31 }, 400, 'MAX_CONTRACTS_EXCEEDED'],
    [{ ...market, overseaOptionId: gold, count: 21 }, 400, 'MAX_CONTRACTS_EXCEEDED'],
    [{ ...market, count: 30 }, 409, 'BALANCE_INSUFFICIENT'],
    [{ ...limit, price: '0.9899' }, 400, 'PRICE_OUT_OF_BAND'],
    [{ ...limit, price: '1.2101' }, 400, 'PRICE_OUT_OF_BAND'],
    [{ ...market, overseaOptionId: 6 }, 404, 'STOCK_NOT_FOUND'],
    [{ ...market, overseaOptionId: gbp }, 503, 'PRICE_FEED_STALE'],
    [{ ...stop, triggerPrice: '1.1000' }, 400, 'TRIGGER_PRICE_INVALID'],
    [{ ...market, isReduceOnly: true }, 409, 'REDUCE_ONLY_NO_POSITION'],
    [{ ...market, expiresAt: 1_000 }, 409, 'ORDER_EXPIRED'],
  ]
  test.each(cases)('%j is refused with %i %s, and nothing changes', async (order, status, code) => {
    setQuotes(110_000)
    const before = await stateOf(tokens.three)
    const answer = await post('order', tokens.three, order)
    expect(refusal(answer)).toEqual([status, code])
    expect(answer.body.message).toMatch(/[가-힣]/)
    expect(await stateOf(tokens.three)).toEqual(before)
  })

  test.each<[string, object]>([
    ['price', { ...limit, price: undefined }],
    ['price', { ...market, price: 'market' }],
    ['price', { ...limit, price: '-1.1' }],
    ['price', { ...limit, price: '1e0' }],
    ['triggerPrice', { ...stop, triggerPrice: undefined }],
    ['triggerPrice', { ...limit, triggerPrice: '1.1' }],
    ['count', { ...market, count: 'three' }],
    ['count', { ...market, count: 1e21 }],
    ['tradeType', { ...market, tradeType: 'BUY' }],
    ['marketType', { ...market, marketType: 'TAKEPROFIT' }],
    ['overseaOptionId', { ...market, overseaOptionId: '1.0' }],
    ['', { ...market, leverage: 100 }],
  ])('a broken %s is refused at the edge', async (field, order) => {
    const answer = await post('order', tokens.three, order)
    expect(refusal(answer)).toEqual([400, 'INVALID_REQUEST'])
    expect(answer.body.params.field).toBe(`body/${field}`)
  })

  test('of lists is refused too', async () => {
    for (const query of ['page=-1', 'size=101', 'startDate=2026-02-30', 'resultType=Sum']) {
      const answer = await server.call(`/api/oversea/history/list?${query}`, { token: tokens.three })
      expect([query, ...refusal(answer)]).toEqual([query, 400, 'INVALID_REQUEST'])
    }
    const backwards = '/api/oversea/history/daily_profit?startDate=2026-02-02&endDate=2026-02-01'
    expect(refusal(await server.call(backwards, { token: tokens.three }))).toEqual([400, 'INVALID_REQUEST'])
    for (const list of ['open_order', 'open_position', 'list', 'daily_profit']) {
      const answer = await server.call(`/api/oversea/history/${list}?overseaOptionId=6`, { token: tokens.three })
      expect([list, ...refusal(answer)]).toEqual([list, 404, 'STOCK_NOT_FOUND'])
    }
  })
})

const stateOf = async (token: string) => ({
  orders: await openOrders(token),
  positions: await openPositions(token),
  done: await get('/api/oversea/history/list', token),
  cross: await get('/api/oversea/cross', token),
})

test('a stopped contract takes no order that opens', async () => {
  const { option } = (await server.runner.reads.ask('oversea.contract', { siteId: 1, optionId: eur })).value!
  await server.runner.submit({
    kind: 'configureOversea',
    ...byStaff(1, 9, 'a contract is stopped'),
    option: { ...option, isStop: true },
  })
  expect(refusal(await post('order', tokens.three, market))).toEqual([409, 'OPTION_STOPPED'])
  const close = { ...market, tradeType: 'SHORT', count: 4, isReduceOnly: true }
  const { id } = await done('order', tokens.four, close)
  expect(await closedOrder(tokens.four, id)).toMatchObject({ status: 'FILLED' })
  await server.runner.submit({ kind: 'configureOversea', ...byStaff(1, 9, 'a contract is stopped'), option })
})

test('a contract that is offered no more is in no list; what is held of it can be closed and nothing opened', async () => {
  const { id } = await done('order', tokens.four, { ...market, count: 1 })
  await closedOrder(tokens.four, id)
  const { option } = (await server.runner.reads.ask('oversea.contract', { siteId: 1, optionId: eur })).value!
  const configure = (configured: typeof option) =>
    server.runner.submit({ kind: 'configureOversea', ...byStaff(1, 9, 'offered no more'), option: configured })
  await configure({ ...option, isPlay: false })
  const listed: { id: number }[] = await get('/api/oversea/option/list', tokens.four)
  expect(listed.map((one) => one.id)).not.toContain(eur)
  expect(await get(`/api/oversea/option?overseaOptionId=${eur}&resultType=List`, tokens.four)).toMatchObject({
    id: eur,
    isPlay: false,
  })
  expect(refusal(await post('order', tokens.three, market))).toEqual([409, 'OPTION_STOPPED'])
  const close = await done('order', tokens.four, { ...market, tradeType: 'SHORT', count: 1, isReduceOnly: true })
  expect(await closedOrder(tokens.four, close.id)).toMatchObject({ status: 'FILLED' })
  await configure(option)
})
