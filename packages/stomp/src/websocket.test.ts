import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { Client, type IFrame, type IMessage } from '@stomp/stompjs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import WebSocket, { WebSocketServer } from 'ws'
import { PreparedMessage } from './prepared-message.ts'
import { StompSession, type Subscription } from './session.ts'
import { attachSession, chooseProtocol, WebSocketTransport } from './websocket.ts'

/** A server that echoes what it is sent to all subscriptions of the destination, past the session where they are `auto`. */
class EchoServer {
  readonly #http: Server = createServer()
  readonly #subscriptions = new Map<Subscription, { session: StompSession; transport: WebSocketTransport }>()
  readonly sessions = new Set<StompSession>()
  /** With the end of each. */
  readonly #sockets = new Map<WebSocket, Promise<unknown>>()
  #count = 0

  async listen(): Promise<number> {
    const wss = new WebSocketServer({ noServer: true, perMessageDeflate: false, handleProtocols: () => 'v12.stomp' })
    this.#http.on('upgrade', (request, socket, head) => {
      wss.handleUpgrade(request, socket, head, (ws) => this.#accept(ws, socket))
    })
    this.#http.listen(0, '127.0.0.1')
    await once(this.#http, 'listening')
    return (this.#http.address() as AddressInfo).port
  }

  #accept(ws: WebSocket, socket: Duplex): void {
    const transport = new WebSocketTransport(ws, socket)
    const session: StompSession = new StompSession(
      transport,
      {
        connect: async () => null,
        subscribe: (subscription) => {
          this.#subscriptions.set(subscription, { session, transport })
          return null
        },
        unsubscribe: (subscription) => this.#subscriptions.delete(subscription),
        send: (destination, frame) => {
          this.echo(destination, frame.body)
          return null
        },
      },
      { heartBeat: { sendMs: 50, receiveMs: 50 }, tickMs: 10, clock: () => Date.now() },
    )
    this.sessions.add(session)
    this.#sockets.set(ws, new Promise((resolve) => ws.once('close', resolve)))
    ws.on('close', () => {
      this.sessions.delete(session)
      this.#sockets.delete(ws)
    })
    attachSession(ws, session)
  }

  /** Sends several bodies as one WebSocket message. */
  echoAsOne(destination: string, bodies: readonly string[]): void {
    const transports = [...this.#subscriptions.values()].map(({ transport }) => transport)
    for (const transport of transports) transport.hold(true)
    for (const body of bodies) this.echo(destination, body)
    for (const transport of transports) transport.release()
  }

  echo(destination: string, body: string | Uint8Array): void {
    const message = new PreparedMessage(destination, String(++this.#count), body, 'text/plain')
    for (const [subscription, { session, transport }] of this.#subscriptions) {
      if (subscription.destination !== destination) continue
      if (subscription.ack === 'auto') transport.write(message.webSocketFrame(subscription.id))
      else session.deliver(subscription, message)
    }
  }

  tick(): void {
    for (const session of this.sessions) session.tick()
  }

  /** Resolves once all that both sides sent so far has arrived: a pong comes after it. */
  async arrived(): Promise<void> {
    const pongs = [...this.#sockets].map(([ws, closed]) => {
      ws.ping()
      return Promise.race([once(ws, 'pong'), closed])
    })
    await Promise.all(pongs)
  }

  async close(): Promise<void> {
    this.#http.closeAllConnections()
    await new Promise((resolve) => this.#http.close(resolve))
  }
}

describe('@stomp/stompjs over a real socket', () => {
  let server: EchoServer
  let url: string
  let clients: Client[]
  const connect = async (config: ConstructorParameters<typeof Client>[0] = {}) => {
    const client = new Client({
      webSocketFactory: () => new WebSocket(url, ['v12.stomp', 'v11.stomp', 'v10.stomp']),
      connectHeaders: { host: 'maru' },
      reconnectDelay: 0,
      heartbeatIncoming: 0,
      heartbeatOutgoing: 0,
      ...config,
    })
    clients.push(client)
    const connected = new Promise<IFrame>((resolve) => {
      client.onConnect = resolve
    })
    client.activate()
    return { client, connected: await connected }
  }
  const next = (client: Client, destination: string, headers: Record<string, string> = {}) =>
    new Promise<IMessage>((resolve) => {
      client.subscribe(destination, resolve, headers)
    })

  beforeEach(async () => {
    server = new EchoServer()
    url = `ws://127.0.0.1:${await server.listen()}`
    clients = []
  })
  afterEach(async () => {
    vi.useRealTimers()
    await Promise.all(clients.map((client) => client.deactivate({ force: true })))
    await server.close()
  })

  test('connects with version 1.2', async () => {
    const { connected } = await connect()
    expect(connected.headers).toMatchObject({ version: '1.2', 'heart-beat': '50,50' })
  })

  test.each([
    ['empty', ''],
    ['short', 'x'],
    ['with all kinds of characters', '{"a":"한글 🚀"}'],
    ['with NUL', 'a\0b'],
    ['of line ends', '\n\n'],
    ['long', 'x'.repeat(5_000)],
  ])('a body (%s) comes back as it was sent', async (_name, body) => {
    const { client } = await connect()
    const message = next(client, '/app/echo')
    client.publish({ destination: '/app/echo', body })
    expect((await message).body).toBe(body)
  })

  test.each([0, 1, 20, 125, 126, 65_300, 65_535, 65_536, 200_000])(
    'a body of %i bytes that is written past the session arrives whole',
    async (length) => {
      const { client } = await connect()
      const message = next(client, '/topic/long', { receipt: 'r' })
      await new Promise<IFrame>((resolve) => client.watchForReceipt('r', resolve))
      server.echo('/topic/long', 'x'.repeat(length))
      expect((await message).body.length).toBe(length)
    },
  )

  test.each([
    ['none', [], 0],
    ['one', [20], 1],
    ['short ones', [0, 1, 20], 1],
    ['longer ones', [100, 200], 1],
    ['long ones', [30_000, 5, 40_000], 1],
  ])(
    'bodies that are held and leave as one (%s) arrive in one message, in their order',
    async (_, lengths, expected) => {
      const { client } = await connect()
      const received: string[] = []
      client.subscribe('/topic/long', ({ body }) => received.push(body), { receipt: 'r' })
      await new Promise<IFrame>((resolve) => client.watchForReceipt('r', resolve))
      let messages = 0
      ;(client.webSocket as unknown as WebSocket).on('message', () => messages++)
      const bodies = lengths.map((length, at) => String(at).repeat(length))
      server.echoAsOne('/topic/long', bodies)
      await server.arrived()
      expect(received).toEqual(bodies)
      expect(messages).toBe(expected)
      server.echo('/topic/long', 'later')
      await server.arrived()
      expect(received.at(-1)).toBe('later')
    },
  )

  test.each(['/app/a:b', '/app/a\\b', '/app/a\nb', '/app/한글', '/app/a\tb'])(
    'a destination %j keeps its characters',
    async (destination) => {
      const { client } = await connect()
      const message = next(client, destination, { id: `id of ${destination}` })
      client.publish({ destination, body: 'x' })
      expect((await message).headers).toMatchObject({ destination, subscription: `id of ${destination}` })
    },
  )

  test('receipts come for subscribe, send, unsubscribe and disconnect', async () => {
    const { client } = await connect()
    const receipt = (id: string) => new Promise<IFrame>((resolve) => client.watchForReceipt(id, resolve))
    const subscribed = receipt('one')
    client.subscribe('/a', () => undefined, { id: 's', receipt: 'one' })
    await subscribed
    const sent = receipt('two')
    client.publish({ destination: '/a', body: 'x', headers: { receipt: 'two' } })
    await sent
    const left = receipt('three')
    client.unsubscribe('s', { receipt: 'three' })
    await left
    // stompjs sends DISCONNECT with a receipt and resolves when it came.
    await client.deactivate()
    expect(client.connected).toBe(false)
  })

  test('messages of a client mode can be acknowledged', async () => {
    const { client } = await connect()
    const message = next(client, '/app/ack', { ack: 'client-individual' })
    client.publish({ destination: '/app/ack', body: 'x' })
    const acknowledged = new Promise<IFrame>((resolve) => client.watchForReceipt('acked', resolve))
    ;(await message).ack({ receipt: 'acked' })
    await acknowledged
  })

  test('heart-beats keep both sides content', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    let beats = 0
    const { client } = await connect({
      heartbeatIncoming: 50,
      heartbeatOutgoing: 50,
      debug: (line) => {
        if (line === '<<< PONG') beats++
      },
    })
    // Both would give up after 100 ms of silence; time passes no faster than the heart-beats arrive.
    for (let ms = 0; ms < 1_000; ms += 10) {
      vi.advanceTimersByTime(10)
      server.tick()
      await server.arrived()
    }
    expect(beats).toBeGreaterThanOrEqual(1_000 / 50)
    expect(client.connected).toBe(true)
    expect(server.sessions.size).toBe(1)
  })

  test('an ERROR frame tells which receipt it is for, and the socket closes', async () => {
    const { client } = await connect()
    const error = new Promise<IFrame>((resolve) => {
      client.onStompError = resolve
    })
    const closed = new Promise((resolve) => {
      client.onWebSocketClose = resolve
    })
    client.begin('t')
    expect((await error).headers['message']).toContain('transactions')
    await closed
  })
})

test.each([
  [undefined, undefined],
  ['v12.stomp', 'v12.stomp'],
  ['v10.stomp, v11.stomp, v12.stomp', 'v12.stomp'],
  ['v11.stomp', null],
  ['', null],
])('of the sub-protocols %j the server takes %j', (offered, taken) => {
  expect(chooseProtocol(offered)).toBe(taken)
})
