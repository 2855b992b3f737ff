import { bySystem, kstMonday } from '@maru/core'
import type { Deps } from '../deps.ts'
import { kstDay, kstDayPeriod } from '../http/filters.ts'
import type { Tx } from '../ports.ts'
import { numbersOf } from '../sites/index.ts'
import { openReason, type Week, weekMs, writeBases, writtenMembers } from './bases.ts'
import { secondSum } from './second-sum.ts'
import { type Counted, countingOf, countWeek, digestOf, groupsNow, payablesOf, sumOf } from './week.ts'

type Parts = Pick<Deps, 'db' | 'core' | 'reads' | 'clocks' | 'log'>

/** Closes the week of each site that is over, once its time has come; returns how many were closed. A week that waits raises an alarm. */
export async function closeWeeks(deps: Parts, signal: AbortSignal): Promise<number> {
  let closed = 0
  for (const siteId of await servedSites(deps)) {
    if (signal.aborted) break
    const now = deps.clocks.domain.now()
    const week = kstMonday(now) - weekMs
    const { partnerCloseMinute } = await deps.db.system((tx) => numbersOf(tx, siteId))
    if (now < week + weekMs + partnerCloseMinute * 60_000) continue
    if (await closeWeek(deps, { siteId, week })) closed++
  }
  return closed
}

/**
 * Closes a week: what it is counted from and its lines are written first, in one transaction, then the core posts what they come to. A restart
 * between the two goes on with the lines that are there. False: it was closed before, nobody is a partner, or it has to wait.
 */
export async function closeWeek(deps: Parts, of: Week): Promise<boolean> {
  const { db, core, log } = deps
  const isDone = await db.system(async (tx) => {
    const [row] = await tx.query(
      `select from partner where site_id = $1 and status <> 'PENDING'
          and not exists (select from commission_close where site_id = $1 and week = $2) limit 1`,
      [of.siteId, of.week],
    )
    return row === undefined
  })
  if (isDone) return false
  const groups = await groupsNow(deps, of.siteId)
  const counted = await db.system(async (tx) => {
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`commission ${of.siteId}`])
    const waits = await openReason(tx, of)
    if (waits !== null) {
      log.error({ site: of.siteId, week: of.week, waits }, 'the week of partners waits to be closed')
      return null
    }
    const written = await writtenGroups(tx, of)
    if (written === null) {
      await writeGroups(tx, of, groups)
      await writeBases(tx, of, await countingOf(tx, of.siteId, groups))
    }
    const counting = await countingOf(tx, of.siteId, written ?? groups)
    const counted = await countWeek(tx, of, counting, await writtenMembers(tx, of))
    await writeLines(tx, of, counted)
    await requireSecondSum(tx, of, counted, counting.isLossOn)
    return counted
  }, 'long')
  if (counted === null) return false
  const { lines } = counted
  const command = { week: of.week, digest: digestOf(of, lines), lines: lines.length, payables: payablesOf(counted) }
  const reply = await core.submit({ kind: 'closeCommissions', ...bySystem(of.siteId), ...command })
  if (reply.status !== 200) throw new Error(`the week of partners was not closed: ${JSON.stringify(reply.body)}`)
  return true
}

/** The groups of a close that was begun before; null: none was. */
async function writtenGroups(tx: Tx, { siteId, week }: Week): Promise<Map<number, number> | null> {
  const [begun] = await tx.query('select from commission_base where site_id = $1 and week = $2 limit 1', [siteId, week])
  if (begun === undefined) return null
  const rows = await tx.query<{ member_id: string; group_id: string }>(
    'select member_id, group_id from commission_group where site_id = $1 and week = $2',
    [siteId, week],
  )
  return new Map(rows.map(({ member_id, group_id }) => [Number(member_id), Number(group_id)]))
}

async function writeGroups(tx: Tx, { siteId, week }: Week, groups: ReadonlyMap<number, number>): Promise<void> {
  await tx.query(
    `insert into commission_group (site_id, week, member_id, group_id)
     select $1, $2, * from unnest($3::bigint[], $4::bigint[]) on conflict do nothing`,
    [siteId, week, [...groups.keys()], [...groups.values()]],
  )
}

async function writeLines(tx: Tx, { siteId, week }: Week, { lines }: Counted): Promise<void> {
  await tx.query(
    `insert into commission_line (site_id, week, partner_id, branch_id, type, base, own_ppm, child_ppm, amount, member_count,
       left_out_count, left_out_base, carry)
     select $1, $2, r.* from jsonb_to_recordset($3::jsonb) as r ("partnerId" bigint, "branchId" bigint, type text, base bigint,
       "ownPpm" int, "childPpm" int, amount bigint, "memberCount" int, "leftOutCount" int, "leftOutBase" bigint, carry bigint)
     on conflict do nothing`,
    [siteId, week, rowsText(lines)],
  )
}

const rowsText = (rows: readonly object[]): string =>
  JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))

/** Both ways of counting agree, and what is stored is what was counted. */
async function requireSecondSum(tx: Tx, of: Week, { lines, earning }: Counted, isLossOn: boolean): Promise<void> {
  const second = await secondSum(tx, of, earning, isLossOn)
  const first = { FEE: sumOf(lines, 'FEE'), ROLL: sumOf(lines, 'ROLL'), LOSS: sumOf(lines, 'LOSS') }
  const [stored] = await tx.query<{ sum: string }>(
    'select coalesce(sum(amount), 0) as sum from commission_line where site_id = $1 and week = $2',
    [of.siteId, of.week],
  )
  const sums = [first.FEE, first.ROLL, first.LOSS, first.FEE + first.ROLL + first.LOSS]
  const others = [second.FEE, second.ROLL, second.LOSS, BigInt(stored!.sum)]
  if (sums.some((sum, at) => sum !== others[at]))
    throw new Error(`two ways of counting a week of partners differ: ${sums.join(' ')}, ${others.join(' ')}`)
}

/** Notes what a USDT is worth on the running day of each site; the last note of a day counts. */
export async function noteRates(deps: Parts, signal: AbortSignal): Promise<number> {
  const { db, reads, clocks } = deps
  let noted = 0
  for (const siteId of await servedSites(deps)) {
    if (signal.aborted) break
    const { value } = await reads.ask('money.rates', { siteId })
    const mid = value.find(({ from, to }) => from === 'USDT' && to === 'KRW')?.mid
    if (mid === undefined) continue
    const rate = halfEven(mid.numerator * 100_000_000n, mid.denominator)
    const { from: day } = kstDayPeriod(kstDay(clocks.domain.now()))
    await db.system((tx) =>
      tx.query(
        `insert into commission_rate (site_id, day, rate, at) values ($1, $2, $3, $4)
         on conflict (site_id, day) do update set rate = excluded.rate, at = excluded.at where commission_rate.at < excluded.at`,
        [siteId, day, rate, mid.at],
      ),
    )
    noted++
  }
  return noted
}

/** The sites whose core runs here: of others its memory knows nothing. */
async function servedSites({ db, core }: Pick<Parts, 'db' | 'core'>): Promise<number[]> {
  const rows = await db.system((tx) => tx.query<{ site_id: string }>('select site_id from site_config order by 1'))
  return rows.map(({ site_id }) => Number(site_id)).filter((siteId) => core.serves(siteId))
}

function halfEven(numerator: bigint, denominator: bigint): bigint {
  const [whole, rest] = [numerator / denominator, numerator % denominator]
  const twice = rest * 2n
  return twice > denominator || (twice === denominator && whole % 2n === 1n) ? whole + 1n : whole
}
