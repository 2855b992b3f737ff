import { useTexts } from '@maru/client/i18n/texts'
import { formatPrice, formatSigned, formatTime } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { roundTexts } from '../../books/rounds/texts.ts'
import { useFeed, usePrice, useServerTime } from '../../live/index.ts'
import { DayChange, LastPrice, PriceField, StaleBadge } from '../../trading/price/price-cells.tsx'
import { statisticsQuery } from '../../trading/price/statistics.ts'

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
          {t('high')} <PriceField stock={stock} precision={precision} field="high" />
        </span>
        <span>
          {t('low')} <PriceField stock={stock} precision={precision} field="low" />
        </span>
      </div>
    </section>
  )
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
      <StaleBadge stock={stock} />
    </span>
  )
}

function ServerClock() {
  return <>{formatTime(useServerTime(1000))}</>
}

/** Distance of the last price from a strike, with its sign: the one cell of the strip that follows the ticks. */
export function FromStrike({ stock, strike, precision }: Of & { strike: string }) {
  const last = usePrice(stock, 'last')
  if (last === undefined) return null
  const distance = (Number(last) - Number(strike)).toFixed(precision)
  const direction = Number(distance) > 0 ? 'up' : Number(distance) < 0 ? 'down' : 'dim'
  return <span className={direction}>{formatSigned(distance, (value) => formatPrice(value, precision))}</span>
}
