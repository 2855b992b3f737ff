import type { EpochMs, LimitWindow, Use } from '../types.ts'
import { windowMs } from './history.ts'

/** How long one member was here, over 30 days by the wall clock. Time that is told twice, by two devices or once more, counts once. */
export class UseHistory {
  /** Apart from each other, in order of time. */
  readonly #stretches: Use[] = []

  add({ from, to }: Use): void {
    if (to <= from) return
    // What is told is nearly always the newest.
    let first = this.#stretches.length
    while (first > 0 && this.#stretches[first - 1]!.to >= from) first--
    let end = first
    while (end < this.#stretches.length && this.#stretches[end]!.from <= to) end++
    const met = this.#stretches.slice(first, end)
    const joined = { from: Math.min(from, met[0]?.from ?? from), to: Math.max(to, met.at(-1)?.to ?? to) }
    this.#stretches.splice(first, end - first, joined)
    const gone = this.#stretches.findIndex((stretch) => stretch.to > this.#edge)
    if (gone > 0) this.#stretches.splice(0, gone)
  }

  /** How many ms of the window before `at` were used. */
  used(window: LimitWindow, at: EpochMs): number {
    const edge = at - windowMs[window]
    let sum = 0
    for (let index = this.#stretches.length - 1; index >= 0; index--) {
      const { from, to } = this.#stretches[index]!
      if (to <= edge) break
      sum += to - Math.max(from, edge)
    }
    return sum
  }

  /** What the widest window holds at the newest end: the same from memory as from the database's stretches. */
  all(): Use[] {
    const edge = this.#edge
    return this.#stretches.map(({ from, to }) => ({ from: Math.max(from, edge), to }))
  }

  get #edge(): EpochMs {
    return (this.#stretches.at(-1)?.to ?? 0) - windowMs['30d']
  }
}
