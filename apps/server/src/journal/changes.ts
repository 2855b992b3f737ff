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
  const changing = fieldsOf(table, 'changing') as readonly (keyof RowOf<T>)[]
  const fixed = fieldsOf(table, 'fixed') as readonly (keyof RowOf<T>)[]
  const differing = new Set<keyof RowOf<T>>()
  const added: RowOf<T>[] = []
  const changed: RowOf<T>[] = []
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place]!
    const earlier = before[place] ?? null
    if (earlier === null) {
      added.push(row)
      continue
    }
    for (const field of fixed) {
      if (row[field] === earlier[field]) continue
      throw new InvariantBroken(`${String(field)} of a row of ${table.name} changed, which is fixed`)
    }
    let isChanged = false
    for (const field of changing) {
      if (row[field] === earlier[field]) continue
      isChanged = true
      differing.add(field)
    }
    if (isChanged) changed.push(row)
  }
  return { added, changed, fields: (changing as readonly string[]).filter((field) => differing.has(field as never)) }
}
