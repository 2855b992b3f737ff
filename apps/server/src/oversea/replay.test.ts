import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { OverseaFill, OverseaOption, OverseaOrder, OverseaPosition } from '@maru/contract'
import { byStaff } from '@maru/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { until } from '../../test/until.ts'

const recordings = join(import.meta.dirname, '../../../../../shared/data/market/lean')
const [eur, gold] = [1, 3]
/** Two minutes a second: the recorded night moves by some ticks within seconds. */
const env = {
  FEED: 'replay',
  REPLAY_DIR: recordings,
  REPLAY_SPEED: '120',
  CALENDAR: 'demo',
  CLOCK_START: '2026-11-18T12:00:00+09:00',
}

let server: TestServer
beforeAll(async () => {
  if (existsSync(recordings)) server = await startTestServer({ simulator: true, env })
}, 60_000)
afterAll(async () => {
  await server?.close()
})

async function member(name: string) {
  const token = (await server.login(name)).accessToken
  const get = async (path: string) => (await server.call(`/api/oversea/${path}`, { token })).body
  return {
    get,
    async post(path: string, body: object) {
      const answer = await server.call(`/api/oversea/${path}`, { token, key: true, body })
      if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
      return answer.body
    },
    order: (id: number): Promise<OverseaOrder | undefined> =>
      get('history/list').then((orders: OverseaOrder[]) => orders.find((order) => order.id === id)),
    position: (optionId: number): Promise<OverseaPosition | undefined> =>
      get(`history/open_position?overseaOptionId=${optionId}`).then(([position]: OverseaPosition[]) => position),
  }
}
type Member = Awaited<ReturnType<typeof member>>

const optionOf = (id: number): Promise<OverseaOption> =>
  server.call(`/api/oversea/option?overseaOptionId=${id}`).then(({ body }) => body)

/** Opens a position at the market, and gives it with its fill. */
async function open(of: Member, body: { overseaOptionId: number; tradeType: 'LONG' | 'SHORT'; count: number }) {
  const { id } = await of.post('order', { ...body, marketType: 'MARKET' })
  const done = await until('the fill', () => of.order(id))
  expect(done.status).toBe('FILLED')
  const position = await until('the position', () => of.position(body.overseaOptionId))
  const [fill]: OverseaFill[] = await of.get(`history/fill?orderId=${id}`)
  return { position, fill: fill! }
}

const recorded = test.skipIf(!existsSync(recordings))

recorded(
  'EUR/USD and gold trade at their recorded prices: both are live, a limit rests and fills when the quote touches it',
  async () => {
    const [buyer, seller] = [await member('demo1'), await member('demo2')]
    for (const [id, low, high] of [
      [eur, 1.37, 1.4],
      [gold, 1_270, 1_300],
    ] as const) {
      const option = await optionOf(id)
      expect(option).toMatchObject({ isRest: false, feed: 'live' })
      expect(Number(option.lastPrice)).toBeGreaterThan(low)
      expect(Number(option.lastPrice)).toBeLessThan(high)
      const { fill } = await open(buyer, { overseaOptionId: id, tradeType: 'LONG', count: 1 })
      expect(Number(fill.price)).toBeGreaterThan(low)
      expect(Number(fill.price)).toBeLessThan(high)
      expect(fill).toMatchObject({ best: fill.price, tradingDay: '2026-11-18' })
      await buyer.post('order', {
        ...{ overseaOptionId: id, tradeType: 'SHORT', marketType: 'MARKET', count: 1, isReduceOnly: true },
      })
      await until('the close', async () => (await buyer.position(id)) === undefined)
    }
    const { bid, ask } = await optionOf(eur)
    const limit = { overseaOptionId: eur, marketType: 'LIMIT', count: 1 }
    const below = await buyer.post('order', { ...limit, tradeType: 'LONG', price: bid })
    const above = await seller.post('order', { ...limit, tradeType: 'SHORT', price: ask })
    const [done, at] = await until('one of two limits around the price', async () => {
      const [bought, sold] = [await buyer.order(below.id), await seller.order(above.id)]
      return bought?.status === 'FILLED'
        ? ([bought, bid] as const)
        : sold?.status === 'FILLED' && ([sold, ask] as const)
    })
    expect(Number(done.avgPrice)).toBe(Number(at))
  },
  150_000,
)

recorded(
  'TP and SL close at the recorded move',
  async () => {
    const of = await member('demo3')
    for (const tradeType of ['LONG', 'SHORT'] as const) {
      const { position } = await open(of, { overseaOptionId: gold, tradeType, count: 1 })
      await of.post('order/tpsl', { overseaPositionId: position.id, overseaOptionId: gold, tpTick: 6, slTick: 6 })
      await until('TP or SL', async () => (await of.position(gold)) === undefined)
      // What is open is read from the core, what has ended from the database: the last batch may be on its way there.
      const exits = await until('both exits among the ended orders', async () => {
        const orders: OverseaOrder[] = await of.get('history/list')
        const ended = orders.filter(
          ({ overseaPositionId, count }) => overseaPositionId === position.id && count === null,
        )
        return ended.length === 2 && ended
      })
      const hit = exits.find(({ status }) => status === 'FILLED')!
      expect(exits.filter(({ reason }) => reason === 'OCO')).toHaveLength(1)
      expect(['TAKEPROFIT', 'STOPLOSS']).toContain(hit.marketType)
      const up = (tradeType === 'LONG') === (hit.marketType === 'TAKEPROFIT')
      const distance = Number(hit.triggerPrice) - Number(position.avgPrice)
      expect(distance).toBeCloseTo(up ? 0.6 : -0.6, 6)
    }
  },
  150_000,
)

recorded(
  'an account with too much leverage is cut by a recorded move',
  async () => {
    const { option } = (await server.runner.reads.ask('oversea.contract', { siteId: 1, optionId: eur })).value!
    // 4 dollars a contract: two or three ticks are four fifths of it.
    const thin = { ...option, margin: 40_000n, fee: 0n, maxCount: 2_000, lotsPerTick: 10_000 }
    await server.runner.submit({ kind: 'configureOversea', ...byStaff(1, 9, 'a thin margin'), option: thin })
    const [long, short] = [await member('demo4'), await member('demo5')]
    const body = { overseaOptionId: eur, count: 1_600 }
    await Promise.all([open(long, { ...body, tradeType: 'LONG' }), open(short, { ...body, tradeType: 'SHORT' })])
    const cut = await until('one of two opposite accounts is cut', async () => {
      const orders: OverseaOrder[] = [...(await long.get('history/list')), ...(await short.get('history/list'))]
      return orders.find(({ marketType }) => marketType === 'LIQUIDATION')
    })
    expect(cut).toMatchObject({ status: 'FILLED', filledCount: 1_600 })
    const loser = cut.tradeType === 'SHORT' ? long : short
    expect(await loser.get('history/open_position')).toEqual([])
    const { playerPoint, losscut } = await loser.get('cross')
    expect(losscut).toBe('0')
    // At or below a fifth of the margin, and never less than nothing.
    expect(Number(playerPoint)).toBeGreaterThanOrEqual(0)
    expect(Number(playerPoint)).toBeLessThan(0.3 * 1_600 * 5_700)
  },
  150_000,
)
