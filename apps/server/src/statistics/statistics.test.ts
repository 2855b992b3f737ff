import type { MonthStatistics } from '@maru/contract'
import { marketInstruments } from '@maru/market'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HttpHouse, startHttp, unlimited } from '../../test/http-app.ts'
import { seedFuturesOptions, seedRoundOptions } from '../seed/index.ts'
import { countDays, noteOutages, registerStatistics } from './index.ts'

const kst = (text: string) => Date.parse(`${text}+09:00`)
const october = kst('2026-10-31T23:59:59')
const november = kst('2026-11-01T00:00:00')

let house: HttpHouse
beforeAll(async () => {
  house = await startHttp({ rates: unlimited, before: registerStatistics })
  const { run } = house.database
  await seedRoundOptions(house.deps.db, marketInstruments)
  await seedFuturesOptions(house.deps.db, marketInstruments)
  const [option] = await run(
    'select id, precision, qty_precision from futures_option where site_id = 1 order by id limit 1',
  )
  const fill = (id: number, side: string, quote: number, at: number, type = 'MARKET', isMaker = false, position = 1) =>
    run(`
      insert into trading_fill (site_id, id, book, order_id, position_id, option_id, member_id, side, market_type, qty, quote, fee,
        realized_pnl, is_close, is_maker, best, book_u, book_ts, at)
      values (1, ${id}, 'futures', 1, ${position}, ${option?.['id']}, 7, '${side}', '${type}', ${10 ** Number(option?.['qty_precision'])}, ${quote}, 0, 0, false, ${isMaker}, ${1_000 * 10 ** Number(option?.['precision'])}, 1, 0, ${at})`)
  // One coin, in minor units of USDT; the best price is 1,000.
  const price = (value: number) => value * 100_000_000
  await fill(1, 'LONG', price(1_001), october) // 0.1 % worse
  await fill(2, 'SHORT', price(1_001), october) // 0.1 % better
  await fill(3, 'SHORT', price(998), november) // 0.2 % worse
  await fill(4, 'LONG', price(1_001), november) // 0.1 % worse
  await fill(5, 'LONG', price(1_000), november) // neither
  await fill(6, 'LONG', price(900), november, 'LIMIT', true) // rested: not counted
  await fill(7, 'SHORT', price(900), november, 'LIQUIDATION', false, 5)
  await fill(8, 'SHORT', price(890), november, 'LIQUIDATION', false, 5)
  await fill(9, 'LONG', price(890), november, 'LIQUIDATION', false, 6)
  const round = (id: number, at: number, status: number, reason: string | null) =>
    run(`
      insert into round (site_id, id, option_id, round_no, open_at, lock_at, start_at, end_at, phase, payout_rate_bp, rule_version,
        status, void_reason, buy_point, sell_point, bet_count, feed_states, decided_at, settled_at, strike_delay_ms, strike_wait_ms)
      values (1, ${id}, 1, 1, ${at}, ${at}, ${at}, ${at}, '${status === 3 ? 'VOID' : 'SETTLED'}', 19000, '1',
        ${status}, ${reason === null ? 'null' : `'${reason}'`}, 0, 0, 0, '[]', ${status === 0 ? 'null' : at}, ${at}, 0, 0)`)
  await round(1, october, 1, null)
  await round(2, november, 1, null)
  await round(3, november + 1_000, 3, 'FEED_STALE')
  await round(4, november + 2_000, 3, 'FEED_STALE')
  await round(5, november + 3_000, 3, 'PRICE_EQUAL')
  await round(6, november + 4_000, 0, null) // not decided: not counted
})
afterAll(() => house.close())

const count = (now: number) => countDays(house.deps.db, now, new AbortController().signal)
async function published(site = 1): Promise<MonthStatistics[]> {
  const answer = await house.app.inject({ url: `/api/public/statistics?siteInfoId=${site}` })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

test('months in Korea count fills beside the best price, liquidated positions, decided and void rounds', async () => {
  await count(november + 3_600_000)
  const [second, first] = await published()
  expect(first).toMatchObject({
    month: '2026-10',
    futures: { fills: 2, better: 1, worse: 1, betterBy: '0.1000', worseBy: '0.1000', liquidations: 0 },
    rounds: { decided: 1, voids: [] },
  })
  expect(second).toMatchObject({
    month: '2026-11',
    futures: { fills: 3, better: 0, worse: 2, betterBy: null, worseBy: '0.1500', liquidations: 2 },
    oversea: { fills: 0, worseBy: null, liquidations: 0 },
    rounds: {
      decided: 4,
      voids: [
        { reason: 'FEED_STALE', count: 2 },
        { reason: 'PRICE_EQUAL', count: 1 },
      ],
    },
  })
  expect((await published(15)).every(({ futures }) => futures.fills === 0)).toBe(true)
})

test('a day is counted again until an hour after its end, then stays as it is', async () => {
  await house.database.run('truncate statistic_day, statistic_cursor')
  await count(november + 3_599_999) // October's last day and today
  await house.database.run(
    `insert into trading_fill select site_id, id + 100, book, order_id, position_id, option_id, member_id, side, market_type, qty,
       quote, fee, realized_pnl, is_close, is_maker, best, mark, book_u, book_ts, fx_rate, trading_day, at
     from trading_fill where id = 1`,
  )
  await count(november + 3_600_000)
  expect((await published())[1]?.futures.fills).toBe(3)
  await house.database.run(`delete from trading_fill where id = 101`)
  await count(november + 7_200_000)
  expect((await published())[1]?.futures.fills).toBe(3)
  const finals = await house.database.run(`select day::text from statistic_cursor where site_id = 1`)
  expect(finals).toEqual([{ day: '2026-10-31' }])
})

test('a time without batches is an outage once, also when it spans two looks; a pause of seconds is none', async () => {
  const { db } = house.deps
  const { run } = house.database
  const batch = (seq: number, at: number) =>
    run(
      `insert into journal_batch (site_group, epoch, seq, at, commands, row_effects) values ('away', 1, ${seq}, ${at}, 0, 0)`,
    )
  await batch(1, november)
  await batch(2, november + 10_000)
  await batch(3, november + 70_000) // a minute without
  expect(await noteOutages(db, 1)).toBe(1)
  expect(await noteOutages(db, 1)).toBe(0)
  await run(`delete from journal_batch where site_group = 'away'`)
  await batch(4, november + 100_000) // half a minute after what was seen last
  expect(await noteOutages(db, 1)).toBe(1)
  await batch(5, november + 400_000)
  expect(await noteOutages(db, 60)).toBe(0) // five minutes of a clock that runs sixty times as fast
  expect(await run(`select from_at - ${november} as from_at, until_at - from_at as ms from outage order by 1`)).toEqual(
    [
      { from_at: '10000', ms: '60000' },
      { from_at: '70000', ms: '30000' },
    ],
  )
  await run(`update outage set site_group = 'main'`)
  await count(november)
  expect((await published())[0]?.outages).toEqual({
    count: 2,
    totalMs: 90_000,
    longestMs: 60_000,
    newestAt: november + 70_000,
  })
})

test('prices that were held after a jump are counted in their month, and those that proved false', async () => {
  const { run } = house.database
  const held = (id: number, at: number, ending: string, accepted: number | null = 600_000) =>
    run(
      `insert into held_price (site_group, id, instrument, stream, accepted, price, held_at, ended_at, ending)
       values ('main', $1, 'BTCUSDT', 'mark', $2, 500000, $3, $4, $5)`,
      [id, accepted, at, at + 900, ending],
    )
  await held(1, november, 'FALSE')
  await held(2, november, 'CONFIRMED')
  await held(3, november, 'CONFIRMED', null) // after a gap: no jump
  await held(4, november - 1, 'FALSE') // in October
  expect((await published()).map(({ month, heldPrices }) => [month, heldPrices]).slice(0, 2)).toEqual([
    ['2026-11', { count: 2, wrong: 1 }],
    ['2026-10', { count: 1, wrong: 1 }],
  ])
})
