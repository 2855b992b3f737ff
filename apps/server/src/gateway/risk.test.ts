import type { ExposureSums } from '@maru/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { staff } from '../../test/money-house.ts'
import { StompPeer } from '../../test/stomp-peer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ gateway: { exposureMs: 100, deskWatchMs: 200 } })
})
afterAll(() => server.close())

const topic = '/topic/console_risk/1'
const portOf = () => Number(new URL(server.url).port)
const peerOf = (token: string) => new StompPeer(portOf(), { Authorization: `Bearer ${token}` }).ready()
type Heard = readonly { event: string; data: unknown }[]
const newest = (heard: Heard) => heard.at(-1)?.data as ExposureSums | undefined

it('staff hear what the site stands for as it changes, and of no member', async () => {
  const peer = await peerOf((await staff(server, 'audit')).token)
  const heard = await peer.subscribe(topic)
  await peer.until(() => heard.length > 0)
  expect(heard[0]?.event).toBe('SNAPSHOT')
  server.feed.setPrice('BTCUSDT', 600_000)
  server.feed.setBook('BTCUSDT', { bid: 599_999, ask: 600_001, mark: 600_000 })
  server.feed.trade('BTCUSDT', 600_000)
  const login = await server.login('demo3')
  const body = { futuresOptionId: 1, side: 'LONG', marketType: 'MARKET', qty: '0.1' }
  const order = () => server.call('/api/futures/order', { token: login.accessToken, key: true, body })
  await expect.poll(async () => (await order()).status).toBe(200)
  const market = () => newest(heard)?.markets.find(({ optionId, line }) => optionId === 1 && line === 'FUTURES')
  await peer.until(() => market()?.long.count === 1)
  // Bought at 60,000.1 and judged by 60,000.0.
  const { long, short, net, pnl } = market()!
  expect([long.qty, long.notional, short.count, net, pnl].map(Number)).toEqual([0.1, 6_000, 0, 6_000, -0.01])
  expect(heard.at(-1)?.event).toBe('EXPOSURE')
  const [who] = await server.database.run("select id from member where site_id = 1 and username = 'demo3'")
  for (const { data } of heard) {
    expect(data).not.toHaveProperty('largest')
    expect(JSON.stringify(data)).not.toMatch(/memberId|username/)
    expect(JSON.stringify(data)).not.toContain(`"${who?.['id']}"`)
  }
  // The same figures are what the call shows.
  const { body: shown } = await (await staff(server, 'operator')).get('/api/console/exposure')
  expect(shown.largest).toHaveLength(1)
  expect(shown.markets.find(({ optionId }: { optionId: number }) => optionId === 1).long.count).toBe(1)
  await peer.close()
})

it.each([
  ['a guest', async () => new StompPeer(portOf(), { siteInfoId: '1' }).ready(), topic],
  ['a member', async () => peerOf((await server.login('demo2')).accessToken), topic],
  ['a partner', async () => peerOf((await staff(server, 'partner1')).token), topic],
  ['support, who sees no results', async () => peerOf((await staff(server, 'cs')).token), topic],
  ['staff of other sites', async () => peerOf((await staff(server, 'finance')).token), '/topic/console_risk/999'],
])('%s hears nothing of it', async (_, open, destination) => {
  const peer = await open()
  await peer.subscribe(destination)
  expect((await peer.refusal()).body.code).toBe('SUBSCRIBE_UNAVAILABLE')
})

it('who is made support while he looks hears no more of it', async () => {
  const { token } = await staff(server, 'finance2')
  const peer = await peerOf(token)
  await peer.subscribe(topic)
  await server.database.run(
    "update staff set role = 'CS' where member_id = (select id from member where site_id = 1 and username = 'finance2')",
  )
  await peer.until(() => peer.closed !== null)
})
