/**
 * What one server process takes at most, in a closed loop over 256 connections: stakes, orders, reads of a list and of the wallets. Each
 * with the processor time a call costs in server, PostgreSQL and load, and where the server's goes. Beside it two peers of the same run:
 * Fastify with one transaction a stake over eight connections, and Fastify that answers the same JSON and does nothing else.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { partsOf } from './http-max/parts.ts'
import { withDatabase } from './support/database.ts'
import { firstMember, seedMembers } from './support/house.ts'
import { RawHttp } from './support/raw-http.ts'
import { report, round } from './support/report.ts'
import {
  cpuSeconds,
  mintTokens,
  postmasterPid,
  type ServerProcess,
  startProcess,
  untilReady,
} from './support/server-process.ts'
import { openRounds, stake } from './support/stakes.ts'

const forSeconds = Number(process.argv[2] ?? 10)
const connections = 256
const memberCount = 5_000
const port = 20_000 + Math.floor(Math.random() * 10_000)
const dataDir = mkdtempSync(join(tmpdir(), 'maru-bench-'))
const profile = join(dataDir, 'server.cpuprofile')
const script = (name: string) => join(import.meta.dirname, 'http-max', `${name}.ts`)

const first = startProcess(dataDir, port)
await untilReady(first)
await first.stop()
await withDatabase(dataDir, async (db) => {
  await seedMembers(db, memberCount)
  await seedMembers(db, memberCount, { wallet: { type: 'FUTURES', currency: 'USDT' }, purse: 10_000_000_000_000 })
})
const server = startProcess(dataDir, port, { PROFILE: profile }, script('profiled-server'))
await untilReady(server)
const tokens = await mintTokens(
  dataDir,
  Array.from({ length: memberCount }, (_, n) => firstMember + n),
)
let http = new RawHttp(port, connections)
let answer = ''
let turn = 0

const loads = {
  stakes: async () => {
    const open = await openRounds(server.url, forSeconds)
    return async (nth: number) => {
      answer = await stake(http, tokens, open, nth)
    }
  },
  orders: async () => order,
  lists: async () => (nth: number) => read('/api/trade/history/list?siteInfoId=1&resultType=Page&page=0&size=20', nth),
  wallets: async () => (nth: number) => read('/api/wallet/my?siteInfoId=1', nth),
}

const figures: Record<string, Figures & { readonly parts: Record<string, number> }> = {}
for (const [name, prepare] of Object.entries(loads)) {
  const call = await prepare()
  await closedLoop(call, 2, server)
  server.child.kill('SIGUSR2')
  const profiled = await closedLoop(call, 3, server)
  server.child.kill('SIGUSR2')
  await pause(1_500)
  const measured = await closedLoop(call, forSeconds, server)
  figures[name] = { ...measured, parts: partsOf(profile) }
  console.log(`${name}: ${text(measured)}; under the profile ${profiled.perSecond}/s: ${shares(partsOf(profile))}`)
}
http.close()
await server.stop()

const plain = await peer([dataDir, String(port), String(memberCount)], 'plain-server')
const bare = await peer([String(port), answer], 'bare-server')
rmSync(dataDir, { recursive: true, force: true })
console.log(`one transaction a stake: ${text(plain)}`)
console.log(`Fastify alone, the same answer: ${text(bare)}`)
const stakes = figures['stakes'] as Figures
report({
  bench: 'http-max',
  value: stakes.perSecond,
  unit: 'stakes/s',
  baseline: plain.perSecond,
  ratio: round(stakes.perSecond / plain.perSecond),
  bare: bare.perSecond,
  ratioToBare: round(stakes.perSecond / bare.perSecond),
  ...Object.fromEntries(
    Object.entries(figures).map(([name, { perSecond, ...rest }]) => [name, { perSecond, ...rest }]),
  ),
})

type Send = (nth: number) => Promise<void>

interface Figures {
  readonly perSecond: number
  /** Microseconds of processor time a call. */
  readonly server: number
  readonly postgres: number
  readonly load: number
}

/** As many calls under way as there are connections, until the time is over. */
async function closedLoop(send: Send, seconds: number, of: ServerProcess): Promise<Figures> {
  const used = () => [cpuSeconds(of.child.pid as number), postgresSeconds(), cpuSeconds(process.pid)] as const
  const before = used()
  const began = performance.now()
  const until = began + seconds * 1_000
  let calls = 0
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < until) {
        await send(turn++)
        calls += 1
      }
    }),
  )
  const took = (performance.now() - began) / 1_000
  const [own, postgres, load] = used().map((after, n) => Math.round(((after - (before[n] ?? 0)) * 1_000_000) / calls))
  return { perSecond: Math.round(calls / took), server: own ?? 0, postgres: postgres ?? 0, load: load ?? 0 }
}

function postgresSeconds(): number {
  try {
    return cpuSeconds(postmasterPid(dataDir), true)
  } catch {
    return 0 // the bare peer has none
  }
}

/** A market order of one member; his next one is of the other side and closes what this one opened. */
async function order(nth: number): Promise<void> {
  const member = nth % memberCount
  const side = Math.floor(nth / memberCount) % 2 === 0 ? 'LONG' : 'SHORT'
  const { status, body } = await http.call(
    `POST /api/futures/order?siteInfoId=1 HTTP/1.1\r\nauthorization: Bearer ${tokens[member]}\r\ncontent-type: application/json\r\nidempotency-key: ${randomUUID()}\r\n`,
    JSON.stringify({ futuresOptionId: 1, side, marketType: 'MARKET', qty: '0.010' }),
  )
  if (status !== 200) throw new Error(`an order was answered ${status}: ${body}`)
}

async function read(path: string, nth: number): Promise<void> {
  const { status, body } = await http.call(
    `GET ${path} HTTP/1.1\r\nauthorization: Bearer ${tokens[nth % memberCount]}\r\n`,
    '',
  )
  if (status !== 200) throw new Error(`a read was answered ${status}: ${body}`)
}

/** Stakes a second of a peer in a process of its own. */
async function peer(args: readonly string[], name: string): Promise<Figures> {
  const process_ = startProcess(dataDir, port, {}, script(name), args)
  await untilReady(process_)
  http = new RawHttp(port, connections)
  const rounds = [{ id: 1 }]
  const call: Send = async (nth) => void (await stake(http, tokens, rounds, nth))
  await closedLoop(call, 2, process_)
  const measured = await closedLoop(call, forSeconds, process_)
  http.close()
  await process_.stop()
  return measured
}

function text({ perSecond, server: own, postgres, load }: Figures): string {
  return `${perSecond}/s; µs of processor a call: server ${own}, PostgreSQL ${postgres}, load ${load}`
}

function shares(parts: Record<string, number>): string {
  return Object.entries(parts)
    .filter(([, share]) => share >= 0.5)
    .map(([part, share]) => `${part} ${share} %`)
    .join(', ')
}
