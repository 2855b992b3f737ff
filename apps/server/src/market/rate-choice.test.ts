import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { coinSpots } from '@maru/core'
import { marketInstruments } from '@maru/market'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeClocks } from '../clocks.ts'
import { ConfigError } from '../config.ts'
import { chooseCoinRates, chooseRates } from './rate-choice.ts'

let dataDir: string
const closers: (() => void)[] = []
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'maru-rates-'))
})
afterEach(() => {
  for (const close of closers.splice(0)) close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** The rates and the reports of a source whose only answer is this one. */
async function house(answer: string) {
  const server = createServer((_request, response) => response.end(answer))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const rateUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const { domain } = makeClocks({ start: Date.parse('2026-11-20T10:00:00+09:00'), speed: 1, notBefore: null })
  const rates: number[] = []
  const problems: string[] = []
  const open = () => {
    const config = { feed: 'live', feedSeed: null, dataDir, rateUrl } as const
    const source = chooseRates(config, domain, ({ message }) => problems.push(message))
    closers.push(() => source?.stop())
    source?.start(({ rate }) => rates.push(rate))
    return source
  }
  closers.push(() => server.close())
  return { open, rates, problems }
}
const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 5 })

test('the rate that was taken is kept in DATA_DIR, and the next start holds a rate against it', async () => {
  const first = await house('{"rate":"1398.20","date":"2026-11-20","source":"bank"}')
  first.open()
  await until(() => expect(first.rates).toEqual([139_820]))
  expect(JSON.parse(readFileSync(join(dataDir, 'usdkrw.json'), 'utf8'))).toEqual({
    rate: 139_820,
    source: 'bank',
    date: '2026-11-20',
  })
  const jump = '{"rate":"1450.00","date":"2026-11-20","source":"bank"}'
  const second = await house(jump)
  const source = second.open()
  await until(() => expect(second.problems).toHaveLength(1))
  expect(second.problems[0]).toContain('confirm')
  expect(second.rates).toEqual([])
  expect(source?.desk?.confirm(145_000, '2026-11-20')).toBe(true)
  // What was confirmed once is no jump after a restart.
  const confirmed = await house(jump)
  confirmed.open()
  await until(() => expect(confirmed.rates).toEqual([145_000]))
})

test('a damaged file stops the start with a line that names it', async () => {
  writeFileSync(join(dataDir, 'usdkrw.json'), '{"rate":"1398.20"}')
  const { open } = await house('{}')
  expect(open).toThrow(ConfigError)
  expect(open).toThrow('usdkrw.json is damaged')
})

test('without a source a live market has no rate; beside a made up market it is made up', () => {
  const { domain } = makeClocks({ start: null, speed: 1, notBefore: null })
  const config = { feedSeed: 7, dataDir, rateUrl: null }
  const fail = (error: Error) => {
    throw error
  }
  expect(chooseRates({ ...config, feed: 'live' }, domain, fail)).toBeNull()
  for (const feed of ['simulator', 'replay'] as const) {
    const said: string[] = []
    const source = chooseRates({ ...config, feed }, domain, fail)
    source?.start(({ source: name }) => said.push(name))
    source?.stop()
    expect(said).toEqual(['simulator'])
  }
})

test('the price of a USDT in won comes from the configured tickers beside a live market only', () => {
  const { domain } = makeClocks({ start: null, speed: 1, notBefore: null })
  const config = { feedSeed: 7, dataDir, coinRateUrl: null, coinRateCheckUrl: null }
  const fail = (error: Error) => {
    throw error
  }
  const url = 'https://exchange.example/v1/ticker?markets=KRW-USDT'
  const count = (parts: object) => chooseCoinRates({ ...config, feed: 'live', ...parts }, domain, fail).length
  expect([count({}), count({ coinRateUrl: url }), count({ coinRateUrl: url, coinRateCheckUrl: url })]).toEqual([
    0, 1, 2,
  ])
  const said: string[] = []
  const [source] = chooseCoinRates({ ...config, feed: 'simulator' }, domain, fail)
  source!.start(({ source: name }) => said.push(name))
  source!.stop()
  expect(said).toEqual(['simulator'])
})

test('the core counts coins as the market does', () => {
  for (const { instrument, precision } of Object.values(coinSpots))
    expect(marketInstruments.find(({ symbol }) => symbol === instrument)).toMatchObject({ precision })
})
