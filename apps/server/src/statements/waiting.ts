import { type Currency, consoleStatementEndpoints, type WaitingLine } from '@maru/contract'
import { formatMinor } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { deskList, waitingLineColumns } from '../desk-lists/index.ts'
import { Refused, route } from '../http/index.ts'
import type { Tx } from '../ports.ts'
import { requestIdIn } from '../providers/index.ts'
import { addStaffAct, staffNames } from '../staff-log/index.ts'
import { type LineKey, openLine } from './lines.ts'
import { tellLine } from './reconcile.ts'

interface Raw {
  readonly provider: string
  readonly currency: Currency
  readonly day: string
  readonly kind: WaitingLine['kind']
  readonly provider_ref: string
  readonly reference: string | null
  readonly amount: string
  readonly fee: string
  readonly at: string
  readonly requested_by: string
  readonly reason: string
  readonly payout_dnw: string | null
}

/** Imported lines that would book money or complete a request; what only has to be found in the ledger waits for nobody. */
const source = `(
  select l.provider, l.currency, l.day::text, l.kind, l.provider_ref, l.reference, l.amount, l.fee, l.at, i.requested_by, i.reason,
         (select p.dnw_id from payout p where p.site_id = l.site_id and p.provider = l.provider and p.key = l.reference) as payout_dnw
  from statement_line l join statement_import i on i.site_id = l.site_id and i.id = l.import_id
  where l.site_id = $1 and l.txn_id is null and l.gone_at is null and l.confirmed_by is null
    and (l.kind = 'deposit' and l.amount > 0 and l.provider <> 'coin' or l.kind = 'payout' and l.reference like 'payout-%')) waiting`

/** How many imported lines of a site wait for a person who did not import them. */
export async function countWaitingLines(tx: Tx, siteId: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>(`select count(*)::int as count from ${source}`, [siteId])
  return row?.count ?? 0
}

/** Imported lines wait at the desk: a person who did not import one looks at it, and with his yes it is booked as its provider's word would be. */
export function registerWaitingLines(app: FastifyInstance, deps: Deps): void {
  const { db, clocks, ids } = deps
  deskList(app, deps, consoleStatementEndpoints.statementWaiting, waitingLineColumns, ({ site, member }) => ({
    siteId: site.id,
    source,
    where: 'true',
    order: 'at, provider_ref',
    time: 'at',
    texts: ['provider', 'provider_ref', 'reference', 'amount'],
    values: [site.id],
    async shown(rows: Raw[]) {
      const names = await staffNames(
        db,
        rows.map((row) => Number(row.requested_by)),
      )
      return rows.map((row): WaitingLine => {
        const importedBy = Number(row.requested_by)
        const payout = row.payout_dnw
        return {
          ...{ provider: row.provider, currency: row.currency, day: row.day, kind: row.kind },
          ...{ providerRef: row.provider_ref, reference: row.reference, at: Number(row.at) },
          amount: formatMinor(BigInt(row.amount), row.currency),
          fee: formatMinor(BigInt(row.fee), row.currency),
          requestId: requestIdIn(row.reference) ?? (payout === null ? null : Number(payout)),
          importedByName: names.get(importedBy) ?? '',
          importReason: row.reason,
          mayConfirm: importedBy !== member.memberId,
        }
      })
    },
  }))

  route(app, deps, consoleStatementEndpoints.statementConfirm, async ({ body, site, member, idempotency: { key } }) => {
    const { reason, ...line } = body
    const now = clocks.wall()
    const staffId = member.memberId
    const confirmed = await db.system(async (tx) => {
      await confirm(tx, site.id, line, { staffId, now })
      const act = { siteId: site.id, id: ids.next(), staffId, action: 'statementConfirm', request: key }
      await addStaffAct(tx, { ...act, said: line, reason, at: now })
      return openLine(tx, site.id, line)
    })
    // Who looked at it waits for no webhook that might still come.
    if (confirmed !== null) await tellLine(deps, site.id, { ...confirmed, seenAt: 0 }, now)
    return {}
  })
}

/** Notes who looked at an imported line. Refuses who imported it, and a line that waits for nobody. */
async function confirm(
  tx: Tx,
  siteId: number,
  { provider, currency, kind, providerRef }: LineKey,
  { staffId, now }: { readonly staffId: number; readonly now: number },
): Promise<void> {
  const key = [siteId, provider, currency, kind, providerRef]
  const [row] = await tx.query<{ requested_by: string; is_open: boolean }>(
    `select i.requested_by, l.txn_id is null and l.gone_at is null and l.confirmed_by is null as is_open
     from statement_line l join statement_import i on i.site_id = l.site_id and i.id = l.import_id
     where l.site_id = $1 and l.provider = $2 and l.currency = $3 and l.kind = $4 and l.provider_ref = $5 for update of l`,
    key,
  )
  if (row === undefined) throw new Refused('HISTORY_NOT_FOUND')
  if (!row.is_open) throw new Refused('STALE_VERSION')
  if (Number(row.requested_by) === staffId) throw new Refused('APPROVAL_SELF')
  await tx.query(
    `update statement_line set confirmed_by = $6, confirmed_at = $7
     where site_id = $1 and provider = $2 and currency = $3 and kind = $4 and provider_ref = $5`,
    [...key, staffId, now],
  )
}
