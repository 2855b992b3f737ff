import type { Exposure, ExposureTrend, MarketExposure } from '@maru/contract'
import { Empty, formatCount, formatMoney, groupDigits } from '@maru/ui'
import { short } from '../../parts/figures.ts'
import { HeatBar } from '../../parts/heat-bar.tsx'
import { nameOf } from './course.ts'
import { t } from './texts.ts'

interface Props {
  market: MarketExposure | undefined
  rungs: Exposure['rungs']
  insurance: ExposureTrend['insurance'] | undefined
}

/** Liquidations of a market by their distance from the price: shorts above it, longs below. */
export function Ladder({ market, rungs, insurance }: Props) {
  const own = market ? rungs.filter((rung) => nameOf(rung) === nameOf(market)) : []
  const most = Math.max(1, ...own.map(({ notional }) => Number(notional)))
  return (
    <section className="panel">
      <header className="risk-h">
        <h2>{t('ladder')}</h2>
        <span className="dim">{market ? `${market.koName} ${groupDigits(market.price)}` : ''}</span>
      </header>
      {market === undefined || own.length === 0 ? (
        <Empty title={t('ladderEmpty')}>{t('ladderEmptyHint')}</Empty>
      ) : (
        <ul className="risk-list">
          {own.map(({ percent, price, notional, count }) => (
            <li key={percent}>
              <span className="num">{groupDigits(price)}</span>
              <span className="num dim">
                {percent > 0 ? '+' : '−'}
                {Math.abs(percent)}%
              </span>
              <HeatBar percent={(Number(notional) / most) * 100} tone={percent > 0 ? 'short' : 'long'} />
              <span className="num r">{short(notional, market.currency)}</span>
              <span className="num r dim">{t('people', { count: formatCount(count) })}</span>
            </li>
          ))}
        </ul>
      )}
      <Fund insurance={insurance} />
    </section>
  )
}

/** What stands between a position that is worth less than nothing and the house. */
function Fund({ insurance }: Pick<Props, 'insurance'>) {
  if (!insurance) return null
  const held = insurance.filter(({ amount }) => Number(amount) !== 0)
  return (
    <p className="risk-foot num">
      <i className="trend-short" /> {t('short')} <i className="trend-long" /> {t('long')}
      <span className="sp" />
      {t('insurance')}{' '}
      <b>
        {held.length === 0
          ? t('insuranceEmpty')
          : held.map(({ amount, currency }) => formatMoney(amount, currency)).join(' · ')}
      </b>
    </p>
  )
}
