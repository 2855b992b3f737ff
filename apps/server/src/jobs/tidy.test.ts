import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { tidyJournal } from './journal.ts'
import { tidySignIns } from './sign-ins.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const now = Date.UTC(2026, 10, 18, 3)
const { signal } = new AbortController()
let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase()
})
afterEach(() => database.drop())

const column = async (text: string) => (await database.run(text)).map((row) => Object.values(row)[0])

const columns = 'site_id, actor_kind, actor_id, key, route, body_hash, status, body, at'
async function replyAt(at: number): Promise<void> {
  await database.run(
    `insert into stored_reply (${columns}) values (1, 'member', '7', $1, 'POST /x', 'h', 200, '{}', $2)`,
    [randomUUID(), at],
  )
}

test('a reply is kept 24 h and no younger one goes, however many there are', async () => {
  await database.run(
    `insert into stored_reply (${columns}) select 1, 'member', '7', gen_random_uuid()::text, 'POST /x', 'h', 200, '{}', $1::bigint - n
     from generate_series(1, 12000) n`,
    [now - 25 * hourMs],
  )
  for (const age of [0, 23 * hourMs, 24 * hourMs, 25 * hourMs]) await replyAt(now - age)
  expect(await tidyJournal(database.db, now, 1, signal)).toBe(12_000)
  expect((await column('select at from stored_reply order by at desc')).map((at) => now - Number(at))).toEqual([
    0,
    23 * hourMs,
    24 * hourMs,
    25 * hourMs,
  ])
  expect(await tidyJournal(database.db, now, 1, signal)).toBe(0)
})

test("24 hours are the member's: where the domain clock runs faster a reply is kept as much longer", async () => {
  await replyAt(now - 6 * 24 * hourMs)
  await replyAt(now - 6 * 25 * hourMs - 1)
  expect(await tidyJournal(database.db, now, 6, signal)).toBe(1)
  expect(await column('select at::text from stored_reply')).toEqual([String(now - 6 * 24 * hourMs)])
})

test('batches go after an hour, but never the newest 1,000: one of them may have to settle a commit', async () => {
  const batches = (epoch: number, count: number, at: number) =>
    database.run(
      "insert into journal_batch (site_group, epoch, seq, at, commands, row_effects) select 'main', $1, n, $3, 0, 0 from generate_series(1, $2::int) n",
      [epoch, count, at],
    )
  await batches(1, 300, now - dayMs)
  await batches(2, 900, now - hourMs - 1)
  expect(await tidyJournal(database.db, now, 1, signal)).toBe(200)
  expect(await column('select min(seq)::int from journal_batch where epoch = 1')).toEqual([201])
  await batches(3, 1_000, now - hourMs)
  expect(await tidyJournal(database.db, now, 1, signal)).toBe(1_000)
  expect(await column('select distinct epoch::int from journal_batch')).toEqual([3])
  expect(await tidyJournal(database.db, now, 1, signal)).toBe(0)
})

async function memberWithSessions(expiries: readonly number[]): Promise<void> {
  await database.run(`insert into site (id, code, name, flags) values (1, 'maru', 'Maru', '111111')`)
  await database.run(
    `insert into member (site_id, id, username, nick, nick_key, name, password_hash, status, created_at)
     values (1, 7, 'mina', 'mina', 'mina', 'Mina', '', 'ACTIVE', 0)`,
  )
  for (const [index, expiresAt] of expiries.entries()) {
    await database.run(
      `insert into login_session (site_id, id, member_id, device, ip, created_at, last_seen_at, expires_at, token_hash, rotated_at)
       values (1, $1, 7, 'phone', '::1', 0, 0, $2, '', 0)`,
      [index, expiresAt],
    )
    await database.run(
      `insert into refresh_token select 1, sha256(($1::bigint || ':' || n)::bytea), $1, 0 from generate_series(1, 3) n`,
      [index],
    )
  }
}

test('tokens stay as long as their session may be used, sessions a month longer', async () => {
  await memberWithSessions([now + 1, now, now - 1, now - 30 * dayMs, now - 30 * dayMs - 1])
  await database.run('update login_session set ended_at = 0 where id = 0') // revoked: its tokens still betray a theft
  // Nine tokens of expired sessions, and the session of the longest ago.
  expect(await tidySignIns(database.db, now, signal)).toBe(9 + 1)
  expect(await column('select distinct session_id::int from refresh_token order by 1')).toEqual([0, 1])
  expect(await column('select id::int from login_session order by 1')).toEqual([0, 1, 2, 3])
  expect(await tidySignIns(database.db, now, signal)).toBe(0)
})

test('failed sign-ins go after a day unless they lock, counters of calls an hour after their end', async () => {
  const failed = (username: string, at: number, lockedUntil: number) =>
    database.run(`insert into login_attempt values (1, $1, '::1', 5, $2, $3)`, [username, at, lockedUntil])
  await failed('old', now - dayMs - 1, now - 1)
  await failed('locked', now - dayMs - 1, now + 1)
  await failed('young', now - dayMs, 0)
  for (const [key, expire] of [
    ['ended', now - hourMs - 1],
    ['kept', now - hourMs],
    ['running', now + 1],
    ['endless', null],
  ]) {
    await database.run('insert into rate_limit values ($1, 1, $2)', [key, expire])
  }
  expect(await tidySignIns(database.db, now, signal)).toBe(2)
  expect(await column('select username from login_attempt order by 1')).toEqual(['locked', 'young'])
  expect(await column('select key from rate_limit order by 1')).toEqual(['endless', 'kept', 'running'])
  expect(await tidySignIns(database.db, now, signal)).toBe(0)
})

test('a device that one member used and nobody came back with goes when its cookie has ended', async () => {
  const seen = (memberId: number, at: number, toldAt: number | null) =>
    database.run(`insert into trait_seen values (1, $1, 'DEVICE', sha256('a'), $2, $3)`, [memberId, at, toldAt])
  await seen(1, now - 400 * dayMs - 1, null)
  await seen(2, now - 400 * dayMs, null)
  await seen(3, 0, 5)
  expect(await tidySignIns(database.db, now, signal)).toBe(1)
  expect(await column('select member_id::int from trait_seen order by 1')).toEqual([2, 3])
})
