import { useCallback, useSyncExternalStore } from 'react'
import { connection } from '../../live/index.ts'

/** What the list topics say of an instrument. */
export interface StockRow {
  readonly id: number
  readonly stock: string
  readonly lastPrice: string
  readonly priceChangePercent: string
  readonly isRest: boolean
  readonly feed: 'live' | 'stale'
}
export type ListTopic = 'futures_info' | 'oversea'

interface List {
  readonly rows: Map<string, StockRow>
  readonly listeners: Set<() => void>
}
const lists: Readonly<Record<ListTopic, List>> = {
  futures_info: { rows: new Map(), listeners: new Set() },
  oversea: { rows: new Map(), listeners: new Set() },
}

/** The row of one instrument, live while a component shows it; undefined until it came. */
export function useStockRow(topic: ListTopic, stock: string): StockRow | undefined {
  const { rows, listeners } = lists[topic]
  const subscribe = useCallback(
    (listener: () => void) => {
      const unsubscribe = connection.subscribe(`/topic/${topic}`, { onMessage: ({ data }) => apply(topic, data) })
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
function apply(topic: ListTopic, data: unknown) {
  const { rows, listeners } = lists[topic]
  let changed = false
  for (const row of (data as StockRow[] | null) ?? []) {
    const known = rows.get(row.stock)
    if (known && isSame(known, row)) continue
    rows.set(row.stock, row)
    changed = true
  }
  if (changed) for (const listener of [...listeners]) listener()
}

const isSame = (a: StockRow, b: StockRow) =>
  a.lastPrice === b.lastPrice &&
  a.priceChangePercent === b.priceChangePercent &&
  a.isRest === b.isRest &&
  a.feed === b.feed
