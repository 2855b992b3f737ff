import { describe, expect, test } from 'vitest'
import { liveChannel } from '../../test/live-channel.ts'

const channel = liveChannel()

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
    await channel.open({ subscribesPerSecond: 1_000 })
    for (const destination of others) {
      const client = await channel.signedIn()
      client.client.subscribe(destination, () => undefined, { id: destination })
      const { message, body } = await client.refusal()
      expect([destination, message]).toEqual([destination, 'SUBSCRIBE_UNAVAILABLE'])
      expect(body.params).toEqual({ destination })
    }
    expect(channel.house.gateway.subscriptions).toBe(0)
  })

  test.each(['trade', 'point', 'message', 'error', 'force_logout', 'pong', 'futures', 'cross'])(
    'to a guest for /user/queue/%s',
    async (queue) => {
      await channel.open()
      const client = await channel.guest()
      await client.subscribe(`/user/queue/${queue}`)
      expect((await client.refusal()).message).toBe('SUBSCRIBE_UNAVAILABLE')
    },
  )

  test('for an option of another site', async () => {
    await channel.open()
    const client = await channel.peer({ siteInfoId: '15' }).ready()
    await client.subscribe('/topic/trade/12')
    expect((await client.refusal()).message).toBe('SUBSCRIBE_UNAVAILABLE')
  })

  test('when it cannot be handled, which ends this session alone', async () => {
    await channel.open()
    const other = await channel.guest()
    const client = await channel.guest()
    channel.house.market.state = () => {
      throw new Error('a bug of the market')
    }
    await client.subscribe('/topic/tick/CR_BTCUSDT')
    expect((await client.refusal()).message).toBe('INTERNAL_ERROR')
    expect(other.closed).toBeNull()
  })

  test('past the number that one socket may hold', async () => {
    await channel.open({ maxSubscriptions: 2 })
    const client = await channel.guest()
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
    await channel.open()
    const client = await channel.signedIn()
    client.client.publish(frame)
    expect((await client.refusal()).message).toBe('INVALID_REQUEST')
  })

  test('when it comes too often', async () => {
    await channel.open({ sendsPerSecond: 2 })
    const client = await channel.signedIn()
    for (let i = 0; i < 6; i++) client.client.publish({ destination: '/app/ping' })
    expect((await client.refusal()).message).toBe('RATE_LIMITED')
  })

  test('and so is a flood of anything else', async () => {
    await channel.open({ receivesPerSecond: 5 })
    const client = await channel.raw().connect()
    for (let i = 0; i < 20; i++) client.ws.send('\n')
    expect(await client.ending()).toEqual({ command: 'ERROR', message: 'RATE_LIMITED' })
  })

  test('and so is SUBSCRIBE', async () => {
    await channel.open({ subscribesPerSecond: 2 })
    const client = await channel.guest()
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
    await channel.open({ sendsPerSecond: 1_000 })
    const client = await channel.raw().connect()
    client.ws.send(text)
    expect(await client.ending()).toEqual({ command: 'ERROR', message: code })
  })

  test('and is larger than any frame ends the WebSocket', async () => {
    await channel.open()
    const client = await channel.raw().connect()
    client.ws.send('x'.repeat(100_000))
    await client.until(() => client.closed !== null)
    expect(client.closed).toBe(1009)
  })

  test('in binary messages is read like text', async () => {
    await channel.open()
    const client = await channel.raw().connect()
    client.ws.send(Buffer.from('SEND\ndestination:/app/ping\nreceipt:r\n\n\0'))
    await client.until(() => client.frames.length === 2)
    expect(client.frames[1]).toMatchObject({ command: 'RECEIPT' })
  })

  test('receipts come back with the characters they had', async () => {
    await channel.open()
    const client = await channel.raw().connect()
    const id = '<script>alert(1)</script> ‮ \ufeff 한글 💩 \\\\ \\c \\n'
    client.ws.send(`SEND\ndestination:/app/ping\nreceipt:${id}\n\n\0`)
    await client.until(() => client.frames.length === 2)
    expect(client.frames[1]?.headers.get('receipt-id')).toBe('<script>alert(1)</script> ‮ \ufeff 한글 💩 \\ : \n')
  })
})
