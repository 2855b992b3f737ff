import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { TestClock } from '../test-clock.ts'
import { type CoinRate, checkedTicker } from './coin-rate.ts'
import { createSimulatedCoinRate, simulatedCoinRate } from './simulated-coin.ts'
import { createTicker } from './ticker.ts'

const now = Date.parse('2026-11-20T10:00:00+09:00')

/** The ticker as Upbit documents it, cut to what varies. */
const ticker = (parts: object = {}) => ({
  market: 'KRW-USDT',
  trade_date: '20261120',
  trade_time: '010000',
  trade_timestamp: now - 40,
  opening_price: 1382,
  trade_price: 1384.5,
  change: 'RISE',
  acc_trade_volume_24h: 81_234_567.1,
  timestamp: now - 12,
  ...parts,
})
const said = (parts: object = {}) => JSON.stringify([ticker(parts)])

test('the ticker of KRW-USDT is read in hundredths of a won', () => {
  expect(checkedTicker(said(), now)).toBe(138_450)
  expect(checkedTicker(said({ trade_price: 1384 }), now)).toBe(138_400)
  expect(checkedTicker(JSON.stringify([ticker({ market: 'KRW-BTC', trade_price: 1 }), ticker()]), now)).toBe(138_450)
  expect(checkedTicker(said({ timestamp: now - 5_000 }), now)).toBe(138_450)
})

test.each([
  ['not JSON', 'down', 'no JSON'],
  ['an object', '{"error":{"name":"too_many_requests"}}', 'no ticker'],
  ['null', '[null]', 'no ticker'],
  ['another market', said({ market: 'KRW-USDC' }), 'no ticker'],
  ['a string', said({ trade_price: '1384.5' }), 'trade_price'],
  ['an exponent', said({ trade_price: 1e21 }), 'trade_price'],
  ['a sign', said({ trade_price: -1384 }), 'trade_price'],
  ['no price', said({ trade_price: undefined }), 'trade_price'],
  ['the price of another coin', said({ trade_price: 141_000 }), 'cannot be'],
  ['dollars', said({ trade_price: 1.01 }), 'cannot be'],
  ['no time', said({ timestamp: '2026' }), 'timestamp'],
  ['an old one', said({ timestamp: now - 5_001 }), 'too old'],
  ['one of the future', said({ timestamp: now + 5_001 }), 'future'],
])('a ticker is refused: %s', (_name, text, reason) => {
  expect(() => checkedTicker(text, now)).toThrow(reason)
})

test('the made up price stays near the made up dollar and moves slowly', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.integer({ min: 0, max: now }), (seed, at) => {
      const rate = simulatedCoinRate(seed, at)
      expect(rate).toBeGreaterThan(138_000)
      expect(rate).toBeLessThan(142_000)
      expect(Math.abs(simulatedCoinRate(seed, at + 500) - rate)).toBeLessThan(30)
    }),
  )
})

test('the simulator states a price twice a second, the same whenever it starts', async () => {
  const record = async (from: number) => {
    const clock = new TestClock(from)
    const rates: CoinRate[] = []
    const source = createSimulatedCoinRate({ seed: 7, clock })
    source.start((rate) => rates.push(rate))
    await clock.run(now + 2_000)
    source.stop()
    await clock.run(now + 4_000)
    return rates
  }
  const early = await record(now)
  expect(early.map(({ sourceTs }) => sourceTs - now)).toEqual([0, 500, 1_000, 1_500, 2_000])
  const late = await record(now + 700)
  expect(late[0]).toMatchObject({ kind: 'coinRate', role: 'price', sourceTs: now + 500, recvTs: now + 700 })
  expect(late.map(({ rate }) => rate)).toEqual(early.slice(1).map(({ rate }) => rate))
})

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

test('an exchange is asked again after what it says wrong, late or not at all; a good price carries the time of the question', async () => {
  const answers: ((response: ServerResponse) => void)[] = [
    (response) => response.end(said()),
    (response) => response.writeHead(429).end('{}'),
    (response) => response.destroy(),
    (response) => response.end(said({ trade_price: 9 })),
    (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    (response) => response.end(said({ trade_price: 1390, timestamp: now + 2_500 })),
  ]
  let asked = 0
  const server = createServer((_request, response) => answers[asked++]?.(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const clock = new TestClock(now)
  const rates: CoinRate[] = []
  const problems: string[] = []
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/ticker?markets=KRW-USDT`
  const source = createTicker({ url, role: 'check', clock, onProblem: ({ message }) => problems.push(message) })
  closers.push(source.stop)
  source.start((rate) => rates.push(rate))
  for (let count = 1; count <= answers.length; count++) {
    await vi.waitFor(() => expect(rates.length + problems.length).toBe(count), { timeout: 10_000, interval: 5 })
    await clock.run(now + count * 500)
  }
  expect(rates).toEqual([
    {
      kind: 'coinRate',
      pair: 'USDTKRW',
      role: 'check',
      rate: 138_450,
      source: '127.0.0.1',
      sourceTs: now,
      recvTs: now,
    },
    expect.objectContaining({ rate: 139_000, sourceTs: now + 2_500 }),
  ])
  expect(problems).toHaveLength(4)
})
