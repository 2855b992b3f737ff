import { download } from '@maru/client/api/client'
import type { ExposureTrend, MarketExposure } from '@maru/contract'
import { formatCount, groupDigits } from '@maru/ui'
import { short } from '../../parts/figures.ts'
import { HeatBar } from '../../parts/heat-bar.tsx'
import { LiveBadge } from '../../parts/live-badge.tsx'
import { SaveCsv } from '../../parts/save-csv.tsx'
import { Sparkline } from '../../parts/sparkline.tsx'
import { courseOf, nameOf } from './course.ts'
import { t } from './texts.ts'
import { lineWords } from './words.ts'

interface Props {
  trend: ExposureTrend | undefined
  markets: readonly MarketExposure[]
  selected: string | null
  onSelect: (name: string) => void
}

/** What the house stands for in each market: the opposite of what its members hold. */
export function Markets({ trend, markets, selected, onSelect }: Props) {
  const largest = (currency: string) =>
    Math.max(1, ...markets.filter((one) => one.currency === currency).map(({ net }) => Math.abs(Number(net))))
  return (
    <section className="panel">
      <header className="risk-h">
        <h2>{t('netByInstrument')}</h2>
        <LiveBadge />
        <span className="dim">{t('netHint')}</span>
        <SaveCsv
          name={t('netByInstrument')}
          read={(signal) => download('GET /api/console/exposure/market.csv', { signal })}
        />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
      <section className="scroll risk-scroll" tabIndex={0} aria-label={t('netByInstrument')}>
        <table className="t">
          <thead>
            <tr>
              <th>{t('instrument')}</th>
              <th className="r">{t('last')}</th>
              <th>{t('hourShort')}</th>
              <th className="r">{t('long')}</th>
              <th className="r">{t('short')}</th>
              <th className="r">{t('net')}</th>
              <th>{t('size')}</th>
            </tr>
          </thead>
          <tbody>
            {markets.map((market) => (
              <tr key={nameOf(market)} aria-selected={selected === nameOf(market)}>
                <td>
                  <button type="button" className="lk" onClick={() => onSelect(nameOf(market))}>
                    {market.koName} {lineWords[market.line]}
                  </button>
                  {market.isStop && <span className="over"> {t('stop')}</span>}
                </td>
                <td className="r num">{groupDigits(market.price)}</td>
                <td>{trend && <Sparkline values={courseOf(trend, market, 'price').map(({ value }) => value)} />}</td>
                <td className="r num">{t('people', { count: formatCount(market.long.count) })}</td>
                <td className="r num">{t('people', { count: formatCount(market.short.count) })}</td>
                <td className="r num">{short(market.net, market.currency)}</td>
                <td>
                  <HeatBar
                    percent={(Math.abs(Number(market.net)) / largest(market.currency)) * 100}
                    tone={Number(market.net) < 0 ? 'short' : 'long'}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}
