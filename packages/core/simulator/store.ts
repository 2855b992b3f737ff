import {
  type CoreSnapshot,
  fieldsOf,
  nameOf,
  type RestoredRows,
  type RowOf,
  type Rows,
  restoredName,
  type SiteConfig,
  type Table,
  type TableName,
  tableNames,
  tables,
} from '../src/index.ts'
import { resultOfBet, resultOfFill, resultsOfPostings } from './results.ts'

const day = 86_400_000

/** The rows of each table by their keys. */
type Kept = { readonly [T in TableName]: Map<string, Rows[T][number]> }
const Kept = class {
  constructor() {
    Object.assign(this, Object.fromEntries(tableNames.map((name) => [name, new Map()])))
  }
} as new () => Kept

const names = Object.fromEntries(tableNames.map((name) => [name, nameOf(tables[name])])) as unknown as {
  readonly [T in TableName]: (row: Rows[T][number]) => string
}

/** What a database would hold: the rows of committed batches, and nothing else. A crash loses all but this. */
export class Store extends Kept {
  /** Written by the server itself, beside the batches: no crash loses it. */
  readonly uses: CoreSnapshot['uses'][number][] = []
  readonly sites: readonly SiteConfig[]
  lastBatchAt: number | null = null

  /** `configured` is what a house begins with. */
  constructor(sites: readonly SiteConfig[], configured: { readonly [T in TableName]?: readonly Rows[T][number][] }) {
    super()
    this.sites = sites
    for (const name of tableNames) this.#write(name, configured[name] ?? [])
  }

  /** Commits one batch; throws where a unique key of the database would. */
  commit(batch: readonly Rows[], at: number): void {
    for (const rows of batch) for (const name of tableNames) this.#write(name, rows[name])
    this.lastBatchAt = at
  }

  #write<T extends TableName>(table: T, rows: readonly Rows[T][number][]): void {
    const kept: Map<string, Rows[T][number]> = this[table]
    const isAdded = fieldsOf(tables[table], 'changing').length === 0
    for (const row of rows) {
      const name = names[table](row)
      if (isAdded && kept.has(name)) throw new Error(`${tables[table].name} has ${name} twice`)
      kept.set(name, row)
    }
  }

  snapshot(at: number): CoreSnapshot {
    const timed = new Set(
      [...this.limits.values()].filter(({ kind }) => kind === 'TIME').map(({ memberId }) => memberId),
    )
    const limited = new Set([...this.limits.values()].map((row) => `${row.siteId}:${row.memberId}`))
    const today = kstDay(at)
    return {
      sites: this.sites,
      ...this.#restored(),
      uses: this.uses.filter(({ memberId }) => timed.has(memberId)),
      recentResults: [...this.bets.values()]
        .filter(
          (bet) =>
            (bet.status === 1 || bet.status === 2) &&
            bet.settledAt! > at - 30 * day &&
            limited.has(`${bet.siteId}:${bet.memberId}`),
        )
        .map(resultOfBet)
        .concat(
          [...this.fills.values()]
            .filter((fill) => fill.at > at - 30 * day && limited.has(`${fill.siteId}:${fill.memberId}`))
            .map(resultOfFill),
          resultsOfPostings(
            [...this.postings.values()].filter(
              (row) => row.at > at - 30 * day && limited.has(`${row.siteId}:${row.memberId}`),
            ),
          ),
        ),
      houseToday: this.sites.map(({ siteId }) => ({
        siteId,
        dayKst: today,
        pnl: -[...this.bets.values()]
          .filter((bet) => bet.siteId === siteId && bet.settledAt !== null && kstDay(bet.settledAt) === today)
          .reduce((sum, bet) => sum + bet.profit, 0n),
      })),
      lastBatchAt: this.lastBatchAt,
    }
  }

  /** What a start reads of each table. */
  #restored(): RestoredRows {
    const read = tableNames.flatMap((table) => {
      const name = restoredName(table)
      const rows: readonly RowOf<Table>[] = [...this[table].values()]
      return name === null ? [] : [[name, toRestore(tables[table], rows, this.lastBatchAt ?? 0)]]
    })
    return Object.fromEntries(read) as unknown as RestoredRows
  }
}

/** The rows of a table that a start reads, as its declaration says. */
function toRestore({ restore }: Table, rows: readonly RowOf<Table>[], newestAt: number): readonly RowOf<Table>[] {
  switch (restore.rows) {
    case 'all':
      return rows
    case 'none':
      return []
    case 'open':
      return rows.filter((row) => row[restore.until] === null)
    case 'recent':
      return rows.filter((row) => (row[restore.by] as number) > newestAt - restore.ms)
    case 'within':
      return rows.filter((row) => Object.entries(restore.where).every(([field, value]) => row[field] === value))
    case 'newest': {
      const newest = new Map<unknown, RowOf<Table>>()
      for (const row of rows) {
        const of = restore.of === null ? null : row[restore.of]
        const known = newest.get(of)
        if (known === undefined || (known[restore.by] as number) < (row[restore.by] as number)) newest.set(of, row)
      }
      return [...newest.values()]
    }
  }
}

export const replyName = (siteId: number, memberId: number, key: string) => `${siteId}:${memberId}:${key}`
/** The KST day of a moment, YYYY-MM-DD. */
export const kstDay = (at: number) => new Date(at + 9 * 3_600_000).toISOString().slice(0, 10)
