import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FeedReport } from '../live.ts'
import { TestClock } from '../test-clock.ts'
import { type Quiet, StreamLine } from './line.ts'
import { TestPeer, until } from './test-peer.ts'

const noon = Date.UTC(2026, 10, 18, 3)
const hour = 3_600_000
const mark = 'btcusdt@markPrice@1s'
const trade = 'btcusdt@aggTrade'

let peer: TestPeer
let clock: TestClock
let line: StreamLine
let reports: FeedReport[]
let heard: unknown[]
let lost: number

const told = (what: string) => reports.filter((report) => report.what === what).map(({ text }) => text)
const lay = (
  quiet: Record<string, Quiet> = { [mark]: { ms: 5_000, renew: true }, [trade]: { ms: 9_000, renew: false } },
) => {
  line = new StreamLine({
    name: 'market',
    url: `${peer.wsUrl}/market/stream`,
    quietOf: (stream) => quiet[stream]!,
    clock,
    random: () => 0.5,
    report: (report) => reports.push(report),
    onData: (_stream, data) => heard.push(data),
    onLost: () => lost++,
  })
}
const say = async (stream: string, data: unknown) => {
  peer.say(stream, data)
  await peer.heard()
}
/** Time passes, and what was begun in it gets as far as the sockets let it. */
const step = async (ms: number) => {
  await clock.run(clock.now() + ms)
  await until(() => !line.opening)
}

beforeEach(async () => {
  peer = new TestPeer()
  await peer.listen()
  clock = new TestClock(noon)
  reports = []
  heard = []
  lost = 0
})
afterEach(async () => {
  line.stop()
  await peer.close()
})

test('a lost connection is opened again after a delay that grows while the venue refuses', async () => {
  lay()
  line.carry([mark])
  await until(() => line.connected)
  peer.refuses = true
  peer.connections[0]!.socket.terminate()
  await until(() => !line.connected)
  expect(lost).toBe(1)
  const delays: number[] = []
  for (let failed = clock.now(); delays.length < 9; failed = clock.now()) {
    const before = told('connection').length
    while (told('connection').length === before) await step(500)
    delays.push(clock.now() - failed)
  }
  expect(delays.at(-1)).toBeGreaterThan(delays[0]! * 4)
  expect(Math.max(...delays)).toBeLessThanOrEqual(60_000)
  peer.refuses = false
  while (!line.connected) await step(500)
  await say(mark, 1)
  expect(heard).toEqual([1])
})

test('before its 24 h a connection is replaced without a hole: the old one ends after the new one speaks', async () => {
  lay({ [mark]: { ms: 2 * hour, renew: true } })
  line.carry([mark])
  await until(() => line.connected)
  for (let i = 1; i <= 23; i++) {
    await say(mark, i)
    await clock.run(noon + i * hour)
  }
  expect(peer.connections).toHaveLength(1)
  await step(900_500)
  await until(() => peer.open('market').length === 2)
  expect(lost).toBe(0)
  // Both speak; the new one has taken over once it was heard.
  await say(mark, 'both')
  await until(() => peer.open('market').length === 1)
  expect(peer.connections[0]!.socket.readyState).not.toBe(peer.connections[0]!.socket.OPEN)
  await say(mark, 'one')
  expect(heard.slice(-2)).toEqual(['both', 'one'])
  expect(lost).toBe(0)
  expect(told('silent')).toEqual([])
})

test('an address that connects and stays silent is reported once and tried again and again, ever more rarely', async () => {
  lay()
  line.carry([mark, trade])
  await until(() => line.connected)
  const openedAt: number[] = []
  for (let seconds = 1; seconds <= 300; seconds++) {
    const before = peer.connections.length
    await step(1_000)
    if (peer.connections.length > before) openedAt.push(seconds)
  }
  expect(told('silent')).toEqual([`market: ${mark} for 5 s`, `market: ${trade} for 9 s`])
  expect(reports.find(({ text }) => text.includes(mark))).toMatchObject({ level: 'error' })
  expect(openedAt[0]).toBeLessThanOrEqual(7)
  expect(openedAt.length).toBeGreaterThan(3)
  const gaps = openedAt.slice(1).map((at, index) => at - openedAt[index]!)
  expect(gaps.at(-1)).toBeGreaterThan(gaps[0]!)
  await say(mark, 1)
  await clock.run(clock.now() + 500)
  expect(told('speaks')).toEqual([`market: ${mark}`])
})

test('a silence that lasts does not make a lost connection wait', async () => {
  lay({ [mark]: { ms: 5_000, renew: true }, other: { ms: 5_000, renew: true } })
  line.carry([mark, 'other'])
  await until(() => line.connected)
  for (let seconds = 1; seconds <= 300; seconds++) {
    await say(mark, seconds)
    await step(1_000)
  }
  const lostAt = clock.now()
  // The successor that waits to prove itself too.
  for (const { socket } of peer.open('market')) socket.terminate()
  await until(() => !line.connected)
  while (!line.connected) await step(500)
  expect(clock.now() - lostAt).toBeLessThanOrEqual(1_500)
})

test('a stream that may be quiet is reported and nothing is laid anew for it', async () => {
  lay()
  line.carry([mark, trade])
  await until(() => line.connected)
  for (let seconds = 1; seconds <= 30; seconds++) {
    await say(mark, seconds)
    await clock.run(noon + seconds * 1_000)
  }
  expect(told('silent')).toEqual([`market: ${trade} for 9 s`])
  expect(peer.connections).toHaveLength(1)
})

test('a successor that says less than the one before is given up, and nothing is lost', async () => {
  lay({ [mark]: { ms: 5_000, renew: true }, other: { ms: 5_000, renew: true } })
  line.carry([mark, 'other'])
  await until(() => line.connected)
  const [first] = peer.connections
  const sayFirst = async (stream: string, data: unknown) => {
    first!.socket.send(JSON.stringify({ stream, data }))
    await peer.heard()
  }
  // One stream is silent: the line is laid anew, and the new connection says nothing at all.
  for (let seconds = 1; seconds <= 20; seconds++) {
    await sayFirst(mark, seconds)
    await step(1_000)
  }
  expect(peer.connections.length).toBeGreaterThan(1)
  expect(told('connection')).toContain('market: opened, and says less than the one before')
  expect(first!.socket.readyState).toBe(first!.socket.OPEN)
  expect(heard).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
})

test('other streams are laid before the old ones end', async () => {
  lay({ [mark]: { ms: 5_000, renew: true }, [trade]: { ms: 9_000, renew: false } })
  line.carry([mark])
  await until(() => line.connected)
  line.carry([mark, trade])
  await until(() => peer.open('market').length === 2)
  await say(mark, 1)
  await until(() => peer.open('market').length === 1)
  await say(trade, 2)
  expect(peer.open('market')[0]!.streams).toEqual([mark, trade])
  expect(heard.at(-1)).toBe(2)
  expect(lost).toBe(0)
  line.carry([])
  await until(() => peer.open('market').length === 0)
})

test('what is no frame of a stream is told and harms nothing; too large a frame ends the connection', async () => {
  lay()
  line.carry([mark])
  await until(() => line.connected)
  for (const frame of ['', '{', 'null', '[]', '{"stream":5}', '{"stream":"other@x","data":{}}', 'x'.repeat(10_000)])
    peer.sayRaw(mark, frame)
  peer.sayRaw(mark, Buffer.from([0xff, 0xfe, 0]))
  await say(mark, 'good')
  expect(heard).toEqual(['good'])
  expect(told('malformed')).toHaveLength(8)
  peer.sayRaw(mark, 'x'.repeat(2 * 1024 * 1024))
  await until(() => !line.connected)
  await step(1_000)
  expect(line.connected).toBe(true)
  await say(mark, 'again')
  expect(heard).toEqual(['good', 'again'])
})
