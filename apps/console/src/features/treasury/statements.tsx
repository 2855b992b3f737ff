import { download } from '@maru/client/api/client'
import type { HouseStatement } from '@maru/contract'
import { Badge, formatDateTime, formatMoney } from '@maru/ui'
import { Link } from 'react-router'
import { SaveCsv } from '../../parts/save-csv.tsx'
import { t } from './texts.ts'

/** What each provider says of the house's accounts, beside what the ledger says now. */
export function Statements({ statements }: { statements: readonly HouseStatement[] }) {
  return (
    <section className="panel" aria-labelledby="statements">
      <header className="tre-h">
        <h2 id="statements">{t('statementBalance')}</h2>
        <span className="dim">{t('statementHint')}</span>
        <span className="sp" />
        <Link className="lk" to="/reconcile">
          {t('toReconcile')}
        </Link>
        <SaveCsv
          name={t('statementBalance')}
          read={(signal) => download('GET /api/console/treasury/statement.csv', { signal })}
        />
      </header>
      {statements.length === 0 ? (
        <p className="tre-none dim">{t('noStatements')}</p>
      ) : (
        <table className="t" aria-label={t('statementBalance')}>
          <thead>
            <tr>
              <th>{t('provider')}</th>
              <th>{t('date')}</th>
              <th className="r">{t('statement')}</th>
              <th className="r">{t('ledger')}</th>
              <th>{t('difference')}</th>
              <th>{t('readAt')}</th>
            </tr>
          </thead>
          <tbody>
            {statements.map(({ provider, currency, day, closing, ledger, isFinal, readAt }) => (
              <tr key={`${provider} ${currency}`}>
                <td>
                  <b>{provider}</b> {currency}
                </td>
                <td className="num">
                  {day} {isFinal ? t('final') : t('running')}
                </td>
                <td className="num r">{formatMoney(closing, currency)}</td>
                <td className="num r">{formatMoney(ledger, currency)}</td>
                <td>{closing === ledger ? <Badge>{t('same')}</Badge> : <Badge tone="warn">{t('differs')}</Badge>}</td>
                <td className="num">{formatDateTime(readAt)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
