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

/** Notes which movements a line shows; none: it is undone by another, or a fee. */
export async function noteShown(
  tx: Tx,
  siteId: number,
  line: Line,
  movements: readonly { readonly id: number; readonly txnId: number }[],
) {
  await tx.query(
    `update statement_line set txn_id = $6, is_late = false
     where site_id = $1 and provider = $2 and currency = $3 and kind = $4 and provider_ref = $5`,
    [siteId, line.provider, line.currency, line.kind, line.providerRef, movements[0]?.txnId ?? 0],
  )
  if (movements.length === 0) return
  await tx.query(
    'update house_movement set is_shown = true, is_late = false where site_id = $1 and posting_id = any ($2::bigint[])',
    [siteId, movements.map(({ id }) => id)],
  )
}

/** A deposit that the desk completed before its provider spoke is expected for so long. */
const expectedMs = 72 * 3_600_000

/** What is in transit for longer than its provider takes is late: an audit tells it. Money that the desk expects may take longer. */
export async function noteLate(
  tx: Tx,
  siteId: number,
  provider: string,
  { now, transitMs }: { readonly now: number; readonly transitMs: number },
): Promise<void> {
  for (const [table, open] of [
    ['statement_line', '$4::bigint is not null and txn_id is null and gone_at is null'],
    ['house_movement', `not is_shown and (seen_at <= $4 or not ${isExpected('house_movement')})`],
  ] as const)
    await tx.query(
      `update ${table} set is_late = true where site_id = $1 and provider = $2 and seen_at <= $3 and ${open} and not is_late`,
      [siteId, provider, now - transitMs, now - Math.max(transitMs, expectedMs)],
    )
}

/** SQL: whether a movement is of a deposit whose money nobody has reported yet. */
export const isExpected = (movement: string): string => `(${movement}.reason = 'DEPOSIT' and exists (
  select from expected_deposit e where e.site_id = ${movement}.site_id and e.id = ${movement}.ref_id and e.closed_at is null))`
