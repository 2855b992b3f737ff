/** Every table that the journal writes, in the order in which it writes them. A book names its tables in its own `tables.ts`. */
import { commissionTables } from '../commissions/tables.ts'
import { configurationTables } from '../configuration/tables.ts'
import { copyTables } from '../copies/tables.ts'
import { futuresTables } from '../futures/tables.ts'
import { limitTables } from '../limits/tables.ts'
import { bonusTables } from '../money/bonus/tables.ts'
import { p2pTables } from '../money/p2p/tables.ts'
import { moneyTables } from '../money/tables.ts'
import { treasuryTables } from '../money/treasury/tables.ts'
import { outgoingTables } from '../outgoing/tables.ts'
import { overseaTables } from '../oversea/tables.ts'
import { releaseTables } from '../releases/tables.ts'
import { riskGroupTables } from '../risk-groups/tables.ts'
import { roundTables } from '../rounds/tables.ts'
import { staffActTables } from '../staff-acts/tables.ts'
import { stopTables } from '../stops/tables.ts'
import { tradingTables } from '../trading/tables.ts'
import { houseTables } from './house.ts'
import { type Changes, fieldsOf, type RowOf } from './table.ts'

export const tables = {
  ...roundTables,
  ...houseTables,
  ...limitTables,
  ...riskGroupTables,
  ...futuresTables,
  ...tradingTables,
  ...overseaTables,
  ...moneyTables,
  ...bonusTables,
  ...p2pTables,
  ...treasuryTables,
  ...commissionTables,
  ...copyTables,
  ...configurationTables,
  ...stopTables,
  ...releaseTables,
  ...outgoingTables,
  ...staffActTables,
}

export type Tables = typeof tables
export type TableName = keyof Tables
export const tableNames = Object.keys(tables) as readonly TableName[]

/** Row changes by table. An array holds the newest form of each changed row once; rows of tables where nothing changes are added. */
export interface Rows extends RowsByTable {}
type RowsByTable = { readonly [T in TableName]: RowOf<Tables[T]>[] }

/** Tables whose rows have later forms. */
export type ChangingTable = { [T in TableName]: Changes<Tables[T]> extends true ? T : never }[TableName]
/** Tables whose rows are only ever added. */
export type AddedTable = Exclude<TableName, ChangingTable>

/** Whether rows of a table have later forms. */
export const isChanging = (name: TableName): name is ChangingTable => changing.has(name)
const changing: ReadonlySet<TableName> = new Set(
  tableNames.filter((name) => fieldsOf(tables[name], 'changing').length > 0),
)

/** The form that each row of an effect had before it, in the same places; null: the row is new. */
export interface RowsBefore extends FormsBefore {}
type FormsBefore = { readonly [T in ChangingTable]: readonly (RowOf<Tables[T]> | null)[] }

/** A table's name in the snapshot of a core; never where a start reads none of its rows. */
type RestoredName<T extends TableName> = Tables[T]['restore'] extends { readonly as: infer Name extends string }
  ? Name
  : Tables[T]['restore'] extends { readonly rows: 'none' }
    ? never
    : T

/** What a start reads of the tables. */
export interface RestoredRows extends RestoredByName {}
type RestoredByName = { readonly [T in TableName as RestoredName<T>]: readonly RowOf<Tables[T]>[] }

const none: readonly never[] = Object.freeze([])

/** No row of any table. */
export const noRows = Object.fromEntries(tableNames.map((name) => [name, none])) as unknown as Rows

/** The name under which a snapshot holds a table's rows, or null where a start reads none. */
export function restoredName(name: TableName): keyof RestoredRows | null {
  const { restore } = tables[name]
  if (restore.rows === 'none') return null
  return (restore.rows === 'recent' ? restore.as : name) as keyof RestoredRows
}

/** A start that finds no row. */
export const nothingRestored = Object.fromEntries(
  tableNames.flatMap((name) => restoredName(name) ?? []).map((name) => [name, none]),
) as unknown as RestoredRows
