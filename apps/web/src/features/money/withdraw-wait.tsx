import { useTexts } from '@maru/client/i18n/texts'
import type { DnwRow } from '@maru/contract'
import { formatCount, formatMoney } from '@maru/ui'
import { Link } from 'react-router'
import { minus } from '../../kit/decimals.ts'
import { CancelRequest } from './cancel-request.tsx'
import { MoneyPath } from './money-path.tsx'
import { RequestSteps } from './request-steps.tsx'
import { withdrawTexts } from './withdraw-texts.ts'

/** A withdrawal under way: where the money is, what comes next, and for how long it can be taken back. */
export function WithdrawWait({ row }: { row: DnwRow }) {
  const t = useTexts(withdrawTexts)
  const receives = minus(row.point, row.fee)
  return (
    <>
      <section className="pad">
        <p className="mid">{t('working')}</p>
        <h2 className="hero num">{formatMoney(row.point, row.currency)}</h2>
      </section>
      <section className="pad">
        {row.account !== null && row.currency === 'KRW' && (
          <MoneyPath account={{ label: row.account, holder: row.counterparty ?? '' }} />
        )}
        {row.account !== null && row.currency !== 'KRW' && <p className="mid num">{row.account}</p>}
      </section>
      <section className="pad" aria-live="polite">
        <RequestSteps row={row} next={t('waitingReview')} />
      </section>
      <section className="pad">
        <dl className="kvs">
          <dt>{t('where')}</dt>
          <dd>{t('wherePending')}</dd>
          <dt>{t(row.currency === 'KRW' ? 'receives' : 'receivesCoin')}</dt>
          <dd className="num">{formatMoney(receives, row.currency)}</dd>
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
