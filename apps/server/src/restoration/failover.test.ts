import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'

const patience = { timeout: 60_000, interval: 100 }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('a failover of the database under a running house is noticed: ids move on, and payouts wait', async () => {
  const ask = async (text: string) => (await server.database.run(text))[0]
  const openBars = 'select count(*)::int as count from payout_bar where lifted_at is null'
  expect([await ask('select how from restoration'), await ask(openBars)]).toEqual([undefined, { count: 0 }])
  const before = Number((await ask('select last_value as id from maru_id'))?.['id'])
  // What takes over from a lost database is of another timeline, and nobody is connected to it.
  await server.database.run('update database_identity set timeline = timeline + 1')
  await server.database.run(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and usename in ('maru_core', 'maru_api')`,
  )
  await expect.poll(() => ask('select how from restoration'), patience).toEqual({ how: 'DATABASE' })
  expect(Number((await ask('select last_value as id from maru_id'))?.['id'])).toBeGreaterThan(before + 2 ** 40)
  expect((await ask(openBars))?.['count']).toBeGreaterThan(0)
  const details = async () => (await server.call('/readyz')).body.details
  await expect.poll(details, patience).toMatchObject({ restoration: expect.stringContaining('1:bank') })
})
