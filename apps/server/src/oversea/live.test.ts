import { destinations, type OverseaCross, type OverseaOrder, type OverseaPosition } from '@maru/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { type Envelope, StompPeer } from '../../test/stomp-peer.ts'

const eur = 1
const market = { overseaOptionId: eur, tradeType: 'LONG', marketType: 'MARKET', count: 2 }
const events: Readonly<Record<string, z.ZodType>> = destinations['/user/queue/oversea']
const env = { CLOCK_START: '2026-11-18T12:00:00+09:00' }

let server: TestServer
const peers: StompPeer[] = []

beforeAll(async () => {
  server = await startTestServer({ env })
})
afterAll(async () => {
  await Promise.all(peers.map((peer) => peer.close()))
  await server.close()
})

function setQuote(mid: number): void {
  server.feed.setPrice('EURUSD', mid)
  server.feed.setBook('EURUSD', { bid: mid - 10, ask: mid + 10, mark: mid })
  server.feed.trade('EURUSD', mid)
}

/** A signed-in member, the messages of his queues, and his calls. */
async function member(name: string) {
  const token = (await server.login(name)).accessToken
  const peer = await new StompPeer(Number(new URL(server.url).port), { Authorization: `Bearer ${token}` }).ready()
  peers.push(peer)
  const call = (path: string, body: object) => server.call(`/api/oversea/${path}`, { token, key: true, body })
  return {
    peer,
    queue: await peer.subscribe('/user/queue/oversea'),
    cross: await peer.subscribe('/user/queue/oversea_cross'),
    get: async (path: string) => (await server.call(`/api/oversea/${path}`, { token })).body,
    call,
    async post(path: string, body: object) {
      const answer = await call(path, body)
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

test('orders, fills and positions are told as the lists show them, and the margin account at once', async () => {
  setQuote(110_000)
  const { peer, queue, cross, get, post } = await member('demo1')
  expect(queue).toMatchObject([{ event: 'SNAPSHOT', data: { orders: [], positions: [] } }])
  expect(events['SNAPSHOT']?.safeParse(queue[0]?.data).error).toBeUndefined()
  expect(cross).toMatchObject([{ event: 'SNAPSHOT', seq: null, data: { playerPoint: '10000000', lastPnl: '0' } }])

  await post('order', market)
  await peer.until(() => told(queue).includes('POSITION_OPEN') && cross.length > 1)
  expectSound(queue)
  expect(told(queue)).toEqual(expect.arrayContaining(['ORDER_SUCCESS', 'ORDER_FILLED', 'POSITION_OPEN']))
  const [position] = await get('history/open_position')
  expect(newest<OverseaPosition>(queue, 'POSITION_OPEN')).toEqual({ ...position, marketType: 'MARKET' })
  expect(newest<{ fills: unknown[] }>(queue, 'ORDER_FILLED').fills).toHaveLength(1)

  // The open result follows the price without anything that the member does.
  setQuote(110_210)
  const isUp = ({ data }: Envelope) => Number((data as OverseaCross).lastPnl) > 0
  await peer.until(() => cross.some(isUp))
  expect(cross.find(isUp)?.data).toEqual(await get('cross'))
  for (const { event, data } of cross.slice(1)) {
    expect(event).toBe('CROSS')
    expect(destinations['/user/queue/oversea_cross'].CROSS.safeParse(data).error).toBeUndefined()
  }

  await post('order/tpsl', { overseaPositionId: position.id, overseaOptionId: eur, tpTick: 30 })
  await post('overnight', { overseaPositionId: position.id, isActive: true })
  const before = queue.length
  const { id } = await post('order', { ...market, marketType: 'LIMIT', price: '1.0900' })
  await post('order/cancel', { id })
  await peer.until(() => told(queue.slice(before)).includes('ORDER_CANCEL'))
  expect(newest<OverseaOrder>(queue, 'ORDER_CANCEL')).toMatchObject({ id, status: 'CANCELED' })
  expect(newest<OverseaPosition>(queue, 'POSITION_UPDATE')).toMatchObject({ tpTick: 30, isActive: true })
  await post('order', { ...market, tradeType: 'SHORT', isReduceOnly: true })
  await peer.until(() => told(queue).includes('POSITION_CLOSE'))
  expectSound(queue)
})

test('a member is warned, then cut at the threshold of his margin account', async () => {
  setQuote(110_000)
  const { peer, queue, get, post } = await member('demo2')
  await post('order', { ...market, count: 15 })
  await peer.until(() => told(queue).includes('POSITION_OPEN'))
  const { losscut, playerPoint, playerGameWaitPoint } = (await get('cross')) as OverseaCross
  const { tickValueKrw } = await get(`option?overseaOptionId=${eur}`)
  const room = Number(playerPoint) + Number(playerGameWaitPoint) - Number(losscut)
  const ticks = Math.ceil(room / (15 * Number(tickValueKrw)))
  setQuote(110_010 - (ticks - 10) * 10)
  await peer.until(() => told(queue).includes('POSITION_WARN'))
  expect(told(queue)).not.toContain('POSITION_LIQUID')
  setQuote(110_010 - (ticks + 2) * 10)
  await peer.until(() => told(queue).includes('POSITION_LIQUID') && told(queue).includes('POSITION_CLOSE'))
  expectSound(queue)
  expect(newest<{ liquidation: object }>(queue, 'POSITION_LIQUID').liquidation).toMatchObject({ count: 15, losscut })
  expect(newest<OverseaPosition>(queue, 'POSITION_CLOSE')).toMatchObject({ closeReason: 'LIQUIDATION', count: 0 })
  expect(await get('history/open_position')).toEqual([])
  expect((await get('history/list'))[0]).toMatchObject({ marketType: 'LIQUIDATION', status: 'FILLED' })
  const [today] = await get('history/daily_profit')
  expect(today).toMatchObject({ trades: 1, wins: 0 })
  expect((await get('cross')).playerPoint).toBe(String(10_000_000 + Number(today.netPnl)))
  setQuote(110_000)
})

test('a restart brings all back as it was; where the line was switched off meanwhile, it only closes', async () => {
  setQuote(110_000)
  const before = await member('demo3')
  await before.post('order', market)
  await before.peer.until(() => told(before.queue).includes('POSITION_OPEN'))
  const { id: overseaPositionId } = newest<OverseaPosition>(before.queue, 'POSITION_OPEN')
  await before.post('order/tpsl', { overseaPositionId, overseaOptionId: eur, tpTick: 100, slTick: 20 })
  await before.post('overnight', { overseaPositionId, isActive: true })
  const { id } = await before.post('order', { ...market, marketType: 'LIMIT', price: '1.0900' })
  await before.post('order', { ...market, marketType: 'STOPLIMIT', triggerPrice: '1.1100', price: '1.1110' })
  const look = async ({ get }: Pick<typeof before, 'get'>) => ({
    orders: await get('history/open_order'),
    positions: await get('history/open_position'),
    nights: await get('overnight'),
    days: await get('history/daily_profit'),
    cross: await get('cross'),
    terms: (await get(`option?overseaOptionId=${eur}`)).fxRate,
  })
  const kept = await look(before)
  expect(kept).toMatchObject({
    orders: { length: 2 },
    positions: [{ tpTick: 100, slTick: 20, isActive: true }],
    nights: [{ isActive: true }],
  })

  await Promise.all(peers.splice(0).map((peer) => peer.close()))
  await server.close(true)
  await server.database.run(`update site set flags = '001101' where id = 1`)
  server = await startTestServer({ database: server.database, env })
  setQuote(110_000)
  const after = await member('demo3')
  expect(await look(after)).toEqual(kept)
  expect(after.queue[0]).toMatchObject({ data: { orders: kept.orders, positions: kept.positions } })

  const code = async (path: string, body: object) => (await after.call(path, body)).body.code
  expect(await code('order', market)).toBe('FEATURE_DISABLED')
  await after.post('overnight', { overseaPositionId, isActive: false })
  expect(await code('overnight', { overseaPositionId, isActive: true })).toBe('FEATURE_DISABLED')
  await after.post('order/cancel', { id })
  await after.post('order', { ...market, tradeType: 'SHORT', count: 1, isReduceOnly: true })
  await after.peer.until(() => told(after.queue).includes('ORDER_FILLED'))
  // The restored orders work: the stop-loss closes the rest.
  setQuote(109_790)
  await after.peer.until(() => told(after.queue).includes('POSITION_CLOSE'))
  expectSound(after.queue)
  expect(newest<OverseaPosition>(after.queue, 'POSITION_CLOSE')).toMatchObject({ closeReason: 'STOPLOSS' })
})
