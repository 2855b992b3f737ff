import { InvariantBroken, type PostingRow, type Rows, tableNames } from '@maru/core'
import { writes } from './statements.ts'

/** The rows of many effects, each changed row once in its newest form. */
export interface BatchRows {
  add(rows: Rows): void
  /** What `add` was given, counted before rows that changed twice were put together. */
  readonly effects: number
  readonly size: number
  rowsOf<T extends keyof Rows>(table: T): Rows[T]
}

export function collectRows(): BatchRows {
  const collected = Object.fromEntries(tableNames.map((name) => [name, []])) as unknown as {
    [T in keyof Rows]: Rows[T][number][]
  }
  const places = new Map<keyof Rows, Map<string, number>>()
  let effects = 0

  const addTable = <T extends keyof Rows>(table: T, rows: Rows[T]) => {
    const into = collected[table] as Rows[T][number][]
    const { upsert, nameOf } = writes[table]
    if (upsert === null) {
      for (const row of rows) into.push(row)
      return
    }
    let known = places.get(table)
    if (known === undefined) {
      known = new Map()
      places.set(table, known)
    }
    for (const row of rows) {
      const name = nameOf(row)
      const place = known.get(name)
      if (place === undefined) {
        known.set(name, into.length)
        into.push(row)
      } else into[place] = row
    }
  }

  return {
    add(rows) {
      assertBalanced(rows.postings)
      for (const table of tableNames) {
        const added = rows[table]
        if (added.length === 0) continue
        effects += added.length
        addTable(table, added as never)
      }
    },
    get effects() {
      return effects
    },
    get size() {
      return tableNames.reduce((sum, table) => sum + collected[table].length, 0)
    },
    rowsOf: (table) => collected[table] as never,
  }
}

/** Postings of one transaction sum to zero per currency: asserted here again, where they leave memory. */
function assertBalanced(postings: readonly PostingRow[]): void {
  if (postings.length === 0) return
  const sums = new Map<string, bigint>()
  for (const { txnId, currency, amount } of postings) {
    const key = `${txnId}:${currency}`
    sums.set(key, (sums.get(key) ?? 0n) + amount)
  }
  for (const [key, sum] of sums) {
    if (sum !== 0n) throw new InvariantBroken(`the postings of transaction ${key} sum to ${sum}`)
  }
}
