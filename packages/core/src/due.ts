/** A binary heap of what is due when; equal times come out in the order in which they went in. */
export class DueQueue<Task> {
  readonly #heap: { at: number; order: number; task: Task }[] = []
  #order = 0

  get size(): number {
    return this.#heap.length
  }

  nextAt(): number | null {
    return this.#heap[0]?.at ?? null
  }

  isDue(at: number): boolean {
    const next = this.nextAt()
    return next !== null && next <= at
  }

  push(at: number, task: Task): void {
    const heap = this.#heap
    let index = heap.length
    const entry = { at, order: this.#order++, task }
    heap.push(entry)
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (!before(entry, heap[parent]!)) break
      heap[index] = heap[parent]!
      index = parent
    }
    heap[index] = entry
  }

  /** Takes the next task that is due at `at`, or null. */
  popDue(at: number): Task | null {
    const heap = this.#heap
    const first = heap[0]
    if (!first || first.at > at) return null
    const last = heap.pop()!
    if (heap.length > 0) sink(heap, last)
    return first.task
  }
}

type Entry = { readonly at: number; readonly order: number }
const before = (a: Entry, b: Entry): boolean => a.at < b.at || (a.at === b.at && a.order < b.order)

function sink<E extends Entry>(heap: E[], entry: E): void {
  let index = 0
  for (;;) {
    let child = 2 * index + 1
    if (child >= heap.length) break
    if (child + 1 < heap.length && before(heap[child + 1]!, heap[child]!)) child++
    if (!before(heap[child]!, entry)) break
    heap[index] = heap[child]!
    index = child
  }
  heap[index] = entry
}
