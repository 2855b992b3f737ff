import type { FillRow, OrderRow, PositionRow } from '@maru/core'
import type { Period, Slice } from '../http/filters.ts'
import { fillOf, type OrderRecord, orderOf, positionOf } from '../journal/index.ts'
import type { Tx } from '../ports.ts'

/** Whose rows, and of when. */
export interface Mine {
  readonly siteId: number
  readonly memberId: number
  /** null: of all options. */
  readonly optionId: number | null
  readonly period: Period
}

/** Which rows, and whether it is asked how many there are in all. */
export interface Asked extends Slice {
  readonly isCounted: boolean
}

/** Rows of a list, and how many there are in all where that was asked. */
export interface Found<T> {
  readonly rows: T[]
  readonly total: number | null
}

const mine = `site_id = $1 and member_id = $2 and book = 'futures' and ($3::bigint is null or option_id = $3)`
const mineValues = ({ siteId, memberId, optionId, period }: Mine) => [
  siteId,
  memberId,
  optionId,
  period.from,
  period.to,
]

/** Done orders by the time of their placing, newest first. */
export async function listClosedOrders(
  tx: Tx,
  filter: Mine & { readonly statuses: readonly string[] | null },
  asked: Asked,
): Promise<Found<OrderRow>> {
  const where = `${mine} and accepted_at >= $4 and accepted_at < $5 and closed_at is not null
    and ($6::text[] is null or status = any ($6))`
  return found(tx, 'trading_order', where, 'id desc', [...mineValues(filter), filter.statuses], asked, orderOf)
}

/** Fills, newest first; of one order where `orderId` is named. */
export async function listFills(
  tx: Tx,
  filter: Mine & { readonly orderId: number | null },
  asked: Asked,
): Promise<Found<FillRow>> {
  // A fill's id is given out after its order's: the index on the member reads no older ones.
  const where = `${mine} and at >= $4 and at < $5 and ($6::bigint is null or (order_id = $6 and id > $6))`
  return found(tx, 'trading_fill', where, 'id desc', [...mineValues(filter), filter.orderId], asked, fillOf)
}

/** Closed positions by the time of their close, newest first. */
export async function listClosedPositions(tx: Tx, filter: Mine, asked: Asked): Promise<Found<PositionRow>> {
  const where = `${mine} and closed_at >= $4 and closed_at < $5`
  return found(tx, 'trading_position', where, 'closed_at desc, id desc', mineValues(filter), asked, positionOf)
}

export interface LedgerRow {
  readonly id: number
  readonly reason: string
  readonly optionId: number | null
  readonly amount: bigint
  readonly currency: string
  readonly refId: number | null
  readonly at: number
}

interface LedgerRecord {
  id: string
  reason: string
  option_id: string | null
  amount: string
  currency: string
  ref_id: string | null
  at: string
}

/** Postings of the futures wallet, newest first, with the option of the fill, position or order that they refer to. */
export async function listTransactions(
  tx: Tx,
  filter: Mine & { readonly reasons: readonly string[] | null },
  asked: Asked,
): Promise<Found<LedgerRow>> {
  const rows = `(
    select p.id, p.reason, p.amount, p.currency, p.ref_id, p.at, coalesce(f.option_id, o.option_id, r.option_id) as option_id
    from posting p
    left join trading_fill f on f.site_id = p.site_id and f.id = p.ref_id
    left join trading_position o on o.site_id = p.site_id and o.id = p.ref_id
    left join trading_order r on r.site_id = p.site_id and r.id = p.ref_id
    where p.site_id = $1 and p.member_id = $2 and p.account = 'MEMBER' and p.wallet_type = 'FUTURES'
      and p.at >= $4 and p.at < $5 and ($6::text[] is null or p.reason = any ($6))
  ) ledger`
  const where = `$3::bigint is null or option_id = $3`
  return found(tx, rows, where, 'id desc', [...mineValues(filter), filter.reasons], asked, (row: LedgerRecord) => ({
    id: Number(row.id),
    reason: row.reason,
    optionId: row.option_id === null ? null : Number(row.option_id),
    amount: BigInt(row.amount),
    currency: row.currency,
    refId: row.ref_id === null ? null : Number(row.ref_id),
    at: Number(row.at),
  }))
}

/** A member's order of the futures book, or null: another's is as unknown as one that nobody has. */
export async function orderById(tx: Tx, siteId: number, memberId: number, id: number): Promise<OrderRow | null> {
  const [row] = await tx.query<OrderRecord>(
    `select * from trading_order where site_id = $1 and id = $2 and member_id = $3 and book = 'futures'`,
    [siteId, id, memberId],
  )
  return row === undefined ? null : orderOf(row)
}

/** Whether a position of the futures book is a member's, open or closed. */
export async function isOwnPosition(tx: Tx, siteId: number, memberId: number, id: number): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from trading_position where site_id = $1 and id = $2 and member_id = $3 and book = 'futures'`,
    [siteId, id, memberId],
  )
  return rows.length > 0
}

async function found<R extends object, T>(
  tx: Tx,
  table: string,
  where: string,
  order: string,
  values: readonly unknown[],
  { limit, offset, isCounted }: Asked,
  of: (row: R) => T,
): Promise<Found<T>> {
  const [rows, [count]] = await Promise.all([
    tx.query<R>(
      `select * from ${table} where ${where} order by ${order} limit $${values.length + 1} offset $${values.length + 2}`,
      [...values, limit, offset],
    ),
    isCounted ? tx.query<{ total: string }>(`select count(*) as total from ${table} where ${where}`, values) : [],
  ])
  return { rows: rows.map(of), total: count === undefined ? null : Number(count.total) }
}
