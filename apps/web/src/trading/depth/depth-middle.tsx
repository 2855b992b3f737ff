import { useTexts } from '@maru/client/i18n/texts'
import { formatPrice, Skeleton } from '@maru/ui'
import { memo, type ReactNode, useEffect, useRef } from 'react'
import { usePrice } from '../../live/index.ts'
import { tradingTexts } from '../texts.ts'
import { writeText } from '../write-text.ts'
import type { PickLevel } from './depth-row.tsx'
import type { DepthStore } from './depth-store.ts'
import { shortQty } from './level-text.ts'

/** The last price between the two sides; `children` stands below it. */
export const Middle = memo(function Middle({
  stock,
  precision,
  onPick,
  children,
}: {
  stock: string
  precision: number
  onPick: PickLevel
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

export function Mark({ stock, precision }: { stock: string; precision: number }) {
  const t = useTexts(tradingTexts)
  const mark = usePrice(stock, 'mark')
  return <>{mark !== undefined && t('markOf', { price: formatPrice(mark, precision) })}</>
}

/** What waits on both sides, written by the store itself as its rows are. */
export function Totals({ depth }: { depth: DepthStore }) {
  const t = useTexts(tradingTexts)
  const element = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const show = () => {
      const { asks, bids } = depth.totals()
      if (element.current) writeText(element.current, `${shortQty(asks)} : ${shortQty(bids)}`)
    }
    show()
    return depth.subscribeTotals(show)
  }, [depth])
  return (
    <>
      {t('waiting')} <span ref={element} />
    </>
  )
}
