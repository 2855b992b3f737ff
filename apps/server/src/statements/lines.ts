import type { StatementLine } from '@maru/provider-protocol'
import type { Tx } from '../ports.ts'

/** A line of a statement that shows nothing known yet. */
export interface Line {
  readonly provider: string
  readonly currency: string
  readonly kind: StatementLine['kind']
  readonly providerRef: string
  readonly reference: string | null
  readonly amount: bigint
  readonly fee: bigint
  /** When it was read first. */
  readonly seenAt: number
}

/** The lines of a site of which nobody knows yet what they show, the oldest first. */
export async function openLines(tx: Tx, siteId: number): Promise<Line[]> {
  const rows = await tx.query<
    Omit<Line, 'amount' | 'fee' | 'seenAt'> & { amount: string; fee: string; seen_at: string }
  >(
    `select provider, currency, kind, provider_ref as "providerRef", reference, amount, fee, seen_at from statement_line
     where site_id = $1 and txn_id is null and gone_at is null order by at, provider_ref`,
    [siteId],
  )
  return rows.map(({ seen_at, ...row }) => ({
    ...row,
    amount: BigInt(row.amount),
    fee: BigInt(row.fee),
    seenAt: Number(seen_at),
  }))
}

/** Notes which transaction a line shows, and by which of its postings; both null: it is undone by another, or a fee. */
export async function noteShown(tx: Tx, siteId: number, line: Line, txnId: number | null, postingId: number | null) {
  await tx.query(
    `update statement_line set txn_id = $6, is_late = false
     where site_id = $1 and provider = $2 and currency = $3 and kind = $4 and provider_ref = $5`,
    [siteId, line.provider, line.currency, line.kind, line.providerRef, txnId ?? 0],
  )
  if (postingId === null) return
  await tx.query('update house_movement set is_shown = true, is_late = false where site_id = $1 and posting_id = $2', [
    siteId,
    postingId,
  ])
}

/** What is in transit for longer than its provider takes is late: an audit tells it. */
export async function noteLate(tx: Tx, siteId: number, provider: string, before: number): Promise<void> {
  for (const [table, open] of [
    ['statement_line', 'txn_id is null and gone_at is null'],
    ['house_movement', 'not is_shown'],
  ] as const)
    await tx.query(
      `update ${table} set is_late = true where site_id = $1 and provider = $2 and seen_at <= $3 and ${open} and not is_late`,
      [siteId, provider, before],
    )
}
