import { createCipheriv, hash } from 'node:crypto'
import { replyKey, replyName } from '@maru/core'
import { afterEach, expect, test, vi } from 'vitest'
import { KeyFilter } from './key-filter.ts'
import { KnownKeys, type ReadHashes } from './known-keys.ts'

const keyOf = (key: string) => replyKey(1, { kind: 'member', id: 7 }, key)
const hashOf = (key: string) => hash('sha256', replyName(keyOf(key)), 'buffer').subarray(0, 8)
const failed = vi.fn()
let underWay: string[] = []
const knownKeys = (read: ReadHashes, growth?: number) =>
  new KnownKeys({ read, underWay: () => underWay, onFailed: failed }, growth)

/** A table of stored keys whose reading ends when it is let. */
function table(...stored: string[]) {
  let open = Promise.withResolvers<void>()
  let readings = 0
  const read: ReadHashes = async (onHashes) => {
    readings += 1
    const piece = stored.map(hashOf)
    await open.promise
    onHashes(Buffer.concat(piece))
  }
  return {
    stored,
    read,
    readings: () => readings,
    async end() {
      open.resolve()
      open = Promise.withResolvers()
      await new Promise(setImmediate)
    },
    async fail() {
      open.reject(new Error('away'))
      open = Promise.withResolvers()
      await Promise.resolve().then(() => undefined)
    },
  }
}

afterEach(() => {
  vi.useRealTimers()
  failed.mockClear()
  underWay = []
})

test('a filter knows each key that was added, over its parts, and takes few others for one', () => {
  const filter = new KeyFilter()
  const [many, others] = [1_200_000, 20_000]
  const hashes = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(
    Buffer.alloc((many + others) * 8),
  )
  const knows = (n: number) => filter.has(hashes, n * 8)
  for (let n = 0; n < many; n++) filter.add(hashes, n * 8)
  expect(filter.size).toBe(many)
  expect(Array.from({ length: many }, (_, n) => n).filter((n) => !knows(n))).toEqual([])
  const mistaken = Array.from({ length: others }, (_, n) => many + n).filter(knows)
  expect(mistaken.length).toBeGreaterThan(0)
  expect(mistaken.length).toBeLessThan(150)
})

test('no key is new before the stored ones were read, nor one that was stored or let through meanwhile', async () => {
  const stored = table('stored')
  const keys = knownKeys(stored.read)
  expect(keys.isNew(keyOf('before'))).toBe(false)
  keys.begin()
  expect(keys.isNew(keyOf('meanwhile'))).toBe(false)
  await stored.end()
  expect(['stored', 'meanwhile', 'new', 'new'].map((key) => keys.isNew(keyOf(key)))).toEqual([
    false,
    false,
    true,
    false,
  ])
  expect(keys.isNew(replyKey(2, { kind: 'member', id: 7 }, 'stored'))).toBe(true)
})

test('what is under way when a reading begins is known after it, though the reading missed it', async () => {
  const stored = table()
  const keys = knownKeys(stored.read)
  underWay = [replyName(keyOf('waits for its commit'))]
  keys.begin()
  underWay = []
  await stored.end()
  expect(['waits for its commit', 'new'].map((key) => keys.isNew(keyOf(key)))).toEqual([false, true])
})

test('what another process may have stored is read again, and an older reading that ends later does not count', async () => {
  const first = table('first')
  const second = table('second')
  const tables = [first, second]
  const keys = knownKeys((onHashes) => tables.shift()!.read(onHashes))
  keys.begin()
  keys.begin()
  await first.end()
  expect(keys.isNew(keyOf('new'))).toBe(false)
  await second.end()
  expect(['second', 'other'].map((key) => keys.isNew(keyOf(key)))).toEqual([false, true])
})

test('a reading that fails is told and tried again, and nothing is new until one ends; after the end none begins', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const stored = table('stored')
  const keys = knownKeys(stored.read)
  keys.begin()
  await stored.fail()
  expect(failed).toHaveBeenCalledOnce()
  expect(keys.isNew(keyOf('during'))).toBe(false)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(stored.readings()).toBe(2)
  expect(keys.isNew(keyOf('again'))).toBe(false)
  await stored.end()
  expect(['stored', 'again', 'new'].map((key) => keys.isNew(keyOf(key)))).toEqual([false, false, true])
  keys.begin()
  await stored.fail()
  keys.end()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(stored.readings()).toBe(3)
})

test('what the database forgot is forgotten once as many came again', async () => {
  const stored = table('old')
  const keys = knownKeys(stored.read, 100)
  keys.begin()
  await stored.end()
  stored.stored.length = 0
  for (let n = 0; n < 101; n++) keys.isNew(keyOf(`k${n}`))
  expect(stored.readings()).toBe(1)
  keys.isNew(keyOf('k101'))
  expect(stored.readings()).toBe(2)
  expect(keys.isNew(keyOf('late'))).toBe(true)
  expect(keys.isNew(keyOf('old'))).toBe(false)
  await stored.end()
  expect(['late', 'k1'].map((key) => keys.isNew(keyOf(key)))).toEqual([false, true])
})
