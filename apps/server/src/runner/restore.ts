import { type CoreSnapshot, type Moment, type RestoredRows, restoredName, tableNames, tables } from '@maru/core'
import { newestBatchAt, type RestoreFrom, readSiteGroup, type SiteGroup, selectToRestore } from '../journal/index.ts'
import { bringsMoney } from '../limits/index.ts'
import type { Database, Tx } from '../ports.ts'

const dayMs = 86_400_000
const kstOffsetMs = 9 * 3_600_000

/** All that the core of a site group needs to start again, read in one snapshot of the database. */
export async function readSnapshot(db: Database, siteGroup: string, now: Moment): Promise<CoreSnapshot> {
  return db.system(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only')
    const group = await readSiteGroup(tx, siteGroup)
    const lastBatchAt = await newestBatchAt(tx, siteGroup)
    const from = { group, newestAt: lastBatchAt ?? 0 }
    const [rows, recentResults, uses, recentDeposits, houseToday] = await Promise.all([
      readRows(tx, from),
      readRecentResults(tx, group, now.wall - 30 * dayMs),
      readUses(tx, group),
      readRecentDeposits(tx, group),
      readHouseToday(tx, group, now.at),
    ])
    return { siteGroup, ...rows, recentResults, uses, recentDeposits, houseToday, lastBatchAt }
  }, 'long')
}

type Int8 = string

/** What a start reads of each table that the journal writes. */
async function readRows(tx: Tx, from: RestoreFrom): Promise<RestoredRows> {
  const read = tableNames.flatMap((table) => {
    const name = restoredName(table)
    return name === null ? [] : [selectToRestore(tx, tables[table], from).then((rows) => [name, rows] as const)]
  })
  return Object.fromEntries(await Promise.all(read)) as unknown as RestoredRows
}

/** Results since `from` (wall clock) of members who have a limit: decided bets (voids are no results), and what fills of futures came to after fees. */
async function readRecentResults(tx: Tx, group: SiteGroup, from: number): Promise<CoreSnapshot['recentResults']> {
  const rows = await tx.query<{
    site_id: Int8
    member_id: Int8
    id: Int8
    currency: string
    at: Int8
    point: Int8
    profit: Int8
  }>(
    `with limited as (select distinct site_id, member_id from member_limit where ${group.condition('site_id', 2)})
     select site_id, member_id, b.id, 'KRW' as currency, coalesce(b.settled_wall, b.settled_at) as at, b.point, b.profit
     from limited join bet b using (site_id, member_id)
     where b.status in (1, 2) and coalesce(b.settled_wall, b.settled_at) > $1
     union all
     select site_id, member_id, f.id, case f.book when 'futures' then 'USDT' else 'KRW' end, coalesce(f.wall, f.at), 0,
            f.realized_pnl - f.fee
     from limited join trading_fill f using (site_id, member_id)
     where coalesce(f.wall, f.at) > $1
     union all
     select site_id, member_id, p.txn_id, p.currency, coalesce(p.wall, p.at), 0, p.amount
     from limited join posting p using (site_id, member_id)
     where p.account = 'MEMBER' and p.reason in ('FUTURES_FUNDING', 'FUTURES_SURPLUS', 'OVERSEA_FINANCING', 'COPY_SHARE', 'COPY_SHARE_BACK')
       and coalesce(p.wall, p.at) > $1
     order by at, id`,
    [from, group.sites],
  )
  return rows.map((row) => ({
    siteId: Number(row.site_id),
    memberId: Number(row.member_id),
    sourceId: Number(row.id),
    currency: row.currency,
    at: Number(row.at),
    stake: BigInt(row.point),
    profit: BigInt(row.profit),
  }))
}

/** How long members who have a time limit were here: all that is kept of it. */
async function readUses(tx: Tx, group: SiteGroup): Promise<CoreSnapshot['uses']> {
  const rows = await tx.query<{ site_id: Int8; member_id: Int8; from_at: Int8; to_at: Int8 }>(
    `select u.site_id, u.member_id, u.from_at, u.to_at
     from (select distinct site_id, member_id from member_limit where kind = 'TIME' and ${group.condition('site_id', 1)}) l
     join member_use u using (site_id, member_id)
     order by u.site_id, u.member_id, u.from_at`,
    [group.sites],
  )
  return rows.map((row) => ({
    siteId: Number(row.site_id),
    memberId: Number(row.member_id),
    from: Number(row.from_at),
    to: Number(row.to_at),
  }))
}

/** What was credited to members who have a deposit limit or ceiling, over 30 days before the newest of each: windows that begin later are part of it. */
async function readRecentDeposits(tx: Tx, group: SiteGroup): Promise<CoreSnapshot['recentDeposits']> {
  const rows = await tx.query<{
    site_id: Int8
    member_id: Int8
    id: Int8
    currency: string
    processed_at: Int8
    point: Int8
  }>(
    `select d.site_id, d.member_id, d.id, d.currency, d.processed_at, d.point
     from (select site_id, member_id from member_limit where kind = 'DEPOSIT' and ${group.condition('site_id', 2)}
           union select site_id, member_id from member_ceiling where kind = 'DEPOSIT' and ${group.condition('site_id', 2)}) l
     join dnw d using (site_id, member_id)
     where ${bringsMoney} and d.status = 'COMPLETED' and d.processed_at > $1 + (
       select max(processed_at) from dnw n
       where n.site_id = d.site_id and n.member_id = d.member_id and ${bringsMoney} and n.status = 'COMPLETED')
     order by d.processed_at, d.id`,
    [-30 * dayMs, group.sites],
  )
  return rows.map((row) => ({
    siteId: Number(row.site_id),
    memberId: Number(row.member_id),
    dnwId: Number(row.id),
    currency: row.currency,
    at: Number(row.processed_at),
    amount: BigInt(row.point),
  }))
}

/** What the house won (+) or lost (−) on rounds since 00:00 KST: the postings of its result account. */
async function readHouseToday(tx: Tx, group: SiteGroup, now: number): Promise<CoreSnapshot['houseToday']> {
  const midnight = Math.floor((now + kstOffsetMs) / dayMs) * dayMs - kstOffsetMs
  const dayKst = new Date(midnight + kstOffsetMs).toISOString().slice(0, 10)
  const rows = await tx.query<{ site_id: Int8; pnl: string }>(
    `select site_id, sum(amount)::text as pnl from posting
     where account = 'PNL_ROUND' and currency = 'KRW' and at >= $1 and ${group.condition('site_id', 2)}
     group by site_id order by site_id`,
    [midnight, group.sites],
  )
  return rows.map((row) => ({ siteId: Number(row.site_id), dayKst, pnl: BigInt(row.pnl) }))
}
