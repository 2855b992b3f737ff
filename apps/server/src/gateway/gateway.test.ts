import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { destinations, type TickData } from '@maru/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type House, member, openHouse } from '../../test/gateway-house.ts'
import { type Envelope, RawPeer, StompPeer } from '../../test/stomp-peer.ts'
import type { GatewayOptions } from './options.ts'

let dataDir: string
let house: House
const peers: StompPeer[] = []
const raws: RawPeer[] = []

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'maru-gateway-'))
})
afterEach(async () => {
  for (const raw of raws.splice(0)) raw.ws.terminate()
  await Promise.all(peers.splice(0).map((peer) => peer.close()))
  await house.close()
  rmSync(dataDir, { recursive: true })
})

const open = async (options: Partial<GatewayOptions> = {}) => {
  house = await openHouse({ dataDir, conflateMs: 5, ...options })
}
const peer = (headers: Record<string, string>, config: ConstructorParameters<typeof StompPeer>[2] = {}) => {
  const made = new StompPeer(house.port, headers, config)
  peers.push(made)
  return made
}
const guest = () => peer({ siteInfoId: '1' }).ready()
const signedIn = async (access: Parameters<House['token']>[0] = {}) =>
  peer({ siteInfoId: '1', Authorization: `Bearer ${await house.token(access)}`, login: 'demo1' }).ready()
const raw = (options: ConstructorParameters<typeof RawPeer>[1] = {}) => {
  const made = new RawPeer(house.port, options)
  raws.push(made)
  return made
}
const envelopeOf = (seq: number | null, event: string) => ({ event, seq, epoch: 3, ts: expect.any(Number) })

describe('prices', () => {
  test('a tick topic starts with a snapshot and goes on with what changes', async () => {
    await open()
    const client = await guest()
    const ticks = (await client.subscribe('/topic/tick/CR_BTCUSDTPERP')) as Envelope<TickData>[]
    expect(ticks).toEqual([
      {
        ...envelopeOf(null, 'SNAPSHOT'),
        data: {
          last: '100.00',
          mark: '100.01',
          bid: '99.99',
          ask: '100.02',
          fundingRate: '0.0001',
          nextFundingTime: 1_800_000_000_000,
          ts: 1,
          feed: 'live',
        },
      },
    ])
    house.market.set('BTCUSDT', { last: 10_100, ts: 2 })
    await client.until(() => ticks.length === 2)
    expect(ticks[1]).toMatchObject({ ...envelopeOf(null, 'TICK'), data: { last: '101.00', ts: 2 } })
    expect(destinations['/topic/tick/{stock}'].TICK.safeParse(ticks[1]?.data).success).toBe(true)
  })

  test('a feed that goes stale is told like a price', async () => {
    await open()
    const client = await guest()
    const ticks = (await client.subscribe('/topic/tick/OV_EURUSD')) as Envelope<TickData>[]
    house.market.set('EURUSD', { feed: 'stale' }, 'feed')
    await client.until(() => ticks.length === 2)
    expect(ticks[1]?.data.feed).toBe('stale')
  })

  test('depth is the whole book', async () => {
    await open()
    const client = await guest()
    const books = await client.subscribe('/topic/depth/CR_BTCUSDT')
    house.market.set('BTCUSDT', { bids: [[9_998, '3']], asks: [], u: 2, ts: 5 }, 'book')
    await client.until(() => books.length === 2)
    expect(books.map(({ event, data }) => [event, data])).toEqual([
      ['SNAPSHOT', { bids: [['99.99', '1.5']], asks: [['100.02', '2']], ts: 1, u: 1 }],
      ['DEPTH', { bids: [['99.98', '3']], asks: [], ts: 5, u: 2 }],
    ])
    expect(destinations['/topic/depth/{stock}'].DEPTH.safeParse(books[1]?.data).success).toBe(true)
  })

  test.each([
    ['/topic/futures_info', 'CR_BTCUSDTPERP', 'BTCUSDT', ['CR_BTCUSDTPERP', 'CR_ETHUSDTPERP']],
    ['/topic/oversea', 'OV_EURUSD', 'EURUSD', ['OV_EURUSD', 'OV_XAUUSD']],
  ] as const)('%s lists its stocks, then only what changed', async (topic, stock, symbol, all) => {
    await open()
    const client = await guest()
    const lists = (await client.subscribe(topic)) as Envelope<{ stock: string; id: number }[]>[]
    expect(lists[0]?.data.map((row) => [row.id, row.stock])).toEqual(all.map((name, index) => [index + 1, name]))
    expect(destinations[topic].INFO.safeParse(lists[0]?.data).success).toBe(true)
    house.market.set(symbol, { last: 20_000 })
    await client.until(() => lists.length === 2)
    expect(lists[1]).toMatchObject({ event: 'INFO' })
    expect(lists[1]?.data).toEqual([
      { id: 1, stock, lastPrice: '200.00', priceChangePercent: '1.25', isRest: false, feed: 'live' },
    ])
  })

  test('changes within a beat are one message with the newest price', async () => {
    await open({ conflateMs: 50 })
    const client = await guest()
    const ticks = (await client.subscribe('/topic/tick/CR_BTCUSDT')) as Envelope<TickData>[]
    for (let ts = 2; ts <= 500; ts++) house.market.set('BTCUSDT', { ts })
    await client.until(() => ticks.length === 2)
    expect(ticks[1]?.data.ts).toBe(500)
  })

  test('who joins while prices run gets every later state once, in order, up to the newest', async () => {
    await open({ conflateMs: 1 })
    const clients = await Promise.all([guest(), guest(), guest(), guest()])
    let u = 1
    const running = setInterval(() => {
      for (let i = 0; i < 3; i++) house.market.set('BTCUSDT', { u: ++u, ts: u }, 'book')
    }, 1)
    const books: Envelope<{ u: number }>[][] = []
    for (const client of clients) {
      await new Promise((resolve) => setTimeout(resolve, 15))
      books.push((await client.subscribe('/topic/depth/CR_BTCUSDT')) as Envelope<{ u: number }>[])
    }
    await clients[3]!.until(() => books[3]!.length > 20)
    clearInterval(running)
    for (const [index, client] of clients.entries()) {
      const seen = books[index]!
      await client.until(() => seen.at(-1)?.data.u === u)
      const order = seen.map(({ data }) => data.u)
      expect(order).toEqual([...new Set(order)].toSorted((a, b) => a - b))
      expect(seen.map(({ event }) => event).indexOf('DEPTH', 0)).toBe(1)
    }
  })

  test('an unsubscribed topic is silent, another of the same socket is not', async () => {
    await open()
    const client = await guest()
    const first = await client.subscribe('/topic/tick/CR_BTCUSDT', { id: 'one' })
    const second = await client.subscribe('/topic/tick/CR_ETHUSDT', { id: 'two' })
    client.client.unsubscribe('one', { receipt: 'left' })
    await client.until(() => client.receipts.includes('left'))
    house.market.set('BTCUSDT', { ts: 9 })
    house.market.set('ETHUSDT', { ts: 9 })
    await client.until(() => second.length === 2)
    expect(first).toHaveLength(1)
  })

  test('a client mode gets prices with ack ids, and may acknowledge them', async () => {
    await open()
    const client = await raw().connect()
    client.ws.send('SUBSCRIBE\nid:1\ndestination:/topic/tick/CR_BTCUSDT\nack:client-individual\n\n\0')
    await client.until(() => client.frames.length === 2)
    house.market.set('BTCUSDT', { ts: 9 })
    await client.until(() => client.frames.length === 3)
    expect(client.frames.slice(1).map(({ headers }) => headers.get('ack'))).toEqual(['1', '2'])
    client.ws.send('ACK\nid:2\nreceipt:ok\n\n\0')
    await client.until(() => client.frames.length === 4)
    expect(client.frames[3]?.command).toBe('RECEIPT')
  })
})

describe('a member', () => {
  test('hears of his bets and wallet, numbered from the snapshot on', async () => {
    await open()
    house.publish('trade', 'BET_ACCEPTED', { before: true })
    const client = await signedIn()
    const trade = await client.subscribe('/user/queue/trade')
    const point = await client.subscribe('/user/queue/point')
    house.publish('trade', 'BET_SETTLED', { bet: 1 })
    house.publish('point', 'POINT', { point: '5' })
    await client.until(() => trade.length === 2 && point.length === 2)
    expect(trade).toEqual([
      { ...envelopeOf(1, 'SNAPSHOT'), data: null },
      { ...envelopeOf(2, 'BET_SETTLED'), data: { bet: 1 } },
    ])
    expect(point).toEqual([
      {
        ...envelopeOf(0, 'SNAPSHOT'),
        data: [{ type: 'BINARY', currency: 'KRW', point: '8950000', gameWaitPoint: '50000' }],
      },
      { ...envelopeOf(1, 'POINT'), data: { point: '5' } },
    ])
  })

  test('misses nothing and hears nothing twice while events run', async () => {
    await open()
    const clients = await Promise.all([signedIn(), signedIn(), signedIn()])
    let last = 0
    const running = setInterval(() => {
      for (let i = 0; i < 5; i++) last = house.publish('trade', 'BET_SETTLED', {})
    }, 1)
    const queues: Envelope[][] = []
    for (const client of clients) {
      await new Promise((resolve) => setTimeout(resolve, 10))
      queues.push(await client.subscribe('/user/queue/trade'))
    }
    await clients[2]!.until(() => queues[2]!.length > 100)
    clearInterval(running)
    for (const [index, client] of clients.entries()) {
      const seen = queues[index]!
      await client.until(() => seen.at(-1)?.seq === last)
      const start = seen[0]!.seq!
      expect(seen.map(({ seq }) => seq)).toEqual(Array.from({ length: last - start + 1 }, (_, i) => start + i))
    }
  })

  test('hears nothing of other members, nor members of other sites of him', async () => {
    await open()
    const [one, two] = [await signedIn(), await signedIn({ memberId: 8 })]
    const [first, second] = [await one.subscribe('/user/queue/trade'), await two.subscribe('/user/queue/trade')]
    const other = await peer({ Authorization: `Bearer ${await house.token({ siteId: 15 })}` }).ready()
    const third = await other.subscribe('/user/queue/trade')
    house.publish('trade', 'BET_SETTLED', { of: 7 })
    house.publish('trade', 'BET_SETTLED', { of: 8 }, 8)
    await one.until(() => first.length === 2)
    await two.until(() => second.length === 2)
    expect(first[1]?.data).toEqual({ of: 7 })
    expect(second[1]?.data).toEqual({ of: 8 })
    expect(third).toHaveLength(1)
  })

  test('gets messages, and notices of his site only', async () => {
    await open()
    const client = await signedIn()
    const messages = await client.subscribe('/user/queue/message')
    const notices = await client.subscribe('/topic/notice/1')
    house.control({ kind: 'message', siteId: 1, memberId: 7, data: { id: 1, title: 'a', content: 'b' } })
    house.control({ kind: 'notice', siteId: 15, data: { id: 2, title: 'not', content: 'ours' } })
    house.control({ kind: 'notice', siteId: 1, data: { id: 3, title: 'c', content: '<b>d</b>' } })
    await client.until(() => messages.length === 1 && notices.length === 1)
    expect(messages[0]).toMatchObject({ event: 'MESSAGE', data: { id: 1, title: 'a', content: 'b' } })
    expect(notices[0]).toMatchObject({ event: 'NOTICE', data: { id: 3 } })
  })

  test('pings and gets a pong with the server’s time, on the socket that asked', async () => {
    await open()
    const [client, other] = [await signedIn(), await signedIn()]
    const pongs = (await client.subscribe('/user/queue/pong')) as Envelope<{ ts: number }>[]
    const others = await other.subscribe('/user/queue/pong')
    client.client.publish({ destination: '/app/ping' })
    await client.until(() => pongs.length === 1)
    expect(pongs[0]).toMatchObject({ event: 'PONG', seq: null, data: { ts: pongs[0]!.ts } })
    expect(others).toEqual([])
  })

  test.each([
    '/user/queue/futures',
    '/user/queue/oversea',
    '/user/queue/cross',
    '/user/queue/oversea_cross',
    '/user/queue/error',
  ])('may subscribe to %s', async (queue) => {
    await open()
    const client = await signedIn()
    await client.subscribe(queue)
    expect(client.error).toBeNull()
  })

  test('hears of the rounds of an option from their snapshot on', async () => {
    await open()
    const client = await signedIn()
    const rounds = (await client.subscribe('/topic/trade/12')) as Envelope<{ betting: unknown }>[]
    house.publishTopic('/topic/trade/12', 'ROUND_LOCKED', { id: 99, phase: 'LOCKED' })
    house.publishTopic('/topic/trade/12', 'ROUND_LOCKED', { id: 99, phase: 'LOCKED' }, 15)
    house.publishTopic('/topic/trade/13', 'ROUND_LOCKED', { id: 98, phase: 'LOCKED' })
    house.publishTopic('/topic/trade/12', 'ROUND_RUNNING', { id: 99, phase: 'RUNNING' })
    await client.until(() => rounds.length === 3)
    expect(rounds.map(({ event }) => event)).toEqual(['SNAPSHOT', 'ROUND_LOCKED', 'ROUND_RUNNING'])
    const snapshot = rounds[0]!.data.betting
    expect(destinations['/topic/trade/{tradeOptionId}'].ROUND_OPEN.safeParse(snapshot).error).toBeUndefined()
  })

  test('sees a new epoch after the core was started again', async () => {
    await open()
    const client = await signedIn()
    const trade = await client.subscribe('/user/queue/trade')
    house.publish('trade', 'BET_ACCEPTED', {})
    house.core.restart()
    house.publish('trade', 'BET_SETTLED', {})
    await client.until(() => trade.length === 3)
    expect(trade.map(({ epoch, seq }) => [epoch, seq])).toEqual([
      [3, 0],
      [3, 1],
      [4, 1],
    ])
  })
})

describe('force_logout', () => {
  test('tells the sockets of the session and closes them; other sessions stay', async () => {
    await open()
    const [ended, stays] = [await signedIn({ sessionId: 70 }), await signedIn({ sessionId: 71 })]
    const told = await ended.subscribe('/user/queue/force_logout')
    const untold = await stays.subscribe('/user/queue/force_logout')
    house.control({ kind: 'endSession', siteId: 1, memberId: 7, sessionId: 70, reason: 'LOGOUT' })
    await ended.until(() => ended.closed !== null)
    expect(told).toMatchObject([{ event: 'FORCE_LOGOUT', data: { reason: 'LOGOUT' } }])
    expect(ended.closed?.code).toBe(4001)
    expect(untold).toEqual([])
    expect(stays.closed).toBeNull()
  })

  test('ends all sessions of a member, and no one else’s', async () => {
    await open()
    const mine = [await signedIn({ sessionId: 70 }), await signedIn({ sessionId: 71 })]
    const [other, visitor] = [await signedIn({ memberId: 8 }), await guest()]
    house.control({ kind: 'endSession', siteId: 1, memberId: 7, sessionId: null, reason: 'DENY' })
    for (const client of mine) await client.until(() => client.closed !== null)
    expect([other.closed, visitor.closed]).toEqual([null, null])
  })

  test('a token of an ended session comes in no more', async () => {
    await open()
    const token = await house.token()
    house.control({ kind: 'endSession', siteId: 1, memberId: 7, sessionId: 70, reason: 'LOGOUT' })
    expect(await peer({ Authorization: `Bearer ${token}` }).refusal()).toMatchObject({ message: 'SESSION_REVOKED' })
  })
})

describe('CONNECT', () => {
  test.each([
    ['an expired token', async () => house.token({}, Date.now() - 901_000), 'TOKEN_EXPIRED'],
    ['a token of another key', async () => forged(), 'UNAUTHENTICATED'],
    ['a token without signature', async () => unsigned(await house.token()), 'UNAUTHENTICATED'],
    ['a token with other claims', async () => tampered(await house.token()), 'UNAUTHENTICATED'],
    ['no token at all', async () => '', 'UNAUTHENTICATED'],
    ['naughty characters', async () => '<script>\u202e\ud83d\udca9', 'UNAUTHENTICATED'],
  ])('with %s is refused', async (_name, token, code) => {
    await open()
    const { message, body } = await peer({ siteInfoId: '1', Authorization: `Bearer ${await token()}` }).refusal()
    expect(message).toBe(code)
    expect(body).toMatchObject({ code, message: expect.stringMatching(/[가-힣]/) })
  })

  test.each([
    ['another name than the token’s', { login: 'demo2', siteInfoId: '1' }, 'UNAUTHENTICATED'],
    ['another site than the token’s', { siteInfoId: '15' }, 'SITE_MISMATCH'],
  ])('of a member with %s is refused', async (_name, headers, code) => {
    await open()
    const client = peer({ Authorization: `Bearer ${await house.token()}`, ...headers })
    expect((await client.refusal()).message).toBe(code)
  })

  test.each([
    ['no site', {}, 'SITE_NOT_FOUND'],
    ['an unknown site', { siteInfoId: '99' }, 'SITE_NOT_FOUND'],
    ['a site that is no number', { siteInfoId: '1 or 1=1' }, 'SITE_NOT_FOUND'],
    ['a name but no token', { siteInfoId: '1', login: 'demo1' }, 'UNAUTHENTICATED'],
  ])('of a guest with %s is refused', async (_name, headers, code) => {
    await open()
    expect((await peer(headers).refusal()).message).toBe(code)
  })

  test('from a mobile device is refused where the member is barred from them', async () => {
    await open()
    const token = await house.token({ noMobile: true })
    const phone = raw({ headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Mobile' } })
    await phone.connect({ Authorization: `Bearer ${token}` })
    expect(await phone.ending()).toEqual({ command: 'ERROR', message: 'DEVICE_MOBILE_BLOCKED' })
    const desk = await raw().connect({ Authorization: `Bearer ${token}` })
    expect(desk.frames[0]?.command).toBe('CONNECTED')
  })

  test('a socket outlives its access token', async () => {
    await open()
    const soon = Date.now() - 899_000
    const client = await peer({ Authorization: `Bearer ${await house.token({}, soon)}` }).ready()
    const pongs = await client.subscribe('/user/queue/pong')
    await new Promise((resolve) => setTimeout(resolve, soon + 900_500 - Date.now()))
    client.client.publish({ destination: '/app/ping' })
    await client.until(() => pongs.length === 1)
    expect(client.closed).toBeNull()
  })

  const forged = async () => {
    const { derivedKey, mintAccessToken } = await import('../http/index.ts')
    const key = derivedKey('another secret that nobody gave away', 'access-token')
    return mintAccessToken(key, { ...member, sessionStart: 1, noMobile: false }, Date.now())
  }
  const unsigned = (token: string) =>
    `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${token.split('.')[1]}.`
  const tampered = (token: string) => {
    const [head, payload, signature] = token.split('.')
    const claims = { ...JSON.parse(Buffer.from(payload!, 'base64url').toString()), sub: '8' }
    return `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`
  }
})

describe('SUBSCRIBE is refused', () => {
  const others = [
    '/user/queue/trade-userdemo2',
    '/user/demo2/queue/trade',
    '/user/8/queue/trade',
    '/queue/trade',
    '/user/queue/',
    '/user/queue/admin',
    '/user/queue/trade/../point',
    '/topic/trade/13',
    '/topic/trade/012',
    '/topic/trade/1e1',
    '/topic/trade/-1',
    '/topic/trade/99999999999999999999',
    '/topic/trade',
    '/topic/notice/15',
    '/topic/tick/CR_NOPE',
    '/topic/tick/',
    '/topic/tick/CR_BTCUSDT/x',
    '/topic/depth/*',
    '/topic/futures_info/1',
    '/topic/#',
    '/topic/>',
    '/topic/constructor',
    '/topic/tick/__proto__',
    '/app/ping',
    'x',
    '/topic/tick/CR_BTCUSDT ',
    '/TOPIC/tick/CR_BTCUSDT',
    '/topic/tick/한글',
    "/topic/tick/'; drop table bet; --",
    '/topic/tick/\u202etest\u200b\ufeff',
    '/topic/tick/💩\n\r:\\',
  ]
  test('to everything that is not on the list or belongs to others, with the same answer', async () => {
    await open({ subscribesPerSecond: 1_000 })
    for (const destination of others) {
      const client = await signedIn()
      client.client.subscribe(destination, () => undefined, { id: destination })
      const { message, body } = await client.refusal()
      expect([destination, message]).toEqual([destination, 'SUBSCRIBE_UNAVAILABLE'])
      expect(body.params).toEqual({ destination })
    }
    expect(house.gateway.subscriptions).toBe(0)
  })

  test.each(['trade', 'point', 'message', 'error', 'force_logout', 'pong', 'futures', 'cross'])(
    'to a guest for /user/queue/%s',
    async (queue) => {
      await open()
      const client = await guest()
      await client.subscribe(`/user/queue/${queue}`)
      expect((await client.refusal()).message).toBe('SUBSCRIBE_UNAVAILABLE')
    },
  )

  test('for an option of another site', async () => {
    await open()
    const client = await peer({ siteInfoId: '15' }).ready()
    await client.subscribe('/topic/trade/12')
    expect((await client.refusal()).message).toBe('SUBSCRIBE_UNAVAILABLE')
  })

  test('while the core is not there, with the advice to come again', async () => {
    await open()
    house.core.ready = false
    const client = await guest()
    await client.subscribe('/topic/trade/12')
    expect((await client.refusal()).message).toBe('TRY_AGAIN_LATER')
  })

  test('past the number that one socket may hold', async () => {
    await open({ maxSubscriptions: 2 })
    const client = await guest()
    await client.subscribe('/topic/tick/CR_BTCUSDT')
    await client.subscribe('/topic/tick/CR_ETHUSDT')
    await client.subscribe('/topic/tick/OV_EURUSD')
    expect((await client.refusal()).message).toBe('RATE_LIMITED')
  })
})

describe('SEND is refused', () => {
  test.each([
    ['to another destination', { destination: '/app/bet', body: '' }],
    ['to a topic', { destination: '/topic/tick/CR_BTCUSDT', body: '{"last":"1"}' }],
    ['to a queue', { destination: '/user/demo2/queue/message', body: '{}' }],
    ['with a body', { destination: '/app/ping', body: 'x' }],
  ])('%s', async (_name, frame) => {
    await open()
    const client = await signedIn()
    client.client.publish(frame)
    expect((await client.refusal()).message).toBe('INVALID_REQUEST')
  })

  test('when it comes too often', async () => {
    await open({ sendsPerSecond: 2 })
    const client = await signedIn()
    for (let i = 0; i < 6; i++) client.client.publish({ destination: '/app/ping' })
    expect((await client.refusal()).message).toBe('RATE_LIMITED')
  })

  test('and so is a flood of anything else', async () => {
    await open({ receivesPerSecond: 5 })
    const client = await raw().connect()
    for (let i = 0; i < 20; i++) client.ws.send('\n')
    expect(await client.ending()).toEqual({ command: 'ERROR', message: 'RATE_LIMITED' })
  })

  test('and so is SUBSCRIBE', async () => {
    await open({ subscribesPerSecond: 2 })
    const client = await guest()
    for (let i = 0; i < 6; i++) {
      client.client.subscribe('/topic/tick/CR_BTCUSDT', () => undefined, { id: 'same' })
      client.client.unsubscribe('same')
    }
    expect((await client.refusal()).message).toBe('RATE_LIMITED')
  })
})

describe('what is not STOMP', () => {
  test.each([
    ['garbage', 'hello\n', 'INVALID_REQUEST'],
    ['an undefined escape', 'SEND\ndestination:/app\\t\n\n\0', 'INVALID_REQUEST'],
    ['a body that is too long', `SEND\ndestination:/app/ping\n\n${'x'.repeat(9_000)}\0`, 'PAYLOAD_TOO_LARGE'],
    ['headers that are too long', `SEND\ndestination:${'x'.repeat(9_000)}`, 'PAYLOAD_TOO_LARGE'],
    ['too many headers', `SEND\n${'a:b\n'.repeat(40)}\n\0`, 'PAYLOAD_TOO_LARGE'],
    ['too many frames at once', 'SEND\ndestination:/app/ping\n\n\0'.repeat(65), 'PAYLOAD_TOO_LARGE'],
    ['a transaction', 'BEGIN\ntransaction:1\n\n\0', 'INVALID_REQUEST'],
    ['a second CONNECT', 'CONNECT\naccept-version:1.2\nhost:a\n\n\0', 'INVALID_REQUEST'],
  ])('(%s) ends with an ERROR frame', async (_name, text, code) => {
    await open({ sendsPerSecond: 1_000 })
    const client = await raw().connect()
    client.ws.send(text)
    expect(await client.ending()).toEqual({ command: 'ERROR', message: code })
  })

  test('and is larger than any frame ends the WebSocket', async () => {
    await open()
    const client = await raw().connect()
    client.ws.send('x'.repeat(100_000))
    await client.until(() => client.closed !== null)
    expect(client.closed).toBe(1009)
  })

  test('in binary messages is read like text', async () => {
    await open()
    const client = await raw().connect()
    client.ws.send(Buffer.from('SEND\ndestination:/app/ping\nreceipt:r\n\n\0'))
    await client.until(() => client.frames.length === 2)
    expect(client.frames[1]).toMatchObject({ command: 'RECEIPT' })
  })

  test('receipts come back with the characters they had', async () => {
    await open()
    const client = await raw().connect()
    const id = '<script>alert(1)</script> ‮ \ufeff 한글 💩 \\\\ \\c \\n'
    client.ws.send(`SEND\ndestination:/app/ping\nreceipt:${id}\n\n\0`)
    await client.until(() => client.frames.length === 2)
    expect(client.frames[1]?.headers.get('receipt-id')).toBe('<script>alert(1)</script> ‮ \ufeff 한글 💩 \\ : \n')
  })
})

describe('the upgrade', () => {
  test.each([
    ['http://evil.example', 403, 'INVALID_ACCESS'],
    ['null', 403, 'INVALID_ACCESS'],
    ['not a url', 403, 'INVALID_ACCESS'],
    ['http://maru.example.evil.example', 403, 'INVALID_ACCESS'],
  ])('from the page of %s is refused', async (origin, status, code) => {
    await open()
    const answer = await raw({ headers: { origin } }).refused()
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(house.gateway.sockets).toBe(0)
  })

  test('from this host and from a site’s domain is taken', async () => {
    await open()
    for (const origin of [`http://127.0.0.1:${house.port}`, 'https://maru.example']) {
      const client = await raw({ headers: { origin } }).connect()
      expect(client.frames[0]?.command).toBe('CONNECTED')
    }
  })

  test('without STOMP 1.2 among its sub-protocols is refused', async () => {
    await open()
    expect(await raw({ protocols: ['v11.stomp'] }).refused()).toMatchObject({ status: 400 })
  })

  test('of another path is an unknown route', async () => {
    await open()
    expect(await raw({ path: '/other' }).refused()).toMatchObject({ status: 404, body: { code: 'ROUTE_NOT_FOUND' } })
  })

  test('is what the address is for: a plain request is refused', async () => {
    await open()
    const response = await fetch(`http://127.0.0.1:${house.port}/bx_ws`)
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, 'INVALID_REQUEST'])
  })

  test.each([
    ['one address', { maxSocketsPerAddress: 2 }, 429, 'RATE_LIMITED'],
    ['all', { maxSockets: 2 }, 503, 'TRY_AGAIN_LATER'],
  ])('past the number of sockets of %s is refused until one closes', async (_name, options, status, code) => {
    await open(options)
    const [first] = [await raw().open(), await raw().open()]
    const answer = await raw().refused()
    expect(answer.body.code).toBe(code)
    expect(answer.status).toBe(status)
    first.ws.close()
    await first.until(() => first.closed !== null)
    await raw().open()
  })
})

describe('heart-beats', () => {
  test('come from the server when it has nothing else to say', async () => {
    await open({ heartBeatMs: 40, tickMs: 10 })
    const client = await raw().connect({ siteInfoId: '1', 'heart-beat': '0,40' })
    await client.until(() => client.beats >= 3)
    expect(client.closed).toBeNull()
  })

  test('that a client promised and does not send end its session', async () => {
    await open({ heartBeatMs: 40, tickMs: 10 })
    const client = await raw().connect({ siteInfoId: '1', 'heart-beat': '40,0' })
    expect(await client.ending()).toEqual({ command: 'ERROR', message: 'CONNECTION_LOST' })
  })

  test('hold a session of the standard client', async () => {
    await open({ heartBeatMs: 40, tickMs: 10 })
    let beats = 0
    const client = peer(
      { siteInfoId: '1' },
      {
        heartbeatIncoming: 40,
        heartbeatOutgoing: 40,
        debug: (line) => {
          if (line === '<<< PONG') beats += 1
        },
      },
    )
    await client.ready()
    while (beats < 5 && client.closed === null) await new Promise((resolve) => setTimeout(resolve, 10))
    expect(client.closed).toBeNull()
  })

  test('are replaced by WebSocket pings for clients without them; a dead one is given up', async () => {
    await open({ pingMs: 40, tickMs: 10 })
    const alive = await raw().connect()
    const dead = await raw().connect()
    dead.ws.pause()
    let pings = 0
    alive.ws.on('ping', () => {
      pings += 1
    })
    while (house.gateway.sockets > 1 || pings < 3) await new Promise((resolve) => setTimeout(resolve, 10))
    expect(alive.closed).toBeNull()
  })

  test('a socket on which no CONNECT comes is closed', async () => {
    await open({ connectTimeoutMs: 30, tickMs: 10 })
    const client = await raw().open()
    expect(await client.ending()).toEqual({ command: 'ERROR', message: 'CONNECTION_LOST' })
  })
})

describe('a slow socket', () => {
  /** A book of about 100 kB, so that a paused reader's kernel buffers fill soon. */
  const bigBook = (u: number) => ({ bids: [[u, '9'.repeat(100_000)]] as const, u })

  test('is left out of prices, holds little, and starts again from the newest when it has caught up', async () => {
    await open({ conflateMs: 1 })
    const client = await raw().connect()
    client.ws.send('SUBSCRIBE\nid:1\ndestination:/topic/depth/CR_BTCUSDT\n\n\0')
    await client.until(() => client.frames.length === 2)
    client.ws.pause()
    let u = 1
    while (house.gateway.counters.conflated < 5) {
      house.market.set('BTCUSDT', bigBook(++u), 'book')
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    const newest = () => {
      const { event, data } = JSON.parse(client.frames.at(-1)!.body) as Envelope<{ u: number }>
      return [event, data.u]
    }
    client.ws.resume()
    await client.until(() => newest()[1] === u)
    expect(newest()).toEqual(['SNAPSHOT', u])
    house.market.set('BTCUSDT', { u: ++u }, 'book')
    await client.until(() => newest()[1] === u)
    expect(newest()[0]).toBe('DEPTH')
    expect(house.gateway.counters.dropped).toBe(0)
  })

  test('does not keep the others waiting', async () => {
    await open({ conflateMs: 1 })
    const [slow, quick] = [await raw().connect(), await guest()]
    slow.ws.send('SUBSCRIBE\nid:1\ndestination:/topic/depth/CR_BTCUSDT\n\n\0')
    await slow.until(() => slow.frames.length === 2)
    slow.ws.pause()
    const books = (await quick.subscribe('/topic/depth/CR_BTCUSDT')) as Envelope<{ u: number }>[]
    let u = 1
    while (house.gateway.counters.conflated < 2) {
      house.market.set('BTCUSDT', bigBook(++u), 'book')
      await quick.until(() => books.at(-1)?.data.u === u)
    }
    expect(books.filter(({ event }) => event === 'SNAPSHOT')).toHaveLength(1)
  })

  test('is closed when it asks for receipts and does not read them', async () => {
    await open({ closeBytes: 100_000, receivesPerSecond: 100_000 })
    const client = await raw().connect()
    client.ws.send(`SUBSCRIBE\nid:1\ndestination:/topic/tick/CR_BTCUSDT\nack:client\n\n\0`)
    await client.until(() => client.frames.length === 2)
    client.ws.pause()
    const asking = `ACK\nid:1\nreceipt:${'x'.repeat(8_000)}\n\n\0`.repeat(4)
    while (house.gateway.counters.dropped === 0) {
      client.ws.send(asking)
      await new Promise((resolve) => setImmediate(resolve))
    }
    while (house.gateway.sockets > 0) await new Promise((resolve) => setTimeout(resolve, 5))
  })

  test('is closed when what it may not miss exceeds the bound', async () => {
    await open({ closeBytes: 200_000 })
    const token = await house.token()
    const client = await raw().connect({ Authorization: `Bearer ${token}` })
    client.ws.send('SUBSCRIBE\nid:1\ndestination:/user/queue/trade\n\n\0')
    await client.until(() => client.frames.length === 2)
    client.ws.pause()
    while (house.gateway.counters.dropped === 0) {
      house.publish('trade', 'BET_SETTLED', { pad: 'x'.repeat(100_000) })
      await new Promise((resolve) => setImmediate(resolve))
    }
    while (house.gateway.sockets > 0) await new Promise((resolve) => setTimeout(resolve, 5))
    expect(house.gateway.subscriptions).toBe(0)
  })
})

test('what goes on is counted in /metrics', async () => {
  await open()
  const client = await guest()
  await client.subscribe('/topic/tick/CR_BTCUSDT')
  const metrics = await house.metrics()
  expect(metrics).toMatch(/^maru_gateway_sockets 1$/m)
  expect(metrics).toMatch(/^maru_gateway_subscriptions 1$/m)
  expect(metrics).toMatch(/^maru_gateway_messages_total 1$/m)
})

test('a server that stops tells its clients so', async () => {
  await open()
  const client = await guest()
  const closing = house.close()
  await client.until(() => client.closed !== null)
  expect(client.closed?.code).toBe(1001)
  await closing
  house = await openHouse({ dataDir })
})
