import BTreeModule from 'sorted-btree'
import type { Direction, Rank, TriggerPrice } from '../../../packages/core/src/triggers/index.ts'

/** What a bench asks of an index of triggers; `TriggerIndex` is one. */
export interface Triggers<T> {
  add(kind: TriggerPrice, direction: Direction, level: number, rank: Rank, seq: number, item: T): unknown
  fire(kind: TriggerPrice, price: number, max: number, fired: (item: T, level: number) => void): number
}

interface Resting<T> {
  readonly direction: Direction
  readonly level: number
  readonly rank: Rank
  readonly seq: number
  readonly item: T
}

/** Looks at everything that rests at every price. */
export class ScannedTriggers<T> implements Triggers<T> {
  readonly #resting: Record<TriggerPrice, Resting<T>[]> = { last: [], mark: [], bid: [], ask: [] }

  add(kind: TriggerPrice, direction: Direction, level: number, rank: Rank, seq: number, item: T): void {
    this.#resting[kind].push({ direction, level, rank, seq, item })
  }

  fire(kind: TriggerPrice, price: number, max: number, fired: (item: T, level: number) => void): number {
    let crossed: Set<Resting<T>> | null = null
    for (const one of this.#resting[kind])
      if (one.direction === 'rises' ? price >= one.level : price <= one.level) {
        crossed ??= new Set()
        crossed.add(one)
      }
    if (crossed === null) return 0
    const first = [...crossed].sort(inOrder).slice(0, max)
    const taken = new Set(first)
    this.#resting[kind] = this.#resting[kind].filter((one) => !taken.has(one))
    for (const { item, level } of first) fired(item, level)
    return first.length
  }
}

const inOrder = (a: Resting<unknown>, b: Resting<unknown>): number =>
  a.rank - b.rank ||
  (a.direction === b.direction ? 0 : a.direction === 'rises' ? -1 : 1) ||
  (a.direction === 'rises' ? a.level - b.level : b.level - a.level) ||
  a.seq - b.seq

// The package is CommonJS: its class is a property of what Node gives for it.
const BTree = BTreeModule.default
/** Sequences of a bench are below this, so that level and sequence make one number, which trees compare fastest. */
const SEQS = 2 ** 21

/** The same index on the B+ trees of the package sorted-btree: one a kind, rank and direction, the first to fire first. */
export class TreeTriggers<T> implements Triggers<T> {
  readonly #trees = Array.from({ length: 24 }, () => new BTree<number, T>(undefined, (a, b) => a - b))

  add(kind: TriggerPrice, direction: Direction, level: number, rank: Rank, seq: number, item: T): void {
    this.#trees[placeOf(kind, rank, direction)]!.set(keyOf(direction, level) * SEQS + seq, item)
  }

  fire(kind: TriggerPrice, price: number, max: number, fired: (item: T, level: number) => void): number {
    let count = 0
    for (const rank of [0, 1, 2] as const)
      for (const direction of ['rises', 'falls'] as const) {
        const tree = this.#trees[placeOf(kind, rank, direction)]!
        const end = keyOf(direction, price) * SEQS + SEQS - 1
        const first = tree.minKey()
        if (first === undefined || first > end) continue
        const room = max - count
        const before = tree.size
        tree.editRange(first, end, true, (key, item, nth) => {
          if (nth >= room) return { break: true }
          const level = Math.floor(key / SEQS)
          fired(item, direction === 'rises' ? level : -level)
          return { delete: true }
        })
        count += before - tree.size
        if (count === max) return count
      }
    return count
  }
}

const keyOf = (direction: Direction, level: number): number => (direction === 'rises' ? level : -level)
const places: Readonly<Record<TriggerPrice, number>> = { last: 0, mark: 1, bid: 2, ask: 3 }
const placeOf = (kind: TriggerPrice, rank: Rank, direction: Direction): number =>
  places[kind] * 6 + rank * 2 + (direction === 'rises' ? 0 : 1)
