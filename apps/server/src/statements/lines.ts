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
  readonly day: string
  /** When it was read first. */
  readonly seenAt: number
  /** A person brought it, not its provider. */
  readonly isImported: boolean
  /** Nobody but who imported it has looked at it: it may show what is booked, and books nothing itself. */
  readonly isWaiting: boolean
}

type Raw = Omit<Line, 'amount' | 'fee' | 'seenAt'> & Record<'amount' | 'fee' | 'seenAt', string>
const columns = `provider, currency, kind, provider_ref as "providerRef", reference, amount, fee, day::text, seen_at as "seenAt",
  import_id is not null as "isImported", import_id is not null and confirmed_by is null and kind <> 'fee' as "isWaiting"`
const lineOf = (row: Raw): Line => ({
  ...row,
  amount: BigInt(row.amount),
  fee: BigInt(row.fee),
  seenAt: Number(row.seenAt),
})

/** The lines of a site of which nobody knows yet what they show, the oldest first. */
export async function openLines(tx: Tx, siteId: number): Promise<Line[]> {
  const rows = await tx.query<Raw>(
    `select ${columns} from statement_line
     where site_id = $1 and txn_id is null and gone_at is null order by at, provider_ref`,
    [siteId],
  )
  return rows.map(lineOf)
}

/** How a line is known on a site. */
export type LineKey = Pick<Line, 'provider' | 'currency' | 'kind' | 'providerRef'>

/** An open line by its name; null: there is none. */
export async function openLine(
  tx: Tx,
  siteId: number,
  { provider, currency, kind, providerRef }: LineKey,
): Promise<Line | null> {
  const [row] = await tx.query<Raw>(
    `select ${columns} from statement_line where site_id = $1 and provider = $2 and currency = $3 and kind = $4
       and provider_ref = $5 and txn_id is null and gone_at is null`,
    [siteId, provider, currency, kind, providerRef],
  )
  return row === undefined ? null : lineOf(row)
}

interface Shown {
  /** None: it is undone by another line, or a fee. */
  readonly movements: readonly { readonly id: number; readonly txnId: number }[]
  /** What the line's fee is above the booked one; below zero: it is less. It waits for two persons. */
  readonly feeGap: bigint
}

/** Notes which movements a line shows, and what its fee is beyond them. */
export async function noteShown(
  tx: Tx,
  siteId: number,
  { provider, currency, kind, providerRef }: LineKey,
  { movements, feeGap }: Shown,
): Promise<void> {
  await tx.query(
    `update statement_line set txn_id = $6, fee_gap = $7, is_late = false
     where site_id = $1 and provider = $2 and currency = $3 and kind = $4 and provider_ref = $5`,
    [siteId, provider, currency, kind, providerRef, movements[0]?.txnId ?? 0, String(feeGap)],
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
    ['statement_line', '$4::bigint is not null and (txn_id is null or fee_gap <> 0) and gone_at is null'],
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
