import { type DepthRow, type DepthView, depthRows, type Level, sameRow } from './rows.ts'

export type DepthSide = 'asks' | 'bids'

/** The order book outside React, by place: a row hears of its own place only, and only when what it shows has changed. */
export interface DepthStore {
  row(side: DepthSide, place: number): DepthRow | null
  subscribe(side: DepthSide, place: number, listener: () => void): () => void
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
  const listeners = new Map<string, Set<() => void>>()
  const totalListeners = new Set<() => void>()
  let levels: Record<DepthSide, readonly Level[]> | null = null
  const total = (side: DepthSide) => (levels?.[side] ?? []).reduce((sum, [, qty]) => sum + Number(qty), 0)

  const settle = () => {
    if (!levels) return
    const next = depthRows(levels.asks, levels.bids, view)
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
