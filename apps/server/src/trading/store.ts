import { type BookName, type FillRow, type OrderRow, type RowOf, type Table, tables } from '@maru/core'
import type { Period, Slice } from '../http/filters.ts'
import { Refused } from '../http/index.ts'
import { readerOf, select } from '../journal/index.ts'
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

/** The rows of a book that are one's own: $1 to $3 of `mineValues`; $4 and $5 are the period. */
export const mine = (book: BookName): string =>
  `site_id = $1 and member_id = $2 and book = '${book}' and ($3::bigint is null or option_id = $3)`
export const mineValues = ({ siteId, memberId, optionId, period }: Mine) => [
  siteId,
  memberId,
  optionId,
  period.from,
  period.to,
]

/** Done orders of a book by the time of their placing, newest first. */
export async function listClosedOrders(
  tx: Tx,
  book: BookName,
  filter: Mine & { readonly statuses: readonly string[] | null },
  asked: Asked,
): Promise<Found<OrderRow>> {
  const where = `${mine(book)} and accepted_at >= $4 and accepted_at < $5 and closed_at is not null
    and ($6::text[] is null or status = any ($6))`
  return foundIn(tx, tables.orders, where, 'id desc', [...mineValues(filter), filter.statuses], asked)
}

/** Fills of a book, newest first; of one order of the member where `orderId` is named. */
export async function listFills(
  tx: Tx,
  book: BookName,
  filter: Mine & { readonly orderId: number | null },
  asked: Asked,
): Promise<Found<FillRow>> {
  const { siteId, memberId, orderId } = filter
  if (orderId !== null && (await orderById(tx, book, siteId, memberId, orderId)) === null)
    throw new Refused('ORDER_NOT_FOUND')
  // A fill's id is given out after its order's: the index on the member reads no older ones.
  const where = `${mine(book)} and at >= $4 and at < $5 and ($6::bigint is null or (order_id = $6 and id > $6))`
  return foundIn(tx, tables.fills, where, 'id desc', [...mineValues(filter), orderId], asked)
}

/** A member's order of a book, or null; another member's order counts as unknown. */
export async function orderById(
  tx: Tx,
  book: BookName,
  siteId: number,
  memberId: number,
  id: number,
): Promise<OrderRow | null> {
  const where = 'where site_id = $1 and id = $2 and member_id = $3 and book = $4'
  const [row] = await select(tx, tables.orders, where, [siteId, id, memberId, book])
  return row ?? null
}

/** Rows of a table that the journal writes, and their number where it was asked for. */
export const foundIn = <T extends Table>(
  tx: Tx,
  table: T,
  where: string,
  order: string,
  values: readonly unknown[],
  asked: Asked,
): Promise<Found<RowOf<T>>> => found(tx, table.name, where, order, values, asked, readerOf(table))

/** Rows of a source, and their number where it was asked for. */
export async function found<R extends object, T>(
  tx: Tx,
  source: string,
  where: string,
  order: string,
  values: readonly unknown[],
  { limit, offset, isCounted }: Asked,
  of: (row: R) => T,
): Promise<Found<T>> {
  const [rows, [count]] = await Promise.all([
    tx.query<R>(
      `select * from ${source} where ${where} order by ${order} limit $${values.length + 1} offset $${values.length + 2}`,
      [...values, limit, offset],
    ),
    isCounted ? tx.query<{ total: string }>(`select count(*) as total from ${source} where ${where}`, values) : [],
  ])
  return { rows: rows.map(of), total: count === undefined ? null : Number(count.total) }
}
