/**
 * Sign-ins while one address sends 100 false ones a second: members sign in from addresses of their own, open loop, once a second for 20 s;
 * each latency counts from the time at which the call was meant to be sent. The baseline is the same without the false ones. The server is
 * a process of its own with its shipped limits; addresses are those of the loopback network, so it runs on Linux.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { build, type Histogram } from 'hdr-histogram-js'
import { report, round } from './support/report.ts'
import { startProcess, untilReady } from './support/server-process.ts'

const falsePerSecond = Number(process.argv[2] ?? 100)
const forSeconds = Number(process.argv[3] ?? 20)
const perSecond = 1
const port = 20_000 + Math.floor(Math.random() * 10_000)
const dataDir = mkdtempSync(join(tmpdir(), 'maru-bench-'))
const attacker = { address: '127.0.0.9', agent: new Agent({ keepAlive: true, maxSockets: 64 }) }

const server = startProcess(dataDir, port)
await untilReady(server)
let member = 0
const alone = await measure()
const refused = new Map<number, number>()
let attacking = true
const attack = openLoop(falsePerSecond, () => attacking, falseSignIn)
await pause(1_000)
const attacked = await measure()
attacking = false
await attack
attacker.agent.destroy()
await server.stop()
rmSync(dataDir, { recursive: true, force: true })

console.log(`false sign-ins by status: ${[...refused].map(([status, count]) => `${status}: ${count}`).join(', ')}`)
for (const [name, latency] of Object.entries({ attacked, alone })) {
  console.log(`${name}: p50 ${ms(latency, 50)} ms, p99 ${ms(latency, 99)} ms, max ${latency.maxValue} ms`)
}
report({
  bench: 'signin',
  value: ms(attacked, 99),
  unit: 'ms p99',
  baseline: ms(alone, 99),
  ratio: round(attacked.getValueAtPercentile(99) / alone.getValueAtPercentile(99)),
  p50: ms(attacked, 50),
  baselineP50: ms(alone, 50),
  falsePerSecond,
  signIns: attacked.totalCount,
})

/** Latencies of members who sign in, each from another address; throws when one cannot. */
async function measure(): Promise<Histogram> {
  const latency = build({ highestTrackableValue: 60_000 })
  const until = performance.now() + forSeconds * 1_000
  await openLoop(
    perSecond,
    () => performance.now() < until,
    async (_n, intended) => {
      const n = member++
      const status = await signIn(
        `127.0.${1 + Math.floor(n / 250)}.${1 + (n % 250)}`,
        `demo${1 + (n % 5)}`,
        'demo-pass-2026',
      )
      if (status !== 200) throw new Error(`a sign-in was answered ${status}`)
      latency.recordValue(Math.max(1, Math.round(performance.now() - intended)))
    },
  )
  return latency
}

async function falseSignIn(n: number): Promise<void> {
  const status = await signIn(attacker.address, `nobody${n}`, 'wrong-password-1', attacker.agent)
  refused.set(status, (refused.get(status) ?? 0) + 1)
}

/** Sends at fixed times, whatever the answers do, and waits for all of them. */
async function openLoop(
  rate: number,
  goesOn: () => boolean,
  send: (n: number, intended: number) => Promise<void>,
): Promise<void> {
  const began = performance.now()
  const all: Promise<void>[] = []
  for (let n = 0; goesOn(); ) {
    const due = Math.floor(((performance.now() - began) / 1_000) * rate) + 1
    for (; n < due; n += 1) all.push(send(n, began + (n / rate) * 1_000))
    await pause(2)
  }
  await Promise.all(all)
}

function signIn(localAddress: string, username: string, password: string, agent?: Agent): Promise<number> {
  const body = JSON.stringify({ username, password, siteInfoId: 1 })
  return new Promise((resolve, reject) => {
    const call = request(
      {
        host: '127.0.0.1',
        port,
        localAddress,
        ...(agent === undefined ? { agent: false } : { agent }),
        method: 'POST',
        path: '/api/login',
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      },
      (response) => {
        response.resume()
        response.once('end', () => resolve(response.statusCode ?? 0))
      },
    )
    call.once('error', reject)
    call.end(body)
  })
}

function ms(histogram: Histogram, percentile: number): number {
  return histogram.getValueAtPercentile(percentile)
}
