import { randomUUID } from 'node:crypto'
import {
  FuturesLeverage,
  FuturesOrder,
  type LoginReply,
  pageOf,
  RoundStatusRow,
  StaticPage,
  TradeOption,
} from '@maru/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { safeHtml } from '../content/safe-html.ts'

// What a client sends that knows the specification and nothing else.

const day = '2026-11-18'
let server: TestServer
let member: LoginReply
let token: string

beforeAll(async () => {
  server = await startTestServer({ env: { CLOCK_START: `${day}T12:00:00+09:00` } })
  member = await server.login('demo1')
  token = member.accessToken
  server.feed.setPrice('BTCUSDT', 600_000)
  server.feed.setBook('BTCUSDT', { bid: 599_999, ask: 600_001, mark: 600_000 })
  server.feed.trade('BTCUSDT', 600_000)
})
afterAll(() => server.close())

const ok = async (path: string, options: Parameters<TestServer['call']>[1] = {}) => {
  const { status, body, headers } = await server.call(path, { token, ...options })
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
  return { body, headers }
}
const limit = { futuresOptionId: 1, side: 'LONG', marketType: 'LIMIT', qty: '0.1', price: '59000' }

describe('a command without an Idempotency-Key', () => {
  test('runs once under a key that the server makes and names: its result can be asked for, and a repeat runs nothing', async () => {
    const { body, headers } = await ok('/api/futures/order', { body: limit })
    const key = headers.get('idempotency-key') ?? ''
    expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-/)
    expect((await ok(`/api/command/${key}`)).body).toMatchObject({ status: 200, body: { id: body.id } })
    expect((await ok('/api/futures/order', { body: limit, key })).body.id).toBe(body.id)
    const other = await ok('/api/futures/order', { body: limit })
    expect(other.body.id).not.toBe(body.id)
    expect(other.headers.get('idempotency-key')).not.toBe(key)
    await ok('/api/futures/order/cancel_all', { method: 'POST' })
  })

  test('names its key with a refusal too, and not where the client has sent its own', async () => {
    const refused = await server.call('/api/futures/order', { token, body: { ...limit, price: '1' } })
    expect(refused.body.code).toBe('PRICE_OUT_OF_BAND')
    const key = refused.headers.get('idempotency-key') ?? ''
    expect((await ok(`/api/command/${key}`)).body).toMatchObject({ status: 400, body: { code: 'PRICE_OUT_OF_BAND' } })
    const own = await server.call('/api/futures/order', { token, body: { ...limit, price: '1' }, key: randomUUID() })
    expect(own.headers.get('idempotency-key')).toBeNull()
  })
})

describe('cancel_all', () => {
  test.each([
    ['no body', {}],
    ['no body under a form’s type', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
    ['no body under the type of JSON', { headers: { 'content-type': 'application/json' } }],
    ['an empty object', { body: {} }],
    ['an id that is empty', { body: { futuresOptionId: '' } }],
    ['an id that is null', { body: { futuresOptionId: null } }],
    ['an id as text', { body: { futuresOptionId: '1' } }],
  ])('takes %s', async (_name, form) => {
    const { id } = (await ok('/api/futures/order', { body: limit })).body
    expect((await ok('/api/futures/order/cancel_all', { method: 'POST', ...form })).body).toEqual({
      count: 1,
      ids: [id],
    })
    expect((await ok('/api/oversea/order/cancel_all', { method: 'POST' })).body).toEqual({ count: 0, ids: [] })
  })
})

describe('an order', () => {
  test('may name whole numbers as text, and a price at the market, which is ignored', async () => {
    const at = Date.parse(`${day}T12:30:00+09:00`)
    const market = { futuresOptionId: '1', side: 'LONG', marketType: 'MARKET', qty: '0.1', price: '59000.5' }
    const placed = (await ok('/api/futures/order', { body: { ...market, expiresAt: String(at) } })).body
    expect(FuturesOrder.parse(placed)).toMatchObject({ marketType: 'MARKET', price: null, expiresAt: at })
    const { id } = (await ok('/api/futures/order', { body: { ...limit, takeProfit: '', stopLoss: null } })).body
    expect((await ok('/api/futures/order/cancel', { body: { id: String(id) } })).body.status).toBe('CANCELED')
  })

  test.each([
    ['price', { marketType: 'MARKET' }],
    ['price', { marketType: 'STOPMARKET', triggerPrice: '61000' }],
    ['triggerPrice', { marketType: 'MARKET' }],
    ['triggerPrice', { marketType: 'LIMIT', price: '59000' }],
  ])('means none by a %s of 0 where its type needs none: %o', async (field, form) => {
    const order = { futuresOptionId: 1, side: 'LONG', qty: '0.1', ...form }
    for (const none of [0, '0', '0.00']) {
      const { body } = await ok('/api/futures/order', { body: { ...order, [field]: none } })
      expect(body[field]).toBe(null)
    }
    await ok('/api/futures/order/cancel_all', { method: 'POST' })
    const oversea = { overseaOptionId: 1, tradeType: 'LONG', count: 1, ...form, [field]: 0 }
    expect((await server.call('/api/oversea/order', { token, body: oversea })).body.code).not.toBe('INVALID_REQUEST')
    if (field === 'triggerPrice')
      expect((await server.call('/api/futures/order', { token, body: { ...order, [field]: '1' } })).status).toBe(400)
  })

  test('may name leverage and margin type: taken with them where nothing is open, else refused as their change is', async () => {
    const two = (await server.login('demo2')).accessToken
    const order = { ...limit, leverage: '25', marginType: 'CROSS' }
    const { body } = await ok('/api/futures/order', { token: two, body: order })
    expect(body).toMatchObject({ leverage: 25, marginType: 'CROSS' })
    const setting = await ok('/api/futures/history/last_leverage?futuresOptionId=1', { token: two })
    expect(setting.body).toMatchObject({ leverage: 25, marginType: 'CROSS' })
    const refusal = async (part: object) =>
      (await server.call('/api/futures/order', { token: two, body: { ...order, ...part } })).body.code
    expect(await refusal({ leverage: 10 })).toBe('LEVERAGE_LOCKED_ORDER')
    expect(await refusal({ marginType: 'ISOLATED' })).toBe('MARGIN_TYPE_LOCKED_ORDER')
    expect(await refusal({ futuresOptionId: 2, leverage: 0 })).toBe('LEVERAGE_OUT_OF_RANGE')
  })
})

describe('a read', () => {
  test('of the last leverage answers for one option, and without a field for all of them', async () => {
    const all = z.array(FuturesLeverage).parse((await ok('/api/futures/history/last_leverage')).body)
    const options: { id: number }[] = (await ok('/api/futures/option/list')).body
    expect(all.map(({ futuresOptionId }) => futuresOptionId)).toEqual(options.map(({ id }) => id))
    for (const one of all.slice(0, 2))
      expect((await ok(`/api/futures/history/last_leverage?futuresOptionId=${one.futuresOptionId}`)).body).toEqual(one)
  })

  test('of the P2P order under way has its address among those of money too', async () => {
    expect((await ok('/api/dnw/p2p/latest')).body).toBe(null)
    expect((await ok('/api/p2p/latest')).body).toBe(null)
  })

  test.each(['terms', 'privacy'])('of %s has a text also where the site has published none', async (contentId) => {
    const { body } = await ok(`/api/content/static?contentId=${contentId}`)
    expect(StaticPage.parse(body)).toMatchObject({ contentId, version: 0, agreedAt: null, versions: [{ version: 0 }] })
    expect(body.content).toContain('마루')
    expect(safeHtml(body.content)).toBe(body.content)
  })
})

describe('a list', () => {
  test.each([
    '/api/trade/option/list',
    '/api/futures/option/list',
    '/api/oversea/option/list',
    '/api/public/trade_option/site/list',
    '/api/trade/game/recent?tradeOptionId=1',
    '/api/trade/game/round/list?tradeOptionId=1',
    '/api/trade/history/list',
    '/api/trade/history/current_for_option?tradeOptionId=1',
    '/api/trade/history/recent_all_history?tradeOptionId=1',
    '/api/public/trade_round',
    '/api/futures/history/open_order',
    '/api/futures/history/open_position',
    '/api/futures/history/list',
    '/api/oversea/history/open_order',
    '/api/oversea/history/open_position',
    '/api/oversea/history/list',
    '/api/oversea/history/daily_profit',
    '/api/oversea/overnight',
    '/api/session/list',
    '/api/wallet/my',
  ])('%s is bare with resultType=List, and a page wherever page or size is sent', async (path) => {
    const with_ = async (query: string) => (await ok(`${path}${path.includes('?') ? '&' : '?'}${query}`)).body
    const rows: unknown[] = await with_('resultType=List')
    expect(rows).toBeInstanceOf(Array)
    for (const query of ['resultType=Page', 'page=0', 'size=1', 'page=7&size=2']) {
      const page = await with_(query)
      expect(page, query).toMatchObject({ content: expect.any(Array), totalElements: expect.any(Number) })
      expect(page.totalPages).toBe(Math.ceil(page.totalElements / page.size))
      expect(page.content.length).toBeLessThanOrEqual(page.size)
    }
  })

  test('is cut into pages without a gap', async () => {
    const all: TradeOption[] = (await ok('/api/trade/option/list')).body
    const seen: TradeOption[] = []
    for (let page = 0; seen.length < all.length; page++) {
      const { body } = await ok(`/api/trade/option/list?page=${page}&size=7`)
      const part = pageOf(TradeOption).parse(body)
      expect(part).toMatchObject({ page, size: 7, totalElements: all.length })
      expect(part.content.length).toBeGreaterThan(0)
      seen.push(...part.content)
    }
    expect(seen).toEqual(all)
  })

  test('of round states is a page of them', async () => {
    const { body } = await ok('/api/trade/game/round/list?tradeOptionId=1&resultType=RoundStatus&page=0&size=5')
    pageOf(RoundStatusRow).parse(body)
  })

  test('takes lists that are empty, repeated, in brackets, or name what is unknown', async () => {
    const types = async (query: string) =>
      [...new Set((await ok(`/api/trade/option/list?${query}`)).body.map(({ type }: TradeOption) => type))].sort()
    const both = ['R1', 'R2']
    for (const query of [
      'typeArray=R1,R2',
      'typeArray=R1&typeArray=R2',
      'typeArray[]=R1&typeArray[]=R2',
      'typeArray%5B0%5D=R1&typeArray%5B1%5D=R2&isPlay=',
      'typeArray=R1,P3,R2,',
    ]) {
      expect(await types(query), query).toEqual(both)
    }
    for (const query of ['typeArray=', 'typeArray[]=', 'typeArray']) expect(await types(query), query).toHaveLength(7)
    expect(await types('typeArray=P3')).toEqual([])
    const shown = async (query: string) => (await ok(`/api/public/trade_option/site/list?${query}`)).body.length
    expect(await shown('type=P3')).toBe(0)
    expect(await shown('type=1&type=ONETRADING')).toBeGreaterThan(await shown('type=1'))
  })

  test('reaches further back than a month', async () => {
    for (const path of [
      '/api/trade/game/round/list?tradeOptionId=1&',
      '/api/trade/history/list?',
      '/api/futures/history/list?',
    ]) {
      await ok(`${path}startDate=2025-01-01&endDate=${day}`)
      await ok(`${path}startDate=2026-08-01&endDate=&page=0&size=20`)
    }
    await ok('/api/trade/round/summary/daily?tradeOptionId=1&date=2025-01-01&resultType=List')
  })
})

describe('a sign-up', () => {
  test('may send what it has not got as empty text, keys that are not taken, a phone without dashes and a bank account as text', async () => {
    const person = {
      username: 'plainclient',
      password: 'lantern-orbit-7',
      name: '홍길동',
      phone: '01055556666',
      email: '',
      partnerId: '',
      nick: '평범한손님',
      address: '',
      bankInfo: '국민 123-456-789 홍길동',
      etcJson: { blockDevice: 'M', theme: 'dark', marketing: true },
      siteInfoId: '1',
    }
    await ok('/api/player', { body: person, siteInfoId: null })
    const { user } = await server.login(person.username, person.password)
    expect(user).toMatchObject({ email: '', phone: '010-****-6666', etcJson: { marketing: true } })
    const again = { ...person, username: 'other', nick: '다른손님', phone: '010-5555-6666' }
    expect((await server.call('/api/player', { body: again })).body.code).toBe('PHONE_DUPLICATE')
  })
})
