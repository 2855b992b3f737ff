import { download } from '@maru/client/api/client'
import type { LargePosition } from '@maru/contract'
import { Empty, groupDigits } from '@maru/ui'
import { short } from '../../parts/figures.ts'
import { SaveCsv } from '../../parts/save-csv.tsx'
import { t } from './texts.ts'
import { lineWords } from './words.ts'

/** The largest positions of the site; names are masked. */
export function Largest({ positions }: { positions: readonly LargePosition[] }) {
  return (
    <section className="panel">
      <header className="risk-h">
        <h2>{t('largePositions')}</h2>
        <span className="dim">{t('hideNames')}</span>
        <SaveCsv
          name={t('largePositions')}
          read={(signal) => download('GET /api/console/exposure/largest.csv', { signal })}
        />
      </header>
      {positions.length === 0 ? (
        <Empty title={t('noPositions')}>{t('noPositionsHint')}</Empty>
      ) : (
        <table className="t">
          <thead>
            <tr>
              <th>{t('member')}</th>
              <th>{t('instrument')}</th>
              <th>{t('side')}</th>
              <th className="r">{t('notional')}</th>
              <th className="r">{t('unrealisedPnl')}</th>
              <th className="r">{t('liquidationPrice')}</th>
            </tr>
          </thead>
          <tbody>
            {positions.slice(0, 8).map(({ id, username, koName, line, side, notional, pnl, currency, ...of }) => (
              <tr key={id}>
                <td>{username}</td>
                <td>
                  {koName} <span className="dim">{lineWords[line]}</span>
                </td>
                <td>
                  <span className={side === 'LONG' ? 'up' : 'down'}>
                    {side === 'LONG' ? t('longUp') : t('shortDown')}
                  </span>{' '}
                  <span className="num dim">{t('leverage', { leverage: of.leverage })}</span>
                </td>
                <td className="r num">{short(notional, currency)}</td>
                <td className="r num">{short(pnl, currency)}</td>
                <td className="r num">{of.liquidPrice === null ? '–' : groupDigits(of.liquidPrice)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
