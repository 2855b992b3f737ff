import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test, vi } from 'vitest'
import type { FeedMessage } from '../feed.ts'
import { marketInstruments } from '../instruments.ts'
import { FeedMonitor } from '../staleness.ts'
import { TestClock } from '../test-clock.ts'
import { orderBookOf, readBinance } from './binance.ts'
import { createReplay } from './feed.ts'
import { zipLines } from './lines.ts'
import { readOanda, readQuote } from './oanda.ts'
import { type Recorded, replayShiftOf, replaySource } from './recorded.ts'
import { findRecordings } from './recordings.ts'

const recorded = join(import.meta.dirname, '../../../../../shared/data/market')
const here = existsSync(recorded)
if (!here) console.log('skipped: the recorded markets are not beside the repository')
const instrument = (symbol: string) => marketInstruments.find((one) => one.symbol === symbol)!
const noon = Date.UTC(2026, 10, 18, 3)
const made = mkdtempSync(join(tmpdir(), 'maru-replay-'))
afterAll(() => rmSync(made, { recursive: true, force: true }))

async function all(source: AsyncGenerator<Recorded>): Promise<{ at: number; message: FeedMessage }[]> {
  const messages = []
  for await (const one of source) messages.push({ at: one.at, message: one.say(0, Math.round(one.at), 'test') })
  return messages
}

test.skipIf(!here).each([
  ['btcusdt_20230404.dat.gz', 'BTCUSDT', { trade: 2_197, best: 6_765, mark: 99 }, 100],
  // One of 10,738 trades is the insurance fund's, 2 % off the market: it makes no price.
  ['btcusdt_20230405.dat.gz', 'BTCUSDT', { trade: 10_737, best: 37_440, mark: 415 }, 0],
  ['ethusdt_20240718.gz', 'ETHUSDT', { trade: 1_640, best: 9_089, mark: 0 }, 100],
])('%s gives as many messages as were recorded, in order, and no crossed book', async (file, symbol, counts, books) => {
  const messages = await all(readBinance(join(recorded, 'binance_usdm', file), instrument(symbol)))
  const count = (kind: string) => messages.filter(({ message }) => message.kind === kind).length
  expect({ trade: count('trade'), best: count('best'), mark: count('mark') }).toEqual(counts)
  // A file without a snapshot has no order book: none is made up.
  if (books === 0) expect(count('depth')).toBe(0)
  else expect(count('depth')).toBeGreaterThan(books)
  let previous = 0
  for (const { at, message } of messages) {
    expect(at).toBeGreaterThanOrEqual(previous)
    previous = at
    if (message.kind === 'best') expect(message.bid).toBeLessThan(message.ask)
    if (message.kind !== 'depth') continue
    const [bids, asks] = [message.bids.map(([price]) => price), message.asks.map(([price]) => price)]
    expect(bids[0]!).toBeLessThan(asks[0]!)
    expect(bids).toEqual(bids.toSorted((a, b) => b - a))
    expect(asks).toEqual(asks.toSorted((a, b) => a - b))
  }
})

const wrongValues = [undefined, null, -1, '-1', '0', 1e300, '9999999999.999999999999999', '', 'x', [], {}, true]

test('a line of a recording with any field missing, null, negative, huge or of another type makes no price; the lines after it count', async () => {
  const btc = instrument('BTCUSDT')
  const at = noon * 1_000
  const s = 'BTCUSDT'
  const events = [
    { e: 'aggTrade', E: noon, s, a: 1, p: '100.5', q: '1', T: noon },
    { e: 'trade', E: noon, s, t: 1, p: '100.5', q: '1', T: noon, X: 'MARKET' },
    { e: 'bookTicker', u: 1, s, b: '100.0', B: '1', a: '101.0', A: '1', T: noon, E: noon },
    { e: 'markPriceUpdate', E: noon, s, p: '100.1', r: '0.0001', T: noon },
    { e: 'depthUpdate', E: noon, T: noon, s, U: 1, u: 2, pu: 1, b: [['100.0', '1']], a: [['101.0', '1']] },
  ]
  const snapshot = { lastUpdateId: 1, T: noon, bids: [['100.0', '1']], asks: [['101.0', '1']] }
  const damaged = (whole: object) =>
    wrongValues.flatMap((value) => Object.keys(whole).map((key) => ({ ...whole, [key]: value })))
  const raws = [
    ...events.flatMap(damaged).map((data) => ({ data })),
    ...damaged(snapshot),
    { data: { ...events[0], a: 2 } },
  ]
  const lines = [`${at} {"data":`, 'x', ...raws.map((raw) => `${at} ${JSON.stringify(raw)}`)]
  const file = join(made, 'damaged.gz')
  writeFileSync(file, gzipSync(lines.join('\n')))
  const messages = await all(readBinance(file, btc))
  expect(messages.at(-1)?.message).toMatchObject({ kind: 'trade', price: 1_005, sourceTradeId: '2' })
})

test('a line of recorded quotes with any field missing, negative, huge or of another form makes no price', async () => {
  const good = ['1000', '1.08500', '1.08510']
  const wrong = ['', '-1', '1e300', '99999999999999.9', 'x', 'null']
  const lines = good.flatMap((_, place) => wrong.map((value) => good.with(place, value).join()))
  const all = [...lines, '2000,1.08500', good.join()]
  const messages = all.flatMap((line, index) => readQuote(line, index + 1, instrument('EURUSD'), 0))
  expect(messages.filter(({ tick }) => tick).map((one) => one.say(0, 0, 'test'))).toMatchObject([
    { kind: 'trade', price: 108_505, sourceTradeId: String(lines.length + 2) },
  ])
})

test.skipIf(!here)('a file that goes on where the one before ended keeps its order book', async () => {
  const btc = instrument('BTCUSDT')
  const book = orderBookOf(btc)
  await all(readBinance(join(recorded, 'binance_usdm/btcusdt_20230404.dat.gz'), btc, book))
  const messages = await all(readBinance(join(recorded, 'binance_usdm/btcusdt_20230405.dat.gz'), btc, book))
  const books = messages.flatMap(({ message }) => (message.kind === 'depth' ? [message] : []))
  expect(books.length).toBeGreaterThan(3_000)
  expect(books.every(({ bids, asks }) => bids.length === 20 && asks.length === 20 && bids[0]![0] < asks[0]![0])).toBe(
    true,
  )
})

test.skipIf(!here)('the recorded stall of 2023-04-05 is a skew, the quiet evening before it is none', async () => {
  const disturbances = async (file: string) => {
    const monitor = new FeedMonitor(marketInstruments, 0)
    monitor.heard('BTCUSDT', ['trade'], 0)
    let count = 0
    for (const { message } of await all(readBinance(join(recorded, 'binance_usdm', file), instrument('BTCUSDT')))) {
      if (message.kind === 'trade' && monitor.timed('BTCUSDT', message.sourceTs, message.recvTs)) count++
    }
    return count
  }
  expect(await disturbances('btcusdt_20230404.dat.gz')).toBe(0)
  expect(await disturbances('btcusdt_20230405.dat.gz')).toBeGreaterThan(0)
})

test.skipIf(!here).each([
  ['forex', 'EURUSD', '20140504', 1_164],
  ['cfd', 'XAUUSD', '20140504', 9_889],
])('the %s file of %s %s gives %i ticks, bid under ask, in order', async (kind, symbol, day, rows) => {
  const path = join(recorded, 'lean', kind, 'oanda/tick', symbol.toLowerCase(), `${day}_quote.zip`)
  const { tickUnits } = instrument(symbol)
  const messages = await all(readOanda(path, instrument(symbol), day))
  const bestPrices = messages.flatMap(({ message }) => (message.kind === 'best' ? [message] : []))
  const ticks = messages.flatMap(({ message }) => (message.kind === 'trade' ? [message] : []))
  expect([bestPrices.length, ticks.length]).toEqual([rows, rows])
  for (const [index, best] of bestPrices.entries()) {
    expect(best.bid % tickUnits).toBe(0)
    expect(best.ask % tickUnits).toBe(0)
    expect(best.bid).toBeLessThan(best.ask)
    expect(ticks[index]!.price).toBeGreaterThan(best.bid - 1)
    expect(ticks[index]!.price).toBeLessThan(best.ask + 1)
    if (index > 0) expect(best.sourceTs).toBeGreaterThanOrEqual(bestPrices[index - 1]!.sourceTs)
  }
})

test.skipIf(!here)('recordings are found at any depth, by instrument and day, and nothing else is', () => {
  expect(findRecordings(recorded, marketInstruments).map(({ file, instrument: { symbol } }) => [symbol, file])).toEqual(
    [
      ['BTCUSDT', 'btcusdt_20230404.dat.gz'],
      ['BTCUSDT', 'btcusdt_20230405.dat.gz'],
      ['ETHUSDT', 'ethusdt_20240718.gz'],
      ['EURUSD', '20140502_quote.zip'],
      ['EURUSD', '20140504_quote.zip'],
      ['XAUUSD', '20140502_quote.zip'],
      ['XAUUSD', '20140504_quote.zip'],
    ],
  )
})

const trade = (localUs: number, at: number, id: number) =>
  `${localUs} ${JSON.stringify({
    stream: 'btcusdt@trade',
    data: { e: 'trade', E: at, T: at, s: 'BTCUSDT', t: id, p: '28145.10', q: '0.002', X: 'MARKET', m: true },
  })}`

test('a file is moved so that its first tick is now, is followed by 10 s of silence, and comes again', async () => {
  // The recorder's clock is 1.5 s behind the venue's: it must not matter.
  const lines = [0, 300, 1_000].map((ms, id) =>
    trade((1_700_000_000_000 + ms - 1_500) * 1_000, 1_700_000_000_000 + ms, id),
  )
  writeFileSync(join(made, 'btcusdt_20231114.gz'), gzipSync(`${lines.join('\n')}\n`))
  const clock = new TestClock(noon)
  const errors: Error[] = []
  const feed = createReplay({
    directory: made,
    clock,
    calendar: 'demo',
    instruments: marketInstruments,
    onError: (error) => errors.push(error),
  })
  const heard: { at: number; message: FeedMessage }[] = []
  await feed.start((message) => heard.push({ at: clock.now(), message }))
  // Reading a file is real I/O: the clock moves on only once the feed waits for it.
  const ticksHeard = () => heard.filter(({ message }) => message.kind === 'trade').length
  while (ticksHeard() < 4) {
    await vi.waitUntil(() => clock.next() !== null || ticksHeard() === 4, { timeout: 30_000, interval: 1 })
    await clock.run(clock.next() ?? clock.now())
  }
  await feed.stop()
  expect(errors).toEqual([])
  const ticks = heard.flatMap(({ at, message }) => (message.kind === 'trade' ? [{ at, ...message }] : []))
  const shift = noon - 1_700_000_000_000
  expect(ticks.slice(0, 3).map(({ at, sourceTs, recvTs }) => [at - noon, sourceTs - noon, recvTs - noon])).toEqual([
    [0, 0, 0],
    [300, 300, 300],
    [1_000, 1_000, 1_000],
  ])
  expect(ticks[0]).toMatchObject({ source: `replay:btcusdt_20231114.gz+${shift}`, price: 281_451, qty: '0.002' })
  const again = ticks[3]!
  expect(again.at - noon).toBe(11_000)
  expect(again).toMatchObject({ sourceTradeId: '0', sourceTs: again.at })
  expect(again.source).not.toBe(ticks[0]!.source)
})

test('a source names what was added to its times', () => {
  expect(replayShiftOf(replaySource('btcusdt_20230404.dat.gz', 114_000_000_123))).toBe(114_000_000_123)
  expect(replayShiftOf(replaySource('20140502_quote.zip', -5))).toBe(-5)
  expect(replayShiftOf('simulator')).toBe(0)
})

test('what is no zip archive is refused by name', async () => {
  const path = join(made, 'not.zip')
  writeFileSync(path, 'something else entirely, and long enough')
  await expect(zipLines(path).next()).rejects.toThrow(/no zip archive/)
})

const jobsReport = Date.UTC(2014, 4, 2, 12, 30)
test.skipIf(!here).each([
  // 21 pips of the mid in one tick, and a spread of 15 pips.
  ['EURUSD', 'forex/oanda/tick/eurusd', { tick: 0.0001, jump: 0.00209, wide: 0.0015 }],
  // 5.24 dollars of the mid in one tick, and a spread of 2.65.
  ['XAUUSD', 'cfd/oanda/tick/xauusd', { tick: 0.1, jump: 5.24, wide: 2.6 }],
])('the seconds of the jobs report pass whole: %s jumps, its spread opens', async (symbol, folder, known) => {
  const file = join(recorded, 'lean', folder, '20140502_quote.zip')
  const one = instrument(symbol)
  const said = (await all(readOanda(file, one, '20140502'))).map(({ message }) => message)
  const bestPrices = said.filter((message) => message.kind === 'best')
  const ticks = said.filter((message) => message.kind === 'trade')
  const raw: { at: number; bid: number; ask: number }[] = []
  for await (const line of zipLines(file)) {
    const [ms, bid, ask] = line.split(',').map(Number) as [number, number, number]
    raw.push({ at: Date.UTC(2014, 4, 2) + Math.floor(ms), bid, ask })
  }
  expect(ticks).toHaveLength(raw.length)
  const scale = 10 ** one.precision
  const tiny = known.tick / 1_000
  const jumps: number[] = []
  const spreads: number[] = []
  for (const [index, { at, bid, ask }] of raw.entries()) {
    if (Math.abs(at - jobsReport) > 5_000) continue
    const [best, tick, before] = [bestPrices[index]!, ticks[index]!, raw[index - 1]!]
    // The best prices reach less than a tick size further than what was recorded, never less far; the mid moves by no more than half.
    expect(bid - best.bid / scale).toBeGreaterThan(-tiny)
    expect(bid - best.bid / scale).toBeLessThan(known.tick)
    expect(best.ask / scale - ask).toBeGreaterThan(-tiny)
    expect(best.ask / scale - ask).toBeLessThan(known.tick)
    expect(Math.abs(tick.price / scale - (bid + ask) / 2)).toBeLessThan(known.tick / 2 + tiny)
    expect(tick.sourceTs).toBe(at)
    jumps.push(Math.abs((bid + ask) / 2 - (before.bid + before.ask) / 2))
    spreads.push(ask - bid)
  }
  expect(Math.max(...jumps)).toBeGreaterThan(known.jump - tiny)
  expect(Math.max(...spreads)).toBeGreaterThan(known.wide - tiny)
})
