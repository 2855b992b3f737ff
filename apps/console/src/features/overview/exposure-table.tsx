import { download } from '@maru/client/api/client'
import type { ExposureSums } from '@maru/contract'
import { Direction, formatKrwShort, formatPrice, formatSigned, groupDigits, Segmented, Skeleton } from '@maru/ui'
import { useState } from 'react'
import { Link } from 'react-router'
import { LiveBadge } from '../../parts/live-badge.tsx'
import { SaveCsv } from '../../parts/save-csv.tsx'
import { type MarketRow, marketRows, type Shown, turned } from './exposure-rows.ts'
import { t } from './texts.ts'
import { lineWords } from './words.ts'

const most = 5
const choices = [
  { value: 'ALL', label: t('all') },
  { value: 'FUTURES', label: t('lineFutures') },
  { value: 'OVERSEA', label: t('lineOversea') },
] as const

/** What members hold, market by market, the largest first; the house holds the opposite. */
export function ExposureTable({ sums }: { sums: ExposureSums | null }) {
  const [shown, setShown] = useState<Shown>('ALL')
  return (
    <section className="panel ov-exp" aria-labelledby="exposure">
      <header>
        <h2 id="exposure">{t('exposure')}</h2>
        <LiveBadge />
        <span className="sp" />
        <Segmented label={t('product')} choices={choices} value={shown} onChange={setShown} />
      </header>
      {sums ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
        <div className="scroll" tabIndex={0}>
          <Table rows={marketRows(sums.markets, shown, most)} />
        </div>
      ) : (
        <Skeleton width="100%" height={180} />
      )}
      <footer className="foot">
        <span>{t('exposureHint')}</span>
        <span className="sp" />
        <Link className="lk" to="/risk">
          {t('allMarkets', { count: sums?.markets.length ?? 0 })}
        </Link>
        <SaveCsv name={t('exposure')} read={(signal) => download('GET /api/console/exposure/market.csv', { signal })} />
      </footer>
    </section>
  )
}

function Table({ rows }: { rows: readonly MarketRow[] }) {
  return (
    <table className="t" aria-labelledby="exposure">
      <thead>
        <tr>
          <th scope="col">{t('instrument')}</th>
          <th scope="col" className="r">
            {t('price')}
          </th>
          <th scope="col" className="r">
            {t('longHead')}
          </th>
          <td className="ov-sides" />
          <th scope="col">{t('shortHead')}</th>
          <th scope="col" className="r">
            {t('net')}
          </th>
          <th scope="col" className="r">
            {t('housePnl')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={`${row.line} ${row.optionId}`} row={row} />
        ))}
        {rows.length === 0 && (
          <tr>
            <td colSpan={7} className="dim">
              {t('noPositions')}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

function Row({ row }: { row: MarketRow }) {
  const { line, koName, price, currency, long, short: sold, net, pnl, longShare, shortShare } = row
  const amount = (value: string | number | bigint) =>
    currency === 'KRW' ? formatKrwShort(value) : formatPrice(String(value), 0)
  const house = turned(pnl)
  return (
    <tr>
      <th scope="row">
        {koName} <span className="dim">{lineWords[line]}</span>
      </th>
      <td className="r num">{groupDigits(price)}</td>
      <td className="r num" title={t('people', { count: long.count })}>
        {amount(long.notional)}
      </td>
      <td className="ov-sides" aria-hidden="true">
        <i className="up" style={{ inlineSize: `${longShare * 50}%` }} />
        <i className="down" style={{ inlineSize: `${shortShare * 50}%` }} />
      </td>
      <td className="num" title={t('people', { count: sold.count })}>
        {amount(sold.notional)}
      </td>
      <td className="r num">
        <b>{formatSigned(net, amount)}</b>
      </td>
      <td className="r num">
        <Direction value={house}>
          {formatSigned(house, (value) => (currency === 'KRW' ? formatKrwShort(value) : formatPrice(value, 2)))}
        </Direction>
      </td>
    </tr>
  )
}
