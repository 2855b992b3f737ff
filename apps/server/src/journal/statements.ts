import { fieldsOf, nameOf, type Rows, type Table, type TableName, tableNames, tables } from '@maru/core'
import { insertOf, type Statement, upsertOf } from './statement.ts'

type Row<T extends TableName> = Rows[T][number]

interface Writes<R> {
  readonly insert: Statement<R>
  /** null: rows are only added. */
  readonly upsert: Statement<R> | null
  nameOf(row: R): string
}

const writesOf = (table: Table): Writes<never> => ({
  insert: insertOf(table),
  upsert: fieldsOf(table, 'changing').length === 0 ? null : upsertOf(table),
  nameOf: nameOf(table),
})

/** How the journal writes each table. */
export const writes = Object.fromEntries(tableNames.map((name) => [name, writesOf(tables[name])])) as unknown as {
  readonly [T in TableName]: Writes<Row<T>>
}
