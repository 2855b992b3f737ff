import type { Database, Tx } from '../ports.ts'

const batchRows = 5_000
/** A reader takes over no more than this himself; what is missing beyond it is the job's. */
const readerBatches = 4

/** Takes over the next postings of a site: each of a member with the balance of his wallet after it, those of the house summed by the hour. Returns how many postings it read. */
async function takeOver(tx: Tx, siteId: number): Promise<number> {
  await tx.query('insert into ledger_cursor (site_id, posting_id) values ($1, 0) on conflict do nothing', [siteId])
  // One at a time: whoever comes second waits here, and goes on from where the first one stopped.
  const [cursor] = await tx.query<{ posting_id: string }>(
    'select posting_id from ledger_cursor where site_id = $1 for update',
    [siteId],
  )
  const [taken] = await tx.query<{ count: string }>(
    `with fresh as materialized (
       select * from posting where site_id = $1 and id > $2 order by id limit ${batchRows}
     ), own as materialized (
       select f.*, coalesce(b.balance, 0) + sum(f.amount) over (
                partition by f.member_id, f.wallet_type, f.currency order by f.id) as after
       from fresh f left join ledger_balance b using (site_id, member_id, wallet_type, currency)
       where f.member_id is not null
     ), noted as (
       update ledger_cursor set posting_id = (select max(id) from fresh)
       where site_id = $1 and exists (select 1 from fresh)
     ), kept as (
       insert into ledger_balance
       select distinct on (member_id, wallet_type, currency) site_id, member_id, wallet_type, currency, after
       from own order by member_id, wallet_type, currency, id desc
       on conflict (site_id, member_id, wallet_type, currency) do update set balance = excluded.balance
     ), entered as (
       insert into ledger_entry
         (site_id, at, posting_id, txn_id, member_id, wallet_type, currency, amount, balance, reason, ref_id)
       select site_id, at, id, txn_id, member_id, wallet_type, currency, amount, after, reason, ref_id from own
     ), earned as (
       insert into house_hour (site_id, hour_at, account, currency, sum)
       select site_id, at / 3600000 * 3600000, account, currency, sum(amount) from fresh
       where member_id is null and (account like 'PNL\\_%' or account like 'FEE\\_%' or account = 'FUNDING')
       group by 1, 2, 3, 4
       on conflict (site_id, hour_at, account, currency) do update set sum = house_hour.sum + excluded.sum
     )
     select count(*) as count from fresh`,
    [siteId, cursor?.posting_id ?? 0],
  )
  return Number(taken?.count)
}

/** Takes over what a site posted since the last time. False where a reader would have to wait for too much of it. */
export async function catchUp(db: Database, siteId: number): Promise<boolean> {
  for (let batch = 0; batch < readerBatches; batch += 1)
    if ((await db.system((tx) => takeOver(tx, siteId))) < batchRows) return true
  return false
}

/** Takes over what all sites posted, however much it is: the job that keeps readers from waiting. */
export async function takeOverAll(db: Database, signal: AbortSignal): Promise<number> {
  const sites = await db.system((tx) => tx.query<{ id: string }>('select site_id as id from site_config order by 1'))
  let sum = 0
  for (const { id } of sites) {
    for (let count = batchRows; count === batchRows && !signal.aborted; ) {
      count = await db.system((tx) => takeOver(tx, Number(id)), 'long')
      sum += count
    }
  }
  return sum
}
