/**
 * How long the rows that time and prices trigger may keep a batch, or staff beside members, beside what a batch costs without rows. Whoever sends
 * a command waits for about two batches. Three milliseconds made these waits a third longer and what time and prices trigger somewhat faster (bench `gap`, `sessionclose`).
 */
const rowsMs = 1.2
/** Fewer make a batch little shorter and the work much slower: 60 rows kept `sessionclose` for up to five seconds. */
const leastRows = 120
const mostRows = 500

/** A batch of so few rows costs what any batch costs. */
const fewRows = 50
/** From so many rows on, what a batch takes tells what a row costs. */
const manyRows = 100
/** Weight of the newest batch in a mean. */
const weight = 0.1
/** A pause of the machine counts as so many times the mean at most. */
const mostTimes = 4

/**
 * How many row effects fit into a short batch: as many as the batches before became durable with in `rowsMs`, by the speed of this
 * machine and what else it does.
 */
export class Pace {
  /** Mean cost of a batch without rows, and of a row. */
  #batchMs = 2
  #rowMs = rowsMs / 125
  #durableAt = Number.NEGATIVE_INFINITY

  /**
   * A batch is durable at `at`, by the clock that `openedAt` is of: when its first row came. Before the batch ahead of it was durable, its
   * own time had not begun.
   */
  durable({ rows, openedAt, at }: { readonly rows: number; readonly openedAt: number; readonly at: number }): void {
    const ms = at - Math.max(openedAt, this.#durableAt)
    this.#durableAt = at
    if (rows <= fewRows) this.#batchMs = mean(this.#batchMs, ms)
    else if (rows >= manyRows) this.#rowMs = mean(this.#rowMs, Math.max(0, ms - this.#batchMs) / rows)
  }

  get shortRows(): number {
    return Math.round(Math.min(mostRows, Math.max(leastRows, rowsMs / this.#rowMs)))
  }
}

const mean = (of: number, newest: number): number => of + (Math.min(newest, of * mostTimes) - of) * weight
