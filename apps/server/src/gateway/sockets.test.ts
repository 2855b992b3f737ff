import { once } from 'node:events'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { liveChannel } from '../../test/live-channel.ts'
import type { Envelope } from '../../test/stomp-peer.ts'
import { until } from '../../test/until.ts'

const channel = liveChannel()
afterEach(() => void vi.useRealTimers())

/** Makes time pass by `pass` alone. */
const holdTime = () => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'Date'] })
/** Lets time pass no faster than what is sent in it arrives on the socket: a pong comes after it. */
async function pass(ms: number, socket: WebSocket): Promise<void> {
  const closed = new Promise((resolve) => socket.once('close', resolve))
  for (let passed = 0; passed < ms && socket.readyState === socket.OPEN; passed += 10) {
    vi.advanceTimersByTime(10)
    socket.ping()
    await Promise.race([once(socket, 'pong'), closed])
  }
}

describe('heart-beats', () => {
  test('come from the server when it has nothing else to say', async () => {
    await channel.open({ heartBeatMs: 40, tickMs: 10 })
    const client = await channel.raw().connect({ siteInfoId: '1', 'heart-beat': '0,40' })
    await client.until(() => client.beats >= 3)
    expect(client.closed).toBeNull()
  })

  test('that a client promised and does not send end its session', async () => {
    await channel.open({ heartBeatMs: 40, tickMs: 10 })
    const client = await channel.raw().connect({ siteInfoId: '1', 'heart-beat': '40,0' })
    expect(await client.ending()).toEqual({ command: 'ERROR', message: 'CONNECTION_LOST' })
  })

  test('hold a session of the standard client', async () => {
    holdTime()
    await channel.open({ heartBeatMs: 40, tickMs: 10 })
    let beats = 0
    const client = channel.peer(
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
    await pass(1_000, client.client.webSocket as unknown as WebSocket)
    expect(beats).toBeGreaterThanOrEqual(1_000 / 40)
    expect(client.closed).toBeNull()
  })

  test('are replaced by WebSocket pings for clients without them; a dead one is given up', async () => {
    holdTime()
    await channel.open({ pingMs: 40, tickMs: 10 })
    const alive = await channel.raw().connect()
    const dead = await channel.raw().connect()
    dead.ws.pause()
    let pings = 0
    alive.ws.on('ping', () => {
      pings += 1
    })
    await pass(1_000, alive.ws)
    expect(channel.house.gateway.sockets).toBe(1)
    expect(pings).toBeGreaterThanOrEqual(3)
    expect(alive.closed).toBeNull()
  })

  test('a socket on which no CONNECT comes is closed', async () => {
    await channel.open({ connectTimeoutMs: 30, tickMs: 10 })
    const client = await channel.raw().open()
    expect(await client.ending()).toEqual({ command: 'ERROR', message: 'CONNECTION_LOST' })
  })
})

describe('a slow socket', () => {
  /** An order book of about 100 kB, so that a paused reader's kernel buffers fill soon. */
  const bigBook = (u: number) => ({ bids: [[u, '9'.repeat(100_000)]] as const, u })

  test('is left out of prices, holds little, and starts again from the newest when it has caught up', async () => {
    await channel.open({ conflateMs: 1 })
    const client = await channel.raw().connect()
    client.ws.send('SUBSCRIBE\nid:1\ndestination:/topic/depth/CR_BTCUSDT\n\n\0')
    await client.until(() => client.frames.length === 2)
    client.ws.pause()
    let u = 1
    const { counters } = channel.house.gateway
    await until('five left out', () => {
      channel.house.market.set('BTCUSDT', bigBook(++u), 'depth')
      return counters.conflated >= 5
    })
    const newest = () => {
      const { event, data } = JSON.parse(client.frames.at(-1)!.body) as Envelope<{ u: number }>
      return [event, data.u]
    }
    client.ws.resume()
    await client.until(() => newest()[1] === u)
    expect(newest()).toEqual(['SNAPSHOT', u])
    channel.house.market.set('BTCUSDT', { u: ++u }, 'depth')
    await client.until(() => newest()[1] === u)
    expect(newest()[0]).toBe('DEPTH')
    expect(channel.house.gateway.counters.dropped).toBe(0)
  })

  test('does not keep the others waiting', async () => {
    await channel.open({ conflateMs: 1 })
    const [slow, quick] = [await channel.raw().connect(), await channel.guest()]
    slow.ws.send('SUBSCRIBE\nid:1\ndestination:/topic/depth/CR_BTCUSDT\n\n\0')
    await slow.until(() => slow.frames.length === 2)
    slow.ws.pause()
    const books = (await quick.subscribe('/topic/depth/CR_BTCUSDT')) as Envelope<{ u: number }>[]
    let u = 1
    while (channel.house.gateway.counters.conflated < 2) {
      channel.house.market.set('BTCUSDT', bigBook(++u), 'depth')
      await quick.until(() => books.at(-1)?.data.u === u)
    }
    expect(books.filter(({ event }) => event === 'SNAPSHOT')).toHaveLength(1)
  })

  test('is closed when it asks for receipts and does not read them', async () => {
    await channel.open({ closeBytes: 100_000, receivesPerSecond: 100_000 })
    const client = await channel.raw().connect()
    client.ws.send(`SUBSCRIBE\nid:1\ndestination:/topic/tick/CR_BTCUSDT\nack:client\n\n\0`)
    await client.until(() => client.frames.length === 2)
    client.ws.pause()
    const asking = `ACK\nid:1\nreceipt:${'x'.repeat(8_000)}\n\n\0`.repeat(4)
    while (channel.house.gateway.counters.dropped === 0) {
      client.ws.send(asking)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await until('it is closed', () => channel.house.gateway.sockets === 0)
  })

  test('is closed when what it may not miss exceeds the bound', async () => {
    await channel.open({ closeBytes: 200_000 })
    const token = await channel.house.token()
    const client = await channel.raw().connect({ Authorization: `Bearer ${token}` })
    client.ws.send('SUBSCRIBE\nid:1\ndestination:/user/queue/trade\n\n\0')
    await client.until(() => client.frames.length === 2)
    client.ws.pause()
    while (channel.house.gateway.counters.dropped === 0) {
      channel.house.publish('trade', 'BET_SETTLED', { pad: 'x'.repeat(100_000) })
      await new Promise((resolve) => setImmediate(resolve))
    }
    await until('it is closed', () => channel.house.gateway.sockets === 0)
    expect(channel.house.gateway.subscriptions).toBe(0)
  })
})

test('what goes on is counted in /metrics', async () => {
  await channel.open()
  const client = await channel.guest()
  await client.subscribe('/topic/tick/CR_BTCUSDT')
  const metrics = await channel.house.metrics()
  expect(metrics).toMatch(/^maru_gateway_sockets 1$/m)
  expect(metrics).toMatch(/^maru_gateway_subscriptions 1$/m)
  expect(metrics).toMatch(/^maru_gateway_messages_total 1$/m)
  expect(metrics).toMatch(/^maru_gateway_bytes_total [1-9]/m)
})

test('a server that stops tells its clients so', async () => {
  await channel.open()
  const client = await channel.guest()
  const stopping = channel.stop()
  await client.until(() => client.closed !== null)
  expect(client.closed?.code).toBe(1001)
  await stopping
})
