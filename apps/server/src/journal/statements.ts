import { fieldsOf, isChanging, type RowOf, type Table, type TableName, tableNames, tables } from '@maru/core'
import type { BatchRows } from './batch.ts'
import { ArraySpace } from './binary-array.ts'
import { changesOf } from './changes.ts'
import { insertOf, type Statement, updateOf } from './statement.ts'

type AnyRow = RowOf<Table>
type AnyStatement = Statement<AnyRow>

/** What is sent to the database. */
export interface Sent {
  readonly table: TableName
  readonly name: string
  readonly text: string
  readonly values: readonly Buffer[]
  /** How many rows it adds. */
  readonly added: number
}

/** How many sets of changed columns a table has prepared statements for on a connection. Rows of any further set are written whole. */
const mostSets = 24

interface Writes {
  readonly insert: AnyStatement
  /** By the columns that they write. */
  readonly updates: Map<string, AnyStatement>
}

const prepared = new Map<Table, Writes>()

function writesOf(table: Table): Writes {
  let writes = prepared.get(table)
  if (writes === undefined) {
    writes = { insert: insertOf(table), updates: new Map() }
    prepared.set(table, writes)
  }
  return writes
}

/**
 * The statements of a batch, in the order of the tables. Changed rows come before new ones: a position that is closed makes room for the
 * next one in a unique index of open positions. A table without rows has no statement.
 */
export function* statementsOf(batch: BatchRows, space = new ArraySpace()): Generator<Sent> {
  for (const table of tableNames) {
    const rows = batch.rowsOf(table)
    if (rows.length === 0) continue
    const before = isChanging(table) ? batch.beforeOf(table) : []
    const { added, changed, fields } = changesOf<Table>(tables[table], rows, before)
    if (changed.length > 0) yield sent(table, updateTo(tables[table], fields), changed, space)
    if (added.length > 0) {
      yield { ...sent(table, writesOf(tables[table]).insert, added, space), added: added.length }
    }
  }
}

const sent = (table: TableName, statement: AnyStatement, rows: readonly AnyRow[], space: ArraySpace): Sent => {
  const { name, text, values } = statement
  return { table, name, text, values: values(rows, space), added: 0 }
}

/** The statement that writes these fields. */
function updateTo(table: Table, fields: readonly string[]): AnyStatement {
  const { updates } = writesOf(table)
  const isKnown = updates.has(fields.join()) || updates.size < mostSets
  const written = isKnown ? fields : fieldsOf(table, 'changing')
  let update = updates.get(written.join())
  if (update === undefined) {
    update = updateOf(table, written, `journal_${table.name}_set_${updates.size}`)
    updates.set(written.join(), update)
  }
  return update
}
