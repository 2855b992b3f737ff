import { flash, formatPrice, Icon, Skeleton } from '@maru/ui'
import { type KeyboardEvent, memo, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { currentLanguage, useTexts } from '../../i18n/texts.ts'
import { prices, useFeed, usePrice, watchDepth } from '../../live/index.ts'
import { tradingTexts } from '../texts.ts'
import { priceOf, shortTick, unitsOf } from '../ticks.ts'
import { type BookSide, type BookStore, createBookStore } from './book-store.ts'
import type { BookRow, BookView } from './rows.ts'
import './order-book.css'

interface OrderBookProps {
  stock: string
  precision: number
  qtyPrecision: number
  /** Smallest step of the price, a decimal. */
  tick: string
  /** What quantities are counted in: `BTC`. Left out where the venue counts otherwise than the member: they are shown short then, with what waits on both sides instead of the mark. */
  unit?: string
  /** A row was chosen: its price, a decimal, and its side; null for the last price. */
  onPick: (price: string, side: BookSide | null) => void
  /** The member's resting orders. */
  mine?: BookView['mine']
  /** Levels of each side. */
  rows?: number
}

const none: BookView['mine'] = []
/** Levels as wide as this many ticks. */
const groups = [1, 10, 100, 1000] as const

/** The best levels of both sides around the last price. React makes the rows once; a message changes only what it says. */
export function OrderBook({
  stock,
  precision,
  qtyPrecision,
  tick,
  unit,
  onPick,
  mine = none,
  rows = 10,
}: OrderBookProps) {
  const t = useTexts(tradingTexts)
  const [ticks, setTicks] = useState<number>(1)
  const [cumulated, setCumulated] = useState(false)
  const group = unitsOf(tick, precision) * ticks
  const view: BookView = { precision, qtyPrecision, group, cumulated, rows, mine }
  const { book, ready } = useBook(stock, view)
  const live = useFeed(stock) === 'live'
  const list = useRef<HTMLDivElement>(null)
  const pick = useLatest(onPick)
  useFlash(stock, list, book, rows)

  const side = (name: BookSide) =>
    Array.from({ length: rows }, (_, at) => {
      // Asks stand with the best at the bottom, beside the last price.
      const place = name === 'asks' ? rows - 1 - at : at
      return (
        <Row
          key={place}
          book={book}
          side={name}
          place={place}
          precision={precision}
          decimals={unit === undefined ? null : qtyPrecision}
          onPick={pick}
        />
      )
    })
  const column = unit === undefined ? t(cumulated ? 'sumShort' : 'waiting') : t(cumulated ? 'sumOf' : 'qtyOf', { unit })
  return (
    <section className={live || !ready ? 'book' : 'book is-stale'} aria-label={t('book')} aria-busy={!ready}>
      <div className="book-h">
        <label className="book-g">
          <span className="sr">{t('grouping')}</span>
          <span aria-hidden="true">
            {t('price')} <b>{shortTick(priceOf(group, precision))}</b>
          </span>
          <Icon name="down" small />
          <select value={ticks} onChange={({ currentTarget }) => setTicks(Number(currentTarget.value))}>
            {groups.map((count) => (
              <option key={count} value={count}>
                {shortTick(priceOf(unitsOf(tick, precision) * count, precision))}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          className="book-c"
          aria-label={`${column}, ${t('cumulated')}`}
          aria-pressed={cumulated}
          onClick={() => setCumulated(!cumulated)}
        >
          {column}
          <Icon name="down" small />
        </button>
      </div>
      <div ref={list} role="toolbar" aria-orientation="vertical" aria-label={t('bookPick')} onKeyDown={moveFocus}>
        {side('asks')}
        <Middle stock={stock} precision={precision} onPick={pick}>
          {unit === undefined ? <Totals book={book} /> : <Mark stock={stock} precision={precision} />}
        </Middle>
        {side('bids')}
      </div>
    </section>
  )
}

/** The book of a stock while the component lives, with what is to be shown of it. */
function useBook(stock: string, view: BookView): { book: BookStore; ready: boolean } {
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

interface RowProps {
  book: BookStore
  side: BookSide
  place: number
  precision: number
  /** Of quantities; null where they are shown short. */
  decimals: number | null
  onPick: OrderBookProps['onPick']
}

/** A row is made once; what it says is written by the book itself, without React: at every place something changes with every message. */
const Row = memo(function Row({ book, side, place, precision, decimals, onPick }: RowProps) {
  const t = useTexts(tradingTexts)
  const element = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const write = () => writeRow(element.current, book.row(side, place), precision, decimals)
    write()
    return book.subscribe(side, place, write)
  }, [book, side, place, precision, decimals])
  const pick = () => {
    const row = book.row(side, place)
    if (row) onPick(row.price, side)
  }
  const look = side === 'asks' ? 'ask' : 'bid'
  return (
    <button
      ref={element}
      type="button"
      className={`book-r flashes ${look}`}
      tabIndex={side === 'bids' && place === 0 ? 0 : -1}
      onClick={pick}
    >
      <i />
      <span className="sr">{t(look)}</span>
      <span className="p" />
      <span className="q" />
      <span className="sr m">{t('myOrder')}</span>
    </button>
  )
})

function writeRow(element: HTMLElement | null, row: BookRow | null, precision: number, decimals: number | null) {
  if (!element) return
  const [bar, , price, qty] = element.children as unknown as HTMLElement[]
  if (!bar || !price || !qty) return
  write(price, row ? formatPrice(row.price, precision) : '')
  write(qty, row ? (decimals === null ? shortQty(Number(row.qty)) : formatPrice(row.qty, decimals)) : '')
  bar.style.backgroundSize = `${(row?.share ?? 0) * 100}% 100%`
  element.classList.toggle('mine', row?.mine ?? false)
  element.toggleAttribute('disabled', row === null)
}

/** The text node stays: a new one for every message would be litter. */
function write(element: HTMLElement, text: string) {
  const node = element.firstChild
  if (!(node instanceof Text)) element.textContent = text
  else if (node.data !== text) node.data = text
}

const Middle = memo(function Middle({
  stock,
  precision,
  onPick,
  children,
}: {
  stock: string
  precision: number
  onPick: OrderBookProps['onPick']
  children: ReactNode
}) {
  const last = usePrice(stock, 'last')
  const move = usePrice(stock, 'move') ?? 0
  const direction = move > 0 ? 'up' : move < 0 ? 'down' : ''
  if (last === undefined)
    return (
      <div className="book-m">
        <Skeleton width={88} height={16} />
        <Skeleton width={64} height={10} />
      </div>
    )
  return (
    <button type="button" className="book-m num" tabIndex={-1} onClick={() => onPick(last, null)}>
      <b className={direction}>
        {direction && <span aria-hidden="true">{direction === 'up' ? '▲ ' : '▼ '}</span>}
        {formatPrice(last, precision)}
      </b>
      <small>{children}</small>
    </button>
  )
})

function Mark({ stock, precision }: { stock: string; precision: number }) {
  const t = useTexts(tradingTexts)
  const mark = usePrice(stock, 'mark')
  return <>{mark !== undefined && t('markOf', { price: formatPrice(mark, precision) })}</>
}

const compact = {
  ko: new Intl.NumberFormat('ko', { notation: 'compact', maximumFractionDigits: 1, useGrouping: 'always' }),
  en: new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1, useGrouping: 'always' }),
}
/** `250만`, `2.5M`. */
const shortQty = (qty: number): string => compact[currentLanguage()].format(qty)

/** What waits on both sides, written by the book itself as its rows are. */
function Totals({ book }: { book: BookStore }) {
  const t = useTexts(tradingTexts)
  const element = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const show = () => {
      const { asks, bids } = book.totals()
      if (element.current) write(element.current, `${shortQty(asks)} : ${shortQty(bids)}`)
    }
    show()
    return book.subscribeTotals(show)
  }, [book])
  return (
    <>
      {t('waiting')} <span ref={element} />
    </>
  )
}

/** Flashes the row at whose price the last trade was. */
function useFlash(stock: string, list: React.RefObject<HTMLElement | null>, book: BookStore, rows: number) {
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

/** The arrow keys go from row to row; the book is one stop of the tab key. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const rows = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button:enabled')]
  const at = rows.indexOf(event.target as HTMLButtonElement)
  const steps: Record<string, number> = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: rows.length - 1 }
  const target = steps[event.key]
  if (target === undefined) return
  event.preventDefault()
  rows[target]?.focus()
}

/** A function that stays the same while what it calls may change. */
function useLatest<A extends unknown[]>(act: (...given: A) => void): (...given: A) => void {
  const latest = useRef(act)
  latest.current = act
  return useCallback((...given: A) => latest.current(...given), [])
}
