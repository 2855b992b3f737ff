import { useTexts } from '@maru/client/i18n/texts'
import type { DnwRow } from '@maru/contract'
import { Button, formatCount, formatDateTime, formatMoney, Icon } from '@maru/ui'
import { Link } from 'react-router'
import { reasonText } from './reasons.ts'
import { RequestSteps } from './request-steps.tsx'
import { moneyTexts } from './texts.ts'

/** A request that has just ended while its member looked: one mark, one sentence, what it came to. */
export function RequestEnd({ row, onAgain }: { row: DnwRow; onAgain: () => void }) {
  const t = useTexts(moneyTexts)
  const isDone = row.status === 'COMPLETED'
  const amount = formatMoney(row.point, row.currency)
  const title = isDone
    ? t(row.type === 'D' ? 'arrived' : 'left', { amount })
    : t(row.status === 'REJECTED' ? 'rejected' : 'canceled')
  return (
    <>
      <section className="end" role="status">
        <i className={isDone ? undefined : 'is-bad'}>
          <Icon name={isDone ? 'check' : 'close'} />
        </i>
        <h2>{title}</h2>
        {row.reason !== null && !isDone && <p>{reasonText(row.reason, t)}</p>}
      </section>
      <section className="pad">
        <dl className="kvs">
          <dt>{t('amount')}</dt>
          <dd className="num">{amount}</dd>
          {isDone && row.holdUntil !== null && (
            <>
              <dt>{t('withdrawableFrom')}</dt>
              <dd className="num">{formatDateTime(row.holdUntil)}</dd>
            </>
          )}
          <dt>{t('requestNo')}</dt>
          <dd className="num">{formatCount(String(row.id))}</dd>
          {row.txnId !== null && (
            <>
              <dt>{t('txnNo')}</dt>
              <dd className="num">{formatCount(String(row.txnId))}</dd>
            </>
          )}
        </dl>
        <RequestSteps row={row} next="" />
      </section>
      <div className="dock dock-2">
        <Button size={52} onClick={onAgain}>
          {t('again')}
        </Button>
        <Link to="/wallet/asset" className="btn btn-l btn-primary">
          {t('toWalletPage')}
        </Link>
      </div>
    </>
  )
}
