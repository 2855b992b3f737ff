/**
 * The ledger of the console over a million entries: of one member who has them all, and of one day on which all members made them. The
 * first page, and a page deep in what a rare reason matches, in server time. The baseline asks the postings themselves, which have no
 * index for it.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { readConfig } from '../../apps/server/src/config.ts'
import { openAll } from '../../apps/server/src/database/index.ts'
import { type LedgerFilter, ledgerEntries } from '../../apps/server/src/ledger/store.ts'
import { catchUp, takeOverAll } from '../../apps/server/src/ledger/take-over.ts'
import { median, report, round } from './support/report.ts'

const entries = Number(process.argv[2] ?? 1_000_000)
/** The last page of what the rare reason matches. */
const deep = entries / 1_000 - 100
const laps = 21
const dayMs = 86_400_000
const firstAt = Date.UTC(2026, 0, 4, 15)
/** One member has a million of his own over thirty days; on the day after, a crowd makes another million. */
const member = 1
const crowd = 20_000

const dataDir = mkdtempSync(join(tmpdir(), 'maru-bench-'))
const config = readConfig({ DATA_DIR: dataDir }, dataDir)
const opened = await openAll({ config, progress: () => undefined, onError: console.error })
process.once('exit', opened.abandon)

await load()
const began = performance.now()
await takeOverAll(opened.db, new AbortController().signal)
const takenOver = (performance.now() - began) / 1_000
await run('vacuum analyze ledger_entry', 'checkpoint')

const anyTime = { siteId: 1, from: 0, to: Number.MAX_SAFE_INTEGER }
const ofMember = { ...anyTime, memberId: member }
const ofDay = { siteId: 1, from: firstAt + 30 * dayMs, to: firstAt + 31 * dayMs }
const figures = {
  memberFirst: await page(ofMember, 0),
  memberDeep: await page({ ...ofMember, reason: 'BONUS', walletType: 'BINARY' }, deep),
  dayFirst: await page(ofDay, 0),
  dayDeep: await page({ ...ofDay, reason: 'BONUS', walletType: 'BINARY' }, deep),
}
const baseline: number[] = []
for (let lap = 0; lap < 3; lap += 1)
  baseline.push(
    await timed(() =>
      opened.db.system(
        (tx) =>
          tx.query(
            `select * from posting where site_id = 1 and member_id = $1 and reason = 'BONUS' and wallet_type = 'BINARY'
              order by at desc, id desc limit 100 offset $2`,
            [member, deep],
          ),
        'long',
      ),
    ),
  )
await opened.close()
process.off('exit', opened.abandon)
rmSync(dataDir, { recursive: true, force: true })

report({
  bench: 'console',
  value: round(Math.max(figures.memberDeep, figures.dayDeep)),
  unit: 'ms',
  baseline: round(median(baseline)),
  ratio: round(Math.max(figures.memberDeep, figures.dayDeep) / median(baseline), 3),
  ...Object.fromEntries(Object.entries(figures).map(([name, ms]) => [name, round(ms)])),
  entries: 2 * entries,
  takenOverPerSecond: round((4 * entries) / takenOver, 0),
})

/** The median of what a page takes, its count and what was posted since the last look included; the first lap warms up. */
async function page(filter: LedgerFilter, offset: number): Promise<number> {
  const times: number[] = []
  for (let lap = 0; lap < laps; lap += 1)
    times.push(
      await timed(async () => {
        await catchUp(opened.db, 1)
        const { rows } = await opened.db.tenant(1, (tx) => ledgerEntries(tx, filter, { limit: 100, offset }))
        if (rows.length !== 100) throw new Error(`${rows.length} rows of ${JSON.stringify(filter)}`)
      }),
    )
  return median(times.slice(1))
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Each entry with its other side at the house; one in a thousand has the rare reason. Not logged, for nothing is killed here. */
async function load(): Promise<void> {
  const rows = (first: number, at: string, who: string) => `
    insert into posting (site_id, id, txn_id, account, member_id, wallet_type, currency, amount, reason, ref_id, at)
    select 1, ${first} + n * 3 + s, ${first} + n * 3, case s when 1 then 'MEMBER' else 'PNL_ROUND' end,
           case s when 1 then ${who} end, case s when 1 then 'BINARY' end, 'KRW', case s when 1 then 3 else -3 end,
           case n % 1000 when 0 then 'BONUS' else 'ROUND_WIN' end, n, ${at}
    from generate_series(1::bigint, ${entries}) n, generate_series(1, 2) s order by 2`
  await run(
    `insert into site_config (site_id, max_day_exposure, binary_currency) values (1, 1, 'KRW') on conflict do nothing`,
    'alter table posting set unlogged',
    rows(0, `${firstAt} + n * ${30 * dayMs} / ${entries + 1}`, String(member)),
    rows(10 * entries, `${firstAt + 30 * dayMs} + n * ${dayMs} / ${entries + 1}`, `2 + n * 7919 % ${crowd}`),
    'vacuum analyze',
  )
}

async function run(...statements: string[]): Promise<void> {
  const client = new pg.Client(opened.owner)
  await client.connect()
  for (const text of statements) await client.query(text)
  await client.end()
}
