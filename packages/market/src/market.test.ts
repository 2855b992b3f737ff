import { expect, test } from 'vitest'
import type { Feed, FeedMessage } from './feed.ts'
import { marketInstruments, symbolOf } from './instruments.ts'
import { createMarket, type MarketSignal, type MarketTick } from './market.ts'
import { TestClock } from './test-clock.ts'

const noon = Date.UTC(2026, 10, 18, 3)

function house(seq = 0) {
  const clock = new TestClock(noon)
  const said: (MarketTick | MarketSignal)[] = []
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
    calendar: 'demo',
    restored: new Map([['BTCUSDT', { seq, candles: new Map() }]]),
    output: { tick: (tick) => said.push(tick), signal: (signal) => said.push(signal), change: () => undefined },
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
  return { clock, market, said, trade, say: (message: FeedMessage) => say(message) }
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
  const { market, said, trade } = house(41_000)
  await market.start()
  for (let i = 0; i < 5; i++) trade(650_000 + i)
  expect(said.flatMap((one) => ('seq' in one ? [one.seq] : []))).toEqual([41_001, 41_002, 41_003, 41_004, 41_005])
  await market.stop()
})

test('rests and disturbances reach the core in order with the ticks', async () => {
  const { market, said, say, trade } = house()
  await market.start()
  trade(108_500, 'EURUSD')
  said.length = 0
  say({ kind: 'session', instrument: 'EURUSD', isRest: true, at: noon })
  say({ kind: 'session', instrument: 'EURUSD', isRest: true, at: noon })
  say({ kind: 'disturbance', instrument: 'EURUSD', reason: 'failover', at: noon })
  expect(said).toMatchObject([
    { kind: 'session', isRest: true },
    { kind: 'disturbance', reason: 'failover' },
  ])
  expect(market.state('EURUSD').isRest).toBe(true)
  await market.stop()
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
