import { expect, test } from 'vitest'
import type { Calendar } from '../calendar/plans.ts'
import { nextSession } from '../calendar/sessions.ts'
import type { FeedMessage } from '../feed.ts'
import { isOverseas, marketInstruments } from '../instruments.ts'
import { TestClock } from '../test-clock.ts'
import { createSimulator } from './feed.ts'
import { simulatedHistory } from './history.ts'
import { PricePath } from './path.ts'
import { deviationOver, FactorPaths, SimulatedVenue } from './venue.ts'

const noon = Date.UTC(2026, 10, 18, 3)

async function record(seed: number, from: number, ms: number, calendar: Calendar = 'demo') {
  const clock = new TestClock(from)
  const feed = createSimulator({ seed, clock, calendar, instruments: marketInstruments })
  const messages: FeedMessage[] = []
  await feed.start((message) => messages.push(message))
  await clock.run(from + ms)
  await feed.stop()
  return messages
}

const trades = (messages: FeedMessage[], from: number, to: number) =>
  messages.filter((message) => message.kind === 'trade' && message.sourceTs >= from && message.sourceTs < to)

test('the same seed gives the same market at the same time, whenever the simulator started', async () => {
  const long = await record(42, noon, 12_000)
  const late = await record(42, noon + 5_000, 7_000)
  const window = [noon + 6_000, noon + 11_000] as const
  expect(trades(long, ...window).length).toBeGreaterThan(100)
  expect(trades(late, ...window)).toEqual(trades(long, ...window))
  expect(trades(await record(43, noon, 12_000), ...window)).not.toEqual(trades(long, ...window))
})

test('every instrument speaks at the start, majors trade several times a second', async () => {
  const messages = await record(7, noon, 30_000)
  for (const { symbol } of marketInstruments) {
    expect(messages.some((message) => message.kind === 'best' && message.instrument === symbol)).toBe(true)
    expect(messages.some((message) => message.kind === 'trade' && message.instrument === symbol)).toBe(true)
  }
  const perSecond = trades(messages, noon, noon + 30_000).filter(
    (message) => message.kind === 'trade' && message.instrument === 'BTCUSDT',
  ).length
  expect(perSecond / 30).toBeGreaterThan(2)
  expect(perSecond / 30).toBeLessThan(20)
})

test('order books have 20 levels a side on the tick size, sorted and not crossed, and trades happen at the best prices', async () => {
  const units = new Map(marketInstruments.map(({ symbol, tickUnits }) => [symbol, tickUnits]))
  const bestPrices = new Map<string, { bid: number; ask: number }>()
  for (const message of await record(3, noon, 20_000)) {
    if (message.kind === 'best') {
      expect(message.bid).toBeLessThan(message.ask)
      bestPrices.set(message.instrument, message)
    } else if (message.kind === 'depth') {
      const tick = units.get(message.instrument) ?? 1
      expect(message.bids).toHaveLength(20)
      expect(message.asks).toHaveLength(20)
      const prices = [...message.bids.toReversed(), ...message.asks].map(([price]) => price)
      expect(prices).toEqual([...new Set(prices)].sort((a, b) => a - b))
      expect(prices.every((price) => price % tick === 0)).toBe(true)
    } else if (message.kind === 'trade') {
      const best = bestPrices.get(message.instrument)
      expect(message.price).toBeGreaterThanOrEqual(best?.bid ?? Number.NaN)
      expect(message.price).toBeLessThanOrEqual(best?.ask ?? Number.NaN)
    }
  }
})

test('after all that is said of a step, the last price lies in the spread of the newest order book, whose first levels are the best prices', async () => {
  const outside: string[] = []
  const book = new Map<string, { bid: number; ask: number; sourceTs: number }>()
  const best = new Map<string, { bid: number; ask: number }>()
  const last = new Map<string, number>()
  const clock = new TestClock(noon)
  const feed = createSimulator({ seed: 12, clock, calendar: 'demo', instruments: marketInstruments })
  await feed.start((message) => {
    if (message.kind === 'best') best.set(message.instrument, message)
    else if (message.kind === 'trade') last.set(message.instrument, message.price)
    else if (message.kind === 'depth') {
      const { instrument, sourceTs } = message
      expect(sourceTs).toBeGreaterThanOrEqual(book.get(instrument)?.sourceTs ?? 0)
      book.set(instrument, { bid: message.bids[0]![0], ask: message.asks[0]![0], sourceTs })
    }
  })
  for (let step = 1; step <= 300; step++) {
    await clock.run(noon + step * 100)
    for (const { symbol } of marketInstruments) {
      const { bid, ask } = book.get(symbol)!
      const price = last.get(symbol)
      expect(best.get(symbol)).toMatchObject({ bid, ask })
      // A slow instrument's first trade may come two seconds after the start.
      if (price === undefined ? step > 20 : price < bid || price > ask) outside.push(`${symbol} ${step}`)
    }
  }
  await feed.stop()
  expect(outside).toEqual([])
})

test('B: the fundings of the last week are told before the first mark, each as a house that ran made it', async () => {
  const period = 8 * 3_600_000
  const fundingAt = Math.ceil(noon / period) * period
  const marks = new Map<string, Extract<FeedMessage, { kind: 'mark' }>>()
  const running = await record(4, fundingAt - 2_500, 4_000)
  for (const message of running)
    if (message.kind === 'mark' && message.sourceTs < fundingAt) marks.set(message.instrument, message)
  const perpetuals = marketInstruments.filter((instrument) => !isOverseas(instrument)).map(({ symbol }) => symbol)
  expect([...marks.keys()]).toEqual(perpetuals)

  const startAt = fundingAt + 3_600_000
  const messages = await record(4, startAt, 1_000)
  const first = messages.findIndex(({ kind }) => kind !== 'funding')
  const told = messages.flatMap((message) => (message.kind === 'funding' ? [message] : []))
  expect(told).toEqual(messages.slice(0, first))
  for (const symbol of perpetuals) {
    const past = told.filter(({ instrument }) => instrument === symbol)
    expect(past.map(({ at }) => at)).toEqual(
      Array.from({ length: 21 }, (_, index) => fundingAt - (20 - index) * period),
    )
    const { fundingRate, price, nextFundingTime } = marks.get(symbol)!
    expect(nextFundingTime).toBe(fundingAt)
    expect(past.at(-1)).toMatchObject({ rate: fundingRate, price })
  }
  expect(new Set(told.map(({ instrument }) => instrument))).toEqual(new Set(perpetuals))
  // What falls on the very start is told by then, and announced by no mark any more.
  const onTime = await record(4, fundingAt + 100, 1_000)
  expect(onTime[20]).toMatchObject({ kind: 'funding', at: fundingAt })
  // While it runs its marks announce what comes, and nothing is told twice.
  expect(running.filter((message) => message.kind === 'funding' && message.at >= fundingAt)).toEqual([])
})

test('overseas order books hold a few whole contracts at each level', async () => {
  for (const message of await record(3, noon, 5_000)) {
    if (message.kind !== 'depth') continue
    const instrument = marketInstruments.find(({ symbol }) => symbol === message.instrument)!
    if (!isOverseas(instrument)) continue
    for (const [, qty] of [...message.bids, ...message.asks]) {
      expect(Number(qty) % instrument.contractUnits).toBe(0)
      expect(Number(qty) / instrument.contractUnits).toBeLessThan(1_000)
    }
  }
})

test('trades of an instrument never go back in time and their ids are used once', async () => {
  const newest = new Map<string, number>()
  const ids = new Set<string>()
  for (const message of await record(9, noon, 20_000)) {
    if (message.kind !== 'trade') continue
    expect(message.sourceTs).toBeGreaterThanOrEqual(newest.get(message.instrument) ?? 0)
    expect(message.recvTs).toBeGreaterThanOrEqual(message.sourceTs)
    newest.set(message.instrument, message.sourceTs)
    const id = `${message.instrument}:${message.sourceTradeId}`
    expect(ids.has(id)).toBe(false)
    ids.add(id)
  }
})

test.each(['demo', 'real'] as const)(
  'overseas instruments are silent out of session (%s calendar)',
  async (calendar) => {
    const open = nextSession(calendar, marketInstruments.find(isOverseas)!, noon).openAt
    const messages = await record(5, open - 3_000, 6_000, calendar)
    const spoken = messages.filter((message) => message.kind === 'trade' || message.kind === 'best')
    const overseas = new Set(marketInstruments.filter(isOverseas).map(({ symbol }) => symbol))
    const early = spoken.filter((message) => overseas.has(message.instrument) && message.sourceTs < open)
    expect(early).toEqual([])
    for (const symbol of overseas) {
      expect(spoken.some((message) => message.instrument === symbol && message.sourceTs >= open)).toBe(true)
    }
  },
)

test('volatility has the size of the profile and comes in clusters', () => {
  const instrument = marketInstruments.find(({ symbol }) => symbol === 'BTCUSDT')
  if (!instrument) throw new Error('BTCUSDT is an instrument')
  const venue = new SimulatedVenue(11, instrument, new FactorPaths(11))
  const returns: number[] = []
  let before = venue.fair(noon / 100)
  for (let i = 1; i <= 20_000; i++) {
    const fair = venue.fair(noon / 100 + i * 300)
    returns.push(Math.log(fair / before))
    before = fair
  }
  const mean = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length
  const deviation = Math.sqrt(mean(returns.map((r) => r * r)))
  const expected = deviationOver('BTCUSDT', 30_000)
  expect(deviation / expected).toBeGreaterThan(0.5)
  expect(deviation / expected).toBeLessThan(2)

  const correlation = (values: number[], lag: number) => {
    const m = mean(values)
    const variance = mean(values.map((v) => (v - m) ** 2))
    return mean(values.slice(lag).map((v, i) => (v - m) * ((values[i] ?? m) - m))) / variance
  }
  // Busy follows busy; but the direction of the last half minute does not tell the next.
  expect(correlation(returns.map(Math.abs), 1)).toBeGreaterThan(0.1)
  expect(Math.abs(correlation(returns, 1))).toBeLessThan(0.05)
})

test('a path gives the same value in whatever order it is asked', () => {
  const forward = new PricePath(1, 0.5)
  const other = new PricePath(1, 0.5)
  const steps = Array.from({ length: 500 }, (_, i) => 17_000_000_000 + i * 37_717)
  const inOrder = steps.map((step) => forward.at(step))
  const reversed = steps.toReversed().map((step) => other.at(step))
  expect(reversed.reverse()).toEqual(inOrder)
})

test('made-up history is the same every time, whole, and joins the running market', () => {
  const instrument = marketInstruments[0]
  if (!instrument) throw new Error('there are instruments')
  const history = simulatedHistory(8, instrument, '1m', noon - 3_600_000, noon + 30_000, 'demo')
  expect(history).toHaveLength(60)
  expect(simulatedHistory(8, instrument, '1m', noon - 3_600_000, noon + 30_000, 'demo')).toEqual(history)
  for (const { open, high, low, close, volume } of history) {
    expect(low).toBeLessThanOrEqual(Math.min(open, close))
    expect(high).toBeGreaterThanOrEqual(Math.max(open, close))
    expect(volume).toBeGreaterThan(0)
  }
  const { bid, ask } = new SimulatedVenue(8, instrument, new FactorPaths(8)).best(noon / 100 - 1)
  expect([bid, ask]).toContain(history.at(-1)?.close)
})
