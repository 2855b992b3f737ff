import type { LedgerCause, LedgerEntry, LedgerTxn } from '@maru/contract'
import { formatMinor, type RowOf, tables } from '@maru/core'
import { mostListed } from '../desk-lists/index.ts'
import type { Period, Slice } from '../http/filters.ts'
import { select } from '../journal/index.ts'
import type { Tx } from '../ports.ts'

/** Which entries: those of a member, or of everybody; of a stretch of time, a wallet, a reason. */
export interface LedgerFilter extends Period {
  readonly siteId: number
  readonly memberId?: number | undefined
  readonly walletType?: string | undefined
  readonly reason?: string | undefined
}

/**
 * The entries of a page, the newest first, and how many there are, counted to one above `mostListed`. What a filter matches is found in
 * the index alone; the rows of the page are read afterwards.
 */
export async function ledgerEntries(tx: Tx, filter: LedgerFilter, { limit, offset }: Slice) {
  const { where, values } = condition(filter)
  // A plan for any reason and any member would read past a million entries to find a rare one.
  await tx.query("set local plan_cache_mode = 'force_custom_plan'")
  const rows = await tx.query<Record<string, string>>(
    `select e.* from (select site_id, at, posting_id from ledger_entry where ${where}
        order by at desc, posting_id desc limit $${values.length + 1} offset $${values.length + 2}) found
      join ledger_entry e using (site_id, at, posting_id) order by at desc, posting_id desc`,
    [...values, limit, offset],
  )
  const [count] = await tx.query<{ total: string }>(
    `select count(*) as total from (select 1 from ledger_entry where ${where} limit ${mostListed + 1}) found`,
    values,
  )
  return { rows: rows.map(entryOf), total: Number(count?.total) }
}

/** What the filter says as SQL: only what was asked for, so that the plan is that of the question. */
export function condition({ siteId, memberId, walletType, reason, from, to }: LedgerFilter) {
  const parts = ['site_id = $1', 'at >= $2', 'at < $3']
  const values: unknown[] = [siteId, from, to]
  const add = (column: string, value: unknown) => {
    if (value === undefined) return
    values.push(value)
    parts.push(`${column} = $${values.length}`)
  }
  add('member_id', memberId)
  add('wallet_type', walletType)
  add('reason', reason)
  return { where: parts.join(' and '), values }
}

/** An entry as the database gives it. */
export function entryOf(row: Record<string, string>): LedgerEntry {
  const text = (column: string) => row[column] ?? ''
  const currency = text('currency') as LedgerEntry['currency']
  return {
    postingId: Number(row['posting_id']),
    txnId: Number(row['txn_id']),
    memberId: Number(row['member_id']),
    walletType: text('wallet_type') as LedgerEntry['walletType'],
    currency,
    amount: formatMinor(BigInt(text('amount')), currency),
    balance: formatMinor(BigInt(text('balance')), currency),
    reason: text('reason'),
    refId: row['ref_id'] ? Number(row['ref_id']) : null,
    at: Number(row['at']),
  }
}

type PostingRow = RowOf<typeof tables.postings>

/** No transaction has more sides. */
const mostSides = 64

/**
 * The postings of a transaction, or none. Its number and theirs are given out one after the other, so they are the first ones of the site
 * behind it: no index on the transaction is needed.
 */
export async function txnPostings(tx: Tx, siteId: number, txnId: number): Promise<PostingRow[]> {
  const where = `where site_id = $1 and id in (select id from posting where site_id = $1 and id > $2 order by id limit ${mostSides})
    and txn_id = $2 order by id`
  return select(tx, tables.postings, where, [siteId, txnId])
}

export const postingWire = ({
  id,
  account,
  sub,
  memberId,
  walletType,
  currency,
  amount,
}: PostingRow): LedgerTxn['postings'][number] => ({
  postingId: id,
  account,
  sub,
  memberId,
  walletType,
  currency: currency as LedgerEntry['currency'],
  amount: formatMinor(amount, currency),
})

/** What an id names: ids are unique in the installation, so it is one of these, or none of them. */
const causes = `
  select 'DNW' as kind, id, member_id, status, created_at as at, 0 as rank,
      case when type = 'D' then 'deposits' when type in ('W', 'WS') then 'withdrawals' end as desk from dnw where site_id = $1 and id = $2
  union all select 'BET', id, member_id, '', accepted_at, 0, null from bet where site_id = $1 and id = $2
  union all select 'FILL', id, member_id, '', at, 0, null from trading_fill where site_id = $1 and id = $2
  union all select 'ORDER', o.id, o.member_id, o.status, o.accepted_at, 1, null
    from trading_fill f join trading_order o on o.site_id = f.site_id and o.id = f.order_id where f.site_id = $1 and f.id = $2
  union all select 'ORDER', id, member_id, status, accepted_at, 0, null from trading_order where site_id = $1 and id = $2
  union all select 'POSITION', id, member_id, '', opened_at, 0, null from trading_position where site_id = $1 and id = $2
  order by rank`

/** What a transaction came from, the nearest first. */
export async function causesOf(tx: Tx, siteId: number, refId: number | null): Promise<LedgerCause[]> {
  if (refId === null) return []
  const rows = await tx.query<{
    kind: LedgerCause['kind']
    id: string
    member_id: string
    status: string
    at: string
    desk: LedgerCause['desk']
  }>(causes, [siteId, refId])
  return rows.map(({ kind, id, member_id, status, at, desk }) => ({
    kind,
    id: Number(id),
    memberId: Number(member_id),
    desk,
    status,
    at: Number(at),
  }))
}
