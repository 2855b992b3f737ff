/**
 * 1,000 bets a second over HTTP for 20 s, open loop: each latency counts from the time at which the bet was meant to be sent. The server is a
 * process of its own with its shipped limits; this process is the load. The baseline is /healthz at the same rate.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { build, type Histogram } from 'hdr-histogram-js'
import { withDatabase } from './support/database.ts'
import { firstMember, seedMembers } from './support/house.ts'
import { RawHttp } from './support/raw-http.ts'
import { report, round } from './support/report.ts'
import { cpuSeconds, mintTokens, postmasterPid, startProcess, untilReady } from './support/server-process.ts'
import { type Betting, openRounds, stake } from './support/stakes.ts'

const perSecond = Number(process.argv[2] ?? 1_000)
const forSeconds = Number(process.argv[3] ?? 20)
const memberCount = 5_000
const port = 20_000 + Math.floor(Math.random() * 10_000)
const dataDir = mkdtempSync(join(tmpdir(), 'maru-bench-'))

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

let used = 0
const http = new RawHttp(port, 256)
await openLoop(200, 3, healthz)
await openLoop(200, 3, better(await openRounds(server.url, forSeconds)))
const health = await openLoop(perSecond, forSeconds, healthz)
const bets = await openLoop(perSecond, forSeconds, better(await openRounds(server.url, forSeconds)))
http.close()
await server.stop()
rmSync(dataDir, { recursive: true, force: true })

for (const [name, { latency, cpu }] of Object.entries({ bets, health })) {
  console.log(
    `${name}: p50 ${ms(latency, 50)} ms, p99 ${ms(latency, 99)} ms, p99.9 ${ms(latency, 99.9)} ms, max ${latency.maxValue / 1_000} ms · CPU of server ${cpu.server}%, PostgreSQL ${cpu.postgres}%, load ${cpu.load}%`,
  )
}
report({
  bench: 'http',
  value: ms(bets.latency, 99),
  unit: 'ms p99',
  baseline: ms(health.latency, 99),
  ratio: round(bets.latency.getValueAtPercentile(99) / health.latency.getValueAtPercentile(99)),
  p50: ms(bets.latency, 50),
  p999: ms(bets.latency, 99.9),
  healthzP50: ms(health.latency, 50),
  perSecond,
  accepted: bets.accepted,
  cpu: bets.cpu,
})

type Send = (n: number) => Promise<void>

/** Sends at fixed times, whatever the answers do. */
async function openLoop(rate: number, seconds: number, send: Send) {
  const latency = build({ highestTrackableValue: 60_000_000 })
  const total = rate * seconds
  const before = usage()
  const began = performance.now()
  const all: Promise<void>[] = []
  let accepted = 0
  for (let n = 0; n < total; ) {
    const due = Math.min(total, Math.floor(((performance.now() - began) / 1_000) * rate))
    for (; n < due; n += 1) {
      const intended = began + (n / rate) * 1_000
      all.push(
        send(n).then(() => {
          accepted += 1
          latency.recordValue(Math.max(1, Math.round((performance.now() - intended) * 1_000)))
        }),
      )
    }
    await pause(1)
  }
  await Promise.all(all)
  const took = (performance.now() - began) / 1_000
  const after = usage()
  const percent = (name: keyof Usage) => Math.round(((after[name] - before[name]) / took) * 100)
  const cpu: Usage = { server: percent('server'), postgres: percent('postgres'), load: percent('load') }
  return { latency, accepted, cpu }
}

interface Usage {
  readonly server: number
  readonly postgres: number
  readonly load: number
}

function usage(): Usage {
  return {
    server: cpuSeconds(server.child.pid as number),
    postgres: cpuSeconds(postmasterPid(dataDir), true),
    load: cpuSeconds(process.pid),
  }
}

async function healthz(): Promise<void> {
  const { status } = await http.call('GET /healthz HTTP/1.1\r\n', '')
  if (status !== 200) throw new Error(`/healthz answered ${status}`)
}

/** One bet a call. */
function better(open: readonly Betting[]): Send {
  const offset = used
  used += perSecond * forSeconds
  return async (n) => void (await stake(http, tokens, open, offset + n))
}

function ms(histogram: Histogram, percentile: number): number {
  return round(histogram.getValueAtPercentile(percentile) / 1_000)
}
