import { type DepthRow, type DepthView, depthRows, type Level, sameRow } from './rows.ts'

export type DepthSide = 'asks' | 'bids'

/** The order book outside React: a side is told of the places whose rows have changed, and only when some have. */
export interface DepthStore {
  row(side: DepthSide, place: number): DepthRow | null
  subscribe(side: DepthSide, listener: (places: readonly number[]) => void): () => void
  /** Whole quantities of all levels of the order book. */
  totals(): Readonly<Record<DepthSide, number>>
  subscribeTotals(listener: () => void): () => void
  update(asks: readonly Level[], bids: readonly Level[]): void
  view(view: DepthView): void
  /** True once the order book came. */
  readonly ready: boolean
}

export function createDepthStore(view: DepthView): DepthStore {
  const rows: Record<DepthSide, (DepthRow | null)[]> = { asks: [], bids: [] }
  const listeners: Record<DepthSide, Set<(places: readonly number[]) => void>> = { asks: new Set(), bids: new Set() }
  const totalListeners = new Set<() => void>()
  let levels: Record<DepthSide, readonly Level[]> | null = null
  const total = (side: DepthSide) => (levels?.[side] ?? []).reduce((sum, [, qty]) => sum + Number(qty), 0)

  const settle = () => {
    if (!levels) return
    const next = depthRows(levels.asks, levels.bids, view)
    const changed: Record<DepthSide, number[]> = { asks: [], bids: [] }
    for (const side of ['asks', 'bids'] as const)
      for (let place = 0; place < view.rows; place++) {
        const row = next[side][place] ?? null
        if (sameRow(rows[side][place] ?? null, row)) continue
        rows[side][place] = row
        changed[side].push(place)
      }
    for (const side of ['asks', 'bids'] as const)
      if (changed[side].length > 0) for (const listener of [...listeners[side]]) listener(changed[side])
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
