import { useTexts } from '@maru/client/i18n/texts'
import { formatPrice } from '@maru/ui'
import { memo, useEffect, useRef } from 'react'
import { tradingTexts } from '../texts.ts'
import { writeText } from '../write-text.ts'
import type { DepthSide, DepthStore } from './depth-store.ts'
import { shortQty } from './level-text.ts'

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
    const write = writerOf(element.current, depth, {
      side,
      rows,
      precision,
      decimals,
      name: t(look),
      mine: t('myOrder'),
    })
    write(placesOf(rows))
    return depth.subscribe(side, write)
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

/** Writes what a side says of the places that are given. */
function writerOf(root: HTMLElement, depth: DepthStore, words: Words): (places: readonly number[]) => void {
  const { side, rows, precision, decimals, name, mine } = words
  const [picture, priceText, qtyText, ...buttons] = root.children as unknown as HTMLElement[]
  const bars = picture?.firstElementChild
  if (!bars || !priceText || !qtyText) return () => undefined
  const prices: string[] = Array(rows).fill('')
  const qtys: string[] = Array(rows).fill('')
  const shares: number[] = Array(rows).fill(0)
  return (places) => {
    for (const place of places) {
      const at = placeAt(side, rows, place)
      const row = depth.row(side, place)
      prices[at] = row ? formatPrice(row.price, precision) : ''
      qtys[at] = row ? (decimals === null ? shortQty(Number(row.qty)) : formatPrice(row.qty, decimals)) : ''
      shares[at] = row?.share ?? 0
      const button = buttons[at]
      if (!button) continue
      button.setAttribute('aria-label', row ? `${name} ${prices[at]} ${qtys[at]}${row.mine ? ` ${mine}` : ''}` : name)
      button.classList.toggle('mine', row?.mine ?? false)
      button.toggleAttribute('disabled', row === null)
    }
    writeText(priceText, prices.join('\n'))
    writeText(qtyText, qtys.join('\n'))
    bars.setAttribute('d', pathOf(shares))
  }
}

/** Gap above and below a bar, of its line. */
const gap = 0.06

/** The bars of all lines, each from the right edge; shares are whole per cents. */
const pathOf = (shares: readonly number[]): string =>
  shares
    .map((share, at) => (share > 0 ? `M100 ${at + gap}H${Math.round(100 - share * 100)}V${at + 1 - gap}H100Z` : ''))
    .join('')
