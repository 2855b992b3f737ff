/**
 * `npm run takeover -- --turns 9`: two servers on one PostgreSQL, each with STANDBY=1, under stakes. In turn the one that serves is killed
 * (SIGKILL), stands still (SIGSTOP, and goes on once the other has taken over), and ends in order (SIGTERM); then it is started again and
 * waits. A client sends to the one that is ready and, without an answer, the same key again. Every stake that was acknowledged must exist
 * exactly once, a deposed process must end, and the ledger must balance. Prints how long nothing was acknowledged at each takeover.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readConfig } from '../../apps/server/src/config.ts'
import { openAll, startEmbedded } from '../../apps/server/src/database/index.ts'
import { auditDatabase } from './support/audit-database.ts'
import { firstMember, seedMembers } from './support/house.ts'
import { RawHttp } from './support/raw-http.ts'
import { mintTokens, type ServerProcess, startProcess, untilReady } from './support/server-process.ts'

const { values: flags } = parseArgs({ options: { turns: { type: 'string', default: '9' } } })
const turns = Number(flags.turns)
const ways = ['SIGKILL', 'SIGSTOP', 'SIGTERM'] as const
const workers = 16
const memberCount = 200
const rentOptions = [1, 2, 11, 12, 21, 31]
/** Of the aim: from the last answer of the one before to the first of the other. */
const aimMs = 5_000

const root = mkdtempSync(join(tmpdir(), 'maru-takeover-'))
const tokenSecret = 'a secret for this run only, 32 characters or more'
mkdirSync(join(root, 'database'))
const postgres = await startEmbedded({ dataDir: join(root, 'database'), progress: () => undefined })
const { host, port, user, password } = postgres.connection
const databaseUrl = `postgres://${user}:${password}@localhost:${port}/postgres?host=${encodeURIComponent(host)}`
const variables = {
  DATABASE_URL: databaseUrl,
  DATABASE_TLS: 'off',
  TOKEN_SECRET: tokenSecret,
  DEMO: '1',
  STANDBY: '1',
  SANDBOX_PORT: 'off',
  FEED_SEED: '7',
}
const configOf = (dataDir: string) => readConfig({ ...variables, STANDBY: '0', DATA_DIR: dataDir }, root)

const firstPort = 20_000 + randomInt(10_000)
let number = 0
const start = () => {
  number += 1
  return startProcess(join(root, `server-${number % 2}-${number}`), firstPort + number, variables)
}

let serving = start()
await untilReady(serving)
const seeding = await openAll({
  config: configOf(join(root, 'seeding')),
  progress: () => undefined,
  onError: console.error,
})
await serving.stop()
await seedMembers(seeding.db, memberCount)
serving = start()
await untilReady(serving)
let waiting = start()

writeFileSync(join(root, 'token-secret'), tokenSecret)
const tokens = await mintTokens(
  root,
  Array.from({ length: memberCount }, (_, n) => firstMember + n),
)
let http = new RawHttp(serving.port, workers)
const acknowledged = new Map<string, number>()
const faults: string[] = []
let lastAnswerAt = performance.now()
let isOver = false
const load = Promise.all(Array.from({ length: workers }, (_, n) => stake(n)))

const silences: Record<string, number[]> = { SIGKILL: [], SIGSTOP: [], SIGTERM: [] }
for (let turn = 0; turn < turns; turn += 1) {
  await untilWaiting(waiting)
  await pause(1_500 + randomInt(2_000))
  const way = ways[turn % ways.length] as (typeof ways)[number]
  const before = serving
  const from = lastAnswerAt
  const goodbye = way === 'SIGKILL' ? before.kill() : way === 'SIGTERM' ? before.stop() : void before.child.kill(way)
  await untilReady(waiting)
  serving = waiting
  const old = http
  http = new RawHttp(serving.port, workers)
  old.close()
  const count = acknowledged.size
  while (acknowledged.size === count) await pause(5)
  const silence = lastAnswerAt - from
  silences[way]?.push(silence)
  if (way === 'SIGSTOP') {
    before.child.kill('SIGCONT')
    const ended = await Promise.race([before.ended, pause(20_000, 'still there' as const)])
    if (ended === 'still there' || ended === 0) faults.push(`a process that was deposed went on (${ended})`)
    if (ended === 'still there') await before.kill()
  }
  await goodbye
  console.log(
    `turn ${turn + 1}/${turns} ${way}: no stake was acknowledged for ${Math.round(silence)} ms; ${acknowledged.size} so far`,
  )
  waiting = start()
}
isOver = true
await load
http.close()
await waiting.stop()
// Until the rounds of the load are decided.
await pause(35_000)
await serving.stop()

const voids = await seeding.db.system(async (tx) => {
  faults.push(...(await auditDatabase(tx)))
  const bets = await tx.query<{ id: string }>('select id from bet')
  const ids = new Set(bets.map(({ id }) => Number(id)))
  const lost = [...acknowledged.values()].filter((id) => !ids.has(id))
  if (lost.length > 0) faults.push(`${lost.length} acknowledged stakes are not there, such as ${lost[0]}`)
  if (new Set(acknowledged.values()).size !== acknowledged.size) faults.push('two keys were answered with one stake')
  return tx.query<{ why: string; count: string }>(
    `select coalesce(void_reason, '-') as why, count(*) from round where status = 3 group by 1`,
  )
}, 'long')
await seeding.close()
await postgres.stop()
rmSync(root, { recursive: true, force: true })
for (const fault of faults) console.error(`FAULT ${fault}`)
console.log(`void rounds: ${voids.map(({ why, count }) => `${why} ${count}`).join(', ') || 'none'}`)
const worst = Math.max(...Object.values(silences).flat())
console.log(
  JSON.stringify({
    bench: 'takeover',
    value: Math.round(worst),
    unit: 'ms without an acknowledgement, at worst',
    baseline: aimMs,
    ratio: Number((worst / aimMs).toFixed(2)),
    faults: faults.length,
    acknowledged: acknowledged.size,
    ...Object.fromEntries(Object.entries(silences).map(([way, some]) => [way, some.map(Math.round)])),
  }),
)
process.exitCode = faults.length > 0 ? 1 : 0

/** Waits until a standby answers that it is up. */
async function untilWaiting(server: ServerProcess): Promise<void> {
  while (
    !(await fetch(`${server.url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await pause(20)
}

/** Stakes until the run is over; without an answer the same key again. */
async function stake(n: number): Promise<void> {
  while (!isOver) {
    const round = await bettable(rentOptions[randomInt(rentOptions.length)] as number)
    if (round === null) {
      await pause(20)
      continue
    }
    const key = randomUUID()
    const token = tokens[n + workers * randomInt(Math.floor(memberCount / workers))]
    const head = `POST /api/trade/history/betting?siteInfoId=1 HTTP/1.1\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\nidempotency-key: ${key}\r\n`
    for (;;) {
      const answer = await http
        .call(head, `{"point":"5000","tradeRoundId":${round},"type":"${n % 2 === 0 ? 'B' : 'S'}"}`)
        .catch(() => null)
      if (answer !== null && answer.status !== 503) {
        if (answer.status === 200) {
          acknowledged.set(key, (JSON.parse(answer.body) as { id: number }).id)
          lastAnswerAt = performance.now()
        }
        break
      }
      await pause(30)
    }
  }
}

async function bettable(option: number): Promise<number | null> {
  const answer = await http
    .call(`GET /api/trade/game/current?siteInfoId=1&tradeOptionId=${option} HTTP/1.1\r\n`, '')
    .catch(() => null)
  if (answer?.status !== 200) return null
  const { betting } = JSON.parse(answer.body) as { betting: { id: number; isBettable: boolean } | null }
  return betting?.isBettable ? betting.id : null
}
