import { useTexts } from '@maru/client/i18n/texts'
import { formatPrice } from '@maru/ui'
import { memo, useEffect, useRef } from 'react'
import { tradingTexts } from '../texts.ts'
import { writeText } from '../write-text.ts'
import type { DepthSide, DepthStore } from './depth-store.ts'
import { shortQty } from './level-text.ts'
import type { DepthRow } from './rows.ts'

/** A row was chosen: its price, a decimal, and its side; null for the last price. */
export type PickLevel = (price: string, side: DepthSide | null) => void

interface SideProps {
  depth: DepthStore
  side: DepthSide
  rows: number
  precision: number
  /** Of quantities; null where they are shown short. */
  decimals: number | null
  onPick: PickLevel
}

/**
 * One side of the order book. Something changes at every place with every message, so what is seen are two texts of one line a level
 * and one picture of all bars: three things for the browser to style, lay out and paint instead of thirty. Over each line lies its
 * button, which is as high, and has the level as its name. React makes all of it once; the store writes.
 */
export const Side = memo(function Side({ depth, side, rows, precision, decimals, onPick }: SideProps) {
  const t = useTexts(tradingTexts)
  const element = useRef<HTMLDivElement>(null)
  const look = side === 'asks' ? 'ask' : 'bid'
  useEffect(() => {
    if (!element.current) return
    const words = { name: t(look), mine: t('myOrder') }
    const { figures, names } = writersOf(element.current, depth, { side, rows, precision, decimals, ...words })
    figures()
    names()
    const stop = depth.subscribe(side, figures)
    const timer = setInterval(names, namesMs)
    return () => {
      stop()
      clearInterval(timer)
    }
  }, [depth, side, rows, precision, decimals, look, t])
  const pick = (place: number) => {
    const row = depth.row(side, place)
    if (row) onPick(row.price, side)
  }
  return (
    <div ref={element} className={`book-s ${look}`}>
      <svg viewBox={`0 0 100 ${rows}`} preserveAspectRatio="none" aria-hidden="true">
        <path />
      </svg>
      <span className="p" aria-hidden="true" />
      <span className="q" aria-hidden="true" />
      {placesOf(rows).map((at) => {
        const place = placeAt(side, rows, at)
        return (
          <button
            key={place}
            type="button"
            className={`book-r ${look}`}
            tabIndex={side === 'bids' && place === 0 ? 0 : -1}
            onClick={() => pick(place)}
          />
        )
      })}
    </div>
  )
})

const placesOf = (rows: number): number[] => Array.from({ length: rows }, (_, at) => at)

/** Asks stand with the best at the bottom, beside the last price. The same the other way round. */
const placeAt = (side: DepthSide, rows: number, at: number): number => (side === 'asks' ? rows - 1 - at : at)

interface Words {
  side: DepthSide
  rows: number
  precision: number
  decimals: number | null
  name: string
  mine: string
}

/** The names of levels follow this often: each is an attribute of its own, and no screen reader speaks ten books a second. */
const namesMs = 1_000

/** What writes all that is seen of a side, and what writes the names of its levels. */
function writersOf(root: HTMLElement, depth: DepthStore, words: Words): Record<'figures' | 'names', () => void> {
  const { side, rows, precision, decimals, name, mine } = words
  const [picture, priceText, qtyText, ...buttons] = root.children as unknown as Parts
  const price = (row: DepthRow | null) => (row ? formatPrice(row.price, precision) : '')
  const qty = (row: DepthRow | null) =>
    row ? (decimals === null ? shortQty(Number(row.qty)) : formatPrice(row.qty, decimals)) : ''
  const lines = () => placesOf(rows).map((at) => depth.row(side, placeAt(side, rows, at)))
  return {
    figures() {
      const shown = lines()
      writeText(priceText, shown.map(price).join('\n'))
      writeText(qtyText, shown.map(qty).join('\n'))
      // There and back along two edges: the picture is as large as the side whatever its bars are.
      picture.firstElementChild?.setAttribute('d', `M0 0H100V${rows}V0Z${shown.map(barOf).join('')}`)
      for (const [at, row] of shown.entries()) {
        buttons[at]?.classList.toggle('mine', row?.mine ?? false)
        buttons[at]?.toggleAttribute('disabled', !row)
      }
    },
    names() {
      for (const [at, row] of lines().entries())
        buttons[at]?.setAttribute(
          'aria-label',
          row ? `${name} ${price(row)} ${qty(row)}${row.mine ? ` ${mine}` : ''}` : name,
        )
    },
  }
}

type Parts = [picture: SVGElement, prices: HTMLElement, qtys: HTMLElement, ...levels: HTMLElement[]]

/** Gap above and below a bar, of its line. */
const gap = 0.06

/** The bar of a line, from the right edge, as whole per cents. */
const barOf = (row: DepthRow | null, at: number): string =>
  row?.share ? `M100 ${at + gap}H${Math.round(100 - row.share * 100)}V${at + 1 - gap}H100Z` : ''
