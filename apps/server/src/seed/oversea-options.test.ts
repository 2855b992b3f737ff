import { marketInstruments } from '@maru/market'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { demoOverseaOptions, seedOverseaOptions } from './oversea-options.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase()
  await database.run(`
    insert into site (id, code, name, flags) values (1, 'one', 'one', '100000'), (2, 'two', 'two', '011111'), (3, 'three', 'three', '101101');
    insert into site_config values (1, 300000000, 'KRW'), (2, 300000000, 'KRW'), (3, 300000000, 'KRW')`)
})
afterEach(() => database.drop())

const seeded = () =>
  database.run('select site_id::int as site, count(*)::int from oversea_option group by 1 order by 1')

test('every site with overseas futures gets the five contracts, and keeps what its operators change', async () => {
  await seedOverseaOptions(database.db, marketInstruments, 'real')
  expect(await seeded()).toEqual([
    { site: 1, count: 5 },
    { site: 3, count: 5 },
  ])
  await database.run('update oversea_option set is_stop = true, margin = 5000000 where site_id = 3 and id = 2')
  await database.run(`update site set flags = '100000' where id = 2`)
  await seedOverseaOptions(database.db, marketInstruments, 'real')
  expect(await seeded()).toMatchObject([{ site: 1 }, { site: 2, count: 5 }, { site: 3, count: 5 }])
  expect(await database.run('select margin::int from oversea_option where is_stop')).toEqual([{ margin: 5_000_000 }])
})

test('rules C: the contracts have the terms of the table, numbered by the place of their instrument', () => {
  const table = demoOverseaOptions(1, marketInstruments, 'real').map((option) => [
    option.id,
    option.stock,
    option.tickUnits / 10 ** option.precision,
    Number(option.tickValue) / 10_000,
    Number(option.margin) / 10_000,
    option.maxCount,
    Number(option.fee) / 10_000,
  ])
  expect(table).toEqual([
    [1, 'OV_EURUSD', 0.0001, 1.25, 400, 30, 1],
    [2, 'OV_GBPAUD', 0.0001, 1, 400, 30, 1],
    [3, 'OV_XAUUSD', 0.1, 1, 2_000, 20, 1.5],
    [4, 'OV_NAS100', 0.25, 0.5, 3_000, 20, 1.5],
    [5, 'OV_SPX500', 0.25, 1.25, 2_300, 20, 1.5],
  ])
})

test.each([
  ['real', 600_000],
  ['demo', 180_000],
] as const)('rules C: with the %s calendar the rate of a session is fixed %i ms before it opens', (calendar, lead) => {
  for (const option of demoOverseaOptions(1, marketInstruments, calendar)) expect(option.fixLeadMs).toBe(lead)
})
