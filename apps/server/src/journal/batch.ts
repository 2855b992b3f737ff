import {
  type ChangingTable,
  type Effects,
  InvariantBroken,
  isChanging,
  nameOf,
  type PostingRow,
  type Rows,
  type TableName,
  tableNames,
  tables,
} from '@maru/core'

/** What the journal needs of an effect. */
export type Changes = Pick<Effects, 'rows' | 'before'>

/** The rows of many effects, each changed row once in its newest form, with its form before all of them. */
export interface BatchRows {
  add(changes: Changes): void
  /** What `add` was given, counted before rows that changed twice were put together. */
  readonly effects: number
  readonly size: number
  rowsOf<T extends TableName>(table: T): Rows[T]
  beforeOf<T extends ChangingTable>(table: T): Effects['before'][T]
}

type AnyRow = Rows[TableName][number]

/** The rows of one table. `nameOf`: of tables whose rows change. */
interface Collected {
  readonly rows: AnyRow[]
  readonly before: (AnyRow | null)[]
  readonly places: Map<string, number>
  readonly nameOf: ((row: AnyRow) => string) | null
}

const none: readonly never[] = []
const namesOf = new Map(tableNames.map((name) => [name, isChanging(name) ? nameOf(tables[name]) : null]))

export function collectRows(): BatchRows {
  const collected = new Map<TableName, Collected>()
  let effects = 0
  const of = (name: TableName): Collected => {
    let table = collected.get(name)
    if (table === undefined) {
      table = { rows: [], before: [], places: new Map(), nameOf: (namesOf.get(name) ?? null) as Collected['nameOf'] }
      collected.set(name, table)
    }
    return table
  }
  return {
    add({ rows, before }) {
      assertBalanced(rows.postings)
      for (const name of tableNames) {
        const added = rows[name]
        if (added.length === 0) continue
        effects += added.length
        addTo(of(name), added, isChanging(name) ? before[name] : [])
      }
    },
    get effects() {
      return effects
    },
    get size() {
      let size = 0
      for (const { rows } of collected.values()) size += rows.length
      return size
    },
    rowsOf: (name) => (collected.get(name)?.rows ?? none) as never,
    beforeOf: (name) => (collected.get(name)?.before ?? none) as never,
  }
}

function addTo(table: Collected, rows: readonly AnyRow[], before: readonly (AnyRow | null)[]): void {
  const { nameOf, places } = table
  // By place: `entries()` makes a pair for each row.
  for (let nth = 0; nth < rows.length; nth++) {
    const row = rows[nth]!
    const name = nameOf === null ? null : nameOf(row)
    const place = name === null ? undefined : places.get(name)
    if (place !== undefined) {
      table.rows[place] = row
      continue
    }
    if (name !== null) places.set(name, table.rows.length)
    table.rows.push(row)
    table.before.push(before[nth] ?? null)
  }
}

/** Postings of one transaction sum to zero per currency: asserted here again, where they leave memory. */
function assertBalanced(postings: readonly PostingRow[]): void {
  let from = 0
  for (let to = 1; to <= postings.length; to++) {
    if (postings[to]?.txnId === postings[from]!.txnId) continue
    assertZero(postings, from, to)
    from = to
  }
}

/** Those of one transaction, which are told one after another. */
function assertZero(postings: readonly PostingRow[], from: number, to: number): void {
  for (let one = from; one < to; one++) {
    const { txnId, currency } = postings[one]!
    let sum = 0n
    for (let place = from; place < to; place++)
      if (postings[place]!.currency === currency) sum += postings[place]!.amount
    if (sum !== 0n) throw new InvariantBroken(`the postings of transaction ${txnId}:${currency} sum to ${sum}`)
  }
}
