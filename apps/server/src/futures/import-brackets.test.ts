import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Brackets, bracketOf, maxLeverageFor, parseVenueBrackets, shippedBrackets } from '@maru/positions'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { importBrackets } from './import-brackets.ts'

const [btc, eos, matic, chz] = [1, 5, 6, 11]
const usdt = (amount: number) => BigInt(amount) * 100_000_000n
const recorded = (date: string) =>
  join(import.meta.dirname, `../../../../../shared/data/binance/leverage/leverageBracket.derived.${date}.json`)
const isHere = existsSync(recorded('2024-07-04'))
if (!isHere) console.log('skipped: the recorded leverage tables are not beside the repository')

let server: TestServer
let lines: { level: number; siteId?: number; stock?: string; refusal?: string; msg: string }[]
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
beforeEach(() => {
  lines = []
})
afterEach(() => server.close())

const table = (mmrPpm: number, maxLeverage: number): Brackets => [
  { notionalCap: usdt(1_000_000), maxLeverage, mmrPpm, cum: 0n },
]
const take = (tables: Record<string, Brackets>, waitMs = 0) =>
  importBrackets(new Map(Object.entries(tables)), {
    db: server.deps.db,
    core: server.runner,
    reads: server.runner.reads,
    log,
    waitMs,
  })
const optionOf = async (optionId: number) =>
  (await server.runner.reads.ask('futures.option', { siteId: 1, optionId })).value!
const openPositions = async () =>
  (await server.runner.reads.ask('futures.open', { siteId: 1, memberId: 1001 })).value.positions.map(({ row }) => row)
const told = () => lines.filter(({ siteId }) => siteId === 1).map(({ stock, refusal }) => [stock, refusal])
const rows = () => server.database.run('select site_id, id, xmin::text, brackets from futures_option order by 1, 2')

async function restart(env: Record<string, string> = {}): Promise<void> {
  const { database } = server
  await server.close(true)
  server = await startTestServer({ database, env })
}

function setMark(mark: number): void {
  server.feed.setPrice('BTCUSDT', mark)
  server.feed.setBook('BTCUSDT', { bid: mark - 1, ask: mark + 1, mark })
  server.feed.trade('BTCUSDT', mark)
}

/** 0.1 BTC at some 60,000 behind 600 of margin. */
async function openPosition(): Promise<void> {
  setMark(600_000)
  const token = (await server.login('demo1')).accessToken
  const body = { futuresOptionId: btc, side: 'LONG', marketType: 'MARKET', qty: '0.1' }
  expect(await server.call('/api/futures/order', { token, key: true, body })).toMatchObject({ status: 200 })
  await expect.poll(openPositions).toHaveLength(1)
}

test.skipIf(!isHere)(
  'B: the brackets that the venue had are taken over where they are stricter, once, and stay',
  async () => {
    const env = { LEVERAGE_BRACKETS: recorded('2024-07-04') }
    server = await startTestServer({ env })
    const venue = parseVenueBrackets(JSON.parse(readFileSync(env.LEVERAGE_BRACKETS, 'utf8')))
    const sites = new Set((await rows()).map((row) => Number(row['site_id'])))
    expect(sites.size).toBeGreaterThan(0)
    for (const siteId of sites) {
      const { value: options } = await server.runner.reads.ask('futures.options', { siteId })
      expect(options).toHaveLength(11)
      for (const { instrument, brackets } of options) {
        const shipped = shippedBrackets(instrument)
        expect([instrument, brackets]).toEqual([instrument, instrument === 'CHZUSDT' ? expect.anything() : shipped])
        for (const notional of [...venue.get(instrument)!, ...shipped].map((one) => one.notionalCap)) {
          for (const limit of [venue.get(instrument)!, shipped])
            expect(maxLeverageFor(notional, brackets)).toBeLessThanOrEqual(maxLeverageFor(notional, limit))
          if (maxLeverageFor(notional, brackets) > 0)
            expect(bracketOf(notional, brackets).mmrPpm).toBeGreaterThanOrEqual(bracketOf(notional, shipped).mmrPpm)
        }
      }
    }
    expect((await optionOf(chz)).brackets[0]).toEqual({
      notionalCap: usdt(5_000),
      maxLeverage: 50,
      mmrPpm: 15_000,
      cum: 0n,
    })
    const taken = await rows()
    expect(taken).not.toEqual([])
    await restart(env)
    expect(await rows()).toEqual(taken)
    await restart()
    expect(await rows()).toEqual(taken)
    expect((await optionOf(chz)).brackets[0]).toMatchObject({ mmrPpm: 15_000 })
  },
)

test('B: a renamed coin is found by the name that the venue has for it now, then by ours', async () => {
  server = await startTestServer()
  await take({ POLUSDT: table(20_000, 20), MATICUSDT: table(30_000, 20), EOSUSDT: table(40_000, 20) })
  expect((await optionOf(matic)).brackets[0]).toMatchObject({ mmrPpm: 20_000, maxLeverage: 20 })
  expect((await optionOf(eos)).brackets[0]).toMatchObject({ mmrPpm: 40_000 })
  expect((await optionOf(chz)).brackets).toEqual(shippedBrackets('CHZUSDT'))
  expect(told()).toHaveLength(11)
  expect(lines.find((line) => line.stock === 'CR_CHZUSDTPERP')?.msg).toContain('does not name')
  // A table that became milder is followed, to the shipped one and no further.
  await take({ POLUSDT: table(1_000, 125) })
  expect(maxLeverageFor(1n, (await optionOf(matic)).brackets)).toBe(50)
  expect((await optionOf(matic)).brackets[0]).toMatchObject({ mmrPpm: 10_000 })
})

test('B: brackets under which a margin account would be liquidated are refused and reported; the others are taken', async () => {
  server = await startTestServer()
  await openPosition()
  setMark(542_600) // 26 of its margin left, 22 of maintenance
  await expect.poll(async () => (await openPositions())[0]?.isWarned).toBe(true)
  const before = await optionOf(btc)
  await take({ BTCUSDT: table(20_000, 20), CHZUSDT: table(20_000, 20), EOSUSDT: table(20_000, 5) })
  expect(await optionOf(btc)).toEqual(before)
  expect((await optionOf(chz)).brackets[0]).toMatchObject({ mmrPpm: 20_000 })
  expect(told()).toContainEqual(['CR_BTCUSDTPERP', 'LEVERAGE_LOCKED_POSITION'])
  expect(told()).toContainEqual(['CR_CHZUSDTPERP', undefined])
  // The default leverage of 10 would be out of range.
  expect(told()).toContainEqual(['CR_EOSUSDTPERP', 'INVALID_REQUEST'])
  expect(await openPositions()).toHaveLength(1)
})

test('B: after a start the marks of open positions are waited for', async () => {
  server = await startTestServer()
  await openPosition()
  await restart()
  await take({ BTCUSDT: table(20_000, 20) })
  expect(told()).toContainEqual(['CR_BTCUSDTPERP', 'PRICE_FEED_STALE'])
  expect((await optionOf(btc)).brackets).toEqual(shippedBrackets('BTCUSDT'))
  const submitted = vi.spyOn(server.deps.core, 'submit')
  const taking = take({ BTCUSDT: table(20_000, 20) }, 20_000)
  // It was refused for want of a mark, and asks again.
  await expect.poll(() => submitted.mock.calls.length).toBeGreaterThan(1)
  setMark(600_000)
  await taking
  submitted.mockRestore()
  expect((await optionOf(btc)).brackets[0]).toMatchObject({ mmrPpm: 20_000 })
  expect(await openPositions()).toHaveLength(1)
})
