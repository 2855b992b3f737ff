import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FeedMessage } from '../feed.ts'
import { type MarketInstrument, marketInstruments } from '../instruments.ts'
import type { FeedReport } from '../live.ts'
import { createMarket } from '../market.ts'
import { TestClock } from '../test-clock.ts'
import { type BinanceFeed, createBinanceFeed } from './feed.ts'
import { type Connection, TestPeer, until } from './test-peer.ts'
import { exchangeInfo, listed, openVenue, type ReferenceBook } from './test-venue.ts'

const recorded = join(import.meta.dirname, '../../../../../shared/data')
const here = existsSync(recorded)
if (!here) console.log('skipped: the recorded messages are not beside the repository')

const noon = Date.UTC(2026, 10, 18, 3)
const named = (symbol: string) => marketInstruments.find((one) => one.symbol === symbol)!
const btc = named('BTCUSDT')
const eth = named('ETHUSDT')

let peer: TestPeer
let clock: TestClock
let feed: BinanceFeed
let books: Map<string, ReferenceBook>
let messages: FeedMessage[]
let reports: FeedReport[]

const told = (what: string) => reports.filter((report) => report.what === what).map(({ text }) => text)
const said = <K extends FeedMessage['kind']>(kind: K, symbol?: string) =>
  messages.filter(
    (message): message is Extract<FeedMessage, { kind: K }> =>
      message.kind === kind && (symbol === undefined || ('instrument' in message && message.instrument === symbol)),
  )

beforeEach(async () => {
  peer = new TestPeer()
  await peer.listen()
  clock = new TestClock(noon)
  messages = []
  reports = []
})
afterEach(async () => {
  await feed.stop()
  await peer.close()
})

/** Makes the feed of a venue that trades these instruments. */
function open(instruments: readonly MarketInstrument[]): void {
  books = openVenue(peer, () => clock.now(), instruments)
  feed = createBinanceFeed({
    instruments,
    clock,
    restUrl: peer.restUrl,
    wsUrl: peer.wsUrl,
    random: () => 0.5,
    fetch: peer.fetch,
    report: (report) => reports.push(report),
  })
}

const connected = async () => {
  await until(() => peer.open('public').length === 1 && peer.open('market').length === 1)
  await peer.heard()
}
const started = async (instruments: readonly MarketInstrument[]) => {
  open(instruments)
  void feed.start((message) => messages.push(message))
  await connected()
  await primed(instruments)
}
/** The marks as they stood at the start are asked for once the lines are laid: time must not pass before they are there. */
const primed = (instruments: readonly MarketInstrument[]) =>
  until(() => instruments.every(({ kind, symbol }) => kind !== 'crypto' || said('mark', symbol).length > 0))
/** Time passes in steps until both lines stand, by the word of both ends: the peer learns of an end a moment later. */
const reconnected = async () => {
  for (;;) {
    await peer.settled()
    if (peer.open('public').length > 0 && peer.open('market').length > 0) return
    await clock.run(clock.now() + 500)
  }
}
const pass = async (ms: number) => {
  await peer.heard()
  await clock.run(clock.now() + ms)
}

let lastDepth = 1_000
/** Changes the venue's order book and says so, unless the message is lost. */
function changeBook(
  { feedSymbol }: MarketInstrument,
  bids: [string, string][],
  asks: [string, string][],
  isLost = false,
) {
  const pu = books.get(feedSymbol)!.lastId
  const u = ++lastDepth * 10
  books.get(feedSymbol)!.apply(u, bids, asks)
  const data = { e: 'depthUpdate', E: clock.now(), T: clock.now(), s: feedSymbol, U: u - 3, u, pu, b: bids, a: asks }
  if (!isLost) peer.say(`${feedSymbol.toLowerCase()}@depth@100ms`, data)
  return data
}
const sayMark = ({ feedSymbol }: MarketInstrument, price = '100.50000000') =>
  peer.say(`${feedSymbol.toLowerCase()}@markPrice@1s`, {
    e: 'markPriceUpdate',
    E: clock.now(),
    s: feedSymbol,
    p: price,
    r: '0.00010000',
    T: noon + 3_600_000,
    st: 1,
  })
const trade = ({ feedSymbol }: MarketInstrument, a: number, p = '100.5', T = clock.now()) => ({
  ...{ e: 'aggTrade', E: T + 3, T, s: feedSymbol, a, p, q: '0.5', f: a, l: a, m: true, st: 1 },
})
const sayTrade = (instrument: MarketInstrument, id: number, price?: string, at?: number) =>
  peer.say(`${instrument.feedSymbol.toLowerCase()}@aggTrade`, trade(instrument, id, price, at))
/** A second of an instrument in which all its streams but trades speak. */
async function second(...instruments: MarketInstrument[]): Promise<void> {
  for (const instrument of instruments) {
    sayMark(instrument)
    changeBook(instrument, [['100.0', String(lastDepth)]], [['101.0', String(lastDepth)]])
  }
  await pass(1_000)
}

test('two lines carry the streams that each may carry, and symbols are those of the venue', async () => {
  await started([btc, named('MATICUSDT'), named('EOSUSDT'), named('EURUSD')])
  const [open, market] = [peer.open('public')[0]!, peer.open('market')[0]!]
  expect(open.streams).toEqual(
    ['btcusdt', 'polusdt', 'ausdt'].flatMap((name) => [`${name}@depth@100ms`, `${name}@bookTicker`]),
  )
  expect(market.streams).toEqual(
    ['btcusdt', 'polusdt', 'ausdt'].flatMap((name) => [`${name}@aggTrade`, `${name}@markPrice@1s`]),
  )
  sayTrade(named('MATICUSDT'), 7, '0.2345')
  await peer.heard()
  expect(said('trade')).toMatchObject([
    { instrument: 'MATICUSDT', source: 'binance', price: 2_345, sourceTradeId: '7' },
  ])
})

test('marks and funding stand at once, before the first of the stream', async () => {
  await started([btc])
  await until(() => said('mark').length === 1)
  expect(said('mark')[0]).toEqual({
    kind: 'mark',
    instrument: 'BTCUSDT',
    sourceTs: noon - 10,
    price: 1_005,
    fundingRate: '0.0001',
    nextFundingTime: noon + 3_600_000,
  })
})

test('a venue whose tick size is finer than ours is followed: last prices go to our nearest multiple, order books outward and in one level each', async () => {
  const matic = named('MATICUSDT')
  open([matic])
  const fine = { ...listed(matic) }
  const filters = [{ filterType: 'PRICE_FILTER', tickSize: '0.00001' }, ...fine.filters.slice(1)]
  peer.answers.set('/fapi/v1/exchangeInfo', () => ({ body: exchangeInfo(noon, [{ ...fine, filters }]) }))
  void feed.start((message) => messages.push(message))
  await connected()
  for (const [id, price] of ['0.23454', '0.23455', '0.23465', '0.23460'].entries()) sayTrade(matic, id + 7, price)
  peer.say('polusdt@bookTicker', {
    ...{ e: 'bookTicker', u: 5, s: 'POLUSDT', T: noon, E: noon, b: '0.23459', B: '7', a: '0.23461', A: '9', st: 1 },
  })
  changeBook(
    matic,
    [
      ['0.23459', '7'],
      ['0.23452', '5'],
      ['0.23450', '3'],
      ['0.23449', '2'],
    ],
    [
      ['0.23461', '9'],
      ['0.23470', '1'],
      ['0.23471', '4'],
    ],
  )
  await pass(1_000)
  await until(() => said('depth').length > 0)
  expect(said('trade').map(({ price }) => price)).toEqual([2_345, 2_346, 2_346, 2_346])
  expect(said('best').at(-1)).toMatchObject({ bid: 2_345, ask: 2_347 })
  expect(said('depth').at(-1)).toMatchObject({
    bids: [
      [2_345, '15'],
      [2_344, '2'],
    ],
    asks: [
      [2_347, '10'],
      [2_348, '4'],
    ],
  })
  // What lies between the venue's own multiples is refused as before.
  sayTrade(matic, 20, '0.234555')
  await until(() => told('refused').length === 1)
})

test('fundings of the last days are told at the start, oldest first, before any mark', async () => {
  open([btc, eth])
  const settled = (hours: number, fundingRate: string, markPrice: string) => ({
    ...{ symbol: 'BTCUSDT', fundingRate, fundingTime: noon - hours * 3_600_000 + 4, markPrice },
  })
  peer.answers.set('/fapi/v1/fundingRate', (query) =>
    query.get('symbol') === 'BTCUSDT'
      ? { body: [settled(4, '-0.00020000', '101.26'), settled(20, '0.0001', ''), settled(12, '0.00010000', '99.5')] }
      : { body: [] },
  )
  void feed.start((message) => messages.push(message))
  await connected()
  await until(() => said('mark').length === 2)
  // Of the oldest the venue does not know the mark any more.
  expect(messages.slice(0, 3)).toEqual([
    { kind: 'funding', instrument: 'BTCUSDT', at: noon - 20 * 3_600_000 + 4, rate: '0.0001', price: null },
    { kind: 'funding', instrument: 'BTCUSDT', at: noon - 12 * 3_600_000 + 4, rate: '0.00010000', price: 995 },
    { kind: 'funding', instrument: 'BTCUSDT', at: noon - 4 * 3_600_000 + 4, rate: '-0.00020000', price: 1_013 },
  ])
  const [query] = peer.asked.filter((path) => path.startsWith('/fapi/v1/fundingRate?symbol=BTCUSDT'))
  expect(query).toContain(`startTime=${noon - 7 * 86_400_000}`)
  expect(told('funding')).toEqual([])
  expect(said('funding')).toHaveLength(3)
})

test('a venue that does not tell its fundings is asked again, with growing pauses; marks and order books wait for them, trades do not', async () => {
  open([btc, eth])
  const asks: number[] = []
  const settled = (at: number) => ({ symbol: 'ETHUSDT', fundingRate: '0.0001', fundingTime: at, markPrice: '99.5' })
  const hour = 3_600_000
  peer.answers.set('/fapi/v1/fundingRate', (query) => {
    if (query.get('symbol') === 'BTCUSDT') return { body: [] }
    asks.push(clock.now() - noon)
    if (asks.length < 3) return { status: 500, body: {} }
    // Every 8 h; that of ten seconds ago is not settled yet, and is at last.
    const list = [settled(noon - 16 * hour - 10_000), settled(noon - 8 * hour - 10_000)]
    return { body: asks.length < 5 ? list : [...list, settled(noon - 10_000)] }
  })
  void feed.start((message) => messages.push(message))
  await connected()
  await until(() => said('mark', 'BTCUSDT').length === 1)
  sayTrade(eth, 1, '101.20')
  await until(() => said('trade', 'ETHUSDT').length === 1)
  for (let index = 1; index < 5; index++) {
    await until(() => asks.length === index && told('funding').length === index)
    expect([...said('mark', 'ETHUSDT'), ...said('depth', 'ETHUSDT'), ...said('funding')]).toEqual([])
    await clock.run(clock.now() + 750 * 2 ** (index - 1))
  }
  await until(() => said('mark', 'ETHUSDT').length > 0)
  expect(asks).toEqual([0, 750, 2_250, 5_250, 11_250])
  const kinds = messages.filter((one) => 'instrument' in one && one.instrument === 'ETHUSDT').map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'funding' || kind === 'mark')).toEqual([...Array(3).fill('funding'), 'mark'])
  expect(told('funding').at(-1)).toContain('may not be settled yet')
})

test('the rate that the venue settled at is compared with the one told before it', async () => {
  await started([btc, eth])
  await until(() => said('mark').length === 2)
  const settled: Record<string, string> = { BTCUSDT: '0.00010000', ETHUSDT: '-0.00020000' }
  peer.answers.set('/fapi/v1/fundingRate', (query) => ({
    body: [
      {
        symbol: query.get('symbol'),
        fundingRate: settled[query.get('symbol')!],
        fundingTime: noon + 3_600_004,
        markPrice: '100.5',
      },
    ],
  }))
  const mark = ({ feedSymbol }: MarketInstrument, T: number) =>
    peer.say(`${feedSymbol.toLowerCase()}@markPrice@1s`, {
      ...{ e: 'markPriceUpdate', E: clock.now(), s: feedSymbol, p: '100.5', r: '0.00010000', T },
    })
  // 10 ms after the funding the venue still tells the old time, a second later the new one.
  for (const [at, T] of [
    [3_600_010, 3_600_000],
    [3_601_000, 32_400_000],
  ] as const) {
    await clock.run(noon + at)
    await reconnected()
    for (const instrument of [btc, eth]) mark(instrument, noon + T)
    await peer.heard()
  }
  const asks = () => peer.asked.filter((path) => path.startsWith('/fapi/v1/fundingRate')).length
  const before = asks()
  const asked = () => asks() - before
  await clock.run(clock.now() + 120_000)
  await until(() => asked() === 2 && told('funding').length === 1)
  expect(told('funding')).toEqual([
    `ETHUSDT was funded at -0.00020000 at ${new Date(noon + 3_600_000).toISOString()}, 0.0001 was told`,
  ])
})

test('trades come once each and in order; what was missed is told before the next', async () => {
  await started([btc])
  for (const id of [5, 5, 6, 4, 7, 10, 8, 9, 11, 11]) sayTrade(btc, id)
  await peer.heard()
  const heard = messages.flatMap((one) =>
    one.kind === 'trade' ? [one.sourceTradeId] : one.kind === 'disturbance' ? [one.reason] : [],
  )
  expect(heard).toEqual(['5', '6', '7', 'failover', '10', '11'])
  expect(told('hole')).toEqual(['BTCUSDT: 2 trades missed'])
})

test('a hole concerns what ended since the last trade before it, as far as it is not decided', async () => {
  await started([btc])
  const holes = async (pauseMs: number, id: number) => {
    const from = clock.now()
    for (let at = 0; at < pauseMs; at += 500) {
      sayMark(btc)
      await pass(500)
    }
    messages.length = 0
    sayTrade(btc, id)
    await peer.heard()
    return said('disturbance').map(({ at }) => at - from)
  }
  sayTrade(btc, 1)
  expect(await holes(1_500, 3)).toEqual([0, 1_500])
  expect(await holes(10_000, 5)).toEqual([7_000, 10_000])
  expect(await holes(1_000, 6)).toEqual([])
})

test('an event a little ahead of our clock is kept; one of the future or of another age is damage', async () => {
  await started([btc])
  sayTrade(btc, 1, '100.5', clock.now() + 1_000)
  sayTrade(btc, 2, '100.5', clock.now() + 1_001)
  sayTrade(btc, 2, '100.5', clock.now() - 4 * 3_600_000)
  await peer.heard()
  expect(said('trade').map(({ sourceTradeId, sourceTs }) => [sourceTradeId, sourceTs])).toEqual([['1', noon + 1_000]])
  expect(told('malformed')).toHaveLength(1)
})

test('a mark of the future does not silence those that follow', async () => {
  await started([btc])
  const mark = { e: 'markPriceUpdate', s: 'BTCUSDT', r: '0.0001', T: noon + 3_600_000, st: 1 }
  peer.say('btcusdt@markPrice@1s', { ...mark, E: clock.now() + 1_800_000, p: '90.50000000' })
  sayMark(btc, '101.00000000')
  await peer.heard()
  expect(said('mark').map(({ price }) => price)).toEqual([1_005, 1_010])
})

test('an id far ahead makes nothing and keeps out nothing; ids that go on from there are believed', async () => {
  await started([btc])
  for (const id of [7, 9_000_000_000, 8, 2_000_000, 2_000_001, 9]) sayTrade(btc, id)
  await peer.heard()
  expect(said('trade').map(({ sourceTradeId }) => sourceTradeId)).toEqual(['7', '8', '2000001'])
})

test('COIN-M messages in a mixed stream and fields that nobody knows are left out', async () => {
  await started([btc])
  peer.say('btcusdt@aggTrade', { ...trade(btc, 1), st: 2 })
  peer.say('btcusdt@aggTrade', { ...trade(btc, 2), ps: 'BTCUSDT', nq: '0.1', novel: { deep: [1] } })
  await peer.heard()
  expect(said('trade').map(({ sourceTradeId }) => sourceTradeId)).toEqual(['2'])
})

test('best prices and order books come at most ten times a second, the newest of them last', async () => {
  await started([btc])
  await second(btc)
  await until(() => said('depth').length > 0)
  const from = clock.now()
  messages.length = 0
  for (let i = 1; i <= 100; i++) {
    const bid = (99 + i / 1_000).toFixed(1)
    peer.say('btcusdt@bookTicker', {
      ...{
        e: 'bookTicker',
        u: 1_000 + i,
        s: 'BTCUSDT',
        b: bid,
        B: String(i),
        a: '101.0',
        A: '1',
        T: clock.now(),
        E: 0,
      },
    })
    changeBook(btc, [['100.0', String(i)]], [])
    await pass(10)
  }
  await pass(100)
  expect(said('best').length).toBeLessThanOrEqual((clock.now() - from) / 100 + 1)
  expect(said('depth').length).toBeLessThanOrEqual((clock.now() - from) / 100 + 1)
  expect(said('best').length).toBeGreaterThanOrEqual(9)
  expect(said('best').at(-1)).toMatchObject({ bidQty: '100' })
  expect(said('depth').at(-1)!.bids[0]).toEqual([1_000, '100'])
})

test('a hole in the order book is filled by a new snapshot; snapshots that fail are asked for with growing pauses', async () => {
  await started([btc])
  await second(btc)
  await until(() => said('depth').length > 0)
  changeBook(btc, [['99.5', '1']], [], true)
  const depths = () => peer.asked.filter((path) => path.startsWith('/fapi/v1/depth')).length
  const venue = peer.answers.get('/fapi/v1/depth')!
  peer.answers.set('/fapi/v1/depth', () => ({ status: 503, body: 'down' }))
  const before = depths()
  const shown = said('depth').length
  for (let i = 0; i < 30; i++) {
    await second(btc)
    await peer.settled()
  }
  expect(said('depth').length).toBeLessThanOrEqual(shown + 1) // of before the hole
  expect(depths() - before).toBeGreaterThanOrEqual(3)
  expect(depths() - before).toBeLessThanOrEqual(6)
  peer.answers.set('/fapi/v1/depth', venue)
  while (said('depth').at(-1)!.u !== books.get('BTCUSDT')!.lastId) await second(btc)
  const { bids, asks } = said('depth').at(-1)!
  expect({ bids, asks }).toEqual(books.get('BTCUSDT')!.top(20, 1))
})

test('a slow snapshot waits for nothing but itself: what came meanwhile is applied to it', async () => {
  open([btc])
  let release: (() => void) | null = null
  const venue = peer.answers.get('/fapi/v1/depth')!
  peer.answers.set('/fapi/v1/depth', async (query) => {
    const answer = await venue(query)
    await new Promise<void>((resolve) => {
      release = resolve
    })
    return answer
  })
  void feed.start((message) => messages.push(message))
  await connected()
  await second(btc)
  await until(() => release !== null)
  for (let i = 0; i < 3; i++) await second(btc)
  expect(said('depth')).toEqual([])
  expect(said('mark').length).toBeGreaterThanOrEqual(4)
  release!()
  await until(() => said('depth').length > 0)
  const { u, bids, asks } = said('depth')[0]!
  expect({ u, bids, asks }).toEqual({ u: books.get('BTCUSDT')!.lastId, ...books.get('BTCUSDT')!.top(20, 1) })
})

test.each([
  ['another tick', { filters: listed({ ...btc, tickUnits: 5 }).filters }, 'BTCUSDT has a tick of 0.5, ours is 0.1'],
  [
    'a finer step',
    { filters: listed({ ...btc, qtyPrecision: 5 }).filters },
    'BTCUSDT has a step of 0.00001, finer than 3 decimals',
  ],
  ['not trading', { status: 'SETTLING' }, 'BTCUSDT is SETTLING'],
  ['no filters', { filters: [] }, 'BTCUSDT: no PRICE_FILTER'],
  ['not listed', { symbol: 'BTCUSDC' }, 'BTCUSDT is not listed'],
])(
  'a symbol with %s has no prices, loudly; the others have theirs; it comes back when the venue has it right',
  async (_, change, reason) => {
    open([btc, eth])
    const listing = () => ({ body: exchangeInfo(clock.now(), [{ ...listed(btc), ...change }, listed(eth)]) })
    peer.answers.set('/fapi/v1/exchangeInfo', listing)
    void feed.start((message) => messages.push(message))
    await connected()
    expect(peer.open('market')[0]!.streams.every((stream) => stream.startsWith('ethusdt@'))).toBe(true)
    await second(eth)
    expect(said('mark', 'ETHUSDT').length).toBeGreaterThan(0)
    const concerned = messages.flatMap((one) => ('instrument' in one ? one.instrument : one.instruments))
    expect(new Set(concerned)).toEqual(new Set(['ETHUSDT']))
    expect(reports.find(({ what }) => what === 'refused')).toMatchObject({
      level: 'error',
      text: `BTCUSDT has no prices: ${reason}`,
    })
    openVenue(peer, () => clock.now(), [btc, eth])
    await clock.run(noon + 3_600_000)
    await until(() => peer.open('market').some(({ streams }) => streams.includes('btcusdt@aggTrade')))
    await until(() => said('mark', 'BTCUSDT').length > 0)
  },
)

test('a price off the tick size ends the prices of its instrument until the venue is asked again, and then its finer tick size is followed', async () => {
  await started([btc, eth])
  await until(() => said('mark').length === 2)
  sayTrade(btc, 1)
  await peer.heard()
  const tick = { ...listed(btc), filters: listed({ ...btc, precision: 2 }).filters }
  peer.answers.set('/fapi/v1/exchangeInfo', () => ({ body: exchangeInfo(clock.now(), [tick, listed(eth)]) }))
  peer.say('btcusdt@aggTrade', trade(btc, 2, '100.55'))
  sayTrade(btc, 3)
  await peer.heard()
  expect(said('trade').map(({ sourceTradeId }) => sourceTradeId)).toEqual(['1'])
  expect(told('refused')).toEqual(['BTCUSDT has no prices: BTCUSDT: 100.55 lies between two ticks'])
  await pass(10_000)
  await until(() => told('admitted').at(-1)?.includes('its finer prices rounded onto our tick') === true)
  sayTrade(btc, 4, '100.56')
  await peer.heard()
  expect(said('trade').map(({ price }) => price)).toEqual([1_005, 1_006])
})

test.each([429, 418])('after %i nothing is asked until the venue allows it', async (status) => {
  open([btc])
  let limited = true
  const venue = peer.answers.get('/fapi/v1/exchangeInfo')!
  peer.answers.set('/fapi/v1/exchangeInfo', (query) =>
    limited
      ? { status, headers: { 'retry-after': '30' }, body: { code: -1003, msg: 'Too many requests' } }
      : venue(query),
  )
  void feed.start((message) => messages.push(message))
  await until(() => told('limited').length === 1)
  limited = false
  const asked = peer.asked.length
  await clock.run(noon + 29_000)
  await peer.settled()
  expect(peer.asked.length).toBe(asked)
  expect(peer.connections).toEqual([])
  await clock.run(noon + 31_000)
  await connected()
  expect(reports.find(({ what }) => what === 'limited')).toMatchObject({ level: 'error' })
})

test('while the venue cannot be reached the start goes on without prices, and they come when it can', async () => {
  open([btc])
  const venue = peer.answers.get('/fapi/v1/exchangeInfo')!
  peer.answers.set('/fapi/v1/exchangeInfo', () => ({ status: 502, body: '<html>bad gateway</html>' }))
  let isStarted = false
  void feed
    .start((message) => messages.push(message))
    .then(() => {
      isStarted = true
    })
  await until(() => isStarted)
  expect(told('symbols')).toHaveLength(1)
  expect(messages).toEqual([])
  peer.answers.set('/fapi/v1/exchangeInfo', venue)
  await reconnected()
})

test('a retired address, silent on trades and marks, is an alarm; instruments are disturbed each second meanwhile', async () => {
  await started([btc])
  const silent = async () => {
    changeBook(btc, [['100.0', String(lastDepth)]], [['101.0', '1']])
    await pass(1_000)
  }
  for (let i = 0; i < 4; i++) await silent()
  const first = said('disturbance').length
  expect(first).toBeGreaterThanOrEqual(1)
  for (let i = 0; i < 10; i++) await silent()
  expect(said('disturbance').length - first).toBeGreaterThanOrEqual(9)
  expect(reports.filter(({ what, level }) => what === 'silent' && level === 'error')).toHaveLength(1)
  await until(() => peer.connections.filter(({ path }) => path === '/market/stream').length > 1)
  expect(peer.connections.filter(({ path }) => path === '/public/stream')).toHaveLength(1)
})

test('trades may be quiet: marks keep the instrument undisturbed', async () => {
  await started([btc])
  for (let i = 0; i < 400; i++) await second(btc)
  expect(said('disturbance')).toEqual([])
  expect(peer.connections).toHaveLength(2)
  expect(told('silent').toSorted()).toEqual([
    'market: btcusdt@aggTrade for 300 s',
    'public: btcusdt@bookTicker for 60 s',
  ])
})

test('0: the loss of a connection is told at once: of that of the trades the instrument is stale, and live with its next message', async () => {
  open([btc])
  const signals: string[] = []
  const market = createMarket({
    instruments: [btc],
    feed,
    clock,
    calendar: 'demo',
    output: {
      tick: () => undefined,
      venueUpdate: () => undefined,
      signal: (signal) => {
        if (signal.kind === 'feed') signals.push(`${signal.state} ${signal.at - noon}`)
        if (signal.kind === 'disturbance') signals.push(`${signal.reason} ${signal.at - noon}`)
      },
      change: () => undefined,
    },
  })
  const begun = market.start()
  await begun
  expect(signals).toEqual(['stale 0', 'live 0'])
  await connected()
  for (let i = 0; i < 5; i++) await second(btc)
  expect(market.state('BTCUSDT').feed).toBe('live')
  sayMark(btc) // at 5,000
  await peer.heard()
  peer.refuses = true
  for (const line of ['public', 'market'] as const) for (const { socket } of peer.open(line)) socket.terminate()
  await until(() => told('connection').length >= 2)
  expect(signals.filter((one) => !one.startsWith('failover'))).toEqual(['stale 0', 'live 0', 'stale 5000'])
  expect(signals).toContain('failover 5000')
  await clock.run(noon + 7_250)
  expect(market.state('BTCUSDT').feed).toBe('stale')
  peer.refuses = false
  await reconnected()
  sayMark(btc)
  await peer.heard()
  expect(signals.at(-1)).toMatch(/^live /)
  await market.stop()
})

/** A market of one perpetual; what it says of its trades and of its order book and mark. */
async function traded() {
  open([btc])
  const signals: string[] = []
  const market = createMarket({
    instruments: [btc],
    feed,
    clock,
    calendar: 'demo',
    output: {
      tick: () => undefined,
      venueUpdate: () => undefined,
      signal: (signal) => {
        if (signal.kind === 'feed' || signal.kind === 'quotes')
          signals.push(`${signal.kind} ${signal.state} ${signal.at - noon}`)
      },
      change: () => undefined,
    },
  })
  await market.start()
  await connected()
  for (let i = 0; i < 5; i++) await second(btc)
  await until(() => market.state('BTCUSDT').quotes === 'live')
  signals.length = 0
  return { market, signals }
}

test('0: the loss of the connection of the order books stops perpetuals at once, and rounds go on', async () => {
  const { market, signals } = await traded()
  peer.refuses = true
  for (const { socket } of peer.open('public')) socket.terminate()
  await until(() => told('connection').length >= 1)
  expect(signals).toEqual(['quotes stale 5000'])
  for (let i = 0; i < 10; i++) {
    sayMark(btc)
    await peer.heard()
    await clock.run(clock.now() + 500)
  }
  expect(signals).toEqual(['quotes stale 5000'])
  expect(market.state('BTCUSDT')).toMatchObject({ feed: 'live', quotes: 'stale' })
  await market.stop()
})

test('0: an order book without a change is as old as the last message of its connection', async () => {
  const { market, signals } = await traded()
  const { socket } = peer.open('public')[0]!
  for (let i = 0; i < 8; i++) {
    sayMark(btc)
    socket.send(JSON.stringify({ stream: 'btcusdt@bookTicker', data: { e: 'other' } }))
    await peer.heard()
    await clock.run(clock.now() + 500)
  }
  expect(signals).toEqual([])
  for (let i = 0; i < 5; i++) {
    sayMark(btc)
    await peer.heard()
    await clock.run(clock.now() + 500)
  }
  expect(signals).toEqual(['quotes stale 10500'])
  expect(market.state('BTCUSDT').feed).toBe('live')
  await market.stop()
})

test('whatever the venue says, nothing breaks', async () => {
  await started([btc])
  const good = [
    trade(btc, 1),
    changeBook(btc, [['100.0', '1']], [['101.0', '1']]),
    { e: 'bookTicker', u: 1, s: 'BTCUSDT', b: '100.0', B: '1', a: '101.0', A: '1', T: clock.now(), E: clock.now() },
    { e: 'markPriceUpdate', E: clock.now(), s: 'BTCUSDT', p: '100.1', r: '0.0001', T: noon },
  ]
  const wrong = [
    null,
    '',
    'x',
    '1e5',
    '-1',
    '0',
    '99999999999999999999',
    '9999999999.999999999999999',
    '0.000000000000001',
    undefined,
    '1.2.3',
    -1,
    1.5,
    1e300,
    [],
    {},
    [['a']],
    true,
  ]
  for (const [index, stream] of ['aggTrade', 'depth@100ms', 'bookTicker', 'markPrice@1s'].entries()) {
    for (const key of Object.keys(good[index]!))
      for (const value of wrong) peer.say(`btcusdt@${stream}`, { ...good[index], [key]: value })
    for (const data of [null, 5, 'text', [], [good[index]], {}, { e: 'other' }, { e: 'aggTrade' }])
      peer.say(`btcusdt@${stream}`, data)
    peer.sayRaw(`btcusdt@${stream}`, JSON.stringify({ stream: `btcusdt@${stream}`, data: good[index] }).slice(0, -3))
  }
  await peer.heard()
  for (const message of messages) if ('price' in message) expect(Number.isSafeInteger(message.price)).toBe(true)
  for (const body of ['', 'null', '[]', '{"symbols":5}', '{"symbols":[null],"serverTime":1}', '{"lastUpdateId":"x"}']) {
    peer.answers.set('/fapi/v1/depth', () => ({ body }))
    peer.answers.set('/fapi/v1/exchangeInfo', () => ({ body }))
    peer.answers.set('/fapi/v1/premiumIndex', () => ({ body }))
    changeBook(btc, [['100.0', '1']], [], true)
    await second(btc)
    await clock.run(clock.now() + (body === '' ? 3_600_000 : 61_000))
    await reconnected()
  }
  expect(told('malformed').length).toBeGreaterThan(0)
  openVenue(peer, () => clock.now(), [btc])
  const trades = said('trade').length
  await clock.run(clock.now() + 61_000)
  await reconnected()
  while (said('trade').length === trades) {
    sayTrade(btc, clock.now())
    await pass(1_000)
    await peer.settled()
  }
})

// ---- what was recorded ----

interface Line {
  readonly at: number
  readonly stream: string
  readonly data: Record<string, unknown>
}

function recordedLines(): Line[] {
  const text = gunzipSync(readFileSync(join(recorded, 'binance/ws/cryptofeed_BINANCE_FUTURES.ws.1.0.gz'))).toString()
  return text
    .split('\n')
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => {
      const colon = line.indexOf(': ')
      return { at: Math.round(Number(line.slice(0, colon)) * 1_000), ...JSON.parse(line.slice(colon + 2)) }
    })
}

/** The four symbols of the recording as instruments, by the exchangeInfo that was recorded with it. */
function recordedInstruments(info: { symbols: { symbol: string; filters: Record<string, string>[] }[] }) {
  return ['SUSHIUSDT', 'AKROUSDT', 'KEEPUSDT', 'CTKUSDT'].map((symbol): MarketInstrument => {
    const { filters } = info.symbols.find((one) => one.symbol === symbol)!
    const size = (type: string, key: string) => filters.find((one) => one['filterType'] === type)![key]!
    const decimals = (text: string) => text.replace(/0+$/, '').split('.')[1]?.length ?? 0
    const tick = size('PRICE_FILTER', 'tickSize')
    const precision = decimals(tick)
    return {
      ...{ symbol, feedSymbol: symbol, koName: symbol, kind: 'crypto', precision, staleAfterMs: 2_000 },
      contractUnits: 1,
      tickUnits: Math.round(Number(tick) * 10 ** precision),
      qtyPrecision: decimals(size('LOT_SIZE', 'stepSize')),
    }
  })
}

/** The answer in a line `<url> -> <seconds>: <answer>`. */
const afterArrow = (line: string) => JSON.parse(line.slice(line.indexOf(': ', line.indexOf('-> ')) + 2))

/** Plays the recording to the feed, each line at its time; `fault` may do something else with it. */
async function playRecording(
  fault: (line: Line) => boolean,
): Promise<{ lines: readonly Line[]; instruments: readonly MarketInstrument[] }> {
  const info = afterArrow(
    gunzipSync(readFileSync(join(recorded, 'binance/rest/cryptofeed_BINANCE_FUTURES.exchangeInfo.0.gz')))
      .toString()
      .split('\n')[0]!,
  )
  const lines = recordedLines()
  clock = new TestClock(lines[0]!.at - 100)
  const instruments = recordedInstruments(info)
  open(instruments)
  peer.answers.set('/fapi/v1/exchangeInfo', () => ({ body: info }))
  const snapshots = gunzipSync(readFileSync(join(recorded, 'binance/rest/cryptofeed_BINANCE_FUTURES.http.0.0.gz')))
  for (const line of snapshots.toString().split('\n')) {
    if (line === '') continue
    const symbol = /symbol=(\w+)/.exec(line)![1]!
    const { lastUpdateId, bids, asks } = afterArrow(line)
    books.get(symbol)!.apply(lastUpdateId, bids, asks)
  }
  void feed.start((message) => messages.push(message))
  await connected()
  let markAt = 0
  for (const line of lines) {
    if (line.at - clock.now() >= 50) {
      await pass(line.at - clock.now())
      await peer.settled()
    }
    if (clock.now() - markAt >= 1_000) {
      markAt = clock.now()
      for (const feedSymbol of books.keys()) sayMark({ ...btc, feedSymbol }, '1.0')
    }
    const { data } = line
    if (data['e'] === 'depthUpdate')
      books.get(data['s'] as string)!.apply(data['u'] as number, data['b'] as [], data['a'] as [])
    if (!fault(line)) peer.say(line.stream, data)
  }
  return { lines, instruments }
}

/** Lets the venue go on quietly until every order book of the feed is as new as the venue's, and compares them. */
async function compareBooks(instruments: readonly MarketInstrument[]): Promise<void> {
  const newest = (symbol: string) => said('depth', symbol).at(-1)
  const isBehind = () => [...books].some(([symbol, { lastId }]) => newest(symbol)?.u !== lastId)
  for (let round = 0; isBehind(); round++) {
    for (const [feedSymbol, book] of books) {
      const instrument = { ...btc, feedSymbol }
      sayMark(instrument, '1.0')
      if (round % 4 === 0) {
        const pu = book.lastId
        const u = pu + 10
        const [best] = book.top(1, 0).bids
        expect(best).toBeDefined()
        book.apply(u, [], [])
        peer.say(`${feedSymbol.toLowerCase()}@depth@100ms`, {
          ...{ e: 'depthUpdate', E: clock.now(), T: clock.now(), s: feedSymbol, U: u - 1, u, pu, b: [], a: [] },
        })
      }
    }
    await pass(250)
    await peer.settled()
  }
  for (const { symbol, precision, tickUnits } of instruments) {
    const { bids, asks } = said('depth', symbol).at(-1)!
    const onTickSize = ([price]: [number, string]) => Number.isInteger(price) && price % tickUnits === 0
    const all = books.get(symbol)!.top(Number.POSITIVE_INFINITY, precision)
    const expected = { bids: all.bids.filter(onTickSize).slice(0, 20), asks: all.asks.filter(onTickSize).slice(0, 20) }
    expect([symbol, { bids, asks }]).toEqual([symbol, expected])
  }
}

const tradesOf = (lines: readonly Line[], symbol: string) =>
  lines.filter(({ data }) => data['e'] === 'aggTrade' && data['s'] === symbol).map(({ data }) => data)

function checkMessages(lines: readonly Line[]): void {
  for (const symbol of books.keys()) {
    const known = new Map(tradesOf(lines, symbol).map((data) => [String(data['a']), data]))
    let previous: number | null = null
    let wasDisturbed = false
    for (const message of messages) {
      if (!('instrument' in message) || message.instrument !== symbol) continue
      if (message.kind === 'disturbance') wasDisturbed = true
      if (message.kind === 'best') expect(message.bid).toBeLessThan(message.ask)
      if (message.kind === 'depth') {
        const [bids, asks] = [message.bids.map(([price]) => price), message.asks.map(([price]) => price)]
        expect(bids).toEqual([...new Set(bids)].toSorted((a, b) => b - a))
        expect(asks).toEqual([...new Set(asks)].toSorted((a, b) => a - b))
        expect(bids[0]!).toBeLessThan(asks[0]!)
      }
      if (message.kind !== 'trade') continue
      const id = Number(message.sourceTradeId)
      expect(known.get(message.sourceTradeId)).toMatchObject({ q: message.qty, T: message.sourceTs })
      if (previous !== null) {
        expect(id).toBeGreaterThan(previous)
        if (id > previous + 1) expect(wasDisturbed).toBe(true)
      }
      previous = id
      wasDisturbed = false
    }
  }
}

test.skipIf(!here)('the recorded stream gives every trade once, and the books that the changes make', async () => {
  const { lines, instruments } = await playRecording(() => false)
  await compareBooks(instruments)
  checkMessages(lines)
  for (const symbol of books.keys())
    expect(said('trade', symbol).map(({ sourceTradeId }) => Number(sourceTradeId))).toEqual(
      tradesOf(lines, symbol).map((data) => data['a']),
    )
  expect(said('disturbance')).toEqual([])
  expect(told('gap')).toEqual([])
  expect(said('best').length).toBeGreaterThan(100)
})

test.skipIf(!here).each([1, 2, 3, 4, 5, 6])(
  'drops, repeats, swaps, damage and cuts (seed %i): no trade twice, holes told, the books right in the end',
  async (seed) => {
    let state = seed
    const chance = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state / 2 ** 32
    }
    let held: Line | null = null
    const cut = (how: (connection: Connection) => void) => {
      for (const connection of peer.open(chance() < 0.5 ? 'public' : 'market')) how(connection)
    }
    const { lines, instruments } = await playRecording((line) => {
      if (held) {
        peer.say(line.stream, line.data)
        peer.say(held.stream, held.data)
        held = null
        return true
      }
      const what = chance()
      if (what < 0.02) return true // dropped
      if (what < 0.05)
        peer.say(line.stream, line.data) // twice
      else if (what < 0.07) {
        held = line // after the next
        return true
      } else if (what < 0.08)
        peer.sayRaw(line.stream, JSON.stringify({ stream: line.stream, data: { ...line.data, T: 'x' } }))
      else if (what < 0.09) peer.sayRaw(line.stream, '{"stream":')
      else if (what < 0.093) cut(({ socket }) => socket.terminate())
      else if (what < 0.096) cut(({ breakOff }) => breakOff())
      else if (what < 0.097) peer.sayRaw(line.stream, 'x'.repeat(1_100_000))
      return false
    })
    await compareBooks(instruments)
    checkMessages(lines)
    expect(told('gap').length + told('snapshot').length).toBeGreaterThan(0)
    expect(told('malformed').length).toBeGreaterThan(0)
  },
)

test.skipIf(!here)('100 s of recorded BTC: the book in the end is the one that the venue had', async () => {
  const text = gunzipSync(readFileSync(join(recorded, 'market/binance_usdm/btcusdt_20230404.dat.gz'))).toString()
  const lines = text.split('\n').filter((line) => line !== '')
  const at = (line: string) => Math.round(Number(line.slice(0, line.indexOf(' '))) / 1_000)
  clock = new TestClock(at(lines[0]!))
  open([btc])
  const book = books.get('BTCUSDT')!
  const all = lines.map((line) => ({ at: at(line), raw: JSON.parse(line.slice(line.indexOf(' ') + 1)) }))
  const snapshot = all.find(({ raw }) => raw.lastUpdateId !== undefined)!.raw
  book.apply(snapshot.lastUpdateId, snapshot.bids, snapshot.asks)
  void feed.start((message) => messages.push(message))
  await connected()
  let changes = 0
  for (const { at: time, raw } of all) {
    if (time - clock.now() >= 100) await pass(time - clock.now())
    const { data } = raw
    if (data === undefined) continue
    if (data.e === 'depthUpdate') {
      book.apply(data.u, data.b, data.a)
      peer.say('btcusdt@depth@100ms', data)
    } else if (data.e === 'bookTicker') {
      changes++
      peer.say('btcusdt@bookTicker', data)
    } else if (data.e === 'markPriceUpdate') peer.say('btcusdt@markPrice@1s', data)
  }
  while (said('depth').at(-1)?.u !== book.lastId) await pass(100)
  const { bids, asks } = said('depth').at(-1)!
  expect({ bids, asks }).toEqual(book.top(20, 1))
  expect(said('mark').length).toBeGreaterThanOrEqual(99)
  expect(said('best').length).toBeLessThan(changes)
  expect(told('gap')).toEqual([])
})
