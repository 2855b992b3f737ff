import { type DnwRow, type SuspenseRow, tables } from '@maru/core'
import { select } from '../journal/index.ts'
import type { Tx } from '../ports.ts'
import { payoutKeyIn } from '../providers/index.ts'

/** A line does not show that money left: there is none of this name, it shows something else, it was used, or who names it imported it. */
type LineFault = 'MISSING' | 'UNFIT' | 'USED' | 'OWN'

/** What the desk is told of a line that it named. */
export const lineFaultCodes = {
  MISSING: 'HISTORY_NOT_FOUND',
  UNFIT: 'INVALID_REQUEST',
  USED: 'STALE_VERSION',
  OWN: 'APPROVAL_SELF',
} as const satisfies Readonly<Record<LineFault, string>>

/**
 * Takes the line of a statement by which a person of the desk closes an approved withdrawal: once, for one withdrawal, and never one that he
 * imported himself. Null: it is taken.
 */
export async function takeClosingLine(
  tx: Tx,
  row: DnwRow,
  providerRef: string,
  staffId: number,
): Promise<LineFault | null> {
  const { siteId, id, currency } = row
  const [payout] = await select(tx, tables.payouts, 'where site_id = $1 and dnw_id = $2', [siteId, id])
  if (payout === undefined) return 'MISSING'
  const place = { siteId, provider: payout.provider, currency, kinds: ['payout'], providerRef, staffId }
  return takeLine(tx, place, id, ({ amount, reference }) => {
    const named = payoutKeyIn(reference)
    return amount === -payout.amount && (named === null || named === payout.key)
  })
}

/** Takes the line that shows that money of nobody went back to where it came from: once. Null: it is taken. */
export function takeReturnLine(tx: Tx, row: SuspenseRow, providerRef: string): Promise<LineFault | null> {
  const { siteId, provider, currency } = row
  // Banks show it as a return, or as a payment like any other.
  const place = { siteId, provider, currency, kinds: ['return', 'payout', 'transfer'], providerRef }
  return takeLine(
    tx,
    place,
    row.id,
    ({ amount, reference }) => amount === -row.amount && payoutKeyIn(reference) === null,
  )
}

/** Gives a line back that closed nothing: neither a withdrawal nor money of nobody is closed by it. */
export async function releaseClosingLine(tx: Tx, siteId: number, id: number): Promise<void> {
  await tx.query(
    `update statement_line l set closes_id = null where site_id = $1 and closes_id = $2
       and not exists (select from dnw d where d.site_id = l.site_id and d.id = l.closes_id
                       and d.status = 'COMPLETED' and d.reason = l.provider_ref)
       and not exists (select from suspense s where s.site_id = l.site_id and s.id = l.closes_id
                       and s.state = 'RETURNED' and s.note = l.provider_ref)`,
    [siteId, id],
  )
}

interface Place {
  readonly siteId: number
  readonly provider: string
  readonly currency: string
  readonly kinds: readonly string[]
  readonly providerRef: string
  /** Who names it alone; not of what two persons do. */
  readonly staffId?: number
}

async function takeLine(
  tx: Tx,
  { siteId, provider, currency, kinds, providerRef, staffId }: Place,
  closesId: number,
  fits: (line: { readonly amount: bigint; readonly reference: string | null }) => boolean,
): Promise<LineFault | null> {
  const place = [siteId, provider, currency, providerRef, kinds]
  const [line] = await tx.query<{ amount: string; reference: string | null; imported_by: string | null }>(
    `select amount, reference, (select requested_by from statement_import i where i.site_id = l.site_id and i.id = l.import_id) as imported_by
     from statement_line l where ${ofPlace} order by amount for update`,
    place,
  )
  if (line === undefined) return 'MISSING'
  if (staffId !== undefined && Number(line.imported_by) === staffId) return 'OWN'
  if (!fits({ amount: BigInt(line.amount), reference: line.reference })) return 'UNFIT'
  const taken = await tx.query(
    `update statement_line set closes_id = $6
     where ${ofPlace} and txn_id is null and (closes_id is null or closes_id = $6) returning provider_ref`,
    [...place, closesId],
  )
  return taken.length > 0 ? null : 'USED'
}

const ofPlace =
  'site_id = $1 and provider = $2 and currency = $3 and provider_ref = $4 and kind = any ($5::text[]) and gone_at is null'
