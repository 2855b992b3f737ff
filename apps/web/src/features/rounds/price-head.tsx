import { Badge, formatCount, formatPercent, formatPrice, formatSigned, formatTime, Icon, Price } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { loadFonts } from '../../app/fonts.ts'
import { useTexts } from '../../i18n/texts.ts'
import { useFeed, usePrice, useServerTime } from '../../live/index.ts'
import { statisticsQuery } from './queries.ts'
import { roundTexts } from './texts.ts'

interface Of {
  stock: string
  precision: number
}

/** Price, change, high, low and how fresh they are. Each figure is a cell of its own. */
export function PriceHead({ stock, precision }: Of) {
  useQuery(statisticsQuery(stock, precision))
  const t = useTexts(roundTexts)
  return (
    <section className="price" aria-label={t('price')}>
      <div>
        <span className="v">
          <LastPrice stock={stock} precision={precision} />
        </span>
        <DayChange stock={stock} precision={precision} />
      </div>
      <div className="meta num">
        <Freshness stock={stock} />
        <span>
          {t('high')} <RangeEnd stock={stock} precision={precision} field="high" />
        </span>
        <span>
          {t('low')} <RangeEnd stock={stock} precision={precision} field="low" />
        </span>
      </div>
    </section>
  )
}

function LastPrice({ stock, precision }: Of) {
  const last = usePrice(stock, 'last')
  const stale = useFeed(stock) !== 'live'
  const known = last !== undefined
  useEffect(() => {
    if (known) loadFonts()
  }, [known])
  if (last === undefined) return <span className="skel" style={{ width: 152, height: 28, marginBlock: 6 }} />
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

function RangeEnd({ stock, precision, field }: Of & { field: 'high' | 'low' }) {
  const price = usePrice(stock, field)
  return <>{price === undefined ? '–' : formatPrice(price, precision)}</>
}

function Freshness({ stock }: { stock: string }) {
  const feed = useFeed(stock)
  const t = useTexts(roundTexts)
  if (feed === 'live')
    return (
      <span className="live">
        <i className="dot" />
        {t('live')} <ServerClock />
      </span>
    )
  return (
    <span className="live">
      <Badge tone="warn">
        <Icon name="clock" small />
        {feed === 'waiting' ? t('waitingFeed') : <PriceAge stock={stock} />}
      </Badge>
    </span>
  )
}

function ServerClock() {
  return <>{formatTime(useServerTime(1000))}</>
}

function PriceAge({ stock }: { stock: string }) {
  const t = useTexts(roundTexts)
  const ts = usePrice(stock, 'ts') ?? 0
  const age = Math.max(0, useServerTime(200) - ts) / 1000
  return <>{t('ageOfPrice', { seconds: age < 60 ? age.toFixed(1) : formatCount(Math.round(age)) })}</>
}

/** Distance of the last price from a strike, with its sign: the one cell of the strip that follows the ticks. */
export function FromStrike({ stock, strike, precision }: Of & { strike: string }) {
  const last = usePrice(stock, 'last')
  if (last === undefined) return null
  const distance = (Number(last) - Number(strike)).toFixed(precision)
  const direction = Number(distance) > 0 ? 'up' : Number(distance) < 0 ? 'down' : 'dim'
  return <span className={direction}>{formatSigned(distance, (value) => formatPrice(value, precision))}</span>
}
