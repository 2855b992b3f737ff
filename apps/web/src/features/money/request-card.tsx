import { useTexts } from '@maru/client/i18n/texts'
import type { DnwRow } from '@maru/contract'
import { formatMoney } from '@maru/ui'
import { Link } from 'react-router'
import { homeTexts } from './home-texts.ts'
import { RequestSteps } from './request-steps.tsx'
import { placeOf } from './words.ts'

/** A request under way: what it is, how far it has come, and where to see all of it. */
export function RequestCard({ row }: { row: DnwRow }) {
  const t = useTexts(homeTexts)
  const isDeposit = row.type === 'D'
  return (
    <article className="req">
      <p className="req-t">
        <span>{t(isDeposit ? 'deposit' : 'withdraw')}</span>
        <b className="num">{formatMoney(row.point, row.currency)}</b>
      </p>
      <RequestSteps row={row} next={t(isDeposit ? 'waitingArrival' : 'waitingReview')} />
      <p className="req-f">
        <span>{placeOf(row)}</span>
        <Link to={isDeposit ? '/balances/deposit' : '/balances/withdraw'} className="link">
          {t('detail')}
        </Link>
      </p>
    </article>
  )
}
