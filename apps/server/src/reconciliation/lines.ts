import type { Currency, ReconcileLine, SettleAs } from '@maru/contract'
import { formatMinor } from '@maru/core'
import type { QueryList } from '../desk-lists/index.ts'
import { kstDayPeriod } from '../http/filters.ts'

interface Wanted {
  readonly siteId: number
  readonly provider: string
  readonly currency: Currency
  /** KST. */
  readonly day: string
  /** OPEN: only what does not fit. */
  readonly view?: 'ALL' | 'OPEN' | undefined
}

interface Raw {
  readonly id: string
  readonly state: ReconcileLine['state']
  readonly is_late: boolean
  readonly kind: string | null
  readonly amount: string | null
  readonly fee: string | null
  readonly fee_gap: string | null
  readonly correction: string | null
  readonly at: string | null
  readonly provider_ref: string | null
  readonly reference: string | null
  readonly booked: string | null
  readonly booked_at: string | null
  readonly reason: string | null
  readonly ref_id: string | null
  readonly txn_id: string | null
  readonly posting_id: string | null
  readonly may_settle: boolean
  readonly settled_as: SettleAs | null
  readonly settled: string | null
}

/**
 * The lines of a day's statement beside what the ledger has of each: the transaction that it shows or, where its amount fits nothing, the
 * movement that names it. What the ledger booked by the end of that day and no line shows follows.
 */
const beside = `(
  with line as (
    select l.*, i.reason as correction, b.cause as settled_as, b.amount as settled,
           coalesce(s.posting_id, n.posting_id) as posting_id, coalesce(s.booked, n.booked) as booked,
           coalesce(s.booked_at, n.booked_at) as booked_at, coalesce(s.reason, n.reason) as booked_for,
           coalesce(s.ref_id, n.ref_id) as ref_id, coalesce(s.txn, n.txn) as txn
    from statement_line l
    left join break_settlement b on b.site_id = l.site_id and b.approval_id = l.settle_id
    left join statement_import i on i.site_id = l.site_id and i.id = l.import_id and i.is_correction
    left join lateral (
      select min(posting_id) as posting_id, sum(amount) as booked, min(seen_at) as booked_at, min(reason) as reason,
             min(ref_id) as ref_id, min(txn_id) as txn
      from house_movement m
      where l.txn_id > 0 and m.site_id = l.site_id and m.txn_id = l.txn_id and m.provider = l.provider
        and m.currency = l.currency and m.reason <> 'PROVIDER_FEE' having count(*) > 0) s on true
    left join lateral (
      select posting_id, amount as booked, seen_at as booked_at, reason, ref_id, txn_id as txn
      from house_movement m
      where l.txn_id is null and l.gone_at is null and m.site_id = l.site_id and not m.is_shown
        and m.provider = l.provider and m.currency = l.currency
        and m.names && array_remove(array[l.reference, l.provider_ref], null)
      order by posting_id limit 1) n on true
    where l.site_id = $1 and l.provider = $2 and l.currency = $3 and l.day = $4
  ), row_found as (
    select kind || ':' || provider_ref as id,
           case when gone_at is not null and txn_id is distinct from 0 then 'GONE' when fee_gap <> 0 then 'FEE'
                when txn_id = 0 then 'UNDONE' when txn_id is not null then 'MATCHED'
                when posting_id is not null then 'DIFFERENT' else 'LINE_ONLY' end as state,
           is_late, kind, amount, fee, nullif(fee_gap, 0) as fee_gap, correction, at, provider_ref, reference, booked, booked_at,
           booked_for as reason, ref_id, txn as txn_id, case when txn_id is null then posting_id end as posting_id,
           settled_as, settled,
           settled_as is null and case when gone_at is not null then txn_id > 0
             else is_late or fee_gap <> 0 or txn_id is null and posting_id is not null end as may_settle
    from line
    union all
    select 'posting:' || m.posting_id, 'LEDGER_ONLY', m.is_late, null, null, null, null, null, null, null, null, m.amount, m.seen_at, m.reason,
           m.ref_id, m.txn_id, m.posting_id, b.cause, b.amount, b.id is null and m.is_late
    from house_movement m left join break_settlement b on b.site_id = m.site_id and b.approval_id = m.settle_id
    where m.site_id = $1 and not m.is_shown and m.provider = $2 and m.currency = $3 and m.seen_at < $5
      and m.posting_id not in (select posting_id from line where posting_id is not null)
  )
  select * from row_found) lines`

/** A day's statement, line by line beside the ledger. */
export function lineList({ siteId, provider, currency, day, view = 'ALL' }: Wanted): QueryList<Raw, ReconcileLine> {
  const { to } = kstDayPeriod(day)
  const money = (minor: string | null) => (minor === null ? null : formatMinor(BigInt(minor), currency))
  const whole = (text: string | null) => (text === null ? null : Number(text))
  return {
    siteId,
    source: beside,
    where: `$6 or state in ('FEE', 'DIFFERENT', 'LINE_ONLY', 'LEDGER_ONLY', 'GONE')`,
    order: 'coalesce(at, booked_at), id',
    values: [siteId, provider, currency, day, to, view === 'ALL'],
    shown: (rows) =>
      rows.map((row) => ({
        id: row.id,
        state: row.state,
        isLate: row.is_late,
        kind: row.kind,
        amount: money(row.amount),
        fee: money(row.fee),
        feeGap: money(row.fee_gap),
        correction: row.correction,
        at: whole(row.at),
        providerRef: row.provider_ref,
        reference: row.reference,
        booked: money(row.booked),
        bookedAt: whole(row.booked_at),
        reason: row.reason,
        refId: whole(row.ref_id),
        txnId: whole(row.txn_id),
        postingId: whole(row.posting_id),
        maySettle: row.may_settle ?? false,
        settled: row.settled_as === null ? null : { as: row.settled_as, amount: money(row.settled) ?? '0' },
      })),
  }
}
