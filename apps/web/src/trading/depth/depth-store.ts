import { type BookRows, type DepthRow, type DepthView, depthRows, type Level, sameRows } from './rows.ts'

export type DepthSide = 'asks' | 'bids'

/** The order book outside React: a side is told when some of its rows have changed. */
export interface DepthStore {
  row(side: DepthSide, place: number): DepthRow | null
  subscribe(side: DepthSide, listener: () => void): () => void
  /** Whole quantities of all levels of the order book. */
  totals(): Readonly<Record<DepthSide, number>>
  subscribeTotals(listener: () => void): () => void
  update(asks: readonly Level[], bids: readonly Level[]): void
  view(view: DepthView): void
  /** True once the order book came. */
  readonly ready: boolean
}

export function createDepthStore(view: DepthView): DepthStore {
  let rows: BookRows = { asks: [], bids: [] }
  const listeners: Record<DepthSide, Set<() => void>> = { asks: new Set(), bids: new Set() }
  const totalListeners = new Set<() => void>()
  let levels: Record<DepthSide, readonly Level[]> | null = null
  const total = (side: DepthSide) => (levels?.[side] ?? []).reduce((sum, [, qty]) => sum + Number(qty), 0)

  const settle = () => {
    if (!levels) return
    const before = rows
    rows = depthRows(levels.asks, levels.bids, view)
    for (const side of ['asks', 'bids'] as const)
      if (!sameRows(before[side], rows[side])) for (const listener of [...listeners[side]]) listener()
  }
  return {
    row: (side, place) => rows[side][place] ?? null,
    subscribe(side, listener) {
      listeners[side].add(listener)
      return () => void listeners[side].delete(listener)
    },
    totals: () => ({ asks: total('asks'), bids: total('bids') }),
    subscribeTotals(listener) {
      totalListeners.add(listener)
      return () => void totalListeners.delete(listener)
    },
    update(asks, bids) {
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
