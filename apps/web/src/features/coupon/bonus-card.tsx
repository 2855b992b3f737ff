import { useTexts } from '@maru/client/i18n/texts'
import type { Bonus } from '@maru/contract'
import { formatDay, formatMoney, Icon } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { leavingQuery } from './queries.ts'
import { shareDone } from './share-done.ts'
import { couponTexts } from './texts.ts'

/** An open bonus: how far its turnover is, until when, and what ends it. */
export function BonusCard({ bonus }: { bonus: Bonus }) {
  const t = useTexts(couponTexts)
  const { data: leaving } = useQuery(leavingQuery)
  const { done, required } = bonus.turnover
  const share = shareDone(done, required)
  return (
    <article className="cpn-b">
      <h2>
        {bonus.title}
        <b>{formatMoney(bonus.point, 'KRW')}</b>
      </h2>
      <p>{t('givenOn', { day: formatDay(bonus.grantedAt) })}</p>
      <div className="cpn-n">
        <span>{t('turnover')}</span>
        <b>{share}%</b>
      </div>
      <progress aria-label={t('turnover')} max={100} value={share} />
      <div className="cpn-n">
        <span>
          {formatMoney(done, 'KRW', false)} / {formatMoney(required, 'KRW')}
        </span>
        <span>{t('expires', { day: formatDay(bonus.expiresAt) })}</span>
      </div>
      {leaving && (
        <div className="cpn-w">
          <Icon name="warn" />
          <span>{t('leaving')}</span>
          <Link to="/balances/withdraw">{t('seeExit')}</Link>
        </div>
      )}
    </article>
  )
}
