import { byStaff } from '@maru/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { releaseTeller } from './releases.ts'

const minuteMs = 60_000
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ simulator: true })
})
afterAll(() => server.close())

const release = (id: number, at: number, importance = 3, siteId = 1) =>
  server.database.run(
    `insert into economic_event values (${siteId}, ${id}, ${at}, 'US', 'CPI ${id}', ${importance}, null, null, null, 'test')`,
  )
const halving = async (siteInfoId = 1) => (await server.call('/api/stock/halving', { siteInfoId })).body
async function order(leverage: number) {
  const token = (await server.login('demo2')).accessToken
  const body = { futuresOptionId: 1, side: 'LONG', marketType: 'MARKET', qty: '0.01', leverage }
  return server.call('/api/futures/order', { token, key: true, body })
}

test('G: the calendar of a site halves its leverage, also after a restart, until the release is gone', async () => {
  await server.database.run('delete from economic_event')
  const change = { ...byStaff(1, 1101, '시험'), scope: 'site', optionId: null, effectiveFrom: null } as const
  const changes = { isReleaseHalved: true }
  expect((await server.deps.core.submit({ kind: 'configure', ...change, changes })).status).toBe(200)
  await expect.poll(async () => (await order(1_000)).body.code).toBe('LEVERAGE_OUT_OF_RANGE')

  const at = Date.now() + 10 * minuteMs
  await release(1, at)
  await release(2, at + 100 * minuteMs, 2)
  await release(3, at, 3, 15)
  const window = { from: at - 30 * minuteMs, until: at + 5 * minuteMs }
  // The server tells the core by itself.
  await expect.poll(() => halving()).toEqual({ windows: [window], sessionEndLeadMs: null })
  expect(await halving(15)).toEqual({ windows: [], sessionEndLeadMs: null })
  const refused = await order(60)
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { code: 'LEVERAGE_HALVED', params: { max: 50, until: window.until } },
  ])
  expect(refused.body.message).toMatch(/까지 신규 주문은 50배까지/)

  const { database } = server
  await server.close(true)
  server = await startTestServer({ simulator: true, database })
  expect((await halving()).windows).toEqual([window])
  await expect.poll(async () => (await order(60)).body.code).toBe('LEVERAGE_HALVED')

  await server.database.run('delete from economic_event where id = 1')
  const tell = releaseTeller(server.deps)
  await tell()
  expect(await tell()).toBe(0)
  expect((await halving()).windows).toEqual([])
  expect((await order(60)).status).toBe(200)
}, 90_000)
