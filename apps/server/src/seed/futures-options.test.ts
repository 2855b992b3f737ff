import { FuturesOption } from '@maru/contract'
import { futuresOptionWire } from '@maru/core'
import { marketInstruments } from '@maru/market'
import { bracketFault } from '@maru/positions'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { demoFuturesOptions, seedFuturesOptions } from './futures-options.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase()
  await database.run(`
    insert into site (id, code, name, flags) values (1, 'one', 'one', '000100'), (2, 'two', 'two', '111011'), (3, 'three', 'three', '100111');
    insert into site_config values (1, 300000000, 'KRW'), (2, 300000000, 'KRW'), (3, 300000000, 'KRW')`)
})
afterEach(() => database.drop())

const seeded = () =>
  database.run('select site_id::int as site, count(*)::int from futures_option group by 1 order by 1')

test('every site with futures gets all perpetuals, and keeps what its operators change', async () => {
  await seedFuturesOptions(database.db, marketInstruments)
  expect(await seeded()).toEqual([
    { site: 1, count: 11 },
    { site: 3, count: 11 },
  ])
  await database.run('update futures_option set is_stop = true, taker_ppm = 500 where site_id = 3 and id = 2')
  await database.run(`update site set flags = '000100' where id = 2`)
  await seedFuturesOptions(database.db, marketInstruments)
  expect(await seeded()).toMatchObject([{ site: 1 }, { site: 2, count: 11 }, { site: 3, count: 11 }])
  expect(await database.run('select taker_ppm from futures_option where is_stop')).toEqual([{ taker_ppm: 500 }])
})

test('the shipped options have sound brackets, steps of their instrument and the place of it as their id', () => {
  const options = demoFuturesOptions(1, marketInstruments)
  for (const [place, option] of options.entries()) {
    expect([option.stock, bracketFault(option.brackets)]).toEqual([option.stock, null])
    expect(option).toMatchObject({ id: place + 1, stock: `CR_${marketInstruments[place]!.symbol}PERP` })
    const prices = {
      lastPrice: null,
      priceChangePercent: null,
      rateChange: null,
      mark: null,
      fundingRate: null,
      nextFundingTime: null,
    }
    expect(
      FuturesOption.safeParse({ ...futuresOptionWire(option, { futuresWarnPpm: 800_000 }), ...prices, feed: 'stale' })
        .error,
    ).toBeUndefined()
  }
  expect(futuresOptionWire(options[2]!, { futuresWarnPpm: 800_000 })).toMatchObject({
    stock: 'CR_DOGEUSDTPERP',
    stepSize: '1',
    tickSize: '0.00001',
  })
})
