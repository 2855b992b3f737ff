interface Work<T> {
  readonly items: readonly T[]
  readonly run: (items: readonly T[]) => void
  done: number
}

/**
 * Works through long lists, a slice in each turn of the event loop, so that whatever else has to be done waits for a slice and not for the list.
 * Lists of one key are worked through one after another.
 */
export class Slices<T> {
  readonly #size: number
  readonly #work = new Map<string, Work<T>[]>()

  constructor(size: number) {
    this.#size = size
  }

  /** Whether what comes for a key has to wait its turn. */
  isBusy(key: string): boolean {
    return this.#work.has(key)
  }

  add(key: string, items: readonly T[], run: (items: readonly T[]) => void): void {
    const work = { items, run, done: 0 }
    const before = this.#work.get(key)
    if (before) before.push(work)
    else {
      this.#work.set(key, [work])
      setImmediate(() => this.#next(key))
    }
  }

  #next(key: string): void {
    const [work, ...later] = this.#work.get(key) ?? []
    if (!work) return
    const from = work.done
    work.done += this.#size
    if (work.done >= work.items.length) {
      if (later.length === 0) this.#work.delete(key)
      else this.#work.set(key, later)
    }
    if (this.isBusy(key)) setImmediate(() => this.#next(key))
    work.run(work.items.slice(from, work.done))
  }
}
