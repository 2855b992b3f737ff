import { publicKeyOf, sign, verify } from '@maru/evidence'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { EvidenceKeys } from './keys.ts'

const day = 86_400_000
let database: TestDatabase
let now: number
const open = (secret = 'a'.repeat(32)) => new EvidenceKeys(database.db, secret, () => now)

beforeEach(async () => {
  database = await testDatabase()
  now = 1_000_000
})
afterEach(() => database.drop())

test('processes that start together share one key, made once and found again', async () => {
  const made = await Promise.all([open().current(), open().current(), open().current()])
  expect(new Set(made.map(({ keyId }) => keyId)).size).toBe(1)
  expect(await open().current()).toEqual(made[0])
  const [listed] = await open().list()
  expect(listed).toMatchObject({ keyId: made[0]?.keyId, algorithm: 'Ed25519', validFrom: now, validTo: null })
  expect(publicKeyOf(made[0]?.secretKey ?? '')).toBe(listed?.publicKey)
})

test('a key that was replaced stays valid for a day, and what it signed stays verifiable', async () => {
  const keys = open()
  const old = await keys.current()
  const signature = sign({ a: 1 }, old.secretKey)
  now += 10 * day
  const fresh = await keys.rotate()
  expect(fresh.keyId).not.toBe(old.keyId)
  expect(await keys.current()).toEqual(fresh)
  const listed = await keys.list()
  expect(listed).toMatchObject([
    { keyId: fresh.keyId, validFrom: now, validTo: null },
    { keyId: old.keyId, validFrom: 1_000_000, validTo: now + day },
  ])
  expect(verify({ a: 1 }, signature, listed[1]?.publicKey ?? '')).toBe(true)
})

test('another process signs with the new key within the hour', async () => {
  const other = open()
  const old = await other.current()
  const fresh = await open().rotate()
  expect(await other.current()).toEqual(old)
  now += 3_600_001
  expect(await other.current()).toEqual(fresh)
})

test('the database alone signs nothing: under another secret the key is retired and a new one made', async () => {
  const old = await open().current()
  const [row] = await database.run(
    `select encode(secret_sealed, 'escape') || encode(secret_sealed, 'hex') as kept from evidence_key`,
  )
  expect(row?.['kept']).not.toContain(old.secretKey)
  now += 5
  const fresh = await open('b'.repeat(32)).current()
  expect(fresh.keyId).not.toBe(old.keyId)
  expect((await open().list()).find(({ keyId }) => keyId === old.keyId)?.validTo).toBe(now)
})

test('the API role sees no key, nor what jobs note', async () => {
  for (const table of ['evidence_key', 'job_run', 'reconciliation']) {
    await expect(database.db.tenant(1, (tx) => tx.query(`select * from ${table}`))).rejects.toThrow(/permission denied/)
  }
})
