import { document, text, whole } from '../tables/column.ts'
import { type RowOf, table } from '../tables/table.ts'

/** What one row was and became; of columns that changed alone. */
export interface ActChange {
  readonly table: string
  /** The values of its key. */
  readonly row: string
  /** null: the row is new. */
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>>
}

export const staffActTables = {
  /** What staff did and looked at: rows that nobody changes. The journal writes what the core decided, the API the rest. */
  staffActs: table(
    'staff_act',
    {
      siteId: whole.key,
      id: whole.key,
      staffId: whole,
      /** The kind of the command, or method and path of a read. */
      action: text(),
      subjectId: whole.orNull,
      reason: text(),
      /** The second person who agreed. */
      approvedBy: whole.orNull,
      /** The code with which it was refused; null: it was done. */
      refusal: text().orNull,
      /** What was asked for. */
      said: document<Readonly<Record<string, unknown>>>(),
      changes: document<readonly ActChange[]>(),
      /** The idempotency key of a command, the id of a request that has none. */
      request: text().orNull,
      at: whole, // wall clock
    },
    { rows: 'none' },
  ),
}

export interface StaffActRow extends RowOf<typeof staffActTables.staffActs> {}
