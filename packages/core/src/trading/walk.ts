/** Something with an id; ids grow with time. */
interface Numbered {
  readonly row: { readonly id: number }
}

/**
 * A walk over what is open in some markets, in order of ids, a part of it each turn. It holds no list: what opens meanwhile is met at the
 * end, and what closed is not met. Each set must be in the order of its ids.
 */
export class Walk<T extends Numbered> {
  readonly #sets: Iterable<ReadonlySet<T>>
  #heads: { readonly rest: Iterator<T>; item: T }[] | null = null

  constructor(sets: Iterable<ReadonlySet<T>>) {
    this.#sets = sets
  }

  /** The one with the next id; null at the end. */
  next(): T | null {
    this.#heads ??= this.#begin()
    let first = this.#heads[0]
    if (!first) return null
    for (const head of this.#heads) if (head.item.row.id < first.item.row.id) first = head
    const { item } = first
    const following = first.rest.next()
    if (following.done) this.#heads = this.#heads.filter((head) => head !== first)
    else first.item = following.value
    return item
  }

  #begin() {
    const heads: { readonly rest: Iterator<T>; item: T }[] = []
    for (const set of this.#sets) {
      const rest = set.values()
      const first = rest.next()
      if (!first.done) heads.push({ rest, item: first.value })
    }
    return heads
  }
}
