import type { ExposureTrend } from '@maru/contract'
import { Empty, formatTime, groupDigits } from '@maru/ui'
import { t } from './texts.ts'

const streamWords = { depth: 'heldDepth', mark: 'heldMark', last: 'heldLast' } as const
const endingWords = { CONFIRMED: 'heldConfirmed', FALSE: 'heldFalse', EXPIRED: 'heldExpired' } as const

/** The prices that were held last: nobody was filled or liquidated at them until they counted. */
export function Held({ held }: { held: ExposureTrend['held'] }) {
  return (
    <section className="panel">
      <header className="risk-h">
        <h2>{t('heldPrices')}</h2>
      </header>
      {held.length === 0 ? (
        <Empty title={t('noHeld')}>{t('noHeldHint')}</Empty>
      ) : (
        <table className="t">
          <thead>
            <tr>
              <th>{t('heldAt')}</th>
              <th>{t('instrument')}</th>
              <th className="r">{t('heldBefore')}</th>
              <th className="r">{t('heldPrice')}</th>
              <th>{t('heldEnding')}</th>
            </tr>
          </thead>
          <tbody>
            {held.map(({ id, at, instrument, stream, before, price, heldMs, ending }) => (
              <tr key={id}>
                <td className="num">{formatTime(at)}</td>
                <td>
                  {instrument} <span className="dim">{t(streamWords[stream])}</span>
                </td>
                <td className="r num">{groupDigits(before)}</td>
                <td className="r num">{groupDigits(price)}</td>
                <td>
                  {t(endingWords[ending])} <span className="num dim">{t('heldMs', { ms: heldMs })}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
