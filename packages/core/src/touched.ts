import type { Scope } from './query.ts'
import { type TableName, tableNames, tables } from './tables/index.ts'
import type { Effects } from './types.ts'

/** No answer is made of their rows. */
const unasked: ReadonlySet<TableName> = new Set(['house', 'postings', 'replies', 'fills', 'configChanges', 'outgoing'])

type Subject = 'memberId' | 'optionId' | 'siteId' | null

/** Whose the rows of a table are: a member's, an option's, a site's, or everybody's (null). */
const subjects: readonly (readonly [TableName, Subject])[] = tableNames
  .filter((name) => !unasked.has(name))
  .map((name) => {
    const { columns } = tables[name]
    const subject = (['memberId', 'optionId', 'siteId'] as const).find((column) => column in columns)
    return [name, subject ?? null]
  })

type Owned = Readonly<Record<NonNullable<Subject>, number>>

/** Whose answers the rows of some effects change. */
export class Touched {
  readonly #members = new Set<number>()
  readonly #options = new Set<number>()
  readonly #sites = new Set<number>()
  #isEverybody = false
  #isAnything = false

  /** Takes the rows of one call. */
  add({ rows }: Pick<Effects, 'rows'>): void {
    for (const [name, subject] of subjects) {
      const changed = rows[name] as readonly unknown[] as readonly Owned[]
      if (changed.length === 0) continue
      this.#isAnything = true
      if (subject === null) this.#isEverybody = true
      else {
        const touched = this.#of(subject)
        for (const row of changed) touched.add(row[subject])
      }
    }
  }

  /** Whether the answer of a query could be another one without these rows. */
  concerns(scope: Scope, args: object): boolean {
    if (scope === 'market') return false
    if (scope === 'house') return this.#isAnything
    const { siteId, optionId, memberId, memberIds = [] } = args as Partial<Named>
    if (this.#isEverybody || (siteId !== undefined && this.#sites.has(siteId))) return true
    if (scope === 'option' && optionId !== undefined && this.#options.has(optionId)) return true
    if (memberId != null && this.#members.has(memberId)) return true
    return memberIds.some((id) => this.#members.has(id))
  }

  #of(subject: NonNullable<Subject>): Set<number> {
    if (subject === 'memberId') return this.#members
    return subject === 'optionId' ? this.#options : this.#sites
  }
}

interface Named {
  readonly siteId: number
  readonly optionId: number
  readonly memberId: number | null
  readonly memberIds: readonly number[]
}
