/**
 * `npm run sessions -- --from 2026-10-29 --days 14 --speed 600`: the real server under the real calendar, its clock running fast. Members trade
 * overseas futures over HTTP through every session: all order types, TP and SL, nights, orders left open, attempts in the last minutes and while
 * the stocks rest, margin accounts with too much leverage; once the server hangs over a session's end. Then a judge with a calendar of his own reads the
 * database and explains every end by the rules.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { DailyProfit, Envelope, OverseaOption } from '@maru/contract'
import type { Database } from '../../apps/server/src/ports.ts'
import { day, hour, minute, seoulInstant, seoulTime, sessionsOf } from './sessions/calendar.ts'
import { SeenClock } from './sessions/clock.ts'
import { judgeRun, type Seen } from './sessions/judge/index.ts'
import { type Floor, type Habit, Member, type Request } from './sessions/members.ts'
import { kindOf, readRecords } from './sessions/records.ts'
import { auditDatabase } from './support/audit-database.ts'
import { withDatabase } from './support/database.ts'
import { firstMember, seedMembers } from './support/house.ts'
import { RawHttp } from './support/raw-http.ts'
import { mintTokens, startProcess, untilReady } from './support/server-process.ts'

const habits: readonly Habit[] = [
  ...Array<Habit>(6).fill('day'),
  ...Array<Habit>(5).fill('holder'),
  ...Array<Habit>(4).fill('thin'),
  ...Array<Habit>(4).fill('leaver'),
  ...Array<Habit>(9).fill('gambler'),
]
/** What they begin with, in won; without a name: 100 million. */
const purses: Partial<Record<Habit, number>> = { thin: 4_000_000, gambler: 6_000_000 }

const { values: flags } = parseArgs({
  options: {
    from: { type: 'string', default: '2026-10-29' },
    days: { type: 'string', default: '14' },
    speed: { type: 'string', default: '600' },
    /** A folder in which everything is kept, to be judged again with --judge. */
    keep: { type: 'string' },
    judge: { type: 'string' },
  },
})
const { from: start, keep: kept, judge: again } = flags
const days = Number(flags.days)
const speed = Number(flags.speed)
const from = seoulInstant(start, '07:45')
/** In the rest of the last day: nothing happens any more while the run is ended. */
const to = seoulInstant(start, '06:20') + days * day

const dataDir = again ?? kept ?? mkdtempSync(join(tmpdir(), 'maru-sessions-'))
if (again === undefined) await run()
const { verdict, faults } = await judge()
report()
if (kept === undefined && again === undefined) rmSync(dataDir, { recursive: true, force: true })

async function run(): Promise<void> {
  const entry = join(import.meta.dirname, 'sessions/server.ts')
  const port = 20_000 + Math.floor(Math.random() * 10_000)
  const env = { CALENDAR: 'real', FEED_SEED: '11', CLOCK_START: String(from), CLOCK_SPEED: String(speed) }
  // The first start makes the database; at its own speed it stays before the first session.
  let server = startProcess(dataDir, port, { ...env, CLOCK_START: String(from - 5 * minute), CLOCK_SPEED: '1' }, entry)
  await untilReady(server)
  await server.stop()
  await withDatabase(dataDir, prepare)
  server = startProcess(dataDir, port, env, entry)
  try {
    await untilReady(server)
    await tradeOn(port, server.child.pid!)
  } finally {
    await server.stop()
  }
}

/** Money for the members; two contracts with little margin, so that margin accounts are cut; no rounds, which are not looked at here. */
async function prepare(db: Database): Promise<void> {
  const given = habits.map((habit) => purses[habit] ?? 100_000_000)
  await seedMembers(db, habits.length, given)
  await db.system(async (tx) => {
    await tx.query(`update oversea_option set margin = 600000 where stock = 'OV_GBPAUD'`)
    await tx.query(`update oversea_option set margin = 5000000 where stock = 'OV_NAS100'`)
    await tx.query('update round_option set is_play = false')
  })
}

async function tradeOn(port: number, pid: number): Promise<void> {
  const url = `http://127.0.0.1:${port}`
  const clock = new SeenClock(speed)
  await clock.look(url)
  const began = clock.now()
  const http = new RawHttp(port, 16)
  const sessions = {
    fx: sessionsOf('fx', from, to),
    metal: sessionsOf('metal', from, to),
    index: sessionsOf('index', from, to),
  }
  const options = new Map<number, OverseaOption>()
  const floor: Floor = {
    http,
    clock,
    options,
    kindOf: (id) => kindOf(options.get(id)!.stock.slice(3)),
    sessionAt: (kind, at) => sessions[kind].find(({ openAt, closeAt }) => at >= openAt && at < closeAt) ?? null,
    requests: new Map(),
    isOver: () => clock.now() >= to,
  }
  const members = habits.map((habit, n) => new Member(firstMember + n, habit, floor))
  await giveTokens()
  await look()
  await Promise.all(members.map((member) => member.listen(port)))
  const renewal = setInterval(giveTokens, 300_000)
  const prices = (async () => {
    while (!floor.isOver()) {
      await look().catch(() => undefined)
      await pause(40)
    }
  })()
  void tell()
  void hangOver(sessions.fx.filter(({ allowsNight }) => allowsNight)[2]?.closeAt)
  await Promise.all([...members.map((member) => member.trade()), prices])
  clearInterval(renewal)
  await giveTokens()
  const profits = Object.fromEntries(
    await Promise.all(members.map(async (member) => [member.id, await dailyProfit(member)])),
  )
  const ended = clock.now()
  for (const member of members) member.leave()
  http.close()
  const record: Recorded = {
    from: began,
    to: ended,
    requests: [...floor.requests],
    events: members.map(({ id, events }) => [id, events]),
    gaps: members.reduce((sum, { gaps }) => sum + gaps, 0),
    profits,
  }
  writeFileSync(join(dataDir, 'record.json'), JSON.stringify(record))

  async function giveTokens(): Promise<void> {
    const tokens = await mintTokens(
      dataDir,
      members.map(({ id }) => id),
    )
    for (const [n, member] of members.entries()) member.token = tokens[n]!
  }

  async function look(): Promise<void> {
    const { body } = await http.call('GET /api/oversea/option/list?siteInfoId=1 HTTP/1.1\r\n', '')
    for (const option of JSON.parse(body) as OverseaOption[]) options.set(option.id, option)
  }

  async function tell(): Promise<void> {
    for (const { closeAt, tradingDay } of sessions.fx) {
      if (closeAt >= to) return
      await clock.until(closeAt + 10 * minute)
      console.log(`session ${tradingDay} ended: ${floor.requests.size} commands so far`)
    }
  }

  /** Stops the server's process from before 05:55 until after 06:00. */
  async function hangOver(closeAt: number | undefined): Promise<void> {
    if (closeAt === undefined || closeAt >= to) return
    await clock.until(closeAt - 5.5 * minute)
    process.kill(pid, 'SIGSTOP')
    await clock.until(closeAt + minute)
    process.kill(pid, 'SIGCONT')
    console.log(`the server hung over ${seoulTime(closeAt)}`)
  }

  async function dailyProfit({ token }: Member): Promise<DailyProfit[]> {
    const until = seoulTime(to).slice(0, 10)
    const head = `GET /api/oversea/history/daily_profit?siteInfoId=1&startDate=${start}&endDate=${until} HTTP/1.1\r\nauthorization: Bearer ${token}\r\n`
    return JSON.parse((await http.call(head, '')).body) as DailyProfit[]
  }
}

interface Recorded {
  readonly from: number
  readonly to: number
  readonly requests: [string, Request][]
  readonly events: [number, Envelope[]][]
  readonly gaps: number
  readonly profits: Record<string, DailyProfit[]>
}

async function judge() {
  const record = JSON.parse(readFileSync(join(dataDir, 'record.json'), 'utf8')) as Recorded
  const seen: Seen = {
    ...record,
    lag: speed * 1_000,
    requests: new Map(record.requests),
    events: new Map(record.events),
    profits: new Map(Object.entries(record.profits).map(([id, days]) => [Number(id), days])),
  }
  const ends = (['fx', 'metal', 'index'] as const).flatMap((kind) =>
    sessionsOf(kind, record.from, record.to).flatMap(({ openAt, closeAt }) => [openAt, closeAt]),
  )
  return withDatabase(dataDir, async (db) =>
    db.system(async (tx) => {
      const members = record.events.map(([id]) => id)
      const records = await readRecords(tx, members, Math.floor(record.from) - 2 * hour, [...new Set(ends)])
      const verdict = judgeRun(records, seen)
      const faults = [...verdict.faults, ...(await auditDatabase(tx))]
      if (record.gaps > 0) faults.push(`${record.gaps} events were lost on the way`)
      return { verdict, faults }
    }),
  )
}

function report(): void {
  for (const [what, counts] of verdict.counts) {
    console.log(`\n${what}`)
    for (const [how, count] of [...counts].sort((a, b) => b[1] - a[1]))
      console.log(`${String(count).padStart(8)}  ${how}`)
  }
  console.log(`\n${String(faults.length).padStart(8)}  unexplained`)
  for (const fault of faults.slice(0, 60)) console.log(`FAULT ${fault}`)
  const totals = Object.fromEntries(
    [...verdict.counts].map(([what, counts]) => [what, [...counts.values()].reduce((a, b) => a + b, 0)]),
  )
  console.log(
    JSON.stringify({
      bench: 'sessions',
      value: faults.length,
      unit: 'unexplained',
      baseline: 0,
      ratio: 1,
      from: start,
      days,
      speed,
      ...totals,
    }),
  )
  process.exitCode = faults.length > 0 || (totals['positions'] ?? 0) === 0 ? 1 : 0
}
