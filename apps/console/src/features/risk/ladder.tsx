import type { Exposure, MarketExposure } from '@maru/contract'
import { Empty, formatCount, groupDigits } from '@maru/ui'
import { short } from '../../parts/figures.ts'
import { HeatBar } from '../../parts/heat-bar.tsx'
import { nameOf } from './markets.tsx'
import { t } from './texts.ts'

/** Liquidations of a market by their distance from the price: shorts above it, longs below. */
export function Ladder({ market, rungs }: { market: MarketExposure | undefined; rungs: Exposure['rungs'] }) {
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
      {market && <Sides {...market} />}
    </section>
  )
}

/** What members hold each way, and what a move of one percent is to the house: the opposite of theirs. */
function Sides({ long, short: shorts, net, currency }: MarketExposure) {
  const percent = String(Math.abs(Number(net)) / 100)
  return (
    <p className="risk-foot num">
      {t('ladderStep', {
        notional: short(long.notional, currency),
        count: formatCount(long.count),
        notional2: short(shorts.notional, currency),
        count2: formatCount(shorts.count),
        percent: short(percent, currency),
      })}
    </p>
  )
}
