import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { type LossyProxy, loseCommitAnswers } from '../../test/lossy-proxy.ts'
import type { Database } from '../ports.ts'
import { DatabaseUnavailable } from './index.ts'
import { openDatabase } from './pool.ts'

let database: TestDatabase
let proxy: LossyProxy
let db: Database
beforeAll(async () => {
  database = await testDatabase()
  proxy = await loseCommitAnswers(database.core)
  db = openDatabase({ core: proxy.connection, api: proxy.connection }, () => undefined)
})
afterAll(async () => {
  await db.close()
  proxy.close()
  await database.drop()
})

const one = () => db.system((tx) => tx.query('select 1 as one'))

test('a connection that ends before its caller has it is told to him, and ends no process', async () => {
  proxy.endNext()
  await expect(one()).rejects.toThrow(DatabaseUnavailable)
  expect(await one()).toEqual([{ one: 1 }])
})

test('a statement alone whose commit nobody answered is not told as done, and its connection is not used again', async () => {
  const pid = async () => (await db.alone(1).query<{ pid: number }>('select pg_backend_pid() as pid'))[0]?.pid
  const before = await pid()
  proxy.loseNext()
  await expect(pid()).rejects.toThrow(DatabaseUnavailable)
  expect(proxy.lost).toBe(1)
  expect(await pid()).not.toBe(before)
})
