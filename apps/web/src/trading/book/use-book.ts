import { flash } from '@maru/ui'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { prices, watchDepth } from '../../live/index.ts'
import { type BookStore, createBookStore } from './book-store.ts'
import type { BookView } from './rows.ts'

/** The book of a stock while the component lives, with what is to be shown of it. */
export function useBook(stock: string, view: BookView): { book: BookStore; ready: boolean } {
  const first = useRef(view)
  first.current = view
  const [state, setState] = useState(() => ({ stock, book: createBookStore(view), ready: false }))
  if (state.stock !== stock) setState({ stock, book: createBookStore(view), ready: false })
  const { book } = state
  const { precision, qtyPrecision, group, cumulated, rows, mine } = view
  useEffect(
    () => book.view({ precision, qtyPrecision, group, cumulated, rows, mine }),
    [book, precision, qtyPrecision, group, cumulated, rows, mine],
  )
  useEffect(
    () =>
      watchDepth(stock, ({ asks, bids }) => {
        if (asks.length === 0 && bids.length === 0 && !book.ready) return
        const isFirst = !book.ready
        book.depth(asks, bids)
        if (isFirst) setState((now) => (now.book === book ? { ...now, ready: true } : now))
      }),
    [stock, book],
  )
  return state
}

/** Flashes the row at whose price the last trade was. */
export function useFlash(stock: string, list: RefObject<HTMLElement | null>, book: BookStore, rows: number) {
  useEffect(
    () =>
      prices.subscribe(stock, 'move', () => {
        const last = prices.get(stock, 'last')
        for (const side of ['asks', 'bids'] as const)
          for (let place = 0; place < rows; place++) {
            if (book.row(side, place)?.price !== last) continue
            const at = side === 'asks' ? rows - 1 - place : place
            const row = list.current?.querySelectorAll<HTMLElement>(`.book-r.${side === 'asks' ? 'ask' : 'bid'}`)[at]
            if (row) flash(row, (prices.get(stock, 'move') ?? 0) > 0 ? 'up' : 'down')
          }
      }),
    [stock, list, book, rows],
  )
}
