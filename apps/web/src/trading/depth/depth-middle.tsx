import { useTexts } from '@maru/client/i18n/texts'
import { formatPrice, Skeleton } from '@maru/ui'
import { memo, type ReactNode, useEffect, useRef } from 'react'
import { prices, useIsKnown, useWriting } from '../../live/index.ts'
import { tradingTexts } from '../texts.ts'
import { writeText } from '../write-text.ts'
import type { PickLevel } from './depth-side.tsx'
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
  const isKnown = useIsKnown(stock, 'last')
  const price = useRef<HTMLElement>(null)
  useWriting(stock, ['last', 'move'], () => {
    const last = prices.get(stock, 'last')
    const [arrow, figure] = (price.current?.children ?? []) as unknown as HTMLElement[]
    if (last === undefined || !price.current || !arrow || !figure) return
    const move = prices.get(stock, 'move') ?? 0
    const direction = move > 0 ? 'up' : move < 0 ? 'down' : ''
    if (price.current.className !== direction) price.current.className = direction
    writeText(arrow, direction === '' ? '' : direction === 'up' ? '▲ ' : '▼ ')
    writeText(figure, formatPrice(last, precision))
  })
  const pick = () => {
    const last = prices.get(stock, 'last')
    if (last !== undefined) onPick(last, null)
  }
  if (!isKnown)
    return (
      <div className="book-m">
        <Skeleton width={88} height={16} />
        <Skeleton width={64} height={10} />
      </div>
    )
  return (
    <button type="button" className="book-m num" tabIndex={-1} onClick={pick}>
      <b ref={price}>
        <span aria-hidden="true" />
        <span />
      </b>
      <small>{children}</small>
    </button>
  )
})

export function Mark({ stock, precision }: { stock: string; precision: number }) {
  const t = useTexts(tradingTexts)
  const element = useRef<HTMLSpanElement>(null)
  useWriting(stock, ['mark'], () => {
    const mark = prices.get(stock, 'mark')
    if (element.current && mark !== undefined)
      writeText(element.current, t('markOf', { price: formatPrice(mark, precision) }))
  })
  return <span ref={element} />
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
