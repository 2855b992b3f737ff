import { call } from '@maru/client/api/client'
import { useLanguage, useTexts } from '@maru/client/i18n/texts'
import type { Candle } from '@maru/contract'
import { Direction, formatPercent, groupDigits } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { futuresOptionsQuery } from '../../books/futures/queries.ts'
import { overseaOptionsQuery } from '../../books/oversea/queries.ts'
import { Sparkline } from '../../kit/sparkline.tsx'
import { useSession } from '../../session/store.ts'
import { featuresOf, useSite } from '../../site/store.ts'
import { nameOf } from '../../trading/instruments/names.ts'
import { type ListTopic, useStockRow } from '../../trading/instruments/stock-list.ts'
import { strategyTexts } from './strategy-texts.ts'

interface Shown {
  readonly topic: ListTopic
  readonly id: number
  readonly stock: string
  readonly koName: string
}

/** The course of the last day, as its change in percent is over a day. */
const interval = '15m'
const dayOf = 96
const closeOf = ([, , , , close]: Candle): number => Number(close)

/** The prices of the first instruments that the site offers, live, each with its course of a day and leading to its page. */
export function MarketToday() {
  const t = useTexts(strategyTexts)
  const site = useSite(({ site }) => site)
  const features = site && featuresOf(site)
  const perpetuals = useQuery({ ...futuresOptionsQuery, enabled: features?.futures === true }).data ?? []
  const contracts = useQuery({ ...overseaOptionsQuery, enabled: features?.oversea === true }).data ?? []
  const shown: Shown[] = [
    ...perpetuals.slice(0, 1).map((one) => ({ ...one, topic: 'futures_info' as const })),
    ...contracts.slice(0, 2).map((one) => ({ ...one, topic: 'oversea' as const })),
  ]
  const stocks = shown.map(({ stock }) => stock).join(',')
  const courses = useQuery({
    queryKey: ['public', 'courses', stocks],
    queryFn: () => call('GET /api/trade/kline_data', { query: { stockListStrs: stocks, interval } }),
    refetchInterval: 60_000,
    enabled: stocks !== '',
    meta: { public: true },
  }).data
  if (shown.length === 0) return null
  return (
    <ul className="ntc-mk" aria-label={t('today')}>
      {shown.map((one) => (
        <Instrument key={one.stock} {...one} closes={(courses?.[one.stock] ?? []).slice(-dayOf).map(closeOf)} />
      ))}
    </ul>
  )
}

function Instrument({ topic, id, stock, koName, closes }: Shown & { readonly closes: readonly number[] }) {
  const t = useTexts(strategyTexts)
  const language = useLanguage()
  const signedIn = useSession(({ status }) => status === 'success')
  const row = useStockRow(topic, stock)
  const base = topic === 'oversea' ? 'oversea' : 'future'
  return (
    <li>
      <Link to={`/${base}${signedIn ? '' : 'View'}/${id}`}>
        <span>
          <b>{language === 'ko' ? koName : nameOf(stock)}</b>
          <small>
            {nameOf(stock)} · {t(topic === 'oversea' ? 'OVERSEA' : 'FUTURES')}
          </small>
        </span>
        <Sparkline values={closes} up={!row?.priceChangePercent.startsWith('-')} />
        <span>
          <b className="num">{row ? groupDigits(row.lastPrice) : '–'}</b>
          <small>
            {row && <Direction value={row.priceChangePercent}>{formatPercent(row.priceChangePercent)}</Direction>}
          </small>
        </span>
      </Link>
    </li>
  )
}
