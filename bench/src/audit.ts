/**
 * The reconciliation of a house with ten million postings of thirty days, from its closing sums and the postings of the last day. The
 * baseline is a full audit of the same house, which reads every posting.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { closeDays, findBreaks, type Scope } from '../../apps/server/src/audit/index.ts'
import { readConfig } from '../../apps/server/src/config.ts'
import { openAll } from '../../apps/server/src/database/index.ts'
import { median, report, round } from './support/report.ts'

const postings = Number(process.argv[2] ?? 10_000_000)
const laps = 3
const memberCount = 20_000
const days = 30
const betsOfARound = 500
const dayMs = 86_400_000
/** 00:00 KST; the last of the days is nearly over, so that as many postings as can be lie after the closing sums. */
const firstAt = Date.UTC(2026, 0, 4, 15)
const endAt = firstAt + days * dayMs - 1

const dataDir = mkdtempSync(join(tmpdir(), 'maru-bench-'))
const config = readConfig({ DATA_DIR: dataDir }, dataDir)
const opened = await openAll({ config, progress: () => undefined, onError: console.error })
process.once('exit', opened.abandon)
const signal = new AbortController().signal

await timed(`${postings} postings and their bets`, load)
await timed(`closing sums of ${days - 1} days`, () => closeDays(opened.db, signal))
const full: number[] = []
const sinceClosing: number[] = []
// Interleaved, so that a noisy neighbour hits both alike; the median of three and the better of two are reported.
for (let lap = 1; lap <= laps; lap += 1) {
  sinceClosing.push(await timed('from closing sums', () => audit('since-closing')))
  if (lap < laps) full.push(await timed('every posting', () => audit('full')))
}
const [row] = await opened.db.system((tx) => tx.query<{ sums: string }>('select count(*) as sums from closing_sum'))
await opened.close()
process.off('exit', opened.abandon)
rmSync(dataDir, { recursive: true, force: true })

report({
  bench: 'audit',
  value: round(median(sinceClosing)),
  unit: 's',
  baseline: round(Math.min(...full)),
  ratio: round(median(sinceClosing) / Math.min(...full)),
  postings,
  closingSums: Number(row?.sums),
})

async function audit(scope: Scope): Promise<void> {
  const breaks = await findBreaks(opened.db, signal, scope)
  if (breaks.length > 0) throw new Error(`the ledger does not balance: ${JSON.stringify(breaks)}`)
}

async function timed(what: string, work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  const seconds = (performance.now() - began) / 1_000
  console.log(`${what}: ${seconds.toFixed(2)} s`)
  return seconds
}

/** Won bets, each with its two postings, spread evenly over members and days; not logged, for nothing is killed here. */
async function load(): Promise<void> {
  const client = new pg.Client(opened.owner)
  await client.connect()
  const statements = [
    'alter table posting set unlogged; alter table bet set unlogged',
    `insert into posting (site_id, id, txn_id, account, member_id, wallet_type, currency, amount, reason, ref_id, at)
     select 1, k * 2, k / 2 * 4 + 1, case k % 2 when 0 then 'MEMBER' else 'PNL_ROUND' end,
            case k % 2 when 0 then k / 2 * 7919 % ${memberCount} end, case k % 2 when 0 then 'BINARY' end, 'KRW',
            (k / 2 % 9 + 1) * case k % 2 when 0 then 1000 else -1000 end, 'ROUND_WIN', k / 2,
            ${firstAt} + k / 2 * ${endAt - firstAt} / ${postings / 2 + 1}
     from generate_series(2::bigint, ${postings + 1}) k`,
    'drop index bet_round_leaf; drop index bet_member',
    `insert into bet (site_id, id, trade_round_id, option_id, member_id, side, point, payout_rate_bp, accepted_at, leaf_index, salt,
                      status, strike_price, close_price, profit, settled_at)
     select 1, n, n / ${betsOfARound}, 1, n * 7919 % ${memberCount}, 'B', 5000, 19000, 0, n % ${betsOfARound}, '00', 1, 1, 2, 4500, 1
     from generate_series(1::bigint, ${postings / 2}) n`,
    'create unique index bet_round_leaf on bet (site_id, trade_round_id, leaf_index)',
    'create index bet_member on bet (site_id, member_id, id desc)',
    `insert into wallet (site_id, member_id, type, currency, posted, reserved)
     select site_id, member_id, wallet_type, currency, sum(amount), 0 from posting where account = 'MEMBER' group by 1, 2, 3, 4`,
    `insert into house_account (site_id, account, currency, balance)
     select site_id, account, currency, sum(amount) from posting where account <> 'MEMBER' group by 1, 2, 3`,
    `insert into journal_batch (site_group, epoch, seq, at, commands, row_effects) values ('main', 1, 1, ${endAt}, 0, 0)`,
    'vacuum analyze',
    'checkpoint',
  ]
  for (const text of statements) await client.query(text)
  await client.end()
}
