import { fieldsOf, InvariantBroken, type RowOf, type Table } from '@maru/core'

/** Rows of one table in a batch: those that are new, those that were there, and in which fields any of these changed. */
export interface TableChanges<R> {
  readonly added: readonly R[]
  readonly changed: readonly R[]
  readonly fields: readonly string[]
}

/** Compares the newest form of each row with its form before the batch (null: it is new). A row that did not change is in neither list. */
export function changesOf<T extends Table>(
  table: T,
  rows: readonly RowOf<T>[],
  before: readonly (RowOf<T> | null)[],
): TableChanges<RowOf<T>> {
  const changing = fieldsOf(table, 'changing')
  const fixed = fieldsOf(table, 'fixed')
  const differing = new Set<string>()
  const added: RowOf<T>[] = []
  const changed: RowOf<T>[] = []
  const differs = (row: RowOf<T>, earlier: RowOf<T>) => (field: string) =>
    row[field as keyof RowOf<T>] !== earlier[field as keyof RowOf<T>]
  for (const [place, row] of rows.entries()) {
    const earlier = before[place] ?? null
    if (earlier === null) {
      added.push(row)
      continue
    }
    const isOther = differs(row, earlier)
    const broken = fixed.find(isOther)
    if (broken !== undefined) throw new InvariantBroken(`${broken} of a row of ${table.name} changed, which is fixed`)
    const fields = changing.filter(isOther)
    if (fields.length > 0) changed.push(row)
    for (const field of fields) differing.add(field)
  }
  return { added, changed, fields: changing.filter((field) => differing.has(field)) }
}
