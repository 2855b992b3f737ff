import { useTexts } from '@maru/client/i18n/texts'
import { FlashSheet, Icon } from '@maru/ui'
import { type KeyboardEvent, useCallback, useRef, useState } from 'react'
import { useFeed } from '../../live/index.ts'
import { tradingTexts } from '../texts.ts'
import { priceOf, shortTick, unitsOf } from '../ticks.ts'
import { Mark, Middle, Totals } from './depth-middle.tsx'
import { type PickLevel, Side } from './depth-side.tsx'
import type { DepthView } from './rows.ts'
import { useDepth, useFlash } from './use-depth.ts'
import './order-book.css'

interface OrderBookProps {
  stock: string
  precision: number
  qtyPrecision: number
  /** Smallest step of the price, a decimal. */
  tick: string
  /** What quantities are counted in: `BTC`. Left out where the venue counts otherwise than the member: they are shown short then, with what waits on both sides instead of the mark. */
  unit?: string
  onPick: PickLevel
  /** The member's resting orders. */
  mine?: DepthView['mine']
  /** Levels of each side. */
  rows?: number
}

const none: DepthView['mine'] = []
/** Levels as wide as this many ticks. */
const groups = [1, 10, 100, 1000] as const

/** The best levels of both sides around the last price. React makes them once; a message changes only what they say. */
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
  const view: DepthView = { precision, qtyPrecision, group, cumulated, rows, mine }
  const { depth, ready } = useDepth(stock, view)
  const live = useFeed(stock) === 'live'
  const sheet = useRef<HTMLElement>(null)
  const pick = useLatest(onPick)
  useFlash(stock, sheet, depth, rows)

  const sideProps = { depth, rows, precision, decimals: unit === undefined ? null : qtyPrecision, onPick: pick }
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
      <div
        className="book-l"
        role="toolbar"
        aria-orientation="vertical"
        aria-label={t('bookPick')}
        onKeyDown={moveFocus}
      >
        <FlashSheet ref={sheet} />
        <Side side="asks" {...sideProps} />
        <Middle stock={stock} precision={precision} onPick={pick}>
          {unit === undefined ? <Totals depth={depth} /> : <Mark stock={stock} precision={precision} />}
        </Middle>
        <Side side="bids" {...sideProps} />
      </div>
    </section>
  )
}

/** The arrow keys go from row to row; the order book is one stop of the tab key. */
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
