// A forced notice to every socket of a site: from the console's request, and from its answer, until the last one has it, against bare `ws` writes of the same
// frame to as many sockets; and how long stakes wait meanwhile, 250 a second whatever they wait (open loop), against a quarter of a second before each notice. The server is a process of its own with its shipped limits; the sockets come from addresses of the loopback
// network, so it runs on Linux. `npm run bench -- notice`
import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { build, type Histogram } from 'hdr-histogram-js'
import { WebSocketServer } from 'ws'
import { appCode } from '../../apps/server/test/authenticator.ts'
import type { Arrived, Opened, OpenSockets } from './notice/clients.ts'
import { withDatabase } from './support/database.ts'
import { firstMember, seedMembers } from './support/house.ts'
import { RawHttp } from './support/raw-http.ts'
import { median, report, round } from './support/report.ts'
import { mintTokens, startProcess, untilReady } from './support/server-process.ts'
import { openRounds, stake } from './support/stakes.ts'
import { waits as waitsText } from './support/unrelated.ts'

const sockets = 10_000
const notices = 40
const warmUps = 3
const aimMs = 1_000
const stakesPerSecond = 250
const calmMs = 250
const memberCount = 2_000
/** How long all of it may take, so that no round locks meanwhile. */
const runSeconds = 60
const content = `<p>${'모든 회원에게 알립니다. '.repeat(20)}</p>`

const port = 20_000 + Math.floor(Math.random() * 10_000)
const dataDir = mkdtempSync(join(tmpdir(), 'maru-notice-'))
const first = startProcess(dataDir, port)
await untilReady(first)
await first.stop()
await withDatabase(dataDir, (db) => seedMembers(db, memberCount))
const server = startProcess(dataDir, port)
await untilReady(server)
const tokens = await mintTokens(
  dataDir,
  Array.from({ length: memberCount }, (_, n) => firstMember + n),
)
const http = new RawHttp(port, 64)
const bare = await openBare()
const clients = [spawn(), spawn()] as const

try {
  await openSockets(clients[0], { port, sockets, isStomp: true })
  await openSockets(clients[1], { port: bare.port, sockets, isStomp: false })
  const { accessToken } = await post('/api/login', {
    username: 'operator',
    password: 'demo-pass-2026',
    otp: appCode('JBSWY3DPEHPK3PXP', Date.now()),
    siteInfoId: 1,
  })
  const open = await openRounds(server.url, runSeconds)
  const waits: Waits = { calm: build(), meanwhile: build(), longest: [] }
  let turns = 0
  const [fromAnswer, fromRequest, baseline]: number[][] = [[], [], []]
  for (let i = -warmUps; i < notices; i++) {
    const name = `bench-${i < 0 ? 'warm' : 'n'}${Math.abs(i)}`
    if (i >= 0) await stakesUntil(pause(calmMs), waits.calm)
    const arrived = arrivalOf(clients[0], name)
    const own = build()
    const staked = stakesUntil(arrived, own)
    const asked = now()
    const body = { reason: '측정', category: 'NOTICE', title: name, content, isForced: true, isPinned: false }
    await post('/api/console/notice?siteInfoId=1', body, accessToken)
    const answered = now()
    const { last } = await arrived
    await staked
    const bareMs = await bareNotice(name)
    if (i >= 0) {
      // The announcement leaves before the answer does: below zero where the last socket had it first.
      fromAnswer?.push(last - answered)
      fromRequest?.push(last - asked)
      baseline?.push(bareMs)
      waits.meanwhile.add(own)
      waits.longest.push(own.maxValue)
    }
    await pause(100)
  }
  tell(fromAnswer ?? [], fromRequest ?? [], baseline ?? [], waits)

  /** Sends stakes at fixed times until something has happened, and waits for their answers. */
  async function stakesUntil(end: Promise<unknown>, waited: Histogram): Promise<void> {
    let isOver = false
    void end.then(() => {
      isOver = true
    })
    const began = performance.now()
    const all: Promise<void>[] = []
    for (let n = 0; !isOver; await pause(1))
      for (; n < ((performance.now() - began) / 1_000) * stakesPerSecond; n += 1) {
        const intended = began + (n / stakesPerSecond) * 1_000
        all.push(
          stake(http, tokens, open, turns++).then(() =>
            waited.recordValue(Math.max(0, Math.round(performance.now() - intended))),
          ),
        )
      }
    await Promise.all(all)
  }
} finally {
  http.close()
  for (const child of clients) child.kill()
  await Promise.all([server.stop(), bare.close()])
  rmSync(dataDir, { recursive: true, force: true })
}

interface Waits {
  readonly calm: Histogram
  readonly meanwhile: Histogram
  /** Of each notice the longest, in ms. */
  readonly longest: number[]
}

function tell(
  fromAnswer: number[],
  fromRequest: number[],
  baseline: number[],
  { calm, meanwhile, longest }: Waits,
): void {
  const [value, bareMs] = [p99(fromRequest), p99(baseline)]
  console.log(
    `${sockets} sockets, ${notices} notices, until the last socket has it: from the request p50 ${median(fromRequest).toFixed(0)} ms, p99 ${value.toFixed(0)} ms; from the answer p99 ${p99(fromAnswer).toFixed(0)} ms; bare writes p99 ${bareMs.toFixed(0)} ms`,
  )
  console.log(
    `stakes before: ${waitsText(calm)}; meanwhile: ${waitsText(meanwhile)}, the longest of the median notice ${median(longest).toFixed(0)} ms`,
  )
  report({
    bench: 'notice',
    value: round(value),
    unit: 'ms',
    baseline: round(bareMs),
    ratio: round(value / bareMs),
    sockets,
    notices,
    aim: aimMs,
    p50: round(median(fromRequest)),
    fromAnswer: { p50: round(median(fromAnswer)), p99: round(p99(fromAnswer)) },
    unrelatedP50Ms: meanwhile.getValueAtPercentile(50),
    unrelatedP99Ms: meanwhile.getValueAtPercentile(99),
    longestP50Ms: median(longest),
    calmP99Ms: calm.getValueAtPercentile(99),
  })
}

/** Of 40 notices, the slowest. */
function p99(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] as number
}

/** The answer of a call; throws where it is refused. */
async function post(path: string, body: object, token?: string): Promise<Readonly<Record<string, string>>> {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} was refused: ${text}`)
  return JSON.parse(text) as Readonly<Record<string, string>>
}

function now(): number {
  return performance.timeOrigin + performance.now()
}

function spawn(): ChildProcess {
  return fork(new URL('./notice/clients.ts', import.meta.url), { stdio: 'inherit' })
}

async function openSockets(child: ChildProcess, request: OpenSockets): Promise<void> {
  const opened = once(child, 'message')
  child.send(request)
  const [{ open }] = (await opened) as [Opened]
  if (open !== request.sockets) throw new Error(`${open} sockets are open`)
}

/** When a notice has arrived at every socket of a process. */
function arrivalOf(child: ChildProcess, name: string): Promise<Arrived> {
  return new Promise((resolve) => {
    const take = (arrived: Arrived) => {
      if (arrived.name !== name) return
      child.off('message', take)
      resolve(arrived)
    }
    child.on('message', take)
  })
}

/** Writes a frame of the same size to every bare socket; ms until the last one has it. */
async function bareNotice(name: string): Promise<number> {
  const arrived = arrivalOf(clients[1], name)
  const frame = Buffer.from(`MESSAGE\ndestination:/topic/notice/1\n\n${JSON.stringify({ title: name, content })}\0`)
  const began = now()
  for (const ws of bare.sockets) ws.send(frame, { binary: false })
  return (await arrived).last - began
}

async function openBare() {
  const http = createServer()
  const wss = new WebSocketServer({ server: http, perMessageDeflate: false, handleProtocols: () => 'v12.stomp' })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  return {
    port: (http.address() as AddressInfo).port,
    sockets: wss.clients,
    close: () => {
      for (const ws of wss.clients) ws.terminate()
      return new Promise((resolve) => http.close(resolve))
    },
  }
}
