import { type BookRow, type BookView, bookRows, type Level, sameRow } from './rows.ts'

export type BookSide = 'asks' | 'bids'

/** The book outside React, by place: a row hears of its own place only, and only when what it shows has changed. */
export interface BookStore {
  row(side: BookSide, place: number): BookRow | null
  subscribe(side: BookSide, place: number, listener: () => void): () => void
  /** Whole quantities of all levels of the book. */
  totals(): Readonly<Record<BookSide, number>>
  subscribeTotals(listener: () => void): () => void
  depth(asks: readonly Level[], bids: readonly Level[]): void
  view(view: BookView): void
  /** True once a book came. */
  readonly ready: boolean
}

export function createBookStore(view: BookView): BookStore {
  const rows: Record<BookSide, (BookRow | null)[]> = { asks: [], bids: [] }
  const listeners = new Map<string, Set<() => void>>()
  const totalListeners = new Set<() => void>()
  let levels: Record<BookSide, readonly Level[]> | null = null
  const total = (side: BookSide) => (levels?.[side] ?? []).reduce((sum, [, qty]) => sum + Number(qty), 0)

  const settle = () => {
    if (!levels) return
    const next = bookRows(levels.asks, levels.bids, view)
    const changed: (() => void)[] = []
    for (const side of ['asks', 'bids'] as const)
      for (let place = 0; place < view.rows; place++) {
        const row = next[side][place] ?? null
        if (sameRow(rows[side][place] ?? null, row)) continue
        rows[side][place] = row
        changed.push(...(listeners.get(`${side}${place}`) ?? []))
      }
    for (const listener of changed) listener()
  }
  return {
    row: (side, place) => rows[side][place] ?? null,
    subscribe(side, place, listener) {
      const key = `${side}${place}`
      const set = listeners.get(key) ?? new Set()
      listeners.set(key, set)
      set.add(listener)
      return () => void set.delete(listener)
    },
    totals: () => ({ asks: total('asks'), bids: total('bids') }),
    subscribeTotals(listener) {
      totalListeners.add(listener)
      return () => void totalListeners.delete(listener)
    },
    depth(asks, bids) {
      levels = { asks, bids }
      settle()
      for (const listener of totalListeners) listener()
    },
    view(given) {
      view = given
      settle()
    },
    get ready() {
      return levels !== null
    },
  }
}
