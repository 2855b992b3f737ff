import { useLanguage, useTexts } from '@maru/client/i18n/texts'
import { Direction, formatPercent, groupDigits } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { futuresOptionsQuery } from '../../books/futures/queries.ts'
import { overseaOptionsQuery } from '../../books/oversea/queries.ts'
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

/** The prices of the first instruments that the site offers, live, each leading to its page. */
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
  if (shown.length === 0) return null
  return (
    <ul className="ntc-mk" aria-label={t('today')}>
      {shown.map((one) => (
        <Instrument key={one.stock} {...one} />
      ))}
    </ul>
  )
}

function Instrument({ topic, id, stock, koName }: Shown) {
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
