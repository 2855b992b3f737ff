/**
 * How long after exec the server acknowledges its first command, with 200,000 open bets in the database: with PostgreSQL already up, and
 * after SIGKILL of both. The baseline is the same server without open bets.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { betOf } from './support/bets.ts'
import { firstMember, type House, openHouse, openRound, otherOption } from './support/house.ts'
import { median, report, round } from './support/report.ts'
import { mintTokens, postmasterPid, type ServerProcess, startProcess } from './support/server-process.ts'

const bets = Number(process.argv[2] ?? 200_000)
const laps = 3
const memberCount = 20_000
const port = 20_000 + Math.floor(Math.random() * 10_000)
const fiveMinutes = 300_000

const dataDir = mkdtempSync(join(tmpdir(), 'maru-bench-'))
// The house runs a little in the future, so that no wait is needed until rounds lock; the server's clock continues from there.
const house = await openHouse(memberCount, {
  dataDir,
  clockStart: Math.ceil(Date.now() / fiveMinutes) * fiveMinutes + 1_000,
})
await house.stop()
const [token = ''] = await mintTokens(dataDir, [firstMember])
await (await firstAcknowledged()).server.stop() // makes what only a first start makes
const empty: number[] = []
for (let lap = 0; lap < laps; lap += 1) {
  const { server, seconds } = await firstAcknowledged()
  empty.push(seconds)
  await server.kill()
}

const again = await openHouse(0, {
  dataDir,
  clockStart: Math.ceil(Date.now() / fiveMinutes) * fiveMinutes + fiveMinutes + 1_000,
})
await placeAll(again)
await again.stop()
console.log(`${bets} bets are open`)

const up: number[] = []
const cold: number[] = []
let last = await firstAcknowledged()
for (let lap = 0; lap < laps; lap += 1) {
  await last.server.kill()
  last = await firstAcknowledged()
  up.push(last.seconds)
}
for (let lap = 0; lap < laps; lap += 1) {
  process.kill(postmasterPid(dataDir), 'SIGKILL')
  await last.server.kill()
  last = await firstAcknowledged()
  cold.push(last.seconds)
}
const open = await openBets()
await last.server.stop()
rmSync(dataDir, { recursive: true, force: true })
if (open < bets) throw new Error(`only ${open} of ${bets} bets were open at the end`)

console.log(
  `first acknowledged command after exec: ${seconds(empty)} s without open bets, ${seconds(up)} s with ${bets}, ${seconds(cold)} s after SIGKILL of both`,
)
report({
  bench: 'restore',
  value: round(median(up)),
  unit: 's',
  baseline: round(median(empty)),
  ratio: round(median(up) / median(empty)),
  openBets: bets,
  afterKillOfBoth: round(median(cold)),
})

async function firstAcknowledged(): Promise<{ server: ServerProcess; seconds: number }> {
  const began = performance.now()
  const server = startProcess(dataDir, port)
  let over = false
  void server.ended.then(() => {
    over = true
  })
  for (;;) {
    // Abandoning an unused key is a command like a bet: the core decides it, and the answer comes after its commit.
    const status = await fetch(`${server.url}/api/command/${randomUUID()}/abandon?siteInfoId=1`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    }).then(
      (response) => response.status,
      () => 0,
    )
    if (status === 404) return { server, seconds: (performance.now() - began) / 1_000 }
    if (status !== 0 && status !== 503) throw new Error(`status ${status}`)
    if (over) throw new Error(`the server ended:\n${server.output()}`)
    await pause(10)
  }
}

/** Half in each of two rounds, which then lock, get their strike and run: nothing is settled while restarts are measured. */
async function placeAll(house: House): Promise<void> {
  const rounds = [openRound(house), openRound(house, otherOption.id)]
  let next = 0
  const member = async () => {
    while (next < bets) {
      const n = next++
      const memberId = firstMember + (Math.floor(n / 2) % memberCount)
      const reply = await house.runner.submit(betOf(memberId, rounds[n % 2]?.id ?? 0))
      if (reply.status !== 200) throw new Error(`refused: ${JSON.stringify(reply.body)}`)
    }
  }
  await Promise.all(Array.from({ length: 1_000 }, member))
  const startAt = rounds[0]?.startAt ?? 0
  house.clock.jumpTo(startAt - 200)
  house.tick(startAt - 100, 650_000)
  house.clock.jumpTo(startAt + 2_000)
  await pause(500)
}

async function openBets(): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return Number(/^maru_core_restored_bets (\d+)/m.exec(metrics)?.[1])
}

function seconds(values: readonly number[]): string {
  return `${round(median(values))} (${values.map((value) => value.toFixed(2)).join(', ')})`
}
