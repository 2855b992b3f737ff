import { booleanArray, jsonArray, numberArray, textArray } from './array-literal.ts'

type ColumnType = 'bigint' | 'numeric' | 'int' | 'smallint' | 'text' | 'uuid' | 'boolean' | 'jsonb' | 'json'
export type Column<R> = readonly [name: string, type: ColumnType, of: (row: R) => unknown]

/** One statement of the journal: the rows of one kind, however many, as one parameter a column. */
export interface TableStatement<R> {
  readonly name: string
  readonly text: string
  values(rows: readonly R[]): string[]
  /** What names a row; null where rows are only ever added. */
  readonly keyOf: ((row: R) => string) | null
}

export function table<R>(
  name: string,
  columns: readonly Column<R>[],
  key: readonly string[],
  /** Columns that a later form of the row may change; null: rows are only added, and a row that is there already is an error. */
  changing: readonly string[] | null,
  keyOf: ((row: R) => string) | null,
): TableStatement<R> {
  const quoted = (column: string) => `"${column}"`
  const names = columns.map(([column]) => quoted(column)).join(', ')
  const sources = columns.map(([, type], index) => source(type, index + 1)).join(', ')
  const updates = changing?.map((column) => `${quoted(column)} = excluded.${quoted(column)}`)
  const onConflict = updates ? ` on conflict (${key.map(quoted).join(', ')}) do update set ${updates.join(', ')}` : ''
  return {
    name: `journal_${name}${changing === null ? '_add' : ''}`,
    // Unnested side by side in the select list: as sources of a from clause each would be stored whole before the first row.
    text: `insert into ${name} (${names}) select ${sources}${onConflict}`,
    values: (rows) => columns.map((column) => encode(rows, column)),
    keyOf,
  }
}

/** The same statement, but that it leaves rows alone that are there already. */
export const unlessThere = <R>(added: TableStatement<R>): TableStatement<R> => ({
  ...added,
  name: `${added.name}_unless_there`,
  text: `${added.text} on conflict do nothing`,
})

/** Documents that are always there come as one JSON array: no quoting, no escapes. */
function source(type: ColumnType, place: number): string {
  return type === 'json' ? `json_array_elements($${place}::json)` : `unnest($${place}::${type}[])`
}

function encode<R>(rows: readonly R[], [, type, of]: Column<R>): string {
  switch (type) {
    case 'text':
    case 'uuid':
      return textArray(rows, of as (row: R) => string | null)
    case 'boolean':
      return booleanArray(rows, of as (row: R) => boolean)
    case 'jsonb':
      return jsonArray(rows, of)
    case 'json':
      return JSON.stringify(rows.map(of))
    default:
      return numberArray(rows, of as (row: R) => number | bigint | null)
  }
}
