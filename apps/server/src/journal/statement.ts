import { type Column, columnName, fieldsOf, type RowOf, type Table } from '@maru/core'
import type { Tx } from '../ports.ts'
import { ArraySpace, boolArray, int2Array, int4Array, int8Array, jsonbArray, textArray } from './binary-array.ts'

/** One statement of the journal: the rows of one kind, however many, as one parameter a column. */
export interface Statement<R> {
  readonly name: string
  readonly text: string
  /** They are in `space` until it is reset. */
  values(rows: readonly R[], space: ArraySpace): Buffer[]
}

/** The column of a field, as SQL names it. */
export const quoted = (field: string) => `"${columnName(field)}"`

/** Adds rows; one that is there already is an error, or begins again where its table says so. */
export function insertOf<T extends Table>(table: T): Statement<RowOf<T>> {
  const fields = Object.keys(table.columns)
  const names = fields.map(quoted).join(', ')
  return {
    name: `journal_${table.name}_add`,
    // Unnested side by side in the select list. In a from clause each would be stored whole before the first row.
    text: `insert into ${table.name} (${names}) select ${fields.map((field, place) => source(table, field, place + 1)).join(', ')}${again(table)}`,
    values: (rows, space) => fields.map((field) => encode(space, rows, table, field)),
  }
}

function again(table: Table): string {
  if (table.restore.rows !== 'open' || table.restore.again !== true) return ''
  const set = fieldsOf(table, 'changing').map((field) => `${quoted(field)} = excluded.${quoted(field)}`)
  return ` on conflict (${fieldsOf(table, 'key').map(quoted).join(', ')}) do update set ${set.join(', ')}`
}

/** Adds rows that are not there yet, and leaves the others alone. */
export async function addMissing<T extends Table>(tx: Tx, table: T, rows: readonly RowOf<T>[]): Promise<void> {
  const { text, values } = insertOf(table)
  if (rows.length > 0) await tx.query(`${text} on conflict do nothing`, values(rows, new ArraySpace()))
}

/**
 * Brings rows to their newest form in the columns that changed. A row that is not there is an error. Rows are found by their primary key, as
 * long as the plan was made for a table that has some (`openJournal`).
 */
export function updateOf<T extends Table>(table: T, changed: readonly string[], name: string): Statement<RowOf<T>> {
  const key = fieldsOf(table, 'key')
  const fields = [...key, ...changed]
  const sources = fields.map((field, place) => `${source(table, field, place + 1)} as ${quoted(field)}`)
  const set = changed.map((field) => `${quoted(field)} = newest.${quoted(field)}`)
  const isThat = key.map((field) => `t.${quoted(field)} = newest.${quoted(field)}`)
  return {
    name,
    text: `with written as (
        update ${table.name} t set ${set.join(', ')} from (select ${sources.join(', ')}) newest
        where ${isThat.join(' and ')} returning 1)
      select maru_all_written(cardinality($1), (select count(*) from written))`,
    values: (rows, space) => fields.map((field) => encode(space, rows, table, field)),
  }
}

const columnOf = (table: Table, field: string) => table.columns[field] as Column

/** The column's values, a row each. Numbers of any size travel as text. */
function source(table: Table, field: string, place: number): string {
  const { sql } = columnOf(table, field)
  return sql === 'numeric' ? `unnest($${place}::text[])::numeric` : `unnest($${place}::${sql}[])`
}

function encode<T extends Table>(space: ArraySpace, rows: readonly RowOf<T>[], table: T, field: string): Buffer {
  const { sql, form, amounts } = columnOf(table, field)
  const of = (row: RowOf<T>): unknown => row[field as keyof RowOf<T>]
  const text = (row: RowOf<T>) => {
    const value = of(row)
    return value === null ? null : JSON.stringify(value, amounts.length > 0 ? amountsAsText : undefined)
  }
  switch (sql) {
    case 'bigint':
      return int8Array(space, rows, of as (row: RowOf<T>) => number | bigint | null)
    case 'int':
      return int4Array(space, rows, of as (row: RowOf<T>) => number | null)
    case 'smallint':
      return int2Array(space, rows, of as (row: RowOf<T>) => number | null)
    case 'boolean':
      return boolArray(space, rows, of as (row: RowOf<T>) => boolean | null)
    case 'jsonb':
      return jsonbArray(space, rows, text)
    case 'numeric':
      return textArray(space, rows, (row) => of(row)?.toString() ?? null)
    case 'text':
      return textArray(space, rows, form === 'document' ? text : (of as (row: RowOf<T>) => string | null))
  }
}

const amountsAsText = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
