import { type DnwRow, tables } from '@maru/core'
import { select } from '../journal/index.ts'
import type { Tx } from '../ports.ts'
import { payoutIdIn } from '../providers/index.ts'

/** A line does not close a withdrawal: there is none of this name, it shows something else, or it was used. */
export type LineFault = 'MISSING' | 'UNFIT' | 'USED'

/** Takes the line of a statement by which the desk closes an approved withdrawal: once, for one withdrawal. Null: it is taken. */
export async function takeClosingLine(tx: Tx, row: DnwRow, providerRef: string): Promise<LineFault | null> {
  const { siteId, id, currency } = row
  const [payout] = await select(tx, tables.payouts, 'where site_id = $1 and dnw_id = $2', [siteId, id])
  const place = [siteId, payout?.provider ?? '', currency, providerRef]
  const [line] = await tx.query<{ amount: string; reference: string | null }>(
    `select amount, reference from statement_line where ${ofPayout} for update`,
    place,
  )
  if (payout === undefined || line === undefined) return 'MISSING'
  const named = payoutIdIn(line.reference)
  if (BigInt(line.amount) !== -payout.amount || (named !== null && named !== payout.id)) return 'UNFIT'
  const taken = await tx.query(
    `update statement_line set dnw_id = $5 where ${ofPayout} and txn_id is null and (dnw_id is null or dnw_id = $5)
     returning provider_ref`,
    [...place, id],
  )
  return taken.length > 0 ? null : 'USED'
}

/** Gives a line back that closed nothing: its withdrawal is not closed by it. */
export async function releaseClosingLine(tx: Tx, siteId: number, id: number): Promise<void> {
  await tx.query(
    `update statement_line l set dnw_id = null where site_id = $1 and dnw_id = $2
       and not exists (select from dnw d where d.site_id = l.site_id and d.id = l.dnw_id
                       and d.status = 'COMPLETED' and d.reason = l.provider_ref)`,
    [siteId, id],
  )
}

const ofPayout = `site_id = $1 and provider = $2 and currency = $3 and provider_ref = $4 and kind = 'payout' and gone_at is null`
