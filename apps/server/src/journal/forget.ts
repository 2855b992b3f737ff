import type { Tx } from '../ports.ts'

/** The newest batches of a group that always stay. A restore looks up batches whose COMMIT was not answered: they are among the newest two. */
const newestBatches = 1_000

/** Deletes replies older than `before` (domain time), at most `limit`; returns how many. */
export async function forgetReplies(tx: Tx, before: number, limit: number): Promise<number> {
  const rows = await tx.query<{ count: string }>(
    `with gone as (
       delete from stored_reply where ctid = any(array(select ctid from stored_reply where at < $1 limit $2)) returning 1)
     select count(*) from gone`,
    [before, limit],
  )
  return Number(rows[0]?.count)
}

/** Deletes batches older than `before` (domain time), the oldest first, at most `limit`; returns how many. */
export async function forgetBatches(tx: Tx, before: number, limit: number): Promise<number> {
  const rows = await tx.query<{ count: string }>(
    `with kept as (
       select g.site_group, oldest.epoch, oldest.seq
       from (select distinct site_group from journal_batch) g
       cross join lateral (
         select epoch, seq from journal_batch b
         where b.site_group = g.site_group order by epoch desc, seq desc offset $3 limit 1) oldest),
     gone as (
       delete from journal_batch where (site_group, epoch, seq) in (
         select b.site_group, b.epoch, b.seq from journal_batch b join kept k using (site_group)
         where b.at < $1 and (b.epoch, b.seq) < (k.epoch, k.seq)
         order by b.site_group, b.epoch, b.seq limit $2)
       returning 1)
     select count(*) from gone`,
    [before, limit, newestBatches - 1],
  )
  return Number(rows[0]?.count)
}
