import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import type { Calendar } from '../calendar/plans.ts'
import { CandleBuilder } from '../candles.ts'
import type { FeedMessage } from '../feed.ts'
import { isOverseas, type MarketInstrument, marketInstruments } from '../instruments.ts'
import type { FeedReport } from '../live.ts'
import { createMarket } from '../market.ts'
import type { MarketSignal } from '../output.ts'
import { TestClock } from '../test-clock.ts'
import { createOandaFeed } from './feed.ts'
import { readLine, readTime } from './messages.ts'
import { LineSplitter } from './stream.ts'
import { OandaPeer } from './test-peer.ts'

const recorded = join(import.meta.dirname, '../../../../../shared/data/oanda')
const here = existsSync(recorded)
if (!here) console.log('skipped: the recorded OANDA streams are not beside the repository')
const linesOf = (file: string) =>
  readFileSync(join(recorded, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')

const eurusd = marketInstruments.find(({ symbol }) => symbol === 'EURUSD')!
const gold = marketInstruments.find(({ symbol }) => symbol === 'XAUUSD')!
/** A Wednesday, in session. */
const noon = Date.parse('2026-11-18T12:00:00+09:00')
const at = (ms: number) => `${new Date(noon + ms).toISOString().slice(0, -1)}000000Z`

interface Level {
  readonly price: string
  readonly liquidity: number
}
const price = (ms: number, bid: string, ask: string, more: object = {}) =>
  JSON.stringify({
    type: 'PRICE',
    time: at(ms),
    instrument: 'EUR_USD',
    bids: [{ price: bid, liquidity: 1_000_000 }] satisfies Level[],
    asks: [{ price: ask, liquidity: 500_000 }] satisfies Level[],
    status: 'tradeable',
    tradeable: true,
    ...more,
  })
const heartbeat = (ms: number) => JSON.stringify({ type: 'HEARTBEAT', time: at(ms) })

/** Until what the network brings is there. */
const until = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 5 })

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function house(instruments: readonly MarketInstrument[] = [eurusd], start = noon, calendar: Calendar = 'real') {
  const peer = new OandaPeer()
  const url = await peer.listen()
  closers.push(() => peer.close())
  const clock = new TestClock(start)
  const messages: FeedMessage[] = []
  const reports: FeedReport[] = []
  const feed = createOandaFeed({
    restUrl: url,
    streamUrl: url,
    token: 'secret-token',
    account: '101-001-1-001',
    instruments,
    clock,
    calendar,
    random: () => 0.5,
    report: (report) => reports.push(report),
  })
  closers.push(() => feed.stop())
  const of = <K extends FeedMessage['kind']>(kind: K) =>
    messages.filter((message): message is Extract<FeedMessage, { kind: K }> => message.kind === kind)
  return {
    peer,
    clock,
    feed,
    messages,
    reports,
    of,
    start: () => void feed.start((message) => messages.push(message)),
    /** The feed, heard along. */
    heard: {
      ...feed,
      start: (listener: (message: FeedMessage) => void) =>
        feed.start((message) => {
          messages.push(message)
          listener(message)
        }),
    },
    /** Until the peer has so many streams. */
    streams: (count: number) => until(() => expect(peer.streams).toBe(count)),
    spoken: (kind: FeedMessage['kind'], count: number) => until(() => expect(of(kind)).toHaveLength(count)),
    reported: (what: string, count = 1) =>
      until(() => expect(reports.filter((report) => report.what === what)).toHaveLength(count)),
  }
}

test('a price gives best prices, an order book and a tick: bid down, ask up to our tick size, their mid half-even', async () => {
  const { peer, start, streams, spoken, of, feed } = await house()
  start()
  await streams(1)
  expect(peer.requests.find(({ path }) => path.endsWith('/stream'))).toMatchObject({
    path: '/v3/accounts/101-001-1-001/pricing/stream',
    token: 'Bearer secret-token',
  })
  expect(peer.requests[0]?.parameters.get('instruments')).toBe('EUR_USD')
  const bids = [
    { price: '1.08517', liquidity: 1_000_000 },
    { price: '1.08512', liquidity: 2_000_000 },
    { price: '1.08509', liquidity: 250 },
  ]
  const asks = [{ price: '1.08521', liquidity: 10_000_000 }]
  peer.say(`${price(0, '', '', { time: '2026-11-18T03:00:00.123456789Z', bids, asks })}\n`)
  await spoken('trade', 1)
  const sourceTs = noon + 123
  expect(of('best')[0]).toEqual({
    kind: 'best',
    instrument: 'EURUSD',
    sourceTs,
    bid: 108_510,
    ask: 108_530,
    bidQty: '1000000',
    askQty: '10000000',
  })
  // Two levels that fall on one multiple of the tick size are one.
  expect(of('depth')[0]).toEqual({
    kind: 'depth',
    instrument: 'EURUSD',
    sourceTs,
    bids: [
      [108_510, '3000000'],
      [108_500, '250'],
    ],
    asks: [[108_530, '10000000']],
    u: 1,
  })
  expect(of('trade')[0]).toEqual({
    kind: 'trade',
    instrument: 'EURUSD',
    source: 'oanda',
    sourceTradeId: '1795143600123456789'.replace(/^\d{13}/, String(sourceTs)),
    sourceTs,
    recvTs: noon,
    price: 108_520,
    qty: '1',
    isSnapshot: true,
  })
  peer.say(`${price(1_000, '1.08530', '1.08540')}\n`)
  await spoken('trade', 2)
  expect(of('trade')[1]).toMatchObject({ price: 108_535 })
  expect(of('trade')[1]).not.toHaveProperty('isSnapshot')
  await feed.stop()
})

test('all five instruments are asked for by their venue’s names and told by ours', async () => {
  const { peer, start, streams, spoken, of } = await house(marketInstruments)
  start()
  await streams(1)
  const names = ['EUR_USD', 'GBP_AUD', 'XAU_USD', 'NAS100_USD', 'SPX500_USD']
  expect(peer.requests.find(({ path }) => path.endsWith('/stream'))?.parameters.get('instruments')).toBe(
    names.join(','),
  )
  for (const name of names) peer.say(`${price(0, '1.1', '1.2', { instrument: name })}\n`)
  peer.say(`${price(0, '1.1', '1.2', { instrument: 'USD_JPY' })}\n`)
  await spoken('trade', 5)
  expect(of('trade').map(({ instrument }) => instrument)).toEqual(
    marketInstruments.filter(isOverseas).map(({ symbol }) => symbol),
  )
})

test('lines come out whole, however the chunks are cut', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => `x${text.replaceAll(/\s/g, '_')}x`),
        { maxLength: 20 },
      ),
      fc.array(fc.nat(400), { maxLength: 12 }),
      fc.constantFrom('\n', '\r\n', '\n\n'),
      (lines, cuts, ending) => {
        const bytes = Buffer.from(lines.map((line) => line + ending).join(''))
        const edges = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b), bytes.length]
        const splitter = new LineSplitter(65_536)
        const got = edges.slice(1).flatMap((edge, index) => splitter.push(bytes.subarray(edges[index], edge)))
        expect(got).toEqual(lines)
      },
    ),
  )
})

test('a line without an end is given up, whether it comes in one piece or in many', () => {
  const splitter = new LineSplitter(100)
  expect(splitter.push(Buffer.from(`${'a'.repeat(100)}\n`))).toEqual(['a'.repeat(100)])
  expect(() => splitter.push(Buffer.from(`${'a'.repeat(101)}\n`))).toThrow('more than 100')
  const other = new LineSplitter(100)
  other.push(Buffer.alloc(100, 'a'))
  expect(() => other.push(Buffer.from('a'))).toThrow('more than 100')
})

test('times keep their milliseconds and the order of their nanoseconds', () => {
  expect(readTime('2017-02-23T20:57:21.999999999Z')).toEqual({
    ms: Date.UTC(2017, 1, 23, 20, 57, 21, 999),
    ns: BigInt(Date.UTC(2017, 1, 23, 20, 57, 21)) * 1_000_000n + 999_999_999n,
  })
  expect(readTime('2017-02-23T20:57:21Z').ms).toBe(Date.UTC(2017, 1, 23, 20, 57, 21))
  expect(readTime('2017-02-23T20:57:21.5Z').ms).toBe(Date.UTC(2017, 1, 23, 20, 57, 21, 500))
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_102_444_800 }), fc.nat(999_999_999), (seconds, nanos) => {
      const text = `${new Date(seconds * 1_000).toISOString().slice(0, 19)}.${String(nanos).padStart(9, '0')}Z`
      expect(readTime(text)).toEqual({
        ms: seconds * 1_000 + Math.floor(nanos / 1_000_000),
        ns: BigInt(seconds) * 1_000_000_000n + BigInt(nanos),
      })
    }),
  )
})

test.each([
  ['nothing', ''],
  ['half of one', '{"type":"PRICE","time":"2026-11'],
  ['a list', '[]'],
  ['null', 'null'],
  ['no type', '{"time":"2026-11-18T03:00:00Z"}'],
  ['a price as a number', price(0, '1.1', '1.2').replace('"1.1"', '1.1')],
  ['a negative price', price(0, '-1.1', '1.2')],
  ['a price with an exponent', price(0, '1e5', '1.2')],
  ['a price too fine to be rounded exactly', price(0, '1.1234567', '1.2')],
  ['no liquidity', price(0, '1.1', '1.2').replace('1000000', 'null')],
  ['negative liquidity', price(0, '1.1', '1.2').replace('1000000', '-1')],
  ['no time', price(0, '1.1', '1.2', { time: undefined })],
  ['a month 13', price(0, '1.1', '1.2', { time: '2026-13-18T03:00:00Z' })],
  ['another zone', price(0, '1.1', '1.2', { time: '2026-11-18T03:00:00+09:00' })],
  ['no instrument', price(0, '1.1', '1.2', { instrument: '__proto__' })],
  ['no books', price(0, '1.1', '1.2', { bids: 'none' })],
])('a line of the stream is refused: %s', (_name, line) => {
  expect(() => readLine(line)).toThrow()
})

test('garbage, new types, crossed prices and prices of the far future make nothing and break nothing', async () => {
  const { peer, clock, start, streams, spoken, of, reports } = await house()
  start()
  await streams(1)
  clock.jump(noon + 2_000)
  peer.say(`${price(0, '1.08500', '1.08510')}\n`)
  peer.say('<html>\n{"type":"PRICE"}\n{"type":"NEWS","text":"…"}\n')
  peer.say(`${price(1_000, '1.08600', '1.08500')}\n${price(3_001, '1.08500', '1.08510')}\n`)
  peer.say(`${price(1_500, '0.00000', '0.00000')}\n`)
  peer.say(`${price(2_000, '1.08520', '1.08530')}\n`)
  await spoken('trade', 2)
  expect(of('trade').map((trade) => trade.price)).toEqual([108_505, 108_525])
  expect(reports.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['connected', 'malformed', 'malformed', 'crossed', 'malformed']),
  )
  expect(peer.streams).toBe(1)
})

test('a dropped connection is taken up again; half a line is lost, no tick comes twice or back in time', async () => {
  const { peer, clock, start, streams, spoken, of, reported } = await house()
  start()
  await streams(1)
  peer.say(
    `${price(0, '1.08500', '1.08510')}\n${price(500, '1.08510', '1.08520')}\n${price(900, '1.0', '1.1').slice(0, 40)}`,
  )
  await spoken('trade', 2)
  peer.stream?.destroy()
  await reported('connection')
  // Not at once: the first delay is between half a second and a second.
  await clock.run(noon + 499)
  expect(peer.streams).toBe(1)
  await clock.run(noon + 1_000)
  await streams(2)
  peer.say(
    `${price(500, '1.08510', '1.08520')}\n${price(300, '1.08500', '1.08510')}\n${price(1_200, '1.08520', '1.08530')}\n`,
  )
  await spoken('trade', 3)
  expect(of('trade').map(({ sourceTs, isSnapshot }) => [sourceTs - noon, isSnapshot])).toEqual([
    [0, true],
    [500, undefined],
    [1_200, undefined],
  ])
})

test('tries grow apart until one connection proves good', async () => {
  const { peer, clock, start, streams, spoken, reported } = await house()
  peer.onStream = (answer) => {
    answer.destroy()
    return false
  }
  start()
  // Half of the growing delay is chance; here a quarter of it on top of the half.
  let now = noon
  for (const [index, delay] of [750, 1_500, 3_000, 6_000, 12_000, 24_000, 45_000, 45_000].entries()) {
    await streams(index + 1)
    await reported('connection', index + 1)
    await clock.run(now + delay - 1)
    expect(peer.streams).toBe(index + 1)
    now += delay
    if (index === 7) peer.onStream = () => true
    await clock.run(now)
  }
  await streams(9)
  await reported('connected')
  for (let beat = 1; beat <= 7; beat++) {
    peer.say(`${heartbeat(0)}\n`)
    await spoken('heartbeat', beat)
    await clock.run(now + beat * 5_000)
  }
  peer.stream?.destroy()
  await reported('connection', 9)
  now = clock.now()
  await clock.run(now + 750)
  await streams(10)
})

test('a connection without heart-beats, or one that never answers, is given up after 10 s', async () => {
  const { peer, clock, start, streams, reported, reports, spoken } = await house()
  start()
  await streams(1)
  peer.say(`${heartbeat(0)}\n`)
  await spoken('heartbeat', 1)
  await clock.run(noon + 9_999)
  expect(reports.map(({ what }) => what)).not.toContain('connection')
  // From now on the venue takes connections and says nothing, not even a status.
  peer.onStream = () => false
  await clock.run(noon + 10_000)
  await reported('connection')
  await clock.run(noon + 10_750)
  await streams(2)
  await clock.run(noon + 20_750)
  await reported('connection', 2)
  expect(reports.at(-1)?.text).toContain('silent')
})

test.each([
  [401, {}, 60_000],
  [403, {}, 60_000],
  [400, {}, 60_000],
  [429, { 'retry-after': '7' }, 7_000],
  [429, {}, 30_000],
])('an answer %i with %o is told as an error, and the next try waits %i ms', async (status, headers, wait) => {
  const { peer, clock, start, streams, reported, reports } = await house()
  peer.onStream = (answer) => {
    answer.writeHead(status, headers).end('{"errorMessage":"secret-token"}')
    return false
  }
  start()
  await reported('refused')
  const told = reports.find(({ what }) => what === 'refused')
  expect(told).toMatchObject({ level: 'error', text: expect.stringContaining(String(status)) })
  expect(JSON.stringify(reports)).not.toContain('secret-token')
  await clock.run(noon + wait - 1)
  expect(peer.streams).toBe(1)
  await clock.run(noon + wait)
  await streams(2)
})

test('an endless line ends the connection', async () => {
  const { peer, start, streams, reported, reports } = await house()
  start()
  await streams(1)
  for (let i = 0; i < 20; i++) peer.say('x'.repeat(4_096))
  await reported('connection')
  expect(reports.find(({ what }) => what === 'connection')?.text).toContain('a line of more than')
})

test('the start waits for the first price of each instrument, a refusal or 10 s', async () => {
  const { peer, clock, feed, streams } = await house([eurusd, gold])
  let started = false
  const starting = feed.start(() => undefined).then(() => (started = true))
  await streams(1)
  peer.say(`${price(0, '1.08500', '1.08510')}\n${heartbeat(0)}\n`)
  await clock.run(noon + 9_000)
  expect(started).toBe(false)
  peer.say(`${price(0, '2650.000', '2650.500', { instrument: 'XAU_USD' })}\n`)
  await starting
  expect(started).toBe(true)
  const refused = await house()
  refused.peer.onStream = (answer) => {
    answer.writeHead(401).end()
    return false
  }
  await refused.feed.start(() => undefined)
  const silent = await house()
  const waiting = silent.feed.start(() => undefined)
  await silent.streams(1)
  await silent.clock.run(noon + 10_000)
  await waiting
})

async function market(instruments: readonly MarketInstrument[] = [eurusd]) {
  const { heard, clock, peer, of, streams, spoken } = await house(instruments)
  const signals: MarketSignal[] = []
  const ticks: number[] = []
  const own = createMarket({
    instruments,
    feed: heard,
    clock,
    calendar: 'real',
    output: {
      tick: ({ price: units }) => ticks.push(units),
      signal: (signal) => signals.push(signal),
      venueUpdate: () => undefined,
      change: () => undefined,
    },
  })
  closers.push(() => own.stop())
  const starting = own.start()
  await streams(1)
  return { own, clock, peer, of, spoken, signals, ticks, starting }
}

test('a quiet market lives by its heart-beats; without them it is stale after 6 s', async () => {
  const { own, clock, peer, of, spoken, starting, signals } = await market()
  peer.say(`${price(-240_000, '1.08500', '1.08510')}\n`)
  await starting
  expect(own.state('EURUSD')).toMatchObject({ feed: 'live', last: 108_505, bid: 108_500, ask: 108_510 })
  for (let quiet = 5_000; quiet <= 60_000; quiet += 5_000) {
    await clock.run(noon + quiet)
    expect(own.state('EURUSD').feed).toBe('live')
    const beats = of('heartbeat').length
    peer.say(`${heartbeat(quiet)}\n`)
    await spoken('heartbeat', beats + 1)
  }
  await clock.run(noon + 60_000 + 500)
  expect(own.state('EURUSD').feed).toBe('live')
  await clock.run(noon + 60_000 + 6_250)
  expect(own.state('EURUSD').feed).toBe('stale')
  // The first price was four minutes old: that is no delay of the connection.
  expect(signals.filter(({ kind }) => kind === 'disturbance')).toEqual([])
})

const wrongValues = [
  undefined,
  null,
  -1,
  '-1',
  0,
  '0',
  '0.000001',
  5,
  1e300,
  '99999999.999999999999',
  '',
  'x',
  [],
  {},
  [null],
  true,
]

test('a line with any field missing, null, negative, huge or of another type makes no price and ends nothing; the next one counts', async () => {
  const { own, clock, peer, starting, signals, ticks, of } = await market()
  peer.say(`${price(0, '1.08500', '1.08510')}\n`)
  await starting
  const good = JSON.parse(price(1, '1.08500', '1.08510')) as Record<string, unknown>
  const level = { price: '1.08500', liquidity: 1_000_000 }
  const lines: object[] = []
  for (const value of wrongValues) {
    for (const type of ['PRICE', 'HEARTBEAT'])
      for (const key of Object.keys(good)) lines.push({ ...good, type, [key]: value })
    for (const side of ['bids', 'asks'])
      for (const key of Object.keys(level))
        for (const levels of [[{ ...level, [key]: value }], [level, { ...level, [key]: value }]])
          lines.push({ ...good, [side]: levels })
  }
  for (const line of lines) peer.say(`${JSON.stringify(line)}\n`)
  await clock.run(noon + 10)
  peer.say(`${price(10, '1.09000', '1.09010')}\n`)
  await until(() => expect(ticks.at(-1)).toBe(109_005))
  expect(new Set(ticks)).toEqual(new Set([108_505, 109_005]))
  for (const { bids, asks } of of('depth'))
    for (const [units] of [...bids, ...asks]) expect(Number.isSafeInteger(units) && units > 0).toBe(true)
  expect(peer.streams).toBe(1)
  expect(signals.filter(({ kind }) => kind === 'disturbance')).toEqual([])
  expect(own.state('EURUSD')).toMatchObject({ feed: 'live', isRest: false, bid: 109_000, ask: 109_010 })
})

test('a lost connection is told at once: every instrument is stale, and rounds under it are disturbed until it stands again', async () => {
  const { own, clock, peer, starting, signals, spoken, of } = await market()
  peer.say(`${price(0, '1.08500', '1.08510')}\n`)
  await starting
  await clock.run(noon + 2_000)
  const beats = of('heartbeat').length
  peer.say(`${heartbeat(2_000)}\n`)
  await spoken('heartbeat', beats + 1)
  await clock.run(noon + 4_000)
  signals.length = 0
  peer.stream?.destroy()
  await until(() => expect(own.state('EURUSD').feed).toBe('stale'))
  const disturbance = { kind: 'disturbance', instrument: 'EURUSD', reason: 'failover' }
  expect(signals).toEqual([
    { ...disturbance, at: noon + 2_000 },
    { ...disturbance, at: noon + 4_000 },
    { kind: 'feed', instrument: 'EURUSD', state: 'stale', at: noon + 4_000 },
  ])
  await clock.run(noon + 4_750)
  await until(() => expect(signals.at(-1)).toEqual({ ...disturbance, at: noon + 4_750 }))
  peer.say(`${price(4_750, '1.08500', '1.08510')}\n`)
  await until(() => expect(own.state('EURUSD').feed).toBe('live'))
})

test('an instrument that is not tradeable rests within its session and makes no price', async () => {
  const { own, peer, clock, starting, signals, ticks } = await market()
  peer.say(`${price(0, '1.08500', '1.08510')}\n`)
  await starting
  clock.jump(noon + 3_000)
  signals.length = 0
  peer.say(`${price(1_000, '1.08000', '1.09000', { tradeable: false, status: 'non-tradeable' })}\n`)
  await until(() => expect(own.state('EURUSD').isRest).toBe(true))
  expect(own.state('EURUSD')).toMatchObject({ bid: 108_500, ask: 108_510, last: 108_505 })
  expect(signals).toMatchObject([{ kind: 'session', isRest: true, session: { tradingDay: '2026-11-18' } }])
  peer.say(`${price(2_000, '1.08500', '1.08520')}\n`)
  await until(() => expect(ticks).toEqual([108_505, 108_510]))
  expect(signals).toMatchObject([{ isRest: true }, { kind: 'session', isRest: false }])
  // One side empty: nobody can trade at it either.
  peer.say(`${price(3_000, '1.08500', '1.08520', { asks: [] })}\n`)
  await until(() => expect(own.state('EURUSD').isRest).toBe(true))
  expect(ticks).toHaveLength(2)
})

test.skipIf(!here)(
  'the recorded stream, cut and repeated and broken off, makes the candles that its source expects',
  async () => {
    const lines = linesOf('stream.EUR_USD.2017-02-23.recorded.jsonl')
    const begin = Date.parse('2017-02-23T20:57:20Z')
    // The source takes the exact mid: an instrument with one more decimal than the venue's has it too.
    const exact = { ...eurusd, precision: 6, tickUnits: 1 }
    // Received a day later at once: nothing of it is of the future.
    const { peer, clock, start, streams, of, reported } = await house([exact], begin + 86_400_000)
    start()
    await streams(1)
    const prices = lines.filter((line) => readLine(line).kind === 'price').length
    const half = Math.floor(lines.length / 2)
    const cut = (text: string) => text.match(/[\s\S]{1,97}/g) ?? []
    for (const chunk of cut(`${lines.slice(0, half).join('\n')}\n`)) peer.say(chunk)
    await until(() => expect(of('trade').length).toBeGreaterThan(8))
    peer.say(lines[half]!.slice(0, 30))
    await until(() => expect(of('heartbeat').length).toBeGreaterThan(3))
    peer.stream?.destroy()
    await reported('connection')
    await clock.run(begin + 86_401_000)
    await streams(2)
    // The new connection repeats the newest price, and says garbage now and then.
    for (const line of lines.slice(half - 6)) peer.say(`${line}\n{"type":\n`)
    await until(() => expect(of('trade')).toHaveLength(prices))
    const builder = new CandleBuilder()
    for (const { sourceTs, price: units } of of('trade')) builder.trade(sourceTs, units, 1)
    const expected = linesOf('expected_candles_from_stream.2017-02-23.jsonl').map((line) => JSON.parse(line))
    expect(expected).toHaveLength(4)
    for (const { start: from, granularity, data } of expected) {
      const openTime = Date.parse(`${from.replace(' ', 'T')}Z`)
      const units = (decimal: number) => Math.round(decimal * 1e6)
      expect(builder.series(granularity === 'M1' ? '1m' : '5m').find(openTime)).toEqual({
        openTime,
        open: units(data.open),
        high: units(data.high),
        low: units(data.low),
        close: units(data.last),
        volume: data.volume,
      })
    }
  },
)

test.skipIf(!here)('a recorded line of GBP/AUD is a price on our tick', () => {
  const line = readLine(linesOf('price.GBP_AUD.2022-05-11.recorded.json').join(''))
  expect(line).toMatchObject({ kind: 'price', name: 'GBP_AUD', isTradeable: true, bids: [['1.75888', '10000000']] })
})

const candle = (openTime: number, complete = true) => ({
  complete,
  volume: 3,
  time: new Date(openTime).toISOString().replace('Z', '000000Z'),
  mid: { o: '0.767855', h: '0.76786', l: '0.76779', c: '0.76780' },
})

test('the venue’s terms are known of the instruments that our OANDA account may trade; the others are reported', async () => {
  const { peer, feed, start, reported, reports } = await house([eurusd, gold])
  peer.onCall = () => ({
    instruments: [
      {
        name: 'EUR_USD',
        displayPrecision: 5,
        pipLocation: -4,
        marginRate: '0.01',
        financing: { longRate: '-0.0225', shortRate: '-0.00050' },
      },
    ],
  })
  start()
  await reported('unknown')
  expect(reports.find(({ what }) => what === 'unknown')?.text).toContain('XAU_USD')
  expect([...feed.terms]).toEqual([
    [
      'EURUSD',
      {
        name: 'EUR_USD',
        displayPrecision: 5,
        pipLocation: -4,
        marginRate: '0.01',
        financing: { longRate: '-0.0225', shortRate: '-0.00050' },
      },
    ],
  ])
})

test('the venue’s rates of a night go to the core in millionths; what can be none does not', async () => {
  const { peer, clock, heard, of } = await house([eurusd, gold])
  const terms = (name: string, longRate: string, shortRate: string) => ({
    ...{ name, displayPrecision: 5, pipLocation: -4, marginRate: '0.01' },
    financing: { longRate, shortRate },
  })
  peer.onCall = () => ({
    instruments: [terms('EUR_USD', '-0.0225', '-0.00050'), terms('XAU_USD', '-1.2', '0.01')],
  })
  const signals: MarketSignal[] = []
  const market = createMarket({
    ...{ instruments: [eurusd, gold], feed: heard, clock, calendar: 'real' },
    output: {
      tick: () => undefined,
      venueUpdate: () => undefined,
      change: () => undefined,
      signal: (signal) => signals.push(signal),
    },
  })
  closers.push(() => market.stop())
  void market.start()
  const told = () => signals.filter(({ kind }) => kind === 'financing')
  await until(() => expect(told()).toHaveLength(1))
  const rates = { kind: 'financing', instrument: 'EURUSD', longRatePpm: -22_500, shortRatePpm: -500 }
  expect(told()).toEqual([{ ...rates, at: noon }])
  expect(of('financing')).toHaveLength(1)
})

test.skipIf(!here)('the recorded list of a whole account has all five', async () => {
  const { peer, feed, start, of } = await house(marketInstruments)
  peer.onCall = () => JSON.parse(readFileSync(join(recorded, 'instruments.126.json'), 'utf8'))
  start()
  await until(() => expect(feed.terms.size).toBe(5))
  expect(feed.terms.get('XAUUSD')).toMatchObject({ displayPrecision: 3, pipLocation: -2 })
  expect(
    of('financing')
      .map(({ instrument }) => instrument)
      .sort(),
  ).toEqual([...feed.terms].flatMap(([symbol, { financing }]) => (financing ? [symbol] : [])).sort())
})

test('history comes in pages, the candle in the making too, without what lies out of our sessions', async () => {
  const { peer, feed } = await house()
  const to = noon
  const from = to - 6_000 * 60_000
  peer.onCall = (_path, parameters) => {
    const begin = Date.parse(parameters.get('from')!)
    // An end that the venue's clock has not reached would be refused.
    expect(parameters.get('to')).toBeNull()
    const candles = []
    for (let openTime = begin; openTime < noon && candles.length < Number(parameters.get('count')); openTime += 60_000)
      candles.push(candle(openTime, openTime < noon - 60_000))
    return { instrument: 'EUR_USD', granularity: 'M1', candles }
  }
  const candles = await feed.history(eurusd, '1m', from, to)
  expect(
    peer.requests.map(({ path, parameters }) => [path, parameters.get('granularity'), parameters.get('price')]),
  ).toEqual([
    ['/v3/instruments/EUR_USD/candles', 'M1', 'M'],
    ['/v3/instruments/EUR_USD/candles', 'M1', 'M'],
  ])
  // 14th, 08:00 KST begins within a weekend: Monday 08:00 to Wednesday noon, less two breaks of two hours.
  expect(candles[0]?.openTime).toBe(Date.parse('2026-11-16T08:00:00+09:00'))
  expect(candles).toHaveLength(52 * 60 - 2 * 120)
  expect(candles.at(-1)).toEqual({
    openTime: noon - 60_000,
    open: 76_786,
    high: 76_786,
    low: 76_779,
    close: 76_780,
    volume: 3,
  })
  expect(await feed.history(eurusd, '1s', from, to)).toEqual([])
})

test.skipIf(!here)('recorded candles are read as they are', async () => {
  const { peer, feed } = await house([eurusd], noon, 'demo')
  const answer = JSON.parse(readFileSync(join(recorded, 'candles.AUD_USD.M1.json'), 'utf8'))
  peer.onCall = () => answer
  const from = Date.parse('2020-12-30T20:49:00Z')
  const candles = await feed.history(eurusd, '1m', from, from + 86_400_000)
  expect(candles[0]).toEqual({ openTime: from, open: 76_786, high: 76_786, low: 76_779, close: 76_779, volume: 3 })
  expect(candles.length).toBeGreaterThan(80)
})

test('history is refused where the venue refuses it', async () => {
  const { peer, feed } = await house()
  peer.onCall = () => ({ candles: [{ complete: true, volume: 'many' }] })
  await expect(feed.history(eurusd, '1m', noon - 60_000, noon)).rejects.toThrow()
  peer.onCall = () => ({ candles: [{ ...candle(noon - 60_000), mid: { o: '1.1', h: '1.0', l: '0.9', c: '1.0' } }] })
  await expect(feed.history(eurusd, '1m', noon - 60_000, noon)).rejects.toThrow('bounds')
  peer.close()
  await expect(feed.history(eurusd, '1m', noon - 60_000, noon)).rejects.toThrow()
})
