import { type Column, columnName, fieldsOf, type RowOf, type Table } from '@maru/core'
import type { Tx } from '../ports.ts'
import { booleanArray, jsonArray, numberArray, textArray } from './array-literal.ts'

/** One statement of the journal: the rows of one kind, however many, as one parameter a column. */
export interface Statement<R> {
  readonly name: string
  readonly text: string
  values(rows: readonly R[]): string[]
}

/** The column of a field, as SQL names it. */
export const quoted = (field: string) => `"${columnName(field)}"`

/** Adds rows; one that is there already is an error. */
export function insertOf<T extends Table>(table: T): Statement<RowOf<T>> {
  const fields = Object.keys(table.columns)
  const names = fields.map(quoted).join(', ')
  return {
    name: `journal_${table.name}_add`,
    // Unnested side by side in the select list. In a from clause each would be stored whole before the first row.
    text: `insert into ${table.name} (${names}) select ${fields.map((field, place) => source(table, field, place + 1)).join(', ')}`,
    values: (rows) => fields.map((field) => encode(rows, table, field)),
  }
}

/** Adds rows that are not there yet, and leaves the others alone. */
export async function addMissing<T extends Table>(tx: Tx, table: T, rows: readonly RowOf<T>[]): Promise<void> {
  const { text, values } = insertOf(table)
  if (rows.length > 0) await tx.query(`${text} on conflict do nothing`, values(rows))
}

/**
 * Brings rows to their newest form in the columns that changed. It is an insert that meets the rows by their primary key: an update is
 * planned once, while the table may be empty, and its plan may read another index from end to end for each row.
 */
export function updateOf<T extends Table>(table: T, changed: readonly string[], name: string): Statement<RowOf<T>> {
  const added = insertOf(table)
  const key = fieldsOf(table, 'key').map(quoted)
  const set = changed.map((field) => `${quoted(field)} = excluded.${quoted(field)}`)
  return { ...added, name, text: `${added.text} on conflict (${key.join(', ')}) do update set ${set.join(', ')}` }
}

const columnOf = (table: Table, field: string) => table.columns[field] as Column

/** Documents that are never null are sent as one JSON array, which needs no quoting. */
function source(table: Table, field: string, place: number): string {
  const { sql } = columnOf(table, field)
  return sql === 'json' ? `json_array_elements($${place}::json)` : `unnest($${place}::${sql}[])`
}

function encode<T extends Table>(rows: readonly RowOf<T>[], table: T, field: string): string {
  const { sql, form, amounts } = columnOf(table, field)
  const of = (row: RowOf<T>) => row[field as keyof RowOf<T>]
  switch (form) {
    case 'text':
      return textArray(rows, of as (row: RowOf<T>) => string | null)
    case 'boolean':
      return booleanArray(rows, of as (row: RowOf<T>) => boolean | null)
    case 'document':
      if (sql === 'json') return JSON.stringify(rows.map(of))
      return jsonArray(rows, of, amounts.length > 0 ? amountsAsText : undefined)
    default:
      return numberArray(rows, of as (row: RowOf<T>) => number | bigint | null)
  }
}

const amountsAsText = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
