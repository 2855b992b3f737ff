import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { CLOCK_START: '2026-11-18T12:00:00+09:00' } })
})
afterAll(() => server.close())

test('J 4: a loss limit shows as used what overseas positions and orders hold back, the same set and looked at', async () => {
  server.feed.setPrice('EURUSD', 110_000)
  server.feed.setBook('EURUSD', { bid: 109_990, ask: 110_010, mark: 110_000 })
  server.feed.trade('EURUSD', 110_000)
  await expect.poll(async () => (await server.call('/readyz')).status).toBe(200)
  const { accessToken: token } = await server.login('demo1')
  const post = (path: string, body: object) => server.call(`/api/${path}`, { token, key: true, body })
  const order = { overseaOptionId: 1, tradeType: 'LONG', marketType: 'MARKET', count: 2 }
  expect((await post('oversea/order', order)).status).toBe(200)
  const wallet = async () =>
    (await server.runner.reads.ask('members.wallets', { siteId: 1, memberId: 1001 })).value.find(
      ({ type }) => type === 'BINARY',
    )
  await expect
    .poll(async () => (await server.call('/api/oversea/history/open_position', { token })).body)
    .toHaveLength(1)
  const waiting = { ...order, count: 1, marketType: 'LIMIT', price: '1.09' }
  expect((await post('oversea/order', waiting)).status).toBe(200)

  const { posted, reserved } = (await wallet())!
  expect(reserved).toBeGreaterThan(0n)
  expect(posted).toBeLessThan(10_000_000n)
  const used = String(10_000_000n - posted + reserved)
  const limit = { kind: 'LOSS', window: '24h', currency: 'KRW', amount: '9000000' }
  const set = (await post('limit/set', { limits: [limit] })).body
  expect(set.limits).toMatchObject([{ kind: 'LOSS', used }])
  expect((await server.call('/api/limit/my', { token })).body).toEqual(set)
})
