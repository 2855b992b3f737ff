import type { Tx } from '../ports.ts'
import type { BreakKey } from './breaks.ts'

/** Whether an approval may take a row: nobody has, it has itself, or the one that had came to nothing. */
const isFree = `(settle_id is null or settle_id = $2 or not exists (
  select from approval a where a.site_id = $1 and a.id = settle_id and a.state in ('PENDING', 'APPROVED')))`

/** Takes both sides of a break for the approval that settles it, so that no other one posts for them. False: another one has. */
export async function takeBreak(tx: Tx, siteId: number, approvalId: number, key: BreakKey): Promise<boolean> {
  const { provider, currency, line, postingId } = key
  const of = [siteId, approvalId, provider, currency]
  const taken = [
    line === null
      ? [null]
      : await tx.query(
          `update statement_line set settle_id = $2
           where site_id = $1 and provider = $3 and currency = $4 and kind = $5 and provider_ref = $6 and ${isFree} returning 1`,
          [...of, line.kind, line.providerRef],
        ),
    postingId === null
      ? [null]
      : await tx.query(
          `update house_movement set settle_id = $2
           where site_id = $1 and provider = $3 and currency = $4 and posting_id = $5 and ${isFree} returning 1`,
          [...of, postingId],
        ),
  ]
  return taken.every((rows) => rows.length > 0)
}

/** Gives back what an approval took and did not settle. */
export async function releaseBreak(tx: Tx, siteId: number, approvalId: number): Promise<void> {
  for (const table of ['statement_line', 'house_movement'])
    await tx.query(`update ${table} set settle_id = null where site_id = $1 and settle_id = $2`, [siteId, approvalId])
}

/** Takes over what was settled since: its line shows the posting, its movement needs no line, and neither is a break any more. */
export async function applySettlements(tx: Tx, siteId: number): Promise<void> {
  await tx.query(
    `update statement_line l
     set fee_gap = 0, is_late = false,
         txn_id = case when l.gone_at is not null then 0
                       else coalesce(l.txn_id, (select m.txn_id from house_movement m
                                                where m.site_id = l.site_id and m.posting_id = s.posting_id), s.txn_id, 0) end
     from break_settlement s
     where l.site_id = $1 and s.site_id = l.site_id and s.approval_id = l.settle_id
       and (l.txn_id is null or l.fee_gap <> 0 or l.gone_at is not null and l.txn_id > 0)`,
    [siteId],
  )
  await tx.query(
    `update house_movement m set is_shown = true, is_late = false
     from break_settlement s
     where m.site_id = $1 and not m.is_shown and s.site_id = m.site_id and s.approval_id = m.settle_id`,
    [siteId],
  )
}
