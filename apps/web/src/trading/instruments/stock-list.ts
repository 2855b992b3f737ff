import type { StockInfo } from '@maru/contract'
import { useCallback, useSyncExternalStore } from 'react'
import { subscribe as subscribeTo } from '../../live/index.ts'

export type ListTopic = 'futures_info' | 'oversea'

interface List {
  readonly rows: Map<string, StockInfo>
  readonly listeners: Set<() => void>
}
const lists: Readonly<Record<ListTopic, List>> = {
  futures_info: { rows: new Map(), listeners: new Set() },
  oversea: { rows: new Map(), listeners: new Set() },
}

/** The row of one instrument, live while a component shows it; undefined until it came. */
export function useStockRow(topic: ListTopic, stock: string): StockInfo | undefined {
  const { rows, listeners } = lists[topic]
  const subscribe = useCallback(
    (listener: () => void) => {
      const unsubscribe = subscribeTo(`/topic/${topic}`, { onMessage: ({ data }) => apply(topic, data) })
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        unsubscribe()
      }
    },
    [topic, listeners],
  )
  return useSyncExternalStore(subscribe, () => rows.get(stock))
}

/** A message carries all rows or those that changed; each of several components hears of the same one. */
function apply(topic: ListTopic, data: readonly StockInfo[]) {
  const { rows, listeners } = lists[topic]
  let changed = false
  for (const row of data) {
    const known = rows.get(row.stock)
    if (known && isSame(known, row)) continue
    rows.set(row.stock, row)
    changed = true
  }
  if (changed) for (const listener of [...listeners]) listener()
}

const isSame = (a: StockInfo, b: StockInfo) =>
  a.lastPrice === b.lastPrice &&
  a.priceChangePercent === b.priceChangePercent &&
  a.isRest === b.isRest &&
  a.feed === b.feed
