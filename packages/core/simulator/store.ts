import {
  type ChangingTable,
  type CoreSnapshot,
  type Effects,
  fieldsOf,
  isChanging,
  nameOf,
  payingProviders,
  type RestoredRows,
  type RowOf,
  type Rows,
  type RowsBefore,
  restoredName,
  type SiteConfig,
  type Table,
  type TableName,
  tableNames,
  tables,
} from '../src/index.ts'
import { depositsOf } from './money/deposits.ts'
import { resultOfBet, resultOfFill, resultsOfPostings } from './results.ts'
import { wallOf } from './uses.ts'

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
  lastBatchAt: number | null = null

  /** `configured` is what a house begins with. */
  constructor(sites: readonly SiteConfig[], configured: { readonly [T in TableName]?: readonly Rows[T][number][] }) {
    super()
    this.#write('sites', sites)
    for (const name of tableNames) this.#write(name, configured[name] ?? [])
  }

  /** A backup of it; what is returned brings it back to that. */
  backUp(): () => void {
    const { lastBatchAt } = this
    const kept = tableNames.map(
      (name) => [this[name] as Map<string, unknown>, new Map<string, unknown>(this[name])] as const,
    )
    return () => {
      for (const [rows, before] of kept) {
        rows.clear()
        for (const [name, row] of before) rows.set(name, row)
      }
      this.lastBatchAt = lastBatchAt
    }
  }

  /** No provider pays until it was asked what happened since the backup that was restored. */
  barPayouts(siteIds: readonly number[], wall: number): void {
    this.#write(
      'payoutBars',
      siteIds.flatMap((siteId) =>
        payingProviders.map((provider) => ({
          siteId,
          provider,
          since: this.lastBatchAt ?? 0,
          barredAt: wall,
          liftedAt: null,
        })),
      ),
    )
  }

  /** Commits one batch; throws where a unique key of the database would. `isTampered`: a test changed the rows that the core gave. */
  commit(batch: readonly Pick<Effects, 'rows' | 'before'>[], at: number, isTampered: boolean): void {
    for (const { rows, before } of batch) {
      for (const name of tableNames) {
        if (rows[name].length === 0) continue
        if (isChanging(name) && !isTampered) this.#compare(name, rows[name], before[name])
        this.#write(name, rows[name])
      }
    }
    this.lastBatchAt = at
  }

  /** Deletes the replies to providers from before `before`, as a server does after 25 h; returns their names. */
  forgetReplies(before: number): readonly string[] {
    const old = [...this.replies].filter(([, { actorKind, at }]) => actorKind === 'provider' && at < before)
    for (const [name] of old) this.replies.delete(name)
    return old.map(([name]) => name)
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
      siteGroup: 'main',
      ...this.#restored(),
      uses: this.uses.filter(({ memberId }) => timed.has(memberId)),
      recentDeposits: [...new Map([...this.limits.values()].map((row) => [row.memberId, row])).values()]
        .filter(({ memberId }) => this.#limitsDeposits(memberId))
        .flatMap(({ siteId, memberId }) =>
          depositsOf(this.dnw, memberId).map((deposit) => ({ siteId, memberId, ...deposit })),
        ),
      recentResults: [...this.bets.values()]
        .filter(
          (bet) =>
            (bet.status === 1 || bet.status === 2) &&
            bet.settledWall! > wallOf(at) - 30 * day &&
            limited.has(`${bet.siteId}:${bet.memberId}`),
        )
        .map(resultOfBet)
        .concat(
          [...this.fills.values()]
            .filter((fill) => fill.wall! > wallOf(at) - 30 * day && limited.has(`${fill.siteId}:${fill.memberId}`))
            .map(resultOfFill),
          resultsOfPostings(
            [...this.postings.values()].filter(
              (row) => row.wall! > wallOf(at) - 30 * day && limited.has(`${row.siteId}:${row.memberId}`),
            ),
          ),
        ),
      houseToday: [...this.sites.values()].map(({ siteId }) => ({
        siteId,
        dayKst: today,
        pnl: -[...this.bets.values()]
          .filter((bet) => bet.siteId === siteId && bet.settledAt !== null && kstDay(bet.settledAt) === today)
          .reduce((sum, bet) => sum + bet.profit, 0n),
      })),
      lastBatchAt: this.lastBatchAt,
    }
  }

  #limitsDeposits(memberId: number): boolean {
    return [...this.limits.values()].some((row) => row.memberId === memberId && row.kind === 'DEPOSIT')
  }

  /** The forms before, which effects carry, must be the stored ones: by them the journal knows new rows and changed columns. */
  #compare<T extends ChangingTable>(table: T, rows: readonly Rows[T][number][], before: RowsBefore[T]): void {
    const kept: Map<string, Rows[T][number]> = this[table]
    const fixed = fieldsOf(tables[table], 'fixed') as (keyof Rows[T][number])[]
    for (const [place, row] of rows.entries()) {
      const name = names[table](row)
      if ((kept.get(name) ?? null) !== (before[place] ?? null))
        throw new Error(`the form of ${tables[table].name} ${name} before its change is not the stored one`)
      const earlier: Rows[T][number] | null = before[place] ?? null
      const changed = earlier && fixed.find((field) => row[field] !== earlier[field])
      if (changed) throw new Error(`${String(changed)} of ${tables[table].name} ${name} changed, which is fixed`)
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

/** The KST day of a moment, YYYY-MM-DD. */
export const kstDay = (at: number) => new Date(at + 9 * 3_600_000).toISOString().slice(0, 10)
