import { type Column, columnName, fieldsOf, type RowOf, type Table } from '@maru/core'
import type { Tx } from '../ports.ts'
import type { SiteGroup } from './site-group.ts'
import { quoted } from './statement.ts'

/** A row as PostgreSQL gives it: int8 and numeric come as strings. */
export type DatabaseRow = Readonly<Record<string, unknown>>

/** How rows of a table are read back; fields of `known` are not in the answer and hold these values in every row. */
export function readerOf<T extends Table>(table: T, known: Partial<RowOf<T>> = {}): (row: DatabaseRow) => RowOf<T> {
  const parts = Object.entries(table.columns).filter(([field]) => !(field in known))
  const fields = parts.map(([field, column]) => ({ field, name: columnName(field), decode: decoderOf(column) }))
  // Every row starts as a copy of one with all fields in their order, so that rows have one hidden class.
  const shape: Record<string, unknown> = {}
  for (const field of Object.keys(table.columns)) shape[field] = known[field as keyof RowOf<T>] ?? null
  return (row) => {
    const read = { ...shape }
    for (const { field, name, decode } of fields) {
      const value = row[name]
      read[field] = value === null || decode === null ? value : decode(value)
    }
    return read as RowOf<T>
  }
}

const columnsOf = (alias: string, fields: readonly string[]): string =>
  fields.map((field) => `${alias}.${quoted(field)}`).join(', ')

/** Reads rows of a table; `rest` follows the table's name (`where …`, `order by …`). */
export async function select<T extends Table>(
  tx: Tx,
  table: T,
  rest: string,
  values: readonly unknown[] = [],
): Promise<RowOf<T>[]> {
  const rows = await tx.query<DatabaseRow>(`select * from ${table.name} ${rest}`, values)
  return rows.map(readerOf(table))
}

/** Whose rows a start reads, and the domain time of the newest batch of theirs. */
export interface RestoreFrom {
  readonly group: SiteGroup
  readonly newestAt: number
}

/** Reads what a start needs of a table: rows of the group's sites, or of the group itself. */
export async function selectToRestore<T extends Table>(tx: Tx, table: T, from: RestoreFrom): Promise<RowOf<T>[]> {
  const { restore } = table
  const inOrder = fieldsOf(table, 'key').map(quoted).join(', ')
  const { text: own, value } = ownRows(table, from.group)
  switch (restore.rows) {
    case 'none':
      return []
    case 'all':
      return select(tx, table, `where ${own} order by ${inOrder}`, [value])
    case 'open':
      return select(tx, table, `where ${quoted(restore.until)} is null and ${own} order by ${inOrder}`, [value])
    case 'recent': {
      const by = quoted(restore.by)
      const since = from.newestAt - restore.ms
      return select(tx, table, `where ${own} and ${by} > $2 order by ${by}, ${inOrder}`, [value, since])
    }
    case 'newest':
      return selectNewest(tx, table, restore, from.group)
    case 'within':
      return selectWithin(tx, table, restore, from.group)
  }
}

type Newest = Extract<Table['restore'], { rows: 'newest' }>
type Within = Extract<Table['restore'], { rows: 'within' }>

/** The condition that a row is the group's; `value` is the parameter $1. */
function ownRows({ name, columns }: Table, group: SiteGroup): { readonly text: string; readonly value: unknown } {
  if ('siteGroup' in columns) return { text: 'site_group = $1', value: group.name }
  if ('siteId' in columns) return { text: group.condition('site_id', 1), value: group.sites }
  throw new Error(`rows of ${name} belong to no site and to no group`)
}

async function selectNewest<T extends Table>(tx: Tx, table: T, { by, of }: Newest, group: SiteGroup) {
  const { text: own, value } = ownRows(table, group)
  if (of === null) return select(tx, table, `where ${own} order by ${quoted(by)} desc limit 1`, [value])
  const each = `select distinct on (${quoted(of)}) * from ${table.name} where ${own} order by ${quoted(of)}, ${quoted(by)} desc`
  return (await tx.query<DatabaseRow>(each, [value])).map(readerOf(table))
}

/** The rows whose parents a start reads, without the fields that all of them have in common. */
async function selectWithin<T extends Table>(
  tx: Tx,
  table: T,
  { parent, link, where, still }: Within,
  group: SiteGroup,
) {
  if (parent.restore.rows !== 'open') throw new Error(`not all open rows of ${parent.name} are read at a start`)
  const fields = Object.keys(table.columns).filter((field) => !(field in still))
  const conditions = Object.entries(where).map(([field, value]) => `t.${quoted(field)} = ${value}`)
  const isRead = [`p.${quoted(parent.restore.until)} is null`, group.condition('p.site_id', 1), ...conditions]
  const rows = await tx.query<DatabaseRow>(
    `select ${columnsOf('t', fields)}
     from ${parent.name} p join ${table.name} t on t.site_id = p.site_id and t.${quoted(link)} = p.id
     where ${isRead.join(' and ')}
     order by t.site_id, t.id`,
    [group.sites],
  )
  return rows.map(readerOf(table, still as Partial<RowOf<T>>))
}

/** null: the driver's value is the row's. */
function decoderOf({ sql, form, amounts }: Column): ((value: unknown) => unknown) | null {
  if (form === 'bigint') return (value) => BigInt(value as string)
  if (sql === 'bigint') return Number
  if (sql === 'text' && form === 'document') return (value) => JSON.parse(value as string)
  if (amounts.length === 0) return null
  return (value) => (value as DatabaseRow[]).map((item) => withAmounts(item, amounts))
}

const withAmounts = (item: DatabaseRow, amounts: readonly string[]): DatabaseRow => ({
  ...item,
  ...Object.fromEntries(amounts.map((name) => [name, BigInt(item[name] as string)])),
})
