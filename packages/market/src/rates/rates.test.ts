import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import type { DomainClock } from '../feed.ts'
import { TestClock } from '../test-clock.ts'
import { checkedRate, type GoodRate } from './checked.ts'
import { createOfficialRate } from './official.ts'
import { createSimulatedRate, simulatedRate } from './simulated.ts'
import type { Rate } from './source.ts'

const kst = (text: string) => Date.parse(`${text}+09:00`)
const now = kst('2026-11-20T10:00:00')
const minute = 60_000
const day = 86_400_000

test('the made up rate stays within 1 % of 1,400 and moves slowly', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.integer({ min: 0, max: kst('2030-01-01T00:00:00') }), (seed, at) => {
      const rate = simulatedRate(seed, at)
      expect(Number.isSafeInteger(rate)).toBe(true)
      expect(rate).toBeGreaterThanOrEqual(138_600)
      expect(rate).toBeLessThanOrEqual(141_400)
      expect(Math.abs(simulatedRate(seed, at + minute) - rate)).toBeLessThan(30)
    }),
  )
})

test('the made up rate is drawn back to 1,400, and another seed has another path', () => {
  const days = Array.from({ length: 730 }, (_, index) => simulatedRate(42, now + index * day))
  const mean = days.reduce((sum, rate) => sum + rate, 0) / days.length
  expect(mean / 140_000).toBeCloseTo(1, 2.5)
  expect(Math.max(...days) - Math.min(...days)).toBeGreaterThan(700)
  expect(days).not.toEqual(Array.from({ length: 730 }, (_, index) => simulatedRate(43, now + index * day)))
})

test('the simulator states a rate at once and each minute, the same whenever it starts', async () => {
  const record = async (from: number) => {
    const clock = new TestClock(from)
    const rates: Rate[] = []
    const source = createSimulatedRate({ seed: 7, clock })
    source.start((rate) => rates.push(rate))
    await clock.run(now + 5 * minute)
    source.stop()
    await clock.run(now + 9 * minute)
    return rates
  }
  const early = await record(now)
  expect(early.map(({ sourceTs }) => sourceTs)).toEqual([0, 1, 2, 3, 4, 5].map((index) => now + index * minute))
  const late = await record(now + 90_000)
  expect(late[0]).toMatchObject({ sourceTs: now + minute, recvTs: now + 90_000, source: 'simulator', pair: 'USDKRW' })
  expect(late.map(({ rate }) => rate)).toEqual(early.slice(1).map(({ rate }) => rate))
})

const good: GoodRate = { rate: 139_820, source: 'bank', date: '2026-11-19' }
const said = (rate: unknown, date: unknown = '2026-11-20', source: unknown = 'bank') =>
  JSON.stringify({ rate, date, source })

test.each([
  ['not JSON', 'rate=1398.20', 'no JSON'],
  ['no object', '"1398.20"', 'no object'],
  ['null', 'null', 'no object'],
  ['a number', said(1398.2), 'rate'],
  ['an exponent', said('1.3e3'), 'rate'],
  ['a sign', said('-1398.20'), 'rate'],
  ['a thousands separator', said('1,398.20'), 'rate'],
  ['no rate', JSON.stringify({ date: '2026-11-20', source: 'bank' }), 'rate'],
  ['the won in dollars', said('0.00072'), 'cannot be'],
  ['another unit', said('139820'), 'cannot be'],
  ['no day', said('1398.20', '20261120'), 'date'],
  ['a 31st of November', said('1398.20', '2026-11-31'), 'date'],
  ['tomorrow', said('1398.20', '2026-11-21'), 'not begun'],
  ['five days ago', said('1398.20', '2026-11-15'), 'too old'],
  ['a day before the last', said('1398.20', '2026-11-18'), 'is before'],
  ['no source', said('1398.20', '2026-11-20', ''), 'source'],
  ['a source with control signs', said('1398.20', '2026-11-20', 'bank\n'), 'source'],
  ['a jump upwards', said('1440.15'), 'confirm'],
  ['a jump downwards', said('1356.25'), 'confirm'],
])('a rate is refused: %s', (_name, text, reason) => {
  expect(() => checkedRate(text, now, good)).toThrow(reason)
})

test('a rate holds for its day, from its receipt at the latest', () => {
  expect(checkedRate(said('1398.205'), now, good)).toEqual({
    rate: 139_820,
    date: '2026-11-20',
    source: 'bank',
    sourceTs: now,
  })
  expect(checkedRate(said('1398.2', '2026-11-19'), now, null).sourceTs).toBe(kst('2026-11-20T00:00:00'))
  // Friday's rate serves on Tuesday, until four days after Friday's end.
  const friday = said('1398.2', '2026-11-20')
  expect(checkedRate(friday, kst('2026-11-25T00:00:00'), null).rate).toBe(139_820)
  expect(() => checkedRate(friday, kst('2026-11-25T00:00:00') + 1, null)).toThrow('too old')
})

test('3 % is no jump; more is one, and says the rate that waits', () => {
  expect(checkedRate(said('1440.14'), now, good).rate).toBe(144_014)
  const waits = { rate: 144_015, date: '2026-11-20', source: 'bank' }
  expect(() => checkedRate(said('1440.15'), now, good)).toThrow(
    expect.objectContaining({ name: 'RateJump', rate: waits }),
  )
})

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A source whose answers follow one another, asked once for each of them. */
async function asked(answers: ((answer: ServerResponse) => void)[], kept: GoodRate | null = null) {
  let next = 0
  const server = createServer((_request, answer) => answers[next++]?.(answer))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const clock = new TestClock(now)
  const rates: Rate[] = []
  const problems: string[] = []
  let last = kept
  let settled: () => void = () => undefined
  // The source looks at the time when it asks, and again when the answer is there whole.
  let looks = 0
  const watched: DomainClock = {
    now: () => {
      if (++looks % 2 === 0) settled()
      return clock.now()
    },
    at: (at, fn) => clock.at(at, fn),
  }
  const source = createOfficialRate({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/usdkrw`,
    clock: watched,
    kept: { read: () => last, write: (rate) => (last = rate) },
    onProblem: ({ message }) => {
      problems.push(message)
      settled()
    },
  })
  closers.push(source.stop)
  for (let index = 0; index < answers.length; index++) {
    looks = 0
    const done = new Promise<void>((resolve) => {
      settled = resolve
    })
    if (index === 0) source.start((rate) => rates.push(rate))
    else await clock.run(clock.now() + 10 * minute)
    await done
  }
  return { rates, problems, kept: () => last, clock, desk: source.desk! }
}

const answer =
  (text: string, status = 200) =>
  (response: ServerResponse) =>
    response.writeHead(status).end(text)

test('the official rate is polled, told once, and kept for the next start', async () => {
  const { rates, problems, kept } = await asked([
    answer(said('1398.20')),
    answer(said('1398.20')),
    answer(said('1401.00')),
  ])
  expect(rates).toEqual([
    { kind: 'rate', pair: 'USDKRW', rate: 139_820, source: 'bank', sourceTs: now, recvTs: now },
    {
      kind: 'rate',
      pair: 'USDKRW',
      rate: 140_100,
      source: 'bank',
      sourceTs: now + 20 * minute,
      recvTs: now + 20 * minute,
    },
  ])
  expect(problems).toEqual([])
  expect(kept()).toEqual({ rate: 140_100, source: 'bank', date: '2026-11-20' })
})

test('a bad answer is an alarm and tells no rate; the next good one does', async () => {
  const { rates, problems } = await asked(
    [
      answer('down', 503),
      (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      answer(`{"rate":"${'1'.repeat(70_000)}"}`),
      (response) => response.destroy(),
      answer(said('1700.00')),
      answer(said('1399.00')),
    ],
    good,
  )
  expect(problems).toHaveLength(5)
  expect(problems[0]).toContain('503')
  expect(problems[2]).toContain('too long')
  expect(problems[4]).toContain('confirm')
  expect(rates.map(({ rate }) => rate)).toEqual([139_900])
})

test('a rate that is far from the last waits, and the one that an operator confirms is told and kept', async () => {
  const { rates, kept, desk, clock } = await asked([answer(said('1450.00'))], good)
  expect([desk.proposed(), desk.last(), desk.problem()]).toEqual([
    { rate: 145_000, source: 'bank', date: '2026-11-20' },
    good,
    null,
  ])
  expect([desk.confirm(145_001, '2026-11-20'), desk.confirm(145_000, '2026-11-19'), rates.length]).toEqual([
    false,
    false,
    0,
  ])
  await clock.run(now + 5 * minute)
  expect(desk.confirm(145_000, '2026-11-20')).toBe(true)
  expect(rates).toEqual([
    {
      kind: 'rate',
      pair: 'USDKRW',
      rate: 145_000,
      source: 'bank',
      sourceTs: now + 5 * minute,
      recvTs: now + 5 * minute,
    },
  ])
  expect(kept()).toEqual({ rate: 145_000, source: 'bank', date: '2026-11-20' })
  expect([desk.proposed(), desk.confirm(145_000, '2026-11-20'), rates.length]).toEqual([null, false, 1])
})

test('a rate that waits gives way to the next one, and grows too old to be confirmed', async () => {
  const next = await asked([answer(said('1450.00')), answer(said('1460.00'))], good)
  expect(next.desk.confirm(145_000, '2026-11-20')).toBe(false)
  expect(next.desk.proposed()?.rate).toBe(146_000)
  const back = await asked([answer(said('1450.00')), answer(said('1399.00'))], good)
  expect([back.desk.proposed(), back.desk.confirm(145_000, '2026-11-20')]).toEqual([null, false])
  const old = await asked([answer(said('1450.00'))], good)
  await old.clock.run(kst('2026-11-25T00:00:00') + 1)
  expect([old.desk.confirm(145_000, '2026-11-20'), old.rates.length]).toEqual([false, 0])
})

test('what keeps an answer from use is said until one is in order; a rate that waits stays meanwhile', async () => {
  const { desk } = await asked([answer(said('1450.00')), answer('down', 503)], good)
  expect(desk.problem()).toEqual({ text: expect.stringContaining('503'), at: now + 10 * minute })
  expect(desk.confirm(145_000, '2026-11-20')).toBe(true)
  expect(desk.problem()).toBeNull()
})
