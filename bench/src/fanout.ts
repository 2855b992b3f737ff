// CPU per delivered message of the live channel, against bare `ws` writes of the same frames to as many sockets at the same
// beat. `npm run bench -- fanout`
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type WebSocket, WebSocketServer } from 'ws'
import { openHouse } from '../../apps/server/test/gateway-house.ts'
import type { Arrived, OpenSockets } from './fanout/clients.ts'
import { median, round } from './support/report.ts'

const sockets = 1_000
const beatMs = 100
const beatsPerRound = 16
const rounds = 3

/** What one socket listens to, and whose price has to change for it. The instruments differ, so that one runs at a time. */
const audiences = {
  /** One price, every client with the same subscription id: the figure of this benchmark. */
  one: { topics: ['/topic/tick/CR_BTCUSDT'], symbol: 'BTCUSDT', ownIds: false },
  /** The same, but no two clients with the same id. */
  ownIds: { topics: ['/topic/tick/CR_ETHUSDT'], symbol: 'ETHUSDT', ownIds: true },
  /** What a trade page listens to: price, depth and list. */
  page: {
    topics: ['/topic/tick/OV_EURUSD', '/topic/depth/OV_EURUSD', '/topic/oversea'],
    symbol: 'EURUSD',
    ownIds: false,
  },
} as const
type Audience = keyof typeof audiences

const dataDir = mkdtempSync(join(tmpdir(), 'maru-fanout-'))
const house = await openHouse({
  dataDir,
  conflateMs: beatMs,
  maxSockets: 10 * sockets,
  maxSocketsPerAddress: 10 * sockets,
  pingMs: 600_000,
})
const bare = await openBare()
const clients = fork(new URL('./fanout/clients.ts', import.meta.url), { stdio: 'inherit' })

try {
  for (const { topics, ownIds } of Object.values(audiences)) {
    await ask({ port: house.port, sockets, topics, ownIds })
  }
  await ask({ port: bare.port, sockets, topics: [], ownIds: false })

  const cost: Record<Audience, { gateway: number[]; bare: number[] }> = {
    one: { gateway: [], bare: [] },
    ownIds: { gateway: [], bare: [] },
    page: { gateway: [], bare: [] },
  }
  // The first round warms up and shows the frames that the baseline writes.
  for (let round = 0; round <= rounds; round++) {
    for (const name of Object.keys(audiences) as Audience[]) {
      const throughGateway = await measure(() => gatewayBeats(name))
      const { frames } = await ask({})
      const written = audiences[name].topics.map((topic) => Buffer.from(frames[topic]!, 'utf8'))
      const withoutIt = await measure(() => bareBeats(written))
      if (round > 0) {
        cost[name].gateway.push(throughGateway)
        cost[name].bare.push(withoutIt)
      }
    }
  }
  report(cost)
} finally {
  clients.kill()
  await Promise.all([house.close(), bare.close()])
  rmSync(dataDir, { recursive: true })
}

/** CPU of this process in µs per message that arrived. */
async function measure(publish: () => Promise<number>): Promise<number> {
  const before = (await ask({})).messages
  const start = process.cpuUsage()
  const written = await publish()
  const { user, system } = process.cpuUsage(start)
  while ((await ask({})).messages - before < written) await pause(20)
  return (user + system) / written
}

/** Changes prices faster than the gateway's beat, for a number of beats; how many messages that made. */
async function gatewayBeats(name: Audience): Promise<number> {
  const { symbol } = audiences[name]
  const before = house.gateway.counters.messages
  let ts = Date.now()
  const levels = (from: number) => Array.from({ length: 20 }, (_, i) => [from + i, `${(i + 1) / 8}`] as const)
  const changing = setInterval(() => {
    ts += 1
    const last = 10_000 + (ts % 100)
    house.market.set(symbol, { last, mark: last + 1, bid: last - 1, ask: last + 2, ts }, 'price')
    house.market.set(symbol, { bids: levels(last - 21), asks: levels(last + 1), u: ts }, 'depth')
  }, beatMs / 2)
  await pause(beatsPerRound * beatMs)
  clearInterval(changing)
  await pause(2 * beatMs)
  return house.gateway.counters.messages - before
}

/** Writes the frames to every bare socket at each beat. */
async function bareBeats(frames: readonly Buffer[]): Promise<number> {
  let beats = 0
  const beating = setInterval(() => {
    beats += 1
    for (const frame of frames) for (const ws of bare.sockets) ws.send(frame, { binary: false })
  }, beatMs)
  await pause(beatsPerRound * beatMs)
  clearInterval(beating)
  await pause(2 * beatMs)
  return beats * frames.length * sockets
}

async function ask(request: OpenSockets | Record<string, never>): Promise<Arrived> {
  const answer = once(clients as ChildProcess, 'message')
  clients.send(request)
  return (await answer)[0] as Arrived
}

async function openBare(): Promise<{ port: number; sockets: Set<WebSocket>; close(): Promise<unknown> }> {
  const http = createServer()
  const server = new WebSocketServer({ server: http, perMessageDeflate: false, handleProtocols: () => 'v12.stomp' })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  return {
    port: (http.address() as AddressInfo).port,
    sockets: server.clients,
    close: () => {
      for (const ws of server.clients) ws.terminate()
      return new Promise((resolve) => http.close(resolve))
    },
  }
}

function report(cost: Record<Audience, { gateway: number[]; bare: number[] }>): void {
  const figures = (Object.keys(cost) as Audience[]).map((name) => {
    const [value, baseline] = [median(cost[name].gateway), median(cost[name].bare)]
    console.log(
      `${name}: ${value.toFixed(2)} µs CPU a message through the gateway, ${baseline.toFixed(2)} µs bare (×${(value / baseline).toFixed(2)})`,
    )
    return [name, { value: round(value), baseline: round(baseline), ratio: round(value / baseline) }] as const
  })
  const { one, ...others } = Object.fromEntries(figures) as Record<Audience, (typeof figures)[number][1]>
  console.log(JSON.stringify({ bench: 'fanout', ...one, unit: 'µs CPU/message', sockets, rounds, aim: 1.4, ...others }))
}
