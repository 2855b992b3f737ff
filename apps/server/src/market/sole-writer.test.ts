import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { startTestServer } from '../../test/harness.ts'
import { ConfigError } from '../config.ts'
import { becomeSoleWriter, type SoleWriter } from './sole-writer.ts'

let database: TestDatabase
let writers: SoleWriter[]
let lost: string[]

beforeEach(async () => {
  database = await testDatabase()
  writers = []
  lost = []
})
afterEach(async () => {
  await Promise.all(writers.map((writer) => writer.release()))
  await database.drop()
})

const become = async (): Promise<SoleWriter> => {
  const writer = await becomeSoleWriter(database.core, ({ message }) => lost.push(message))
  writers.push(writer)
  return writer
}
const backends = async () =>
  (
    await database.run(
      `select pid from pg_stat_activity where application_name = 'maru market' and datname = current_database()`,
    )
  ).map(({ pid }) => Number(pid))
const cut = () =>
  database.run(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'maru market' and datname = current_database()`,
  )

test('one process records the prices of a database: a second is refused with one line until the first has ended', async () => {
  const first = await become()
  await expect(become()).rejects.toThrow(ConfigError)
  await expect(become()).rejects.toThrow(/another process records the prices of this database: only one may/)
  await first.release()
  await become()
  expect(lost).toEqual([])
})

test('the right is taken again when its connection broke; where another process has it by then, the writer hears of it', async () => {
  await become()
  const [before] = await backends()
  await cut()
  await expect.poll(async () => (await backends()).filter((pid) => pid !== before)).toHaveLength(1)
  await expect(become()).rejects.toThrow(ConfigError)
  await database.db.system(async (tx) => {
    // Another process is quicker than the one whose connection breaks.
    await cut()
    await expect
      .poll(async () => (await tx.query(`select pg_try_advisory_lock(hashtext('maru.market'), 0) as got`))[0])
      .toEqual({ got: true })
      .catch(() => undefined)
    await expect.poll(() => lost.length + 1).toBeGreaterThan(0)
  })
})

test('a second server on the same database does not start, and the first goes on', async () => {
  const first = await startTestServer()
  await expect(startTestServer({ database: first.database })).rejects.toThrow(
    /another process records the prices|runs the core of the site group main/,
  )
  expect((await first.call('/readyz')).status).toBe(200)
  await first.close()
})
