import type { OverseaCloseEvent, OverseaOrder, OverseaPosition, StockInfo } from '@maru/contract'
import { afterEach, expect, test } from 'vitest'
import type { z } from 'zod'
import { startTestServer, type TestServer, type TestServerSetup } from '../../test/harness.ts'
import { type Envelope, StompPeer } from '../../test/stomp-peer.ts'
import { until } from '../../test/until.ts'

const [eur, gold, nasdaq] = [1, 3, 4]
const kst = (text: string) => Date.parse(`${text}+09:00`)
const market = { overseaOptionId: eur, tradeType: 'LONG', marketType: 'MARKET', count: 1 }

let server: TestServer
const peers: StompPeer[] = []
afterEach(async () => {
  await Promise.all(peers.splice(0).map((peer) => peer.close()))
  await server.close()
})

async function start(
  calendar: 'demo' | 'real',
  at: string,
  options: Pick<TestServerSetup, 'database'> & { speed?: number } = {},
): Promise<void> {
  server = await startTestServer({
    env: { CALENDAR: calendar, CLOCK_START: `${at}+09:00`, CLOCK_SPEED: String(options.speed ?? 1) },
    ...(options.database === undefined ? {} : { database: options.database }),
  })
  tellPrices()
  // The first price of a session counts once a second one agrees with it, 300 ms later.
  const from = Date.now()
  await until('a second price may come', () => Date.now() - from >= 400)
  tellPrices()
}

function tellPrices(): void {
  for (const [instrument, mid, half] of [
    ['EURUSD', 110_000, 10],
    ['XAUUSD', 250_000, 10],
    ['NAS100', 2_000_000, 25],
  ] as const) {
    server.feed.setPrice(instrument, mid)
    server.feed.setBook(instrument, { bid: mid - half, ask: mid + half, mark: mid })
    server.feed.trade(instrument, mid)
  }
}

async function member(name: string) {
  const token = (await server.login(name)).accessToken
  const call = (path: string, body: object) => server.call(`/api/oversea/${path}`, { token, key: true, body })
  const get = async (path: string) => (await server.call(`/api/oversea/${path}`, { token })).body
  return {
    token,
    get,
    code: async (path: string, body: object) => (await call(path, body)).body.code ?? 'OK',
    async post(path: string, body: object) {
      const answer = await call(path, body)
      if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
      return answer.body
    },
    /** Opens a position and waits for it. */
    async open(body: object): Promise<OverseaPosition> {
      const answer = await call('order', body)
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
      const { overseaOptionId } = answer.body as OverseaOrder
      return until(
        'the position',
        async () => (await get(`history/open_position?overseaOptionId=${overseaOptionId}`))[0],
      )
    },
  }
}

async function listen(destination: string, token?: string): Promise<Envelope[]> {
  const headers = token === undefined ? { siteInfoId: '1' } : { Authorization: `Bearer ${token}` }
  const peer = await new StompPeer(Number(new URL(server.url).port), headers).ready()
  peers.push(peer)
  return peer.subscribe(destination)
}

test('rules C: over a weekend every contract rests, nothing is taken, and the next session is named', async () => {
  await start('real', '2026-11-21T12:00:00')
  const { get, code } = await member('demo1')
  expect(await get('option/exist_option')).toBe(false)
  const options = await get('option/list')
  expect(options).toHaveLength(5)
  for (const option of options) {
    expect(option).toMatchObject({
      isRest: true,
      overnightDeadlineAt: null,
      session: {
        tradingDay: '2026-11-23',
        openAt: kst('2026-11-23T08:00:00'),
        closeAt: kst('2026-11-24T06:00:00'),
      },
    })
  }
  const [snapshot] = await listen('/topic/oversea')
  for (const row of snapshot!.data as z.infer<typeof StockInfo>[]) expect(row.isRest).toBe(true)
  const before = await get('cross')
  for (const body of [
    market,
    { ...market, marketType: 'LIMIT', price: '1.1000' },
    { ...market, marketType: 'STOPMARKET', triggerPrice: '1.2000' },
  ])
    expect(await code('order', body)).toBe('STOCK_CLOSED')
  expect(await get('cross')).toEqual(before)
  expect(await get('history/open_order')).toEqual([])
})

test('rules C: a session before a weekend allows no night', async () => {
  await start('real', '2026-11-20T12:00:00')
  const { get, open, code } = await member('demo1')
  const { id } = await open(market)
  expect(await code('overnight', { overseaPositionId: id, isActive: true })).toBe('OVERNIGHT_NOT_ALLOWED')
  expect(await get('overnight')).toMatchObject([{ isAllowed: false, deadlineAt: null, isActive: false }])
  expect((await get(`option?overseaOptionId=${eur}`)).overnightDeadlineAt).toBeNull()
})

test('rules C: a holiday of a venue is one of its contracts alone', async () => {
  await start('real', '2026-04-03T23:00:00') // Good Friday: gold has no session, indices closed early, currencies trade
  const { get, code } = await member('demo1')
  const rests = async (id: number) => (await get(`option?overseaOptionId=${id}`)).isRest
  expect([await rests(eur), await rests(gold), await rests(nasdaq)]).toEqual([false, true, true])
  expect(await get('option/exist_option')).toBe(true)
  expect(await code('order', { ...market, overseaOptionId: gold })).toBe('STOCK_CLOSED')
  expect(await code('order', market)).toBe('OK')
})

test('rules C: the end of a session, minute by minute', { timeout: 90_000 }, async () => {
  await start('demo', '2026-11-19T05:20:00')
  const holds = await member('demo1')
  const leaves = await member('demo2')
  const held = await holds.open({ ...market, count: 2 })
  await holds.post('overnight', { overseaPositionId: held.id, isActive: true })
  await holds.post('order/tpsl', { overseaPositionId: held.id, overseaOptionId: eur, tpTick: 500 })
  const left = await leaves.open(market)
  const resting = await leaves.post('order', { ...market, marketType: 'LIMIT', price: '1.0900' })
  const { fxRate } = await holds.get(`option?overseaOptionId=${eur}`)
  await server.close(true)

  // After 05:30 nobody may apply, but a member may still withdraw his application.
  await start('demo', '2026-11-19T05:31:00', { database: server.database })
  const late = await member('demo2')
  expect(await late.code('overnight', { overseaPositionId: left.id, isActive: true })).toBe('OVERNIGHT_DEADLINE_PASSED')
  expect(await late.get('overnight')).toMatchObject([{ isAllowed: false, deadlineAt: kst('2026-11-19T05:30:00') }])
  await server.close(true)

  // 05:46 to 06:05 in a third of a minute.
  await start('demo', '2026-11-19T05:46:00', { database: server.database, speed: 60 })
  const [one, two] = [await member('demo1'), await member('demo2')]
  const queue = await listen('/user/queue/oversea', two.token)
  const topic = await listen('/topic/oversea')
  const canceled = await until('the end of working orders at 05:50', async () => {
    const [order]: OverseaOrder[] = await two.get('history/list?statusStrs=CANCELED')
    return order
  })
  expect(canceled).toMatchObject({ id: resting.id, reason: 'SESSION_END' })
  expect(canceled.closedAt).toBeGreaterThanOrEqual(kst('2026-11-19T05:50:00'))
  expect(await two.code('order', market)).toBe('OVERSEA_CLOSE_ONLY')

  const closing = await until('the close at 05:55', async () => queue.find(({ event }) => event === 'POSITION_CLOSE'))
  const close = closing.data as OverseaPosition
  expect(await two.get('history/open_position')).toEqual([])
  expect(close).toMatchObject({ id: left.id, closeReason: 'SESSION_END' })
  expect(close.closedAt).toBeGreaterThanOrEqual(kst('2026-11-19T05:55:00'))
  expect(close.closedAt).toBeLessThan(kst('2026-11-19T06:00:00'))
  expect(await one.get('history/open_position')).toMatchObject([{ id: held.id, isActive: true }])

  const rest = await until('the rest', async () => queue.find(({ event }) => event === 'OVERSEA_OPTION_CLOSE'))
  expect(rest.data as OverseaCloseEvent).toMatchObject({ openAt: kst('2026-11-19T06:05:00') })
  const rows = () => topic.flatMap(({ data }) => data as z.infer<typeof StockInfo>[])
  await until('isRest of the topic', async () => rows().some(({ stock, isRest }) => stock === 'OV_EURUSD' && isRest))
  expect(await two.code('order', market)).toBe('STOCK_CLOSED')
  expect(await two.code('order', { ...market, isReduceOnly: true })).toBe('STOCK_CLOSED')

  await until('the next session', async () => !(await one.get(`option?overseaOptionId=${eur}`)).isRest)
  const [night] = await one.get('history/open_position')
  // Its night is paid for, its flag used up, its TP kept.
  expect(night).toMatchObject({ id: held.id, count: 2, isActive: false, tpTick: 500 })
  expect(Number(night.financing)).toBeLessThan(0)
  const option = await one.get(`option?overseaOptionId=${eur}`)
  expect(option).toMatchObject({ session: { tradingDay: '2026-11-19' } })
  expect(option.fxRate).not.toBe(fxRate)
  const days = await two.get('history/daily_profit')
  expect(days).toMatchObject([{ date: '2026-11-18', trades: 1, wins: 0 }])
})
