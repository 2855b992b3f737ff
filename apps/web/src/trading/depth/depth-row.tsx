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

interface RowProps {
  depth: DepthStore
  side: DepthSide
  place: number
  precision: number
  /** Of quantities; null where they are shown short. */
  decimals: number | null
  onPick: PickLevel
}

/** A row is made once; what it says is written by the store itself, without React: at every place something changes with every message. */
export const Row = memo(function Row({ depth, side, place, precision, decimals, onPick }: RowProps) {
  const t = useTexts(tradingTexts)
  const element = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const write = () => writeRow(element.current, depth.row(side, place), precision, decimals)
    write()
    return depth.subscribe(side, place, write)
  }, [depth, side, place, precision, decimals])
  const pick = () => {
    const row = depth.row(side, place)
    if (row) onPick(row.price, side)
  }
  const look = side === 'asks' ? 'ask' : 'bid'
  return (
    <button
      ref={element}
      type="button"
      className={`book-r ${look}`}
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

function writeRow(element: HTMLElement | null, row: DepthRow | null, precision: number, decimals: number | null) {
  if (!element) return
  const [bar, , price, qty] = element.children as unknown as HTMLElement[]
  if (!bar || !price || !qty) return
  writeText(price, row ? formatPrice(row.price, precision) : '')
  writeText(qty, row ? (decimals === null ? shortQty(Number(row.qty)) : formatPrice(row.qty, decimals)) : '')
  bar.style.backgroundSize = `${(row?.share ?? 0) * 100}% 100%`
  element.classList.toggle('mine', row?.mine ?? false)
  element.toggleAttribute('disabled', row === null)
}
