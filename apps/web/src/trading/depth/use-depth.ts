import { flash } from '@maru/ui'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { prices, watchDepth } from '../../live/index.ts'
import { createDepthStore, type DepthStore } from './depth-store.ts'
import type { DepthView } from './rows.ts'

/** The order book of a stock while the component lives, with what is to be shown of it. */
export function useDepth(stock: string, view: DepthView): { depth: DepthStore; ready: boolean } {
  const first = useRef(view)
  first.current = view
  const [state, setState] = useState(() => ({ stock, depth: createDepthStore(view), ready: false }))
  if (state.stock !== stock) setState({ stock, depth: createDepthStore(view), ready: false })
  const { depth } = state
  const { precision, qtyPrecision, group, cumulated, rows, mine } = view
  useEffect(
    () => depth.view({ precision, qtyPrecision, group, cumulated, rows, mine }),
    [depth, precision, qtyPrecision, group, cumulated, rows, mine],
  )
  useEffect(
    () =>
      watchDepth(stock, ({ asks, bids }) => {
        if (asks.length === 0 && bids.length === 0 && !depth.ready) return
        const isFirst = !depth.ready
        depth.update(asks, bids)
        if (isFirst) setState((now) => (now.depth === depth ? { ...now, ready: true } : now))
      }),
    [stock, depth],
  )
  return state
}

/** Flashes the row at whose price the last trade was, with the one sheet of the order book. */
export function useFlash(stock: string, sheet: RefObject<HTMLElement | null>, depth: DepthStore, rows: number) {
  useEffect(
    () =>
      prices.subscribe(stock, 'move', () => {
        const last = prices.get(stock, 'last')
        for (const side of ['asks', 'bids'] as const)
          for (let place = 0; place < rows; place++) {
            if (depth.row(side, place)?.price !== last || !sheet.current) continue
            const line = side === 'asks' ? rows - 1 - place : rows + place
            sheet.current.style.translate = `0 ${line * rowRem + (side === 'asks' ? 0 : middleRem)}rem`
            flash(sheet.current, prices.get(stock, 'move') ?? 0)
          }
      }),
    [stock, sheet, depth, rows],
  )
}

/** Heights of `.book-r` and `.book-m`. */
const rowRem = 1.125
const middleRem = 2.75
