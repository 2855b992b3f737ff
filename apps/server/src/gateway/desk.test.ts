import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { enrolled, moneyServer, staff } from '../../test/money-house.ts'
import { type Envelope, StompPeer } from '../../test/stomp-peer.ts'

let server: TestServer
beforeAll(async () => {
  server = await moneyServer({ holdMs: 0 })
})
afterAll(() => server.close())

const portOf = () => Number(new URL(server.url).port)
const peerOf = (token: string) => new StompPeer(portOf(), { Authorization: `Bearer ${token}` }).ready()
const changed = (queue: readonly { event: string; data: unknown }[]) =>
  queue.filter(({ event }) => event === 'CHANGED').flatMap(({ data }) => (data as { areas: string[] }).areas)

it('staff hear within a second that something of their site changed: money, what another one did, who came', async () => {
  const [operator, finance] = [await staff(server, 'operator'), await staff(server, 'finance')]
  const peer = await peerOf(operator.token)
  const here = await peer.subscribe('/topic/console/1')
  const demo1 = await enrolled(server, 'demo1')
  const began = performance.now()
  const { body } = await demo1.post('/api/dnw/deposit/apply', { walletType: 'BINARY', point: '1000000' })
  await peer.until(() => changed(here).includes('MONEY'))
  expect(performance.now() - began).toBeLessThan(1_000)
  await finance.post(`/api/console/dnw/${body.id}/take`, { version: body.rev ?? 1, reason: '확인' })
  await peer.until(() => changed(here).includes('DESK'))
  const signup = {
    username: 'newcomer1',
    password: 'lantern orbit 7',
    name: '김신규',
    nick: '신규회원',
    phone: '010-7100-0001',
  }
  expect((await server.call('/api/player', { body: signup })).status).toBe(200)
  await peer.until(() => changed(here).includes('MEMBERS'))
  await peer.close()
})

it('a burst is one message', async () => {
  const operator = await staff(server, 'operator2')
  const peer = await peerOf(operator.token)
  const here = await peer.subscribe('/topic/console/1')
  for (let count = 0; count < 200; count += 1)
    server.deps.bus.publish('control', { kind: 'desk', siteId: 1, area: 'MONEY' })
  await peer.until(() => changed(here).length > 0)
  server.deps.bus.publish('control', { kind: 'desk', siteId: 1, area: 'MEMBERS' })
  await peer.until(() => changed(here).includes('MEMBERS'))
  expect(changed(here).filter((area) => area === 'MONEY').length).toBeLessThanOrEqual(2)
  await peer.close()
})

it.each([
  ['a guest', async () => new StompPeer(portOf(), { siteInfoId: '1' }).ready(), '/topic/console/1'],
  ['a member', async () => peerOf((await server.login('demo2')).accessToken), '/topic/console/1'],
  ['a partner', async () => peerOf((await staff(server, 'partner1')).token), '/topic/console/1'],
  ['staff of other sites', async () => peerOf((await staff(server, 'finance2')).token), '/topic/console/999'],
])('%s hears nothing of it', async (_, open, destination) => {
  const peer = await open()
  await peer.subscribe(destination)
  expect((await peer.refusal()).body.code).toBe('SUBSCRIBE_UNAVAILABLE')
})

describe('a desk that is open', () => {
  let house: TestServer
  let kept: StompPeer
  let here: Envelope[]
  beforeAll(async () => {
    house = await startTestServer({ gateway: { deskWatchMs: 200 } })
    kept = await open('operator2')
    here = await kept.subscribe('/topic/console/1')
  })
  afterAll(async () => {
    await kept.close()
    await house.close()
  })
  const open = async (username: string) => {
    const { token } = await staff(house, username)
    return new StompPeer(Number(new URL(house.url).port), { Authorization: `Bearer ${token}` }).ready()
  }

  /** Each of another member of staff. */
  const closes: readonly (readonly [what: string, username: string, sql: (id: number) => string])[] = [
    [
      'the site was taken from him',
      'operator',
      (id) => `update staff set site_ids = '{15}' where site_id = 1 and member_id = ${id}`,
    ],
    ['he was disabled', 'finance', (id) => `update staff set disabled_at = 1 where site_id = 1 and member_id = ${id}`],
    [
      'his session was ended',
      'finance2',
      (id) => `update login_session set ended_at = 1, end_reason = 'X' where member_id = ${id}`,
    ],
    ['his session is over', 'admin', (id) => `update login_session set expires_at = 1 where member_id = ${id}`],
    ['he was idle for too long', 'admin2', (id) => `update login_session set rotated_at = 1 where member_id = ${id}`],
    ['his app was taken off', 'audit', (id) => `update member set totp_sealed = null where id = ${id}`],
  ]
  it.each(closes)('is closed at the next look: %s', async (_, username, sql) => {
    const lost = await open(username)
    await lost.subscribe('/topic/console/1')
    const [row] = await house.database.run(`select id::int from member where site_id = 1 and username = '${username}'`)
    await house.database.run(sql(Number(row?.['id'])))
    await lost.until(() => lost.closed !== null)
    await kept.flushed()
    here.length = 0
    house.deps.bus.publish('control', { kind: 'desk', siteId: 1, area: 'MONEY' })
    await kept.until(() => changed(here).includes('MONEY'))
    expect(kept.closed).toBeNull()
  })
})

it('with a host of its own staff come by that alone, and members by theirs', async () => {
  const house = await startTestServer({ env: { CONSOLE_HOST: 'desk.example.com' } })
  try {
    const port = Number(new URL(house.url).port)
    const desk = (await staff(house, 'operator')).token
    const member = (await house.login('demo1')).accessToken
    const come = (token: string, host = 'localhost') =>
      new StompPeer(
        port,
        { Authorization: `Bearer ${token}` },
        { webSocketFactory: () => new WebSocket(`ws://127.0.0.1:${port}/bx_ws`, ['v12.stomp'], { headers: { host } }) },
      )
    for (const [token, host] of [
      [desk, undefined],
      [member, 'desk.example.com'],
    ] as const)
      expect((await come(token, host).refusal()).body.code).toBe('INVALID_ACCESS')
    for (const [token, host] of [
      [desk, 'desk.example.com'],
      [member, undefined],
    ] as const)
      await (await come(token, host).ready()).close()
  } finally {
    await house.close()
  }
})

it('staff hear of what members hold and stake, of who signs in, and of prices that stop or come again', async () => {
  const audit = await staff(server, 'audit')
  const peer = await peerOf(audit.token)
  const here = await peer.subscribe('/topic/console/1')
  await server.login('demo2')
  await peer.until(() => changed(here).includes('ONLINE'))
  expect(changed(here)).not.toContain('MEMBERS')
  server.feed.setPrice('BTCUSDT', 600_000)
  server.feed.setBook('BTCUSDT', { bid: 599_999, ask: 600_001, mark: 600_000 })
  server.feed.trade('BTCUSDT', 600_000)
  const { accessToken: token } = await server.login('demo3')
  const body = { futuresOptionId: 1, side: 'LONG', marketType: 'MARKET', qty: '0.1' }
  await expect.poll(async () => (await server.call('/api/futures/order', { token, key: true, body })).status).toBe(200)
  await peer.until(() => changed(here).includes('RISK'))
  server.deps.bus.publish('market', { instrument: 'BTCUSDT', what: 'feed' })
  await peer.until(() => changed(here).includes('FEED'))
  await peer.close()
})
