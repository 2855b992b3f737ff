// What the console's overview asks of the browser of staff while 1,000 members are online and trade: real sockets and calls from a second process, the
// server in a third, and Chromium with the page at its own speed. CPU time of the main thread a frame; the baseline is the same page before a member
// comes. Besides: how long after its answer a deposit stands on the page. `npm run bench -- console-overview [SECONDS] [MEMBERS]` (which builds
// the console if it is stale); needs Chrome or Chromium, and Linux.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CDPSession, chromium, type Page } from 'playwright'
import { setPerson } from '../../apps/server/src/members/identity-store.ts'
import { Seal } from '../../apps/server/src/members/seal.ts'
import { insertMember } from '../../apps/server/src/members/store.ts'
import { appCode } from '../../apps/server/test/authenticator.ts'
import { findBrowser } from '../../test/browser/launch.ts'
import type { Arrive, Done } from './console-overview/members.ts'
import { type Known, shownAfter, watchTasks } from './console-overview/shown.ts'
import { withDatabase } from './support/database.ts'
import { quantile, startTrace } from './support/frame-work.ts'
import { firstMember, siteId } from './support/house.ts'
import { plainMember } from './support/plain-member.ts'
import { report, round } from './support/report.ts'
import { mintTokens, startProcess, untilReady } from './support/server-process.ts'

const seconds = Number(process.argv[2] ?? 60)
const count = Number(process.argv[3] ?? 1_000)
/** What all members do together each second. */
const perSecond = { bets: 30, orders: 10, deposits: 1 }
/** A frame with less work than this drew nothing new: a timer, a heartbeat of the channel. */
const idleMs = 0.5
const aimMs = 8
/** A request that needs a person stands on the page so soon after its member was answered. */
const shownAimMs = 1_000

const dataDir = mkdtempSync(join(tmpdir(), 'maru-bench-overview-'))
const port = 20_000 + Math.floor(Math.random() * 10_000)
const members = Array.from({ length: count }, (_, n) => firstMember + n)
const first = startProcess(dataDir, port)
await untilReady(first)
await first.stop()
const now = Date.now()
const sealed = new Seal(readFileSync(join(dataDir, 'token-secret'), 'utf8').trim()).close('1990-01-01', 'birth')
await withDatabase(dataDir, (db) =>
  db.system(async (tx) => {
    for (const id of members) {
      await insertMember(tx, plainMember(id))
      // Whoever brings money has proved who he is.
      const personHash = Buffer.from(String(id).padStart(32, '0'))
      await setPerson(tx, siteId, id, { name: `회원${id}`, personHash, birthSealed: sealed }, now)
    }
    await tx.query(
      `insert into login_session (site_id, id, member_id, device, ip, created_at, last_seen_at, expires_at, token_hash, rotated_at)
       select $1, id, id, 'bench', '127.0.0.1', $3::bigint, $3::bigint, $3::bigint + 86400000, decode(lpad(id::text, 64, '0'), 'hex'), $3::bigint from unnest($2::bigint[]) id`,
      [siteId, members, now],
    )
  }),
)
const server = startProcess(dataDir, port)
await untilReady(server)
const { executablePath, args } = await findBrowser()
const browser = await chromium.launch({ executablePath, args })
const traders = fork(new URL('./console-overview/members.ts', import.meta.url), { stdio: 'inherit' })
try {
  const page = await openOverview()
  const session = await page.context().newCDPSession(page)
  await page.waitForTimeout(8_000)
  const idle = await measure(page, session, Math.min(seconds, 30))
  await page.evaluate(watchTasks)
  const before = await arrive(traders)
  await page.waitForTimeout(8_000)
  const busy = await measure(page, session, seconds)
  const after = await tell(traders)
  await page.waitForTimeout(2 * shownAimMs)
  const shown = shownAfter(after.answered, await page.evaluate<Known[]>('[...globalThis.shown]'))
  if (after.open !== count) throw new Error(`only ${after.open} sockets of ${count} are open`)
  if (after.bets + after.orders <= before.bets + before.orders)
    throw new Error(`nobody traded: ${JSON.stringify(after.refused)}`)
  const changes = round(busy.changes / seconds, 1)
  console.log(
    `${count} members online, ${after.bets} bets, ${after.orders} orders, ${after.deposits} deposits, refused ${JSON.stringify(after.refused)}`,
  )
  console.log(
    `main-thread work a frame: of all frames p95 ${round(busy.all)} ms; of the ${busy.drawn} frames with work p95 ${round(busy.p95)} ms, p99 ${round(busy.p99)} ms, longest ${round(busy.longest)} ms; ${changes} messages/s · nobody online: ${idle.drawn} frames with work, p95 ${round(idle.p95)} ms`,
  )
  console.log(
    `${shown.length} deposits stood on the page after their answers: p50 ${round(quantile(shown, 0.5), 0)} ms, p99 ${round(quantile(shown, 0.99), 0)} ms, longest ${round(Math.max(...shown), 0)} ms`,
  )
  process.exitCode = busy.p95 <= aimMs && Math.max(...shown) <= shownAimMs ? 0 : 1
  report({
    bench: 'console-overview',
    value: round(busy.p95),
    unit: 'ms main-thread work of a frame with work, p95',
    baseline: round(idle.p95),
    ratio: round(busy.p95 / Math.max(idle.p95, 0.01)),
    aim: aimMs,
    members: count,
    allFrames: round(busy.all),
    p99: round(busy.p99),
    longest: round(busy.longest),
    framesWithWork: round(busy.drawn / seconds, 1),
    messagesPerSecond: changes,
    perSecond,
    shown: { aim: shownAimMs, p50: round(quantile(shown, 0.5), 0), longest: round(Math.max(...shown), 0) },
  })
} finally {
  traders.kill()
  await browser.close()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

/** The overview of an operator who sees results and exposure. */
async function openOverview(): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'ko-KR' })).newPage()
  await page.goto(`${server.url}/console/overview`)
  await page.getByLabel('아이디').fill('operator')
  await page.getByLabel('비밀번호', { exact: true }).fill('demo-pass-2026')
  await page.keyboard.press('Enter')
  await page.getByLabel('인증 앱의 번호').fill(appCode('JBSWY3DPEHPK3PXP', Date.now()))
  await page.keyboard.press('Enter')
  await page.locator('.trend canvas').first().waitFor({ timeout: 60_000 })
  return page
}

async function measure(page: Page, session: CDPSession, forSeconds: number) {
  let changes = 0
  const count = ({ response }: { response: { payloadData: string } }) => {
    if (response.payloadData.startsWith('MESSAGE')) changes += 1
  }
  await session.send('Network.enable')
  session.on('Network.webSocketFrameReceived', count)
  const trace = await startTrace(session)
  await page.waitForTimeout(forSeconds * 1_000)
  const { works } = await trace.stop()
  session.off('Network.webSocketFrameReceived', count)
  await session.send('Network.disable')
  const drawn = works.filter((work) => work >= idleMs)
  return {
    all: quantile(works, 0.95),
    drawn: drawn.length,
    p95: quantile(drawn, 0.95),
    p99: quantile(drawn, 0.99),
    longest: Math.max(0, ...drawn),
    changes,
  }
}

async function arrive(child: ChildProcess): Promise<Done> {
  const tokens = await mintTokens(dataDir, members)
  const request: Arrive = {
    port,
    members: members.map((id, n) => ({ username: `m${id}`, token: tokens[n]! })),
    ...perSecond,
  }
  return ask(child, request)
}

function tell(child: ChildProcess): Promise<Done> {
  return ask(child, 'tell')
}

async function ask(child: ChildProcess, request: Arrive | 'tell'): Promise<Done> {
  const answer = once(child, 'message')
  child.send(request)
  return (await answer)[0] as Done
}
