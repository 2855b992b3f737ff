import './content.css'
import { call } from '@maru/client/api/client'
import { isApiError } from '@maru/client/api/error'
import { useTexts } from '@maru/client/i18n/texts'
import type { Promotion } from '@maru/contract'
import { Empty, formatDateTime, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { SafeHtml } from '../../kit/safe-html.tsx'
import { LoadFailed } from '../../lists/loaded.tsx'
import { promotionTexts } from './promotion-texts.ts'

/** One promotion: what it is, until when, on what conditions. */
export default function PromotionPage() {
  const t = useTexts(promotionTexts)
  const id = useParams()['id'] ?? ''
  const promotion = useQuery({
    queryKey: ['public', 'promotion', id],
    queryFn: () => call('GET /api/content/promotion', { query: { id } }),
    meta: { public: true },
  })
  const isGone = isApiError(promotion.error) && promotion.error.status === 404
  if (promotion.data) return <Shown promotion={promotion.data} />
  return (
    <main id="main" className="ntc" aria-busy={promotion.isPending}>
      {isGone && (
        <Empty title={t('gone')}>
          {t('goneHint')} <Link to="/support/promotion">{t('toList')}</Link>
        </Empty>
      )}
      {promotion.isError && !isGone && <LoadFailed query={promotion} />}
      {promotion.isPending && (
        <div className="ntc-a">
          <Skeleton height={28} />
          <Skeleton height={160} />
        </div>
      )}
    </main>
  )
}

const minuteOf = (at: number): string => formatDateTime(at).slice(0, 16)

function Shown({ promotion: { title, content, conditions, link, startAt, endAt } }: { promotion: Promotion }) {
  const t = useTexts(promotionTexts)
  return (
    <main id="main" className="ntc">
      <article className="ntc-a">
        <h2>{title}</h2>
        <SafeHtml html={content} />
        <dl className="ntc-k">
          <dt>{t('period')}</dt>
          <dd className="num">{`${minuteOf(startAt)} – ${minuteOf(endAt)}`}</dd>
          <dt>{t('conditions')}</dt>
          <dd>{conditions}</dd>
        </dl>
        <p className="ntc-w">{t('risk')}</p>
        {link !== null && (
          <Link to={link} className="ntc-go">
            {t('go')}
          </Link>
        )}
      </article>
    </main>
  )
}
