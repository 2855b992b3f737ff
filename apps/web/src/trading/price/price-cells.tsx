import { useTexts } from '@maru/client/i18n/texts'
import { Badge, FlashSheet, flash, formatCount, formatPercent, formatPrice, Icon } from '@maru/ui'
import { useEffect, useRef } from 'react'
import { prices, useFeed, useIsKnown, usePrice, useServerTime, useWriting } from '../../live/index.ts'
import { loadFonts } from '../../shell/fonts.ts'
import { writeFigure } from '../write-text.ts'
import { priceTexts } from './texts.ts'

export interface Of {
  stock: string
  precision: number
}

/** The last price as a cell of its own: flashes when it moves, grey when its feed is silent. */
export function LastPrice({ stock, precision }: Of) {
  const isKnown = useIsKnown(stock, 'last')
  useEffect(() => {
    if (isKnown) loadFonts()
  }, [isKnown])
  if (!isKnown) return <span className="skel" style={{ width: 136, height: 24, marginBlock: 4 }} />
  return <FlashingPrice stock={stock} precision={precision} />
}

function FlashingPrice({ stock, precision }: Of) {
  const isStale = useFeed(stock) !== 'live'
  const sheet = useRef<HTMLElement>(null)
  useEffect(() => prices.subscribe(stock, 'move', () => flash(sheet.current, prices.get(stock, 'move') ?? 0)), [stock])
  return (
    <span className={isStale ? 'num px is-stale' : 'num px'} translate="no">
      <FlashSheet ref={sheet} />
      <PriceField stock={stock} precision={precision} field="last" />
    </span>
  )
}

/** Change against the reference price: arrow, amount and percent. */
export function DayChange({ stock, precision, percentOnly }: Of & { percentOnly?: boolean }) {
  const isStale = useFeed(stock) !== 'live'
  const cell = useRef<HTMLSpanElement>(null)
  useWriting(stock, ['last', 'reference'], () => {
    const [figure] = cell.current?.children ?? []
    if (!cell.current || !figure) return
    const { direction, text } = changeOf(
      prices.get(stock, 'last'),
      prices.get(stock, 'reference'),
      precision,
      percentOnly,
    )
    const look = `c num ${isStale ? 'dim' : direction}`
    if (cell.current.className !== look) cell.current.className = look
    writeFigure(figure as HTMLElement, text)
  })
  return (
    <span ref={cell} className="c num">
      <span className="fig">
        <span />
      </span>
    </span>
  )
}

function changeOf(last: string | undefined, reference: string | undefined, precision: number, percentOnly = false) {
  if (last === undefined || reference === undefined) return { direction: 'dim', text: '–' }
  const change = Number(last) - Number(reference)
  const percent = formatPercent(((change / Number(reference)) * 100).toFixed(4))
  const direction = change > 0 ? 'up' : change < 0 ? 'down' : 'dim'
  const mark = change > 0 ? '▲ ' : change < 0 ? '▼ ' : ''
  if (percentOnly) return { direction, text: `${mark}${percent}` }
  return { direction, text: `${mark}${formatPrice(Math.abs(change).toFixed(precision), precision)} (${percent})` }
}

/** A price of an instrument. */
export function PriceField({ stock, precision, field }: Of & { field: 'last' | 'high' | 'low' | 'mark' }) {
  const figure = useRef<HTMLSpanElement>(null)
  useWriting(stock, [field], () => {
    const price = prices.get(stock, field)
    if (figure.current) writeFigure(figure.current, price === undefined ? '–' : formatPrice(price, precision))
  })
  return (
    <span ref={figure} className="fig">
      <span />
    </span>
  )
}

/** How old the price of a silent feed is; nothing while it is live. */
export function StaleBadge({ stock }: { stock: string }) {
  const feed = useFeed(stock)
  const t = useTexts(priceTexts)
  if (feed === 'live') return null
  return (
    <Badge tone="warn">
      <Icon name="clock" small />
      {feed === 'waiting' ? t('waitingFeed') : <PriceAge stock={stock} />}
    </Badge>
  )
}

function PriceAge({ stock }: { stock: string }) {
  const t = useTexts(priceTexts)
  const ts = usePrice(stock, 'ts') ?? 0
  const age = Math.max(0, useServerTime(200) - ts) / 1000
  return <>{t('ageOfPrice', { seconds: age < 60 ? age.toFixed(1) : formatCount(Math.round(age)) })}</>
}
