/**
 * When the plans of a connection are to be made anew. For a table with few rows the planner takes an index of the key and another one for
 * equally good, and may read the other from end to end for each row. So plans are made anew each time that the rows which the connection
 * added to a table doubled, until they are so many that the planner can tell.
 */
export class PlanAge {
  readonly #added = new Map<string, number>()
  #isDue = false

  /** A batch adds rows to a table. */
  note(table: string, rows: number): void {
    const before = this.#added.get(table) ?? 0
    if (before >= manyRows) return
    this.#added.set(table, before + rows)
    if (Math.clz32(before) !== Math.clz32(before + rows)) this.#isDue = true
  }

  /** Whether plans are to be made anew now; asked once. */
  take(): boolean {
    const isDue = this.#isDue
    this.#isDue = false
    return isDue
  }
}

const manyRows = 16_384
