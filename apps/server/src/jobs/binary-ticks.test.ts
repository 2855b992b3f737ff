import type { Instrument } from '@maru/market'
import { marketInstruments } from '@maru/market'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { binaryTicks } from './binary-ticks.ts'

const hour = 3_600_000
const begin = Date.UTC(2026, 10, 20)
const signal = new AbortController().signal

let database: TestDatabase
let now: number
beforeEach(async () => {
  database = await testDatabase()
  now = begin
  await database.run(`
    insert into round_option values
      (1, 15, 'CR_BTCUSDT', 'BTCUSDT', 'x', 'B1', 1, 'KRW', true, false, 18500, 5000, 1000000, 1000, 2000000, 5, 1000, 300, 50000000, 3000, 2000),
      (1, 35, 'CR_XRPUSDT', 'XRPUSDT', 'x', 'B1', 4, 'KRW', true, false, 18500, 5000, 1000000, 1000, 2000000, 5, 1000, 300, 50000000, 3000, 2000),
      (1, 36, 'CR_XRPUSDT', 'XRPUSDT', 'x', 'B2', 4, 'KRW', false, false, 18500, 5000, 1000000, 1000, 2000000, 5, 1000, 300, 50000000, 3000, 2000),
      (1, 31, 'CR_XRPUSDT', 'XRPUSDT', 'x', 'R.5', 4, 'KRW', true, false, 19000, 5000, 1000000, 1000, 2000000, 5, 1000, 300, 50000000, 3000, 2000)`)
})
afterEach(() => database.drop())

const instruments = ['BTCUSDT', 'XRPUSDT', 'DOGEUSDT'].map((symbol) =>
  marketInstruments.find((one) => one.symbol === symbol),
) as Instrument[]

function house() {
  const told: Record<string, unknown>[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void told.push(JSON.parse(line)) })
  const metrics = new Registry()
  const job = binaryTicks({ db: database.db, log, metrics, instruments, now: () => now, speed: 1 })
  return { job, told, text: () => metrics.metrics() }
}

/** Prices that move by `move` up and down every half minute, written as the market does: a second before its end, quiet ones not at all. */
async function prices(instrument: string, from: number, to: number, move: number): Promise<void> {
  await database.run(
    `insert into candle select $1, '1s', t - 1000, p, p, p, p, 1
     from generate_series($2::bigint, $3::bigint, 30000) t, lateral (select 100000 + $4::bigint * (t / 30000 % 2) as p) v
     on conflict do nothing`,
    [instrument, from, to, move],
  )
}

async function runHours(job: ReturnType<typeof house>['job'], hours: number, moves: Record<string, number>) {
  for (let n = 0; n < hours; n++) {
    for (const [instrument, move] of Object.entries(moves)) await prices(instrument, now, now + hour, move)
    now += hour
    await job.run(signal)
  }
}
const checks = () =>
  database.run(
    `select instrument, tick::int, median_move::float8 as median, moves, is_fine from tick_check order by at, instrument`,
  )

test('A: a tick size of at most 5 % of the median move of 30 s is fine for a binary option, a larger one is told', async () => {
  const { job, told, text } = house()
  await runHours(job, 1, { BTCUSDT: 20, XRPUSDT: 19 })
  expect(await checks()).toEqual([])
  await runHours(job, 2, { BTCUSDT: 20, XRPUSDT: 19 })
  const found = await checks()
  expect(found).toMatchObject([
    { instrument: 'BTCUSDT', tick: 1, median: 20, is_fine: true },
    { instrument: 'XRPUSDT', tick: 1, median: 19, is_fine: false },
  ])
  expect(told.at(-1)).toMatchObject({
    level: 40,
    instrument: 'XRPUSDT',
    tick: 1,
    medianMove: 19,
    options: [{ siteId: 1, optionId: 35, type: 'B1' }],
  })
  expect(told.some(({ instrument }) => instrument === 'BTCUSDT')).toBe(false)
  expect(await text()).toMatch(/maru_binary_options_too_coarse\{instrument="XRPUSDT"\} 1/)
  expect(await text()).toMatch(/maru_price_tick_share\{instrument="BTCUSDT"\} 0\.05/)
})

test('A: it is checked once a day, of the last 24 hours, and a restart in between tells what was found', async () => {
  const { job } = house()
  await runHours(job, 3, { XRPUSDT: 10 })
  expect(await checks()).toMatchObject([{ is_fine: false }])
  await runHours(job, 20, { XRPUSDT: 40 })
  expect(await checks()).toHaveLength(1)
  const after = house()
  await after.job.run(signal)
  expect(after.told).toMatchObject([{ instrument: 'XRPUSDT' }])
  await runHours(after.job, 4, { XRPUSDT: 40 })
  const [, second] = await checks()
  expect(second).toMatchObject({ median: 40, is_fine: true })
  expect(second?.['moves']).toBeLessThanOrEqual(2_880)
  expect(await after.text()).toMatch(/maru_binary_options_too_coarse\{instrument="XRPUSDT"\} 0/)
})

test('the time in which the server was down has no moves, and a price that stands has moves of nothing', async () => {
  const { job } = house()
  await runHours(job, 2, { BTCUSDT: 20 })
  now += 10 * hour
  await runHours(job, 1, { BTCUSDT: 20, DOGEUSDT: 0 })
  await runHours(job, 2, { DOGEUSDT: 0 })
  const found = await checks()
  expect(found.find(({ instrument }) => instrument === 'DOGEUSDT')).toMatchObject({ median: 0, is_fine: false })
  const samples = await database.run(`select count(*)::int as n from price_sample where instrument = 'BTCUSDT'`)
  expect(samples[0]?.['n']).toBeLessThan(3 * 121 + 5)
})

test('a site that is stricter is told of options that are fine for others, and the check is against the strictest', async () => {
  await database.run(`insert into site_config values (1, 300000000, 'KRW')`)
  await database.run('update site_config set binary_tick_ppm = 40000 where site_id = 1')
  const { job, told } = house()
  await runHours(job, 3, { BTCUSDT: 20 })
  expect(await checks()).toMatchObject([{ instrument: 'BTCUSDT', median: 20, is_fine: false }])
  expect(told.map(({ instrument }) => instrument)).toContain('BTCUSDT')
  // One that allows more has nothing to be told, whatever the check said.
  await database.run('update site_config set binary_tick_ppm = 60000 where site_id = 1')
  const later = house()
  await runHours(later.job, 1, { BTCUSDT: 20 })
  expect(later.told).toEqual([])
})
