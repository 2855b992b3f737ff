import { destinations, type TickData } from '@maru/contract'
import { describe, expect, test } from 'vitest'
import { liveChannel } from '../../test/live-channel.ts'
import { type Envelope, envelopeOf } from '../../test/stomp-peer.ts'
import { until } from '../../test/until.ts'

const channel = liveChannel()

describe('prices', () => {
  test('a tick topic starts with a snapshot and goes on with what changes', async () => {
    await channel.open()
    const client = await channel.guest()
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
    channel.house.market.set('BTCUSDT', { last: 10_100, ts: 2 })
    await client.until(() => ticks.length === 2)
    expect(ticks[1]).toMatchObject({ ...envelopeOf(null, 'TICK'), data: { last: '101.00', ts: 2 } })
    expect(destinations['/topic/tick/{stock}'].TICK.safeParse(ticks[1]?.data).success).toBe(true)
  })

  test('a feed that goes stale is told like a price', async () => {
    await channel.open()
    const client = await channel.guest()
    const ticks = (await client.subscribe('/topic/tick/OV_EURUSD')) as Envelope<TickData>[]
    channel.house.market.set('EURUSD', { feed: 'stale' }, 'feed')
    await client.until(() => ticks.length === 2)
    expect(ticks[1]?.data.feed).toBe('stale')
  })

  test('depth is the whole order book', async () => {
    await channel.open()
    const client = await channel.guest()
    const books = await client.subscribe('/topic/depth/CR_BTCUSDT')
    channel.house.market.set('BTCUSDT', { bids: [[9_998, '3']], asks: [], u: 2, ts: 5 }, 'depth')
    await client.until(() => books.length === 2)
    expect(books.map(({ event, data }) => [event, data])).toEqual([
      ['SNAPSHOT', { bids: [['99.99', '1.5']], asks: [['100.02', '2']], ts: 1, u: 1 }],
      ['DEPTH', { bids: [['99.98', '3']], asks: [], ts: 5, u: 2 }],
    ])
    expect(destinations['/topic/depth/{stock}'].DEPTH.safeParse(books[1]?.data).success).toBe(true)
  })

  test('overseas depth counts whole contracts, at least one a level', async () => {
    await channel.open()
    const client = await channel.guest()
    const books = (await client.subscribe('/topic/depth/OV_XAUUSD')) as Envelope<{ bids: unknown; asks: unknown }>[]
    const bids = [
      [9_998, '125'],
      [9_997, '3'],
    ] as const
    channel.house.market.set('XAUUSD', { bids, asks: [[10_002, '1000']], u: 2, ts: 5 }, 'depth')
    await client.until(() => books.length === 2)
    expect(books[1]?.data).toMatchObject({
      bids: [
        ['99.98', '12'],
        ['99.97', '1'],
      ],
      asks: [['100.02', '100']],
    })
  })

  test.each([
    ['/topic/futures_info', 'CR_BTCUSDTPERP', 'BTCUSDT', ['CR_BTCUSDTPERP', 'CR_ETHUSDTPERP']],
    ['/topic/oversea', 'OV_EURUSD', 'EURUSD', ['OV_EURUSD', 'OV_XAUUSD']],
  ] as const)('%s lists its stocks, then only what changed', async (topic, stock, symbol, all) => {
    await channel.open()
    const client = await channel.guest()
    const lists = (await client.subscribe(topic)) as Envelope<{ stock: string; id: number }[]>[]
    expect(lists[0]?.data.map((row) => [row.id, row.stock])).toEqual(all.map((name, index) => [index + 1, name]))
    expect(destinations[topic].INFO.safeParse(lists[0]?.data).success).toBe(true)
    channel.house.market.set(symbol, { last: 20_000 })
    await client.until(() => lists.length === 2)
    expect(lists[1]).toMatchObject({ event: 'INFO' })
    expect(lists[1]?.data).toEqual([
      {
        id: 1,
        stock,
        lastPrice: '200.00',
        priceChangePercent: '1.25',
        rateChange: '1.25',
        isRest: false,
        feed: 'live',
      },
    ])
  })

  test('changes within a beat are one message with the newest price', async () => {
    await channel.open({ conflateMs: 50 })
    const client = await channel.guest()
    const ticks = (await client.subscribe('/topic/tick/CR_BTCUSDT')) as Envelope<TickData>[]
    for (let ts = 2; ts <= 500; ts++) channel.house.market.set('BTCUSDT', { ts })
    await client.until(() => ticks.length === 2)
    expect(ticks[1]?.data.ts).toBe(500)
  })

  test.each([
    ['by one message for each topic', {}, [1, 1, 1]],
    ['by one message to a client that reads several frames in it', { prices: 'together' }, [3]],
  ])('what changed in a beat comes %s', async (_how, headers, framesOfEach) => {
    await channel.open({ conflateMs: 100 })
    const client = await channel.raw().connect({ siteInfoId: '1', ...headers })
    const topics = ['/topic/tick/OV_EURUSD', '/topic/depth/OV_EURUSD', '/topic/oversea']
    for (const topic of topics) client.ws.send(`SUBSCRIBE\nid:${topic}\ndestination:${topic}\n\n\0`)
    await client.until(() => client.frames.length === 4)
    // The first change lets those who joined into their topics.
    channel.house.market.set('EURUSD', { last: 10_001, ts: 2 }, 'price')
    channel.house.market.set('EURUSD', { bids: [[9_998, '300']], asks: [], u: 2, ts: 2 }, 'depth')
    await client.until(() => client.frames.length === 7)
    const counts: number[] = []
    client.ws.on('message', (data: Buffer) => counts.push(data.toString('utf8').split('\0').length - 1))
    channel.house.market.set('EURUSD', { last: 10_002, ts: 3 }, 'price')
    channel.house.market.set('EURUSD', { bids: [[9_999, '300']], asks: [], u: 3, ts: 3 }, 'depth')
    await client.until(() => client.frames.length === 10)
    expect(counts).toEqual(framesOfEach)
    const subscriptions = client.frames.slice(7).map(({ headers }) => headers.get('subscription'))
    expect(new Set(subscriptions)).toEqual(new Set(topics))
    // A beat of one topic is as ever.
    channel.house.market.set('EURUSD', { bids: [[9_997, '300']], asks: [], u: 4, ts: 4 }, 'depth')
    await client.until(() => client.frames.length === 11)
    expect(counts).toEqual([...framesOfEach, 1])
  })

  test('who joins while prices run gets every later state once, in order, up to the newest', async () => {
    await channel.open({ conflateMs: 1 })
    const clients = await Promise.all([channel.guest(), channel.guest(), channel.guest(), channel.guest()])
    let u = 1
    const running = setInterval(() => {
      for (let i = 0; i < 3; i++) channel.house.market.set('BTCUSDT', { u: ++u, ts: u }, 'depth')
    }, 1)
    const books: Envelope<{ u: number }>[][] = []
    for (const client of clients) {
      const from = u
      await until('prices go on', () => u > from + 10)
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
    await channel.open()
    const client = await channel.guest()
    const first = await client.subscribe('/topic/tick/CR_BTCUSDT', { id: 'one' })
    const second = await client.subscribe('/topic/tick/CR_ETHUSDT', { id: 'two' })
    client.client.unsubscribe('one', { receipt: 'left' })
    await client.until(() => client.receipts.includes('left'))
    channel.house.market.set('BTCUSDT', { ts: 9 })
    channel.house.market.set('ETHUSDT', { ts: 9 })
    await client.until(() => second.length === 2)
    expect(first).toHaveLength(1)
  })

  test('a client mode gets prices with ack ids, and may acknowledge them', async () => {
    await channel.open()
    const client = await channel.raw().connect()
    client.ws.send('SUBSCRIBE\nid:1\ndestination:/topic/tick/CR_BTCUSDT\nack:client-individual\n\n\0')
    await client.until(() => client.frames.length === 2)
    channel.house.market.set('BTCUSDT', { ts: 9 })
    await client.until(() => client.frames.length === 3)
    expect(client.frames.slice(1).map(({ headers }) => headers.get('ack'))).toEqual(['1', '2'])
    client.ws.send('ACK\nid:2\nreceipt:ok\n\n\0')
    await client.until(() => client.frames.length === 4)
    expect(client.frames[3]?.command).toBe('RECEIPT')
  })
})
