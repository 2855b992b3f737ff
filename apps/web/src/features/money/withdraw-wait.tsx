import type { DnwRow } from '@maru/contract'
import { formatCount, formatKrw } from '@maru/ui'
import { Link } from 'react-router'
import { useTexts } from '../../i18n/texts.ts'
import { CancelRequest } from './cancel-request.tsx'
import { MoneyPath } from './money-path.tsx'
import { RequestSteps } from './request-steps.tsx'
import { withdrawTexts } from './withdraw-texts.ts'

/** A withdrawal under way: where the money is, what comes next, and for how long it can be taken back. */
export function WithdrawWait({ row }: { row: DnwRow }) {
  const t = useTexts(withdrawTexts)
  const receives = Number(row.point) - Number(row.fee)
  return (
    <>
      <section className="pad">
        <p className="mid">{t('working')}</p>
        <h2 className="hero num">{formatKrw(row.point)}</h2>
      </section>
      <section className="pad">
        {row.account !== null && <MoneyPath account={{ label: row.account, holder: row.counterparty ?? '' }} />}
      </section>
      <section className="pad" aria-live="polite">
        <RequestSteps row={row} next={t('waitingReview')} />
      </section>
      <section className="pad">
        <dl className="kvs">
          <dt>{t('where')}</dt>
          <dd>{t('wherePending')}</dd>
          <dt>{t('receives')}</dt>
          <dd className="num">{formatKrw(String(receives))}</dd>
          <dt>{t('requestNo')}</dt>
          <dd className="num">{formatCount(String(row.id))}</dd>
          {row.txnId !== null && (
            <>
              <dt>{t('txnNo')}</dt>
              <dd className="num">{formatCount(String(row.txnId))}</dd>
            </>
          )}
        </dl>
        <p className="cap-l">{t('oneAtATime')}</p>
      </section>
      <CancelRequest row={row} />
      <div className="dock">
        <Link to="/wallet/dnw_history" className="btn btn-l wide">
          {t('history')}
        </Link>
      </div>
    </>
  )
}
