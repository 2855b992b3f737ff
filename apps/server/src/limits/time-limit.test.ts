import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { StompPeer } from '../../test/stomp-peer.ts'

const minuteMs = 60_000
const future = { futuresOptionId: 1, side: 'LONG', marketType: 'MARKET', qty: '0.01' }

let server: TestServer
const peers: StompPeer[] = []
const leave = () => Promise.all(peers.splice(0).map((peer) => peer.close()))
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  await leave()
  await server.close()
})

async function join(headers: Record<string, string>): Promise<void> {
  peers.push(await new StompPeer(Number(new URL(server.url).port), headers).ready())
}

/** A member of site 1, and his calls. */
async function member(name: string) {
  const { accessToken: token } = await server.login(name)
  return {
    token,
    limit: async () => (await server.call('/api/limit/my', { token })).body.limits[0],
    codeOf: async (path: string, body: object) => (await server.call(path, { token, key: true, body })).body.code,
    async bet(): Promise<unknown> {
      const { body } = await server.call('/api/trade/game/current?tradeOptionId=4')
      const bet = { point: '5000', tradeRoundId: body.betting.id, type: 'B' }
      return (await server.call('/api/trade/history/betting', { token, key: true, body: bet })).body.code
    },
  }
}

test('J 4: an open page uses the time up; then nothing opens, closing is possible, and a restart changes none of it', async () => {
  await expect.poll(async () => (await server.call('/readyz')).status).toBe(200)
  const now = Date.now()
  await server.database.run('insert into member_use values (1, 1001, $1, $2)', [now - 60 * minuteMs + 4_000, now])
  const mine = await member('demo1')
  const setting = { kind: 'TIME', window: '24h', currency: null, amount: '60' }
  const set = await server.call('/api/limit/set', { token: mine.token, key: true, body: { limits: [setting] } })
  expect(set.body.limits).toMatchObject([{ amount: '60', used: '59' }])
  // His limits come before all else: what else refuses a stake is the round's.
  expect(await mine.bet()).not.toBe('SELF_LIMIT_EXCEEDED')
  expect(await mine.codeOf('/api/futures/order', future)).not.toBe('SELF_LIMIT_EXCEEDED')
  const { value } = await server.runner.reads.ask('limits.followed', { siteId: 1, memberIds: [1001, 1002] })
  expect(value).toEqual([1001])

  await join({ Authorization: `Bearer ${mine.token}` })
  await join({ Authorization: `Bearer ${mine.token}` })
  await join({ siteInfoId: '1' })
  const { useMeter } = server.app
  await expect
    .poll(
      async () => {
        await useMeter.beat()
        const rows = await server.database.run('select sum(to_at - from_at)::int as ms from member_use')
        return Number(rows[0]?.['ms'])
      },
      { interval: 500 },
    )
    .toBeGreaterThanOrEqual(60 * minuteMs)
  // Two devices of one member and a guest: the time of one, and that of nobody else.
  expect(await server.database.run('select distinct member_id from member_use')).toEqual([{ member_id: '1001' }])
  expect((await mine.limit()).used).toBe('60')
  expect(await mine.bet()).toBe('SELF_LIMIT_EXCEEDED')
  expect(await mine.codeOf('/api/futures/order', future)).toBe('SELF_LIMIT_EXCEEDED')
  expect(await mine.codeOf('/api/futures/order', { ...future, isReduceOnly: true })).toBe('REDUCE_ONLY_NO_POSITION')
  expect(await (await member('demo2')).bet()).not.toBe('SELF_LIMIT_EXCEEDED')

  const { database } = server
  await leave()
  await server.close(true)
  server = await startTestServer({ database })
  await expect.poll(async () => (await server.call('/readyz')).status).toBe(200)
  const again = await member('demo1')
  expect((await again.limit()).used).toBe('60')
  await expect.poll(() => again.bet(), { interval: 500 }).toBe('SELF_LIMIT_EXCEEDED')
}, 90_000)
