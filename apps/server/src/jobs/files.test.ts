import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { until } from '../../test/until.ts'
import { useFiles } from '../files/index.ts'
import { tidyFiles } from './files.ts'

const day = 86_400_000
const now = Date.UTC(2026, 10, 18, 3)
const { signal } = new AbortController()
const own = { siteId: 1, memberId: 1001 }
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase('people')
})
afterAll(() => database.drop())

let next = 5_000
async function upload(age: number): Promise<number> {
  next += 1
  await database.run(
    `insert into member_file (site_id, id, member_id, type, name, bytes, created_at) values (1, $1, 1001, 'image/png', 'a', '1', $2)`,
    [next, now - age],
  )
  return next
}
const there = async () =>
  (await database.run('select id from member_file order by id')).map(({ id }) => Number(id)).filter((id) => id > 5_000)
const tidy = () => tidyFiles(database.db, now, signal)

it('an upload that nothing refers to goes after 7 days; what an inquiry, a chat or a dispute shows stays', async () => {
  const [inquiry, chat, dispute, young, old] = [
    await upload(90 * day),
    await upload(90 * day),
    await upload(90 * day),
    await upload(7 * day),
    await upload(7 * day + 1),
  ]
  const { run } = database
  await run(`insert into inquiry (site_id, id, member_id, kind, state, question, created_at, asked_at, due_at)
    values (1, 1, 1001, 'ETC', 'OPEN', '?', 1, 1, 1)`)
  await run(`insert into inquiry_line (site_id, id, inquiry_id, member_id, text, file_ids, at, request, body_hash)
    values (1, 1, 1, 1001, '?', '{7,${inquiry}}', 1, 'r', 'h')`)
  await run(
    `insert into chat (site_id, id, member_id, state, opened_at, spoken_at) values (1, 1, 1001, 'WAITING', 1, 1)`,
  )
  await run(`insert into chat_line (site_id, id, chat_id, seq, member_id, client_id, text, file_id, at)
    values (1, 1, 1, 1, 1001, gen_random_uuid(), '', ${chat}, 1)`)
  await run(`insert into p2p_statement (site_id, id, order_id, member_id, teller, text, file_ids, at)
    values (1, 1, 1, 1001, 'MEMBER', '', '[${dispute}]', 1)`)
  expect(await tidy()).toBe(1)
  expect(await there()).toEqual([inquiry, chat, dispute, young])
  expect(old).toBeGreaterThan(young)
  expect(await tidy()).toBe(0)
})

it('a file that is attached while the job runs is not lost; one that is gone is not attached', async () => {
  const id = await upload(8 * day)
  const attached = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const attaching = database.db.tenant(1, async (tx) => {
    expect(await useFiles(tx, own, [id], now)).toBe(true)
    attached.resolve()
    await goOn.promise
  })
  await attached.promise
  const job = tidy()
  // The job waits for whoever attaches it.
  await until('the job waits', async () => {
    const rows = await database.run(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows.length > 0
  })
  goOn.resolve()
  await attaching
  expect(await job).toBe(0)
  expect(await there()).toContain(id)
  const gone = await upload(8 * day)
  expect(await tidy()).toBe(1)
  expect(await database.db.tenant(1, (tx) => useFiles(tx, own, [gone], now))).toBe(false)
  // Nobody uses another member’s.
  expect(await database.db.tenant(1, (tx) => useFiles(tx, { siteId: 1, memberId: 1002 }, [id], now))).toBe(false)
})
