import type { Envelope } from '@maru/contract'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Connection, type Credentials, createConnection } from './connection.ts'
import type { Link } from './reconnect.ts'

/** Stands for the socket: what was opened with which headers, and what is subscribed on it. */
class FakeClient {
  static opened: FakeClient[] = []
  readonly connectHeaders: Record<string, string>
  readonly subscriptions = new Map<string, (message: { body: string; headers: Record<string, string> }) => void>()
  readonly sent: string[] = []
  /** Each SUBSCRIBE, in order. */
  readonly asked: string[] = []
  connected = false
  readonly webSocket: { readyState: number } = { readyState: WebSocket.OPEN }
  onConnect = () => {}
  onStompError = (_frame: { headers: Record<string, string> }) => {}
  onWebSocketClose = () => {}

  constructor({ connectHeaders }: { connectHeaders: Record<string, string> }) {
    this.connectHeaders = connectHeaders
    FakeClient.opened.push(this)
  }
  activate() {}
  async deactivate() {
    this.connected = false
  }
  publish({ destination }: { destination: string }) {
    this.sent.push(destination)
  }
  subscribe(destination: string, listener: (message: { body: string; headers: Record<string, string> }) => void) {
    this.asked.push(destination)
    this.subscriptions.set(destination, listener)
    return { unsubscribe: () => this.subscriptions.delete(destination) }
  }
  accept() {
    this.connected = true
    this.onConnect()
  }
  drop() {
    this.connected = false
    this.onWebSocketClose()
  }
  message(destination: string, envelope: Partial<Envelope>) {
    const body = JSON.stringify({ event: 'X', epoch: 1, seq: null, ts: 1, data: null, ...envelope })
    this.subscriptions.get(destination)?.({ body, headers: {} })
  }
}
vi.mock('@stomp/stompjs', () => ({
  Client: FakeClient,
  Versions: Object.assign(class {}, { V1_2: '1.2' }),
}))

const member: Credentials = { siteInfoId: 1, member: { username: 'demo1', token: 't' } }
const guest: Credentials = { siteInfoId: 1, member: null }
const make = (onLink: (kind: Link['kind']) => void) =>
  createConnection({
    url: 'ws://maru/bx_ws',
    host: 'maru',
    monotonic: () => 0,
    onPong: () => {},
    onHeard: () => {},
    onLink: ({ kind }) => onLink(kind),
  })
const settle = () => vi.advanceTimersByTimeAsync(1)
const newest = () => FakeClient.opened.at(-1)!

describe('the live connection', () => {
  // The library is loaded with the first connection of all; the tests begin after that.
  beforeAll(async () => {
    make(() => {}).start(async () => guest)
    await vi.waitFor(() => expect(FakeClient.opened).toHaveLength(1), { timeout: 20_000 })
  })

  let connection: Connection
  let links: Link['kind'][]
  beforeEach(() => {
    vi.useFakeTimers()
    FakeClient.opened = []
    links = []
    connection = make((kind) => links.push(kind))
  })
  afterEach(() => void vi.useRealTimers())

  const up = async (credentials: Credentials) => {
    connection.start(async () => credentials)
    await settle()
    newest().accept()
  }

  it('sends nothing over a socket that closes as it is accepted, and opens another', async () => {
    connection.subscribe('/topic/tick/CR_BTCUSDT', { onMessage: () => {} })
    connection.start(async () => member)
    await settle()
    const closing = newest()
    closing.webSocket.readyState = WebSocket.CLOSING
    closing.accept()
    expect([closing.asked, closing.sent]).toEqual([[], []])
    closing.drop()
    await vi.advanceTimersByTimeAsync(500)
    expect(newest()).not.toBe(closing)
    newest().accept()
    expect(newest().asked).toContain('/topic/tick/CR_BTCUSDT')
  })

  it('opens the socket of whoever signed in last, however long the first token took', async () => {
    const asked: PromiseWithResolvers<Credentials>[] = []
    const ask = () => {
      const question = Promise.withResolvers<Credentials>()
      asked.push(question)
      return question.promise
    }
    connection.start(ask)
    await settle()
    connection.stop()
    connection.start(ask)
    await settle()
    asked[0]?.resolve(guest)
    await settle()
    asked[1]?.resolve(member)
    await settle()
    expect(FakeClient.opened.map(({ connectHeaders }) => connectHeaders['login'])).toEqual(['demo1'])
  })

  it('waits for the first subscription when it is on demand', async () => {
    connection.start(async () => guest, { onDemand: true })
    await settle()
    expect(FakeClient.opened).toHaveLength(0)
    connection.subscribe('/topic/tick/CR_BTCUSDT', { onMessage: () => {} })
    await settle()
    expect(FakeClient.opened).toHaveLength(1)
  })

  it('asks for no private queue as a guest, and pings only as a member', async () => {
    connection.subscribe('/user/queue/point', { onMessage: () => {} })
    connection.subscribe('/topic/tick/CR_BTCUSDT', { onMessage: () => {} })
    await up(guest)
    expect([...newest().subscriptions.keys()]).toEqual(['/topic/tick/CR_BTCUSDT'])
    expect(newest().sent).toEqual([])
    connection.stop()
    await up(member)
    expect([...newest().subscriptions.keys()]).toContain('/user/queue/point')
    expect(newest().sent).toEqual(['/app/ping'])
  })

  it('opens a destination once for all its handles and closes it a little after the last', async () => {
    await up(guest)
    const handle = { onMessage: () => {} }
    const first = connection.subscribe('/topic/tick/A', handle)
    const second = connection.subscribe('/topic/tick/A', { onMessage: () => {} })
    first()
    second()
    const third = connection.subscribe('/topic/tick/A', handle)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(newest().subscriptions.has('/topic/tick/A')).toBe(true)
    third()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(newest().subscriptions.has('/topic/tick/A')).toBe(false)
  })

  it('has the snapshot sent again for a handle that joins after it, and not for one that joins before', async () => {
    await up(member)
    const heard: string[] = []
    const asked = () => newest().asked.filter((destination) => destination === '/user/queue/oversea').length
    const handle = (name: string) => ({ onMessage: ({ event }: Envelope) => void heard.push(`${name} ${event}`) })
    const leave = connection.subscribe('/user/queue/oversea', handle('page'))
    connection.subscribe('/user/queue/oversea', handle('list'))
    expect(asked()).toBe(1)
    newest().message('/user/queue/oversea', { event: 'SNAPSHOT', seq: 1 })
    newest().message('/user/queue/oversea', { event: 'POSITION_OPEN', seq: 2 })
    expect(heard).toEqual(['page SNAPSHOT', 'list SNAPSHOT', 'page POSITION_OPEN', 'list POSITION_OPEN'])

    connection.subscribe('/user/queue/oversea', handle('late'))
    connection.subscribe('/user/queue/oversea', handle('later'))
    expect(asked()).toBe(2)
    newest().message('/user/queue/oversea', { event: 'SNAPSHOT', seq: 2 })
    expect(heard.slice(4)).toEqual(['page SNAPSHOT', 'list SNAPSHOT', 'late SNAPSHOT', 'later SNAPSHOT'])
    leave()
  })

  it('has the snapshot sent again for a page that comes within the moment in which the last one left', async () => {
    await up(guest)
    const leave = connection.subscribe('/topic/depth/A', { onMessage: () => {} })
    newest().message('/topic/depth/A', { event: 'SNAPSHOT' })
    leave()
    const heard: string[] = []
    connection.subscribe('/topic/depth/A', { onMessage: ({ event }) => void heard.push(event) })
    newest().message('/topic/depth/A', { event: 'SNAPSHOT' })
    expect(newest().asked).toEqual(['/topic/depth/A', '/topic/depth/A'])
    expect(heard).toEqual(['SNAPSHOT'])
  })

  it('subscribes again after a drop and has uncounted lists reloaded', async () => {
    let reloads = 0
    connection.subscribe('/topic/trade/1', { onMessage: () => {}, onReload: () => reloads++ })
    await up(guest)
    newest().message('/topic/trade/1', { event: 'SNAPSHOT' })
    expect(reloads).toBe(0)
    newest().drop()
    await settle()
    newest().accept()
    newest().message('/topic/trade/1', { event: 'SNAPSHOT' })
    expect(reloads).toBe(1)
    expect(FakeClient.opened).toHaveLength(2)
  })

  it('drops what a counted snapshot includes and reloads over a gap', async () => {
    const seen: (number | null)[] = []
    let reloads = 0
    connection.subscribe('/user/queue/trade', { onMessage: ({ seq }) => seen.push(seq), onReload: () => reloads++ })
    await up(member)
    for (const [event, seq] of [
      ['SNAPSHOT', 4],
      ['BET_ACCEPTED', 4],
      ['BET_ACCEPTED', 5],
      ['BET_SETTLED', 7],
    ] as const)
      newest().message('/user/queue/trade', { event, seq })
    expect(seen).toEqual([4, 5, 7])
    expect(reloads).toBe(1)
  })

  it('gives up after two more tries 500 ms apart', async () => {
    await up(guest)
    const at: number[] = []
    const began = Date.now()
    newest().drop()
    for (let i = 0; i < 3; i++) {
      const before = FakeClient.opened.length
      while (FakeClient.opened.length === before && links.at(-1) === 'waiting') await vi.advanceTimersByTimeAsync(10)
      await settle()
      at.push(Math.round((Date.now() - began) / 100) * 100)
      newest().drop()
    }
    expect(at).toEqual([0, 500, 1000])
    expect(links.at(-1)).toBe('failed')
  })

  it('tells the next try why the last one was refused', async () => {
    const reasons: (string | null)[] = []
    connection.start(async (reason) => {
      reasons.push(reason)
      return member
    })
    await settle()
    newest().onStompError({ headers: { message: 'TOKEN_EXPIRED' } })
    await vi.advanceTimersByTimeAsync(600)
    expect(reasons).toEqual([null, 'TOKEN_EXPIRED'])
  })
})
