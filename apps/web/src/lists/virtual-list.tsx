import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Rows of a page that scrolls as a whole: only those near the window exist. Asks for more before its end comes in sight. */
export function VirtualList<T>({
  rows,
  keyOf,
  height,
  render,
  onEnd,
}: {
  rows: readonly T[]
  keyOf: (row: T) => string | number
  /** Height of a row before it was measured. */
  height: (row: T) => number
  render: (row: T) => ReactNode
  onEnd?: (() => void) | undefined
}) {
  const list = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const element = list.current
    if (element) setTop(element.getBoundingClientRect().top + scrollY)
  }, [])
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => height(rows[index]!),
    getItemKey: (index) => keyOf(rows[index]!),
    overscan: 8,
    scrollMargin: top,
  })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? -1
  const nearEnd = rows.length > 0 && last >= rows.length - 10
  // biome-ignore lint/correctness/useExhaustiveDependencies: a longer list may end near the window again.
  useEffect(() => {
    if (nearEnd) onEnd?.()
  }, [nearEnd, rows.length])
  return (
    <div ref={list} style={{ height: virtual.getTotalSize(), position: 'relative' }}>
      {items.map((item) => (
        <div
          key={item.key}
          ref={virtual.measureElement}
          data-index={item.index}
          style={{ position: 'absolute', insetInline: 0, top: 0, transform: `translateY(${item.start - top}px)` }}
        >
          {render(rows[item.index]!)}
        </div>
      ))}
    </div>
  )
}
