import { expect, test } from 'vitest'
import type { Calendar } from './calendar/plans.ts'
import type { Feed, FeedMessage } from './feed.ts'
import { marketInstruments, symbolOf } from './instruments.ts'
import { createMarket } from './market.ts'
import type { MarketSignal, MarketTick, VenueUpdate } from './output.ts'
import type { Rate } from './rates/source.ts'
import { TestClock } from './test-clock.ts'

const noon = Date.UTC(2026, 10, 18, 3)
const kst = (text: string) => Date.parse(`${text}+09:00`)

function house({ seq = 0, start = noon, calendar = 'demo' as Calendar } = {}) {
  const clock = new TestClock(start)
  const said: (MarketTick | MarketSignal)[] = []
  const updates: VenueUpdate[] = []
  const faults: string[] = []
  let say: (message: FeedMessage) => void = () => undefined
  const feed: Feed = {
    name: 'live',
    async start(listener) {
      say = listener
    },
    stop: async () => undefined,
  }
  const market = createMarket({
    instruments: marketInstruments,
    feed,
    clock,
    calendar,
    restored: new Map([['BTCUSDT', { seq, candles: new Map() }]]),
    output: {
      tick: (tick) => said.push(tick),
      signal: (signal) => said.push(signal),
      venueUpdate: (update) => updates.push(update),
      change: () => undefined,
    },
    onFault: (instrument, fault) => faults.push(`${instrument} ${fault}`),
  })
  const trade = (price: number, instrument = 'BTCUSDT') =>
    say({
      kind: 'trade',
      instrument,
      source: 'test',
      sourceTradeId: `${clock.now()}`,
      sourceTs: clock.now(),
      recvTs: clock.now(),
      price,
      qty: instrument === 'BTCUSDT' ? '0.010' : '1',
    })
  return { clock, market, said, updates, faults, trade, say: (message: FeedMessage) => say(message) }
}

test('the signal that a feed lives stands before the tick that revived it', async () => {
  const { market, said, trade } = house()
  await market.start()
  expect(said.filter((one) => 'kind' in one && one.kind === 'feed')).toHaveLength(marketInstruments.length)
  said.length = 0
  trade(650_000)
  expect(said).toMatchObject([
    { kind: 'feed', state: 'live' },
    { instrument: 'BTCUSDT', seq: 1 },
  ])
  await market.stop()
})

test('an instrument goes stale 2 s after its last message and lives again with the next', async () => {
  const { clock, market, said, trade } = house()
  await market.start()
  trade(650_000)
  said.length = 0
  await clock.run(noon + 2_250)
  expect(said).toMatchObject([{ kind: 'feed', instrument: 'BTCUSDT', state: 'stale' }])
  expect(market.state('BTCUSDT')).toMatchObject({ feed: 'stale', last: 650_000 })
  trade(650_001)
  expect(market.state('BTCUSDT')).toMatchObject({ feed: 'live', since: noon + 2_250, last: 650_001 })
  await market.stop()
})

test('0: what is no price is told with its reason, reaches nobody, and does not keep its feed alive', async () => {
  const { clock, market, said, updates, faults, trade, say } = house()
  await market.start()
  trade(650_000)
  await clock.run(noon + 1_500)
  said.length = 0
  trade(0)
  const mark = { kind: 'mark', instrument: 'BTCUSDT', price: 650_000, fundingRate: '0.0001' } as const
  say({ ...mark, sourceTs: noon + 60_000 })
  say({ ...mark, sourceTs: noon + 1_500, price: Number.NaN })
  expect([said, updates]).toEqual([[], []])
  expect(faults).toEqual(['BTCUSDT price', 'BTCUSDT time', 'BTCUSDT price'])
  await clock.run(noon + 2_250)
  expect(market.state('BTCUSDT')).toMatchObject({ feed: 'stale', last: 650_000 })
  await market.stop()
})

test('heart-beats keep a quiet OANDA instrument live', async () => {
  const { clock, market, say, trade } = house()
  await market.start()
  trade(108_500, 'EURUSD')
  for (let at = noon; at < noon + 60_000; at += 5_000) {
    await clock.run(at)
    say({ kind: 'heartbeat', instruments: ['EURUSD'], sourceTs: at })
  }
  expect(market.state('EURUSD').feed).toBe('live')
  await clock.run(noon + 62_000)
  expect(market.state('EURUSD').feed).toBe('stale')
  await market.stop()
})

test('ticks of an instrument are numbered without a hole, on from where the log ends', async () => {
  const { market, said, trade } = house({ seq: 41_000 })
  await market.start()
  for (let i = 0; i < 5; i++) trade(650_000 + i)
  expect(said.flatMap((one) => ('seq' in one ? [one.seq] : []))).toEqual([41_001, 41_002, 41_003, 41_004, 41_005])
  await market.stop()
})

test('halts and disturbances reach the core in order with the ticks', async () => {
  const { market, said, say, trade } = house()
  await market.start()
  trade(108_500, 'EURUSD')
  said.length = 0
  say({ kind: 'halt', instrument: 'EURUSD', isHalted: true, at: noon })
  say({ kind: 'halt', instrument: 'EURUSD', isHalted: true, at: noon })
  say({ kind: 'disturbance', instrument: 'EURUSD', reason: 'failover', at: noon })
  // The session of a halted instrument goes on.
  const session = { tradingDay: '2026-11-18', openAt: kst('2026-11-18T06:05:00'), closeAt: kst('2026-11-19T06:00:00') }
  expect(said).toEqual([
    {
      kind: 'session',
      instrument: 'EURUSD',
      isRest: true,
      at: noon,
      session,
      nextOpenAt: kst('2026-11-19T06:05:00'),
      overnightAllowed: true,
    },
    { kind: 'disturbance', instrument: 'EURUSD', reason: 'failover', at: noon },
  ])
  expect(market.state('EURUSD').isRest).toBe(true)
  say({ kind: 'halt', instrument: 'EURUSD', isHalted: false, at: noon + 1 })
  expect(said.at(-1)).toMatchObject({ kind: 'session', isRest: false, at: noon + 1, session })
  await market.stop()
})

test('at the start every instrument says where it stands; crypto has no session', async () => {
  const { market, said } = house({ start: kst('2026-11-22T12:00:00'), calendar: 'real' })
  await market.start()
  const sessions = said.filter((one) => 'kind' in one && one.kind === 'session')
  expect(sessions).toHaveLength(marketInstruments.length)
  expect(sessions.find(({ instrument }) => instrument === 'BTCUSDT')).toEqual({
    kind: 'session',
    instrument: 'BTCUSDT',
    isRest: false,
    at: kst('2026-11-22T12:00:00'),
  })
  expect(sessions.find(({ instrument }) => instrument === 'XAUUSD')).toEqual({
    kind: 'session',
    instrument: 'XAUUSD',
    isRest: true,
    at: kst('2026-11-22T12:00:00'),
    session: { tradingDay: '2026-11-20', openAt: kst('2026-11-20T08:00:00'), closeAt: kst('2026-11-21T06:00:00') },
    nextOpenAt: kst('2026-11-23T08:00:00'),
    overnightAllowed: false,
  })
  await market.stop()
})

test.each([
  ['a year’s end', '2026-12-31T12:00:00', ['2027-01-01T06:00', '2027-01-04T08:00', '2027-01-05T06:00']],
  ['the end of US summer time', '2026-10-30T12:00:00', ['2026-10-31T06:00', '2026-11-02T08:00', '2026-11-03T06:00']],
  ['its beginning', '2027-03-12T12:00:00', ['2027-03-13T06:00', '2027-03-15T08:00', '2027-03-16T06:00']],
])('over %s the sessions close and open on the minute', async (_name, from, turns) => {
  const { clock, market, said } = house({ start: kst(from), calendar: 'real' })
  await market.start()
  for (const [index, turn] of turns.entries()) {
    const at = kst(`${turn}:00`)
    said.length = 0
    clock.jump(at - 1_000)
    await clock.run(at - 1)
    expect(said).toEqual([])
    await clock.run(at)
    expect(said).toHaveLength(5)
    for (const one of said) expect(one).toMatchObject({ kind: 'session', isRest: index % 2 === 0, at })
  }
  await market.stop()
})

test('what comes after an opening stands after it, however late the timer', async () => {
  const open = kst('2026-11-23T08:00:00')
  const { clock, market, said, trade } = house({ start: open - 100, calendar: 'real' })
  await market.start()
  said.length = 0
  clock.jump(open + 5_000)
  trade(108_500, 'EURUSD')
  const told = said.filter((one) => 'instrument' in one && one.instrument === 'EURUSD')
  expect(told).toMatchObject([
    { kind: 'session', isRest: false, at: open },
    { kind: 'feed', state: 'live' },
    { price: 108_500, sourceTs: open + 5_000 },
  ])
  await market.stop()
})

test('prices of a venue that trades on while our session is closed make no tick', async () => {
  const close = kst('2026-11-20T06:00:00')
  const { clock, market, said, trade, say } = house({ start: close - 100, calendar: 'real' })
  await market.start()
  trade(108_500, 'EURUSD')
  await clock.run(close + 1_000)
  said.length = 0
  trade(108_600, 'EURUSD')
  say({ kind: 'best', instrument: 'EURUSD', sourceTs: close, bid: 1, ask: 2, bidQty: '1', askQty: '1' })
  expect(said).toEqual([])
  expect(market.state('EURUSD')).toMatchObject({ last: 108_500, bid: null, feed: 'live', isRest: true })
  // Sent before the close and only received after it: it is a price of the session.
  say({
    kind: 'best',
    instrument: 'EURUSD',
    sourceTs: close - 1,
    bid: 108_490,
    ask: 108_510,
    bidQty: '1',
    askQty: '1',
  })
  expect(market.state('EURUSD')).toMatchObject({ bid: 108_490 })
  await market.stop()
})

test('a session opens with the newest prices that the venue said before it, not with the prices of the session before', async () => {
  const open = kst('2026-11-20T08:00:00')
  const { clock, market, said, trade, say, updates } = house({ start: open - 3_600_000, calendar: 'real' })
  await market.start()
  const best = (bid: number, sourceTs: number) =>
    say({ kind: 'best', instrument: 'EURUSD', sourceTs, bid, ask: bid + 10, bidQty: '1', askQty: '1' })
  for (const [index, bid] of [108_500, 108_700].entries()) {
    best(bid, open - 3_600_000 + index)
    trade(bid + 5, 'EURUSD')
  }
  expect(updates).toEqual([])
  said.length = 0
  clock.jump(open - 10)
  await clock.run(open)
  const session = said.findIndex((one) => 'kind' in one && one.kind === 'session' && one.instrument === 'EURUSD')
  expect(said[session]).toMatchObject({ isRest: false, at: open })
  expect(updates).toMatchObject([{ instrument: 'EURUSD', sourceTs: open - 3_599_999, bids: [[108_700, 1]] }])
  expect(market.state('EURUSD')).toMatchObject({ bid: 108_700, ask: 108_710, last: null })
  // Once only: after the next rest it is forgotten.
  clock.jump(kst('2026-11-21T06:00:00') - 10)
  await clock.run(kst('2026-11-21T06:00:00'))
  clock.jump(kst('2026-11-23T08:00:00') - 10)
  await clock.run(kst('2026-11-23T08:00:00'))
  expect(updates).toHaveLength(1)
  await market.stop()
})

test('rates of exchange pass to the core as they come, first before any price', async () => {
  const clock = new TestClock(noon)
  const said: string[] = []
  let stopped = false
  let state: (rate: Rate) => void = () => undefined
  const rate: Rate = { kind: 'rate', pair: 'USDKRW', rate: 139_820, source: 'bank', sourceTs: noon, recvTs: noon }
  const market = createMarket({
    instruments: marketInstruments,
    feed: { name: 'live', start: async () => void said.push('feed'), stop: async () => undefined },
    rates: {
      start(listener) {
        state = listener
        listener(rate)
      },
      stop: () => {
        stopped = true
      },
    },
    clock,
    calendar: 'demo',
    output: {
      tick: () => undefined,
      signal: (signal) => signal.kind === 'rate' && said.push(`${signal.rate} of ${signal.source}`),
      venueUpdate: () => undefined,
      change: () => undefined,
    },
  })
  await market.start()
  state({ ...rate, rate: 140_000 })
  expect(said).toEqual(['139820 of bank', 'feed', '140000 of bank'])
  await market.stop()
  expect(stopped).toBe(true)
})

test('stock names lead to their instrument, others to none', () => {
  const { market } = house()
  expect(market.instrumentOf('CR_BTCUSDT')?.symbol).toBe('BTCUSDT')
  expect(market.instrumentOf('CR_BTCUSDTPERP')?.symbol).toBe('BTCUSDT')
  expect(market.instrumentOf('OV_XAUUSD')?.symbol).toBe('XAUUSD')
  for (const name of [
    'BTCUSDT',
    'CR_EURUSD',
    'OV_BTCUSDTPERP',
    'OV_BTCUSDT',
    'CR_XYZUSDT',
    'cr_btcusdt',
    '',
    'CR_BTCUSDT ',
    '__proto__',
  ])
    expect(market.instrumentOf(name)).toBeNull()
  expect(symbolOf('OV_NAS100')).toBe('NAS100')
  expect(market.format('EURUSD', 108_505)).toBe('1.08505')
  expect(() => market.state('NOPE')).toThrow(RangeError)
})

test('order books and marks are passed on in whole numbers: steps of quantity, rates in 10^-8', async () => {
  const { market, updates, say } = house()
  await market.start()
  say({
    kind: 'depth',
    instrument: 'BTCUSDT',
    sourceTs: noon,
    bids: [
      [650_000, '1.5'],
      [649_999, '0.010'],
    ],
    asks: [[650_001, '12']],
    u: 7,
  })
  const mark = { kind: 'mark', instrument: 'BTCUSDT', sourceTs: noon, price: 650_002 } as const
  say({ ...mark, fundingRate: '-0.00012345', nextFundingTime: noon + 3_600_000 })
  say({ ...mark, price: 650_003 })
  expect(updates).toEqual([
    {
      kind: 'depth',
      instrument: 'BTCUSDT',
      sourceTs: noon,
      recvTs: noon,
      correctedTs: noon,
      bids: [
        [650_000, 1_500],
        [649_999, 10],
      ],
      asks: [[650_001, 12_000]],
      u: 7,
    },
    { ...mark, fundingRate: -12_345, nextFundingTime: noon + 3_600_000 },
    { ...mark, price: 650_003, fundingRate: -12_345, nextFundingTime: noon + 3_600_000 },
  ])
  await market.stop()
})

test("0: an order book's time is corrected by the median offset of its feed, and is never after its receipt", async () => {
  const { clock, market, updates, say } = house()
  await market.start()
  const book = { kind: 'depth', instrument: 'BTCUSDT', bids: [], asks: [], u: 1 } as const
  const trade = {
    kind: 'trade',
    instrument: 'BTCUSDT',
    source: 'test',
    sourceTradeId: '1',
    price: 650_000,
    qty: '1',
  } as const
  /** Two seconds of a clock that is off by so much, and the times of an order book that was so long under way. */
  const bookOf = (off: number, underWay: number) => {
    for (let index = 0; index < 20; index++) {
      clock.jump(clock.now() + 100)
      say({ ...trade, sourceTs: clock.now() - 40 + off, recvTs: clock.now() })
    }
    say({ ...book, sourceTs: clock.now() - underWay + off })
    const { sourceTs, recvTs, correctedTs } = updates.at(-1) as Extract<VenueUpdate, { kind: 'depth' }>
    return [sourceTs - recvTs, correctedTs - recvTs]
  }
  // Before the first trade, by the order books themselves.
  say({ ...book, sourceTs: noon - 900 })
  expect(updates).toMatchObject([{ sourceTs: noon - 900, correctedTs: noon }])
  expect(bookOf(-900, 40)).toEqual([-940, 0])
  expect(bookOf(-900, 240)).toEqual([-1_140, -200])
  expect(bookOf(-900, 10)).toEqual([-910, 0])
  // A clock that was set, until its offset is usual.
  expect(bookOf(900, 40)).toEqual([860, 0])
  await market.stop()
})

test('best prices are an order book of one level, of OANDA instruments only', async () => {
  const { market, updates, say } = house()
  await market.start()
  for (const instrument of ['EURUSD', 'BTCUSDT'])
    say({ kind: 'best', instrument, sourceTs: noon, bid: 108_500, ask: 108_510, bidQty: '1000000', askQty: '500000' })
  expect(updates).toEqual([
    {
      kind: 'depth',
      instrument: 'EURUSD',
      sourceTs: noon,
      recvTs: noon,
      correctedTs: noon,
      bids: [[108_500, 1_000_000]],
      asks: [[108_510, 500_000]],
      u: noon,
    },
  ])
  await market.stop()
})

test('a mark that names a funding which is over announces none', async () => {
  const { market, updates, say } = house()
  await market.start()
  const mark = { kind: 'mark', instrument: 'BTCUSDT', price: 650_000, fundingRate: '0.0001' } as const
  say({ ...mark, sourceTs: noon + 10, nextFundingTime: noon })
  say({ ...mark, sourceTs: noon + 1_000, nextFundingTime: noon + 28_800_000 })
  expect(updates).toMatchObject([{ nextFundingTime: null }, { nextFundingTime: noon + 28_800_000 }])
  expect(market.state('BTCUSDT').nextFundingTime).toBe(noon + 28_800_000)
  await market.stop()
})
