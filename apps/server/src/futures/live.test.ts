import { destinations, type FuturesOrder, type FuturesPosition } from '@maru/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { type Envelope, StompPeer } from '../../test/stomp-peer.ts'

const btc = 1
const market = { futuresOptionId: btc, side: 'LONG', marketType: 'MARKET', qty: '0.1' }
const events: Readonly<Record<string, z.ZodType>> = destinations['/user/queue/futures']

let server: TestServer
const peers: StompPeer[] = []

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  await Promise.all(peers.map((peer) => peer.close()))
  await server.close()
})

function setBook(mark: number): void {
  server.feed.setPrice('BTCUSDT', mark)
  server.feed.setBook('BTCUSDT', { bid: mark - 1, ask: mark + 1, mark })
  server.feed.trade('BTCUSDT', mark)
}

/** A signed-in member, the messages of his queues, and his calls. */
async function member(name: string) {
  const token = (await server.login(name)).accessToken
  const peer = await new StompPeer(Number(new URL(server.url).port), { Authorization: `Bearer ${token}` }).ready()
  peers.push(peer)
  return {
    peer,
    queue: await peer.subscribe('/user/queue/futures'),
    cross: await peer.subscribe('/user/queue/cross'),
    get: async (path: string) => (await server.call(`/api/futures/${path}`, { token })).body,
    async post(path: string, body: object) {
      const answer = await server.call(`/api/futures/${path}`, { token, key: true, body })
      if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
      return answer.body
    },
  }
}

/** Every message has the form that the contract names, and no number is left out. */
function expectSound(queue: readonly Envelope[]): void {
  for (const [place, { event, seq, data }] of queue.entries()) {
    if (place === 0) continue
    expect([event, events[event]?.safeParse(data).error]).toEqual([event, undefined])
    expect(seq).toBe(queue[0]!.seq! + place)
  }
}
const told = (queue: readonly Envelope[]) => queue.map(({ event }) => event)
const newest = <T>(queue: readonly Envelope[], event: string) => queue.findLast((one) => one.event === event)?.data as T

test('orders, fills and positions are told as the lists show them, and the CROSS margin account at once', async () => {
  setBook(600_000)
  const { peer, queue, cross, get, post } = await member('demo1')
  expect(queue).toMatchObject([{ event: 'SNAPSHOT', data: { orders: [], tpsl: [], positions: [] } }])
  expect(events['SNAPSHOT']?.safeParse(queue[0]?.data).error).toBeUndefined()
  expect(cross).toMatchObject([{ event: 'SNAPSHOT', seq: null, data: { posted: '10000', available: '10000' } }])

  await post('order/margin_type', { futuresOptionId: btc, marginType: 'CROSS' })
  await post('order', { ...market, takeProfit: '66000' })
  await peer.until(() => told(queue).includes('POSITION_OPEN') && cross.length > 1)
  expectSound(queue)
  expect(told(queue)).toEqual(
    expect.arrayContaining(['LEVERAGE_UPDATE', 'ORDER_SUCCESS', 'ORDER_FILLED', 'POSITION_OPEN']),
  )
  const [position] = await get('history/open_position')
  expect(newest<FuturesPosition>(queue, 'POSITION_OPEN')).toMatchObject({
    id: position.id,
    futuresPositionId: position.id,
    marketType: 'MARKET',
    qty: '0.100',
  })
  expect(newest<{ fills: unknown[] }>(queue, 'ORDER_FILLED').fills).toHaveLength(1)
  const isSettled = (one: Envelope) => (one.data as { posted: string }).posted === '9997.599996'
  await peer.until(() => cross.some(isSettled))
  for (const { data } of cross) expect(destinations['/user/queue/cross'].CROSS.safeParse(data).error).toBeUndefined()

  // The open result follows the mark without anything that the member does.
  setBook(600_500)
  await peer.until(() => cross.some(({ data }) => (data as { markPnl: string }).markPnl === '4.99'))

  const before = queue.length
  const { id } = await post('order', { ...market, marketType: 'LIMIT', price: '59000' })
  await post('order/cancel', { id })
  await peer.until(() => told(queue.slice(before)).includes('ORDER_CANCEL'))
  expect(newest<FuturesOrder>(queue, 'ORDER_CANCEL')).toMatchObject({ id, status: 'CANCELED' })
  await post('order', { ...market, side: 'SHORT', isReduceOnly: true })
  await peer.until(() => told(queue).includes('POSITION_CLOSE'))
  expectSound(queue)
})

test('a member is warned, then liquidated, and finds what it cost him in his history', async () => {
  setBook(600_000)
  const { peer, queue, get, post } = await member('demo2')
  await post('order/leverage', { futuresOptionId: btc, leverage: 50 })
  await post('order', market)
  await peer.until(() => told(queue).includes('POSITION_OPEN'))
  const { liquidPrice } = newest<FuturesPosition>(queue, 'POSITION_OPEN')
  const first = Math.round(Number(liquidPrice) * 10)
  setBook(first + 200)
  await peer.until(() => told(queue).includes('POSITION_WARN'))
  expect(told(queue)).not.toContain('POSITION_LIQUID')
  setBook(first)
  await peer.until(() => told(queue).includes('POSITION_LIQUID') && told(queue).includes('POSITION_CLOSE'))
  expectSound(queue)
  const { liquidation } = newest<{ liquidation: { loss: string; qty: string } }>(queue, 'POSITION_LIQUID')
  expect(liquidation).toMatchObject({ qty: '0.100' })

  const [closed] = await get('history/position')
  expect(closed).toMatchObject({ status: 'LIQUIDATED', closeReason: 'LIQUIDATION', qty: '0.000' })
  const [order] = await get('history/list')
  expect(order).toMatchObject({ marketType: 'LIQUIDATION', status: 'FILLED', futuresPositionId: closed.id })
  const rows: { reason: string; amount: string }[] = await get('history/transaction')
  const grant = rows.find(({ reason }) => reason === 'DEMO_GRANT')
  expect(rows.map(({ reason }) => reason)).toEqual(expect.arrayContaining(['FUTURES_PNL', 'FUTURES_LIQUIDATION_FEE']))
  const sum = rows.reduce((total, { amount }) => total + toUnits(amount), 0n)
  const cross = await get('cross')
  expect(sum).toBe(toUnits(cross.posted))
  expect(cross.gameWaitPoint).toBe('0')
  expect(grant).toMatchObject({ amount: '10000' })
  setBook(600_000)
})

test('what the order book refuses of an accepted order is an ERROR on the error queue', async () => {
  setBook(600_000)
  const { peer, post } = await member('demo4')
  const errors = await peer.subscribe('/user/queue/error')
  server.feed.setBook('BTCUSDT', { bid: 599_999, ask: 610_000, mark: 600_000 })
  expect(await post('order', market)).toMatchObject({ status: 'NEW' })
  await peer.until(() => errors.length === 2)
  expect(errors[1]).toMatchObject({
    event: 'ERROR',
    seq: errors[0]!.seq! + 1,
    data: { code: 'SLIPPAGE_PROTECTED', message: '가격 변동이 커서 주문이 체결되지 않았습니다.' },
  })
  setBook(600_000)
})

test('a restart brings back orders, positions, TP and SL, leverage and money as they were', async () => {
  setBook(600_000)
  const before = await member('demo3')
  await before.post('order/leverage', { futuresOptionId: btc, leverage: 20 })
  await before.post('order', { ...market, takeProfit: '65000', stopLoss: '59000' })
  await before.peer.until(() => told(before.queue).includes('POSITION_OPEN'))
  await before.post('order', { ...market, marketType: 'LIMIT', price: '59500' })
  await before.post('order', { ...market, marketType: 'STOPLIMIT', triggerPrice: '61000', price: '61000.1' })
  const look = async ({ get }: Pick<typeof before, 'get'>) => ({
    orders: await get('history/open_order'),
    positions: await get('history/open_position'),
    leverage: await get(`history/last_leverage?futuresOptionId=${btc}`),
    fills: await get('history/fill'),
    cross: await get('cross'),
  })
  const { id: cancelled } = await before.post('order', { ...market, marketType: 'LIMIT', price: '59400' })
  await before.post('order/cancel', { id: cancelled })
  const kept = await look(before)
  expect(kept).toMatchObject({ orders: { length: 2 }, positions: { length: 1 }, leverage: { leverage: 20 } })

  await Promise.all(peers.splice(0).map((peer) => peer.close()))
  await server.close(true)
  server = await startTestServer({ database: server.database, prices: { BTCUSDT: 600_000 } })
  setBook(600_000)
  const after = await member('demo3')
  expect(await look(after)).toEqual(kept)
  expect(after.queue[0]).toMatchObject({
    data: { orders: kept.orders, positions: kept.positions, tpsl: { length: 2 } },
  })
  // An order that was done before the restart answers its owner as before.
  await expect(after.post('order/cancel', { id: cancelled })).rejects.toThrow('ORDER_CANCEL_ALREADY_CLOSED')
  const other = await member('demo4')
  await expect(other.post('order/cancel', { id: cancelled })).rejects.toThrow('ORDER_CANCEL_NOT_FOUND')
  // The restored orders work: the stop-loss closes the position and ends the take-profit.
  setBook(589_990)
  await after.peer.until(() => told(after.queue).includes('POSITION_CLOSE'))
  expectSound(after.queue)
  expect(newest<FuturesPosition>(after.queue, 'POSITION_CLOSE')).toMatchObject({
    closeReason: 'STOPLOSS',
    marketType: 'STOPLOSS',
  })
})

test('no more than ten commands a second are taken of one member', async () => {
  const strict = await startTestServer({ realRates: true })
  const token = (await strict.login('demo1')).accessToken
  const cancel = () => strict.call('/api/futures/order/cancel', { token, key: true, body: { id: 1 } })
  // So many that more than ten fall into one second of any machine.
  const answers = await Promise.all(Array.from({ length: 200 }, cancel))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]).toMatchObject({ body: { code: 'RATE_LIMITED' } })
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  await strict.close()
})

const toUnits = (amount: string): bigint => {
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.')
  const units = BigInt(whole + fraction.padEnd(8, '0'))
  return amount.startsWith('-') ? -units : units
}
