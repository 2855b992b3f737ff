import type { Column, Role } from './column.ts'

export type Columns = Readonly<Record<string, Column>>

/**
 * Which rows a start reads:
 * - `all` or `none` of them;
 * - `open`: those whose column `until` is null; with `again` one that ended may begin again under its key;
 * - `newest`: the newest by a column, of each value of `of`;
 * - `recent`: those of the last `ms` before the newest batch, in the snapshot under a name of their own;
 * - those of the parents that a start reads: `where` says which, and `still` names the values that all of them have, which are not read.
 */
export type Restore<C extends string = string> =
  | { readonly rows: 'all' }
  | { readonly rows: 'none' }
  | { readonly rows: 'open'; readonly until: C; readonly again?: true }
  | { readonly rows: 'newest'; readonly by: C; readonly of: C | null }
  | { readonly rows: 'recent'; readonly by: C; readonly ms: number; readonly as: string }
  | {
      readonly rows: 'within'
      readonly parent: Table
      /** The column that names the parent's id. */
      readonly link: C
      readonly where: { readonly [K in C]?: number }
      readonly still: { readonly [K in C]?: number | bigint | null }
    }

/** A table that the journal writes: everything that is said about it is said here. A column's name is its field's in snake_case. */
export interface Table<C extends Columns = Columns, R extends Restore = Restore> {
  readonly name: string
  readonly columns: C
  readonly restore: R
}

/** A row of a table in memory. */
export type RowOf<T extends Table> = RowIn<T['columns']>
type RowIn<C extends Columns> = { readonly [K in keyof C]: C[K]['value'] }

/** The fields that have a role. */
type FieldsOf<T extends Table, R extends Role> = {
  [K in keyof T['columns']]: T['columns'][K] extends Column<unknown, R> ? K : never
}[keyof T['columns']]

/** Whether rows of a table have later forms; those of others are only added. */
export type Changes<T extends Table> = [FieldsOf<T, 'changing'>] extends [never] ? false : true

export const table = <const C extends Columns, const R extends Restore<keyof C & string>>(
  name: string,
  columns: C,
  restore: R,
): Table<C, R> => ({ name, columns, restore })

type FieldsByRole = Readonly<Record<Role, readonly string[]>>
const fieldsByTable = new WeakMap<Table, FieldsByRole>()

/** The fields of a table that have a role, in their order; found once, for every batch asks. */
export function fieldsOf(of: Table, role: Role): readonly string[] {
  let fields = fieldsByTable.get(of)
  if (fields === undefined) {
    const having = (wanted: Role) => Object.keys(of.columns).filter((field) => of.columns[field]?.role === wanted)
    fields = { key: having('key'), fixed: having('fixed'), changing: having('changing') }
    fieldsByTable.set(of, fields)
  }
  return fields[role]
}

/** The column of a field in the database. */
export const columnName = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * What names a row of a table, as text. Joined: a text that is put together by `+` is made flat once it is a key, and both forms are kept
 * until the batch is durable (bench `sessionclose` shows it).
 */
export function nameOf<T extends Table>(of: T): (row: RowOf<T>) => string {
  const key = fieldsOf(of, 'key') as (keyof RowOf<T>)[]
  return (row) => key.map((field) => row[field]).join(':')
}
