/**
 * `npm run crash -- --kills 20`: the real server under load, killed with SIGKILL and started again, over and over (every third time PostgreSQL
 * too), while members stake, bring, take, convert and give money, buy coins of merchants and use a coupon, a desk agrees, and providers that no
 * kill touches call and are called. Every bet and movement that was acknowledged must exist exactly once, with the reply that was given; the
 * bank must have paid each payout once; the ledger must balance after every start, and no call may be in SENDING and unattended for 30 s. A
 * client does what the web application does: without an answer it sends the same key again.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { ResponseOf, tradeEndpoints } from '@maru/contract'
import { readConfig } from '../../apps/server/src/config.ts'
import { openBeside } from '../../apps/server/src/database/index.ts'
import type { Database, Tx } from '../../apps/server/src/ports.ts'
import { startBank } from './crash/bank.ts'
import { judgeMovements, lookBeside, type Outage, openIn } from './crash/checks.ts'
import { Client } from './crash/client.ts'
import { workAtDesk } from './crash/desk.ts'
import { Movements } from './crash/movements.ts'
import { seedPeople } from './crash/people.ts'
import { auditDatabase } from './support/audit-database.ts'
import { withDatabase } from './support/database.ts'
import { firstMember, seedMembers } from './support/house.ts'
import { RawHttp } from './support/raw-http.ts'
import { mintTokens, postmasterPid, startProcess, untilReady } from './support/server-process.ts'

type Current = ResponseOf<typeof tradeEndpoints.gameCurrent>

const { values: flags } = parseArgs({ options: { kills: { type: 'string', default: '20' } } })
const kills = Number(flags.kills)
const memberCount = 400
const workers = 24
/** Members who move money, after those who stake; more than can be served at once. */
const moverCount = 40
const movers = Array.from({ length: moverCount }, (_, n) => firstMember + memberCount + n)
const port = 20_000 + Math.floor(Math.random() * 10_000)
/** Half-minute and one-minute rounds at six times the speed: many are decided and settled between two kills, and while the server is down. */
const clocks = { CLOCK_SPEED: '6', FEED_SEED: '7' }
const house = join(import.meta.dirname, 'crash/server.ts')
/** A bank whose news nobody took four times tells them again after five minutes. */
const patienceMs = 420_000
const rentOptions = [1, 2, 11, 12, 21, 31]
const dataDir = mkdtempSync(join(tmpdir(), 'maru-crash-'))

/** Acknowledged bets: the bet's id by its key. */
const acknowledged = new Map<string, number>()
const refusals = new Map<string, number>()
let retried = 0
let stopped = false

let server = startProcess(dataDir, port, { ...clocks, SANDBOX_PORT: 'off' })
await untilReady(server)
await server.stop()
await withDatabase(dataDir, async (db) => {
  await seedMembers(db, memberCount + moverCount)
  await seedPeople(db, dataDir, movers)
})
const bank = await startBank(dataDir, server.url)
await bank.calm()
const start = () => startProcess(dataDir, port, { ...clocks, SANDBOX: JSON.stringify(bank.sandbox) }, house)
server = start()
await untilReady(server)
const mint = () =>
  mintTokens(
    dataDir,
    Array.from({ length: memberCount + moverCount }, (_, n) => firstMember + n),
  )
let tokens = await mint()
const http = new RawHttp(port, workers + 1)
const load = Promise.all(Array.from({ length: workers }, (_, n) => worker(n)))
const teller = new RawHttp(port, moverCount + 1)
const client = new Client(teller)
const movements = new Movements(client, () => stopped)
const ofMoney = movers.map((memberId, n) => ({ memberId, token: tokens[memberCount + n] as string }))
const lives = Promise.all(
  ofMoney.map((own, n) => movements.live(own, ofMoney[(n + 1) % moverCount] as (typeof ofMoney)[number])),
)
let closed = false
const desk = workAtDesk(client, dataDir, () => closed)
const found: string[] = []
const outages: Outage[] = []

for (let kill = 1; kill <= kills; kill += 1) {
  await pause(800 + randomInt(2_200))
  if (kill % 4 === 0) await bank.worsen()
  if (kill % 20 === 0) {
    tokens = await mint()
    for (const [n, own] of ofMoney.entries()) own.token = tokens[memberCount + n] as string
  }
  const both = kill % 3 === 0
  if (both) process.kill(postmasterPid(dataDir), 'SIGKILL')
  await server.kill()
  const from = Date.now()
  server = start()
  await untilReady(server)
  const to = Date.now()
  outages.push({ from, to })
  const news = await lookBeside(dataDir, outages)
  for (const fault of news) console.error(`FAULT ${fault}`)
  found.push(...news)
  console.log(
    `kill ${kill}/${kills}${both ? ' (PostgreSQL too)' : ''}: ready again after ${((to - from) / 1_000).toFixed(1)} s · ${acknowledged.size} bets and ${movements.acknowledged.length} movements acknowledged so far, ${retried + client.retried} asked again, ${found.length} faults`,
  )
}
stopped = true
await Promise.all([load, lives])
http.close()
await bank.calm()
// Long enough for every round of the load to be decided and settled, or void; and until no request and no call is open.
await pause(20_000)
const patience = Date.now() + patienceMs
while (Date.now() < patience && (await beside(openIn)) > 0) await pause(2_000)
closed = true
for (const code of await desk) found.push(`the desk was refused: ${code}`)
teller.close()
found.push(...(await lookBeside(dataDir, outages)))
const paid = await bank.paid()
await server.stop()
bank.stop()

const faults = [...found, ...(await withDatabase(dataDir, check))]
const shown = [...refusals, ...client.refusals].map(([code, count]) => `${code} ${count}`).join(', ')
const kinds = Object.groupBy(movements.acknowledged, ({ what }) => what)
const moved = Object.fromEntries(Object.entries(kinds).map(([what, some]) => [`${what}s`, some.length]))
console.log(
  `${acknowledged.size} bets and ${movements.acknowledged.length} movements acknowledged, ${retried + client.retried} requests asked again, refused: ${shown || 'none'}`,
)
for (const fault of faults) console.error(`FAULT ${fault}`)
rmSync(dataDir, { recursive: true, force: true })
if (acknowledged.size === 0) faults.push('no bet was acknowledged')
if (Object.keys(kinds).length < 7) faults.push(`only ${Object.keys(kinds).join(', ')} were acknowledged`)
console.log(
  JSON.stringify({
    bench: 'crash',
    value: faults.length,
    unit: 'faults',
    baseline: 0,
    ratio: 1,
    kills,
    acknowledged: acknowledged.size,
    askedAgain: retried + client.retried,
    ...moved,
    payouts: paid.size,
  }),
)
process.exitCode = faults.length > 0 ? 1 : 0

/** A client that places bets on open rounds until it is stopped. */
async function worker(n: number): Promise<void> {
  while (!stopped) {
    const option = rentOptions[randomInt(rentOptions.length)]
    const betting = await bettable(option as number)
    if (betting === null) {
      await pause(20)
      continue
    }
    const member = n + workers * randomInt(Math.floor(memberCount / workers))
    await placeSurely(member, betting.id, member % 2 === 0 ? 'B' : 'S')
  }
}

async function bettable(option: number): Promise<Current['betting']> {
  try {
    const { status, body } = await http.call(
      `GET /api/trade/game/current?siteInfoId=1&tradeOptionId=${option} HTTP/1.1\r\n`,
      '',
    )
    const betting = status === 200 ? (JSON.parse(body) as Current).betting : null
    return betting?.isBettable ? betting : null
  } catch {
    return null // the server is down in this moment
  }
}

/** Sends one bet until it is answered for certain. */
async function placeSurely(member: number, tradeRoundId: number, type: 'B' | 'S'): Promise<void> {
  const key = randomUUID()
  for (let attempt = 0; ; attempt += 1) {
    if (attempt > 0) {
      retried += 1
      await pause(30)
    }
    let answer: { status: number; body: string }
    try {
      answer = await http.call(
        `POST /api/trade/history/betting?siteInfoId=1 HTTP/1.1\r\nauthorization: Bearer ${tokens[member]}\r\ncontent-type: application/json\r\nidempotency-key: ${key}\r\n`,
        `{"point":"5000","tradeRoundId":${tradeRoundId},"type":"${type}"}`,
      )
    } catch {
      continue // no answer: it may have been done
    }
    if (answer.status === 200) {
      acknowledged.set(key, (JSON.parse(answer.body) as { id: number }).id)
      return
    }
    const { code } = JSON.parse(answer.body) as { code: string }
    refusals.set(code, (refusals.get(code) ?? 0) + 1)
    if (code !== 'TRY_AGAIN_LATER') return
  }
}

/** Reads the database of the running house. */
async function beside<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const config = readConfig({ DATA_DIR: dataDir }, dataDir)
  const { db, close } = await openBeside({ config, progress: () => undefined, onError: console.error })
  return db.system(work).finally(close)
}

async function check(db: Database): Promise<string[]> {
  return db.system(async (tx) => {
    const faults = await auditDatabase(tx)
    const replies = await tx.query<{ key: string; id: string }>(
      `select key, body::json->>'id' as id from stored_reply where status = 200 and route = 'POST /api/trade/history/betting'`,
    )
    const stored = new Map(replies.map((row) => [row.key, Number(row.id)]))
    const bets = await tx.query<{ id: string; status: number }>('select id, status from bet')
    const ids = new Set(bets.map((row) => Number(row.id)))
    for (const [key, id] of acknowledged) {
      if (!ids.has(id)) faults.push(`bet ${id} was acknowledged and is not there`)
      if (stored.get(key) !== id) faults.push(`key ${key} was answered with bet ${id}, stored is ${stored.get(key)}`)
    }
    if (ids.size !== stored.size) faults.push(`${ids.size} bets, but ${stored.size} accepted requests`)
    if (new Set(stored.values()).size !== stored.size) faults.push('two requests were answered with one bet')
    const open = bets.filter(({ status }) => status === 0).length
    if (open > 0) faults.push(`${open} bets are still open`)
    faults.push(...(await judgeMovements(tx, movements.acknowledged, paid)))
    return faults.slice(0, 20)
  }, 'long')
}
