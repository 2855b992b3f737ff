import { call } from '@maru/client/api/client'
import { useLanguage, useTexts } from '@maru/client/i18n/texts'
import type { TradeOption } from '@maru/contract'
import { Direction, formatPercent, formatPrice, Icon, Price, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Sparkline } from '../../kit/sparkline.tsx'
import { featuresOf, useSite } from '../../site/store.ts'
import { signInTexts } from './texts.ts'

const shownStocks = 3
const meta = { public: true }

/** A few instruments with their price now; a tap opens the page that needs no login. */
export function LivePrices() {
  const t = useTexts(signInTexts)
  const hasRounds = useSite(({ site }) => site === null || featuresOf(site).binary)
  const options = useQuery({
    queryKey: ['sign-in', 'options'],
    queryFn: () => call('GET /api/public/trade_option/site/list', {}),
    select: oneAStock,
    enabled: hasRounds,
    meta,
  })
  const stocks = options.data?.map(({ stock }) => stock).join(',') ?? ''
  const query = { stockListStrs: stocks }
  const live = { enabled: stocks !== '', meta }
  const prices = useQuery({
    queryKey: ['sign-in', 'price', stocks],
    queryFn: () => call('GET /api/stock/last_price', { query }),
    refetchInterval: 2_000,
    ...live,
  })
  const day = useQuery({
    queryKey: ['sign-in', 'day', stocks],
    queryFn: () => call('GET /api/trade/ticker_statistics', { query }),
    refetchInterval: 15_000,
    ...live,
  })
  const lines = useQuery({
    queryKey: ['sign-in', 'lines', stocks],
    queryFn: () => call('GET /api/trade/kline_data', { query: { ...query, interval: '1m' } }),
    refetchInterval: 60_000,
    ...live,
  })
  if (!hasRounds || options.data?.length === 0) return null
  return (
    <section className="view" aria-label={t('prices')}>
      <div className="view-h">
        {t('prices')}
        <Link className="link" to="/exchangeView">
          {t('look')}
          <Icon name="right" small />
        </Link>
      </div>
      {options.isError && <p className="view-e">{t('pricesFailed')}</p>}
      {options.isPending && Array.from({ length: shownStocks }, (_, index) => <SkeletonRow key={String(index)} />)}
      {options.data?.map((option) => (
        <Row
          key={option.stock}
          option={option}
          price={prices.data?.[option.stock]}
          change={day.data?.[option.stock]?.priceChangePercent}
          closes={lines.data?.[option.stock]?.slice(-60).map((candle) => Number(candle[4])) ?? []}
          comes={{ price: prices.isPending, change: day.isPending, line: lines.isPending }}
        />
      ))}
    </section>
  )
}

interface RowProps {
  option: TradeOption
  price: { price: string; feed: string } | undefined
  change: string | undefined
  closes: readonly number[]
  /** What is still on its way. */
  comes: Readonly<Record<'price' | 'change' | 'line', boolean>>
}

function Row({ option, price, change, closes, comes }: RowProps) {
  const t = useTexts(signInTexts)
  const language = useLanguage()
  const symbol = option.stock.slice(option.stock.indexOf('_') + 1)
  const stale = price?.feed === 'stale'
  return (
    <Link className="row" to={`/exchangeView/${option.id}`}>
      <span>
        <b>{language === 'ko' ? option.koName : symbol}</b>
        {language === 'ko' && <small>{symbol}</small>}
      </span>
      {comes.line ? <Skeleton width={56} /> : <Sparkline values={closes} up={!change?.startsWith('-')} />}
      <span className="num">
        <b>
          {price ? (
            <Price value={price.price} stale={stale}>
              {formatPrice(price.price, option.precision)}
            </Price>
          ) : comes.price ? (
            <Skeleton width={72} height={16} />
          ) : (
            '–'
          )}
        </b>
        <small>
          {comes.change && <Skeleton width={48} />}
          {stale && t('stale')}
          {!stale && change !== undefined && (
            <Direction value={change}>
              <span className="sr">{t('change24h')} </span>
              {formatPercent(change)}
            </Direction>
          )}
        </small>
      </span>
    </Link>
  )
}

const SkeletonRow = () => (
  <div className="row">
    <span>
      <Skeleton width={72} height={16} />
    </span>
    <Skeleton width={56} />
    <Skeleton width={80} height={16} className="end" />
  </div>
)

/** The first option of each stock that can be played, up to three. */
function oneAStock(options: readonly TradeOption[]): TradeOption[] {
  const first = new Map<string, TradeOption>()
  for (const option of options)
    if (option.isPlay && !option.isStop && !first.has(option.stock)) first.set(option.stock, option)
  return [...first.values()].slice(0, shownStocks)
}
