import { useTexts } from '@maru/client/i18n/texts'
import { Badge, formatCount, formatPercent, formatPrice, Icon, Price } from '@maru/ui'
import { useEffect } from 'react'
import { useFeed, usePrice, useServerTime } from '../../live/index.ts'
import { loadFonts } from '../../shell/fonts.ts'
import { priceTexts } from './texts.ts'

export interface Of {
  stock: string
  precision: number
}

/** The last price as a cell of its own: flashes when it moves, grey when its feed is silent. */
export function LastPrice({ stock, precision }: Of) {
  const last = usePrice(stock, 'last')
  const stale = useFeed(stock) !== 'live'
  const known = last !== undefined
  useEffect(() => {
    if (known) loadFonts()
  }, [known])
  if (last === undefined) return <span className="skel" style={{ width: 136, height: 24, marginBlock: 4 }} />
  return (
    <Price value={last} stale={stale}>
      {formatPrice(last, precision)}
    </Price>
  )
}

/** Change against the reference price: arrow, amount and percent. */
export function DayChange({ stock, precision, percentOnly }: Of & { percentOnly?: boolean }) {
  const last = usePrice(stock, 'last')
  const reference = usePrice(stock, 'reference')
  const stale = useFeed(stock) !== 'live'
  if (last === undefined || reference === undefined) return <span className="c num dim">–</span>
  const change = Number(last) - Number(reference)
  const amount = formatPrice(Math.abs(change).toFixed(precision), precision)
  const percent = formatPercent(((change / Number(reference)) * 100).toFixed(4))
  const direction = change > 0 ? 'up' : change < 0 ? 'down' : 'dim'
  const mark = change > 0 ? '▲ ' : change < 0 ? '▼ ' : ''
  return (
    <span className={`c num ${stale ? 'dim' : direction}`}>
      {percentOnly ? `${mark}${percent}` : `${mark}${amount} (${percent})`}
    </span>
  )
}

/** Any other price of an instrument. */
export function PriceField({ stock, precision, field }: Of & { field: 'high' | 'low' | 'mark' }) {
  const price = usePrice(stock, field)
  return <>{price === undefined ? '–' : formatPrice(price, precision)}</>
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
