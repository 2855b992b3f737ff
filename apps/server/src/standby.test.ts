import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../test/database.ts'
import { startTestServer, type TestServer } from '../test/harness.ts'
import { seizeLease } from '../test/lease.ts'
import { readLease } from './journal/index.ts'

let database: TestDatabase
let servers: TestServer[]
beforeEach(async () => {
  database = await testDatabase('house')
  servers = []
})
afterEach(async () => {
  for (const server of servers) await server.close(true)
  await database.drop()
})

const start = async (): Promise<TestServer> => {
  const server = await startTestServer({ database, env: { STANDBY: '1' } })
  servers.push(server)
  return server
}
const holderOf = async () => (await readLease(database.db, 'main'))?.holder

test('a standby waits while the first lives, and takes over what it acknowledged once it ends in order', async () => {
  const first = await start()
  const { accessToken: token } = await first.login()
  const asked = await first.call('/api/dnw/apply', { body: { type: 'D', point: '50000' }, token, key: true })
  let isThrough = false
  const coming = start().then((server) => {
    isThrough = true
    return server
  })
  const holder = await holderOf()
  const seen = await readLease(database.db, 'main')
  // The first goes on writing beside the one that waits.
  await expect
    .poll(async () => (await readLease(database.db, 'main'))!.seq, { timeout: 5_000 })
    .toBeGreaterThan(seen!.seq + 4)
  expect([await holderOf(), isThrough]).toEqual([holder, false])
  await first.close(true)
  servers = servers.filter((server) => server !== first)
  const second = await coming
  expect(await holderOf()).not.toBe(holder)
  expect(second.runner.epoch).toBeGreaterThan(first.runner.epoch)
  expect(asked.status).toBe(200)
  const { body } = await second.call('/api/dnw/list', { token })
  expect(body).toContainEqual(expect.objectContaining({ id: asked.body.id, type: 'D', point: '50000' }))
})

test('a standby takes over from a process that vanished within a batch and still has its connections', async () => {
  const journal = new pg.Client({ ...database.core, application_name: 'maru journal' })
  const market = new pg.Client({ ...database.core, application_name: 'maru market' })
  for (const client of [journal, market]) {
    client.on('error', () => undefined)
    await client.connect()
  }
  const pid = Number((await journal.query('select pg_backend_pid() as pid')).rows[0].pid)
  await market.query(`select pg_advisory_lock(hashtext('maru.market'), 0)`)
  const epoch = await seizeLease(database.db, 'vanished', pid)
  await journal.query('begin')
  await journal.query('select maru_next_batch($1, $2, 1)', ['main', epoch])
  const second = await start()
  expect(second.runner.epoch).toBeGreaterThan(epoch)
  await expect(journal.query('commit')).rejects.toThrow()
  await expect(market.query('select 1')).rejects.toThrow()
})

test('of two that wait one takes over, and the other goes on waiting', async () => {
  const first = await start()
  const coming = [start(), start()]
  await first.close(true)
  servers = servers.filter((server) => server !== first)
  const second = await Promise.race(coming)
  const holder = await holderOf()
  expect((await second.call('/readyz')).status).toBe(200)
  await second.close(true)
  servers = servers.filter((server) => server !== second)
  await Promise.all(coming)
  expect(await holderOf()).not.toBe(holder)
})
