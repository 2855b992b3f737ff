import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  for (const site of [1, 15]) {
    await database.run(
      `insert into wallet (site_id, member_id, type, currency, posted, reserved) values ($1, $2, 'BINARY', 'KRW', 100, 0)`,
      [site, site * 10],
    )
  }
})
afterAll(() => database.drop())

const members = 'select member_id from wallet order by member_id'

test('a query of the API sees the rows of the site that its transaction named', async () => {
  expect(await database.db.tenant(1, (tx) => tx.query(members))).toEqual([{ member_id: '10' }])
  expect(await database.db.tenant(15, (tx) => tx.query(members))).toEqual([{ member_id: '150' }])
})

test('a query that forgets the tenant returns nothing, also on a connection that served a tenant before', async () => {
  const client = new pg.Client(database.api)
  await client.connect()
  try {
    expect((await client.query(members)).rows).toEqual([])
    await client.query(`begin; set local maru.site_id = '1'`)
    expect((await client.query(members)).rows).toEqual([{ member_id: '10' }])
    await client.query('commit')
    expect((await client.query(members)).rows).toEqual([])
  } finally {
    await client.end()
  }
})

test('a statement alone sees one site, leaves nothing of it on its connection, and writes whole or not at all', async () => {
  const { db } = database
  const seen = await Promise.all(Array.from({ length: 40 }, (_, n) => db.alone(n % 2 ? 15 : 1).query(members)))
  expect(seen.map(([row]) => row?.['member_id'])).toEqual(Array.from({ length: 40 }, (_, n) => (n % 2 ? '150' : '10')))
  expect(seen.every((rows) => rows.length === 1)).toBe(true)
  const insert = `insert into refused_webhook (site_id, hour_at, provider, fault, count, last_at, last_ip, last_bytes, last_body)`
  const refused = (...counts: number[]) =>
    db
      .alone(1)
      .query(
        `${insert} select 1, n, 'probe', 'KEY', count, n, '', 0, '' from unnest($1::int[]) with ordinality as of (count, n)`,
        [counts],
      )
  const kept = async () => (await database.run(`select count from refused_webhook where provider = 'probe'`)).length
  // The second row breaks a rule of the table, so the first is not there either.
  await expect(refused(5, 0)).rejects.toThrow(/check constraint/)
  expect(await kept()).toBe(0)
  await refused(5, 6)
  expect(await kept()).toBe(2)
  await expect(db.alone(1).query(`${insert} values (15, 1, 'probe', 'KEY', 1, 1, '', 0, '')`)).rejects.toThrow(
    /row-level security/,
  )
  expect(() => db.alone(1.5)).toThrow(TypeError)
  // The connection of the one that failed serves the next.
  expect(await Promise.all(Array.from({ length: 20 }, () => db.alone(15).query(members)))).toEqual(
    Array.from({ length: 20 }, () => [{ member_id: '150' }]),
  )
})

test("naming another site in the query does not reach that site's rows", async () => {
  expect(await database.db.tenant(1, (tx) => tx.query('select * from wallet where site_id = $1', [15]))).toEqual([])
})

test('the core sees every site', async () => {
  expect(await database.db.system((tx) => tx.query(members))).toEqual([{ member_id: '10' }, { member_id: '150' }])
})

test('the API cannot write money or trading tables', async () => {
  for (const text of [
    'update wallet set posted = 1000000',
    `insert into posting values (1, 1, 1, 'MEMBER', 10, 'BINARY', 'KRW', 5, 'X', null, 0)`,
    'delete from bet',
    `update round set status = 1`,
    `insert into core_lease (site_group, epoch, holder) values ('x', 1, 'y')`,
  ]) {
    await expect(database.db.tenant(1, (tx) => tx.query(text))).rejects.toThrow(/permission denied/)
  }
})

test('nobody changes or deletes a posting at run time', async () => {
  await expect(database.db.system((tx) => tx.query('update posting set amount = 1'))).rejects.toThrow(
    /permission denied/,
  )
  await expect(database.db.system((tx) => tx.query('delete from posting'))).rejects.toThrow(/permission denied/)
})

test('every table is keyed by its site first and bound by row-level security, but for those named here', async () => {
  const withoutSite = (
    await database.run(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and n.nspname = 'public' and not exists (
         select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'site_id' and not a.attisdropped)
       order by 1`,
    )
  ).map((row) => row['name'])
  expect(withoutSite.filter((name) => !shared.includes(String(name)))).toEqual([])

  const wrong = await database.run(
    `select c.relname as name from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'site_id'
     left join pg_index i on i.indrelid = c.oid and i.indisprimary
     where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
       and (not c.relrowsecurity or not c.relforcerowsecurity or i.indkey[0] is distinct from a.attnum)`,
  )
  expect(wrong).toEqual([])
})

/** What all sites share: the house's own bookkeeping, rate limits, sites, market data with its tick log, evidence keys, what jobs note, and who excluded himself from all of them. */
const shared = [
  'schemaversion',
  'core_lease',
  'journal_batch',
  'outage',
  'outage_cursor',
  'staff_log_check',
  'house_secret',
  'database_identity',
  'restoration',
  'input_set_aside',
  'staff_log_shipped',
  'rate_limit',
  'site',
  'candle',
  'tick_log',
  'tick_spool',
  'evidence_key',
  'job_run',
  'price_sample',
  'tick_check',
  'reconciliation',
  'funding',
  'held_price',
  'fixing',
  'identities',
  'push_key',
  'alert_cursor',
]
