import './content.css'
import { call } from '@maru/client/api/client'
import { isApiError } from '@maru/client/api/error'
import { useTexts } from '@maru/client/i18n/texts'
import { Badge, Empty, formatDateTime, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { SafeHtml } from '../../kit/safe-html.tsx'
import { LoadFailed } from '../../lists/loaded.tsx'
import { strategyTexts } from './strategy-texts.ts'

/** One text of the investment info. */
export default function StrategyPage() {
  const t = useTexts(strategyTexts)
  const id = useParams()['id'] ?? ''
  const strategy = useQuery({
    queryKey: ['public', 'strategy', id],
    queryFn: () => call('GET /api/content/strategy', { query: { id } }),
    meta: { public: true },
  })
  const isGone = isApiError(strategy.error) && strategy.error.status === 404
  return (
    <main id="main" className="ntc" aria-busy={strategy.isPending}>
      {strategy.data && (
        <article className="ntc-a">
          <Badge>{t(strategy.data.category)}</Badge>
          <h2>{strategy.data.title}</h2>
          <p className="ntc-m num">
            {formatDateTime(strategy.data.startAt).slice(0, 16)} · {t('minutes', { count: strategy.data.minutes })}
          </p>
          <SafeHtml html={strategy.data.content} />
          <p className="ntc-w ntc-k">{t('risk')}</p>
        </article>
      )}
      {isGone && (
        <Empty title={t('gone')}>
          {t('goneHint')} <Link to="/support/invest_info">{t('toList')}</Link>
        </Empty>
      )}
      {strategy.isError && !isGone && <LoadFailed query={strategy} />}
      {strategy.isPending && (
        <div className="ntc-a">
          <Skeleton height={28} />
          <Skeleton height={160} />
        </div>
      )}
    </main>
  )
}
