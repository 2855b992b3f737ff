import { formatPrice } from '@maru/ui'
import type { ReactNode } from 'react'
import { useFeed, usePrice } from '../../live/index.ts'
import { useScrolled } from '../../shell/scrolled.ts'
import type { Of } from './price-cells.tsx'
import './header-figures.css'

/** The page's own price has gone under the header when so much has scrolled. */
const goneAfterPx = 64

/**
 * The last price in the header of a trade page, and below it the member's own result (`children`), once the page's own have
 * scrolled out of sight. Not read out: the page says the same.
 */
export function HeaderFigures({ stock, precision, children }: Of & { children?: ReactNode }) {
  const isGone = useScrolled((top) => top > goneAfterPx)
  if (!isGone) return null
  return (
    <div className="hdr-f num" aria-hidden="true">
      <Last stock={stock} precision={precision} />
      {children}
    </div>
  )
}

function Last({ stock, precision }: Of) {
  const last = usePrice(stock, 'last')
  const move = usePrice(stock, 'move') ?? 0
  const isLive = useFeed(stock) === 'live'
  if (last === undefined) return null
  return <b className={!isLive ? 'dim' : move > 0 ? 'up' : move < 0 ? 'down' : ''}>{formatPrice(last, precision)}</b>
}
