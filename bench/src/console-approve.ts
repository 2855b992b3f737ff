// 5,000 deposits that wait at the desk, each approved by a call of the console, 64 at once, on the whole server with its log of staff: proof of the session, permission,
// step-up, the row of the staff's act and the core's command. The baseline is the same command given to the same core without the call, on as many
// other deposits in the same run. The load is in the server's process, so the figure is a lower bound. `npm run bench -- console-approve`
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'hdr-histogram-js'
import { pino } from 'pino'
import { readConfig } from '../../apps/server/src/config.ts'
import { insertMember } from '../../apps/server/src/members/store.ts'
import { type Server, startServer } from '../../apps/server/src/server.ts'
import { appCode } from '../../apps/server/test/authenticator.ts'
import { unlimited } from '../../apps/server/test/http-app.ts'
import { withDatabase } from './support/database.ts'
import { applyDeposit, approveDeposit, requestOf } from './support/deposits.ts'
import { firstMember, seedMembers, siteId } from './support/house.ts'
import { plainMember } from './support/plain-member.ts'
import { RawHttp } from './support/raw-http.ts'
import { report, round } from './support/report.ts'

const deposits = Number(process.argv[2] ?? 5_000)
const connections = 64
const dataDir = mkdtempSync(join(tmpdir(), 'maru-bench-'))

let server = await start()
await server.stop()
await withDatabase(dataDir, async (db) => {
  await seedMembers(db, deposits)
  await db.system(async (tx) => {
    for (let id = firstMember; id < firstMember + deposits; id += 1) await insertMember(tx, plainMember(id))
  })
})
server = await start()
const finance = await signIn('finance')
const http = new RawHttp(Number(new URL(server.url).port), connections)

const latency = build({ highestTrackableValue: 60_000_000 })

await approveByCall(await queue())
latency.reset()
const byCore = deposits / (await approveByCore(await queue()))
const byCall = deposits / (await approveByCall(await queue()))
const [kept] = await server.deps.db.system((tx) =>
  tx.query<{ n: string }>(`select count(*) as n from staff_act where action like '%approve%'`),
)
if (Number(kept?.n) < deposits) throw new Error(`only ${kept?.n} approvals stand in the log of staff`)
http.close()
await server.stop()
rmSync(dataDir, { recursive: true, force: true })

const ms = (percentile: number) => round(latency.getValueAtPercentile(percentile) / 1_000)
console.log(
  `${deposits} approvals: by the console's call ${Math.round(byCall)}/s, p50 ${ms(50)} ms, p99 ${ms(99)} ms with ${connections} at once · by the core's command ${Math.round(byCore)}/s`,
)
report({
  bench: 'console-approve',
  value: Math.round(byCall),
  unit: 'approvals/s',
  baseline: Math.round(byCore),
  ratio: round(byCall / byCore),
  p50: ms(50),
  p99: ms(99),
  deposits,
})

function start(): Promise<Server> {
  const config = readConfig({ DATA_DIR: dataDir, DEMO: '1', SANDBOX_PORT: 'off', PORT: '0', FEED_SEED: '1' }, dataDir)
  return startServer({ config, log: pino({ level: 'error' }), http: { rates: unlimited } })
}

/** A deposit of each member that waits at the desk; their ids. */
async function queue(): Promise<number[]> {
  const members = Array.from({ length: deposits }, (_, nth) => firstMember + nth)
  return (await Promise.all(members.map((memberId) => server.deps.core.submit(applyDeposit(memberId))))).map(requestOf)
}

/** Seconds that the core's command takes for all of them. */
async function approveByCore(ids: readonly number[]): Promise<number> {
  const began = performance.now()
  for (const reply of await Promise.all(ids.map((id) => server.deps.core.submit(approveDeposit(id))))) requestOf(reply)
  return (performance.now() - began) / 1_000
}

/** Seconds that the console's call takes for all of them; a latency counts from when a connection was free. */
async function approveByCall(ids: readonly number[]): Promise<number> {
  const began = performance.now()
  const left = [...ids]
  const worker = async () => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      const sent = performance.now()
      const { status, body } = await http.call(
        `POST /api/console/dnw/${id}/approve?siteInfoId=${siteId} HTTP/1.1\r\nauthorization: Bearer ${finance}\r\ncontent-type: application/json\r\nidempotency-key: ${randomUUID()}\r\n`,
        '{"version":1,"reason":"seen on the statement"}',
      )
      if (status !== 200) throw new Error(`an approval was answered ${status}: ${body}`)
      latency.recordValue(Math.max(1, Math.round((performance.now() - sent) * 1_000)))
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  return (performance.now() - began) / 1_000
}

async function signIn(username: string): Promise<string> {
  const otp = appCode('JBSWY3DPEHPK3PXP', Date.now())
  const answer = await fetch(`${server.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'demo-pass-2026', otp, siteInfoId: siteId }),
  })
  if (!answer.ok) throw new Error(`the sign-in of ${username} was refused: ${await answer.text()}`)
  return ((await answer.json()) as { accessToken: string }).accessToken
}
