import './content.css'
import { call } from '@maru/client/api/client'
import { isApiError } from '@maru/client/api/error'
import { useTexts } from '@maru/client/i18n/texts'
import type { Notice } from '@maru/contract'
import { Badge, Empty, formatDay, formatMinute, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { SafeHtml } from '../../kit/safe-html.tsx'
import { LoadFailed } from '../../lists/loaded.tsx'
import { contentTexts } from './texts.ts'

/** One notice, and the ways to those before and after it. */
export default function NoticePage() {
  const t = useTexts(contentTexts)
  const id = useParams()['id'] ?? ''
  const notice = useQuery({
    queryKey: ['public', 'notice', id],
    queryFn: () => call('GET /api/content/notice', { query: { id } }),
    meta: { public: true },
  })
  if (notice.data) return <Shown notice={notice.data} />
  const isGone = isApiError(notice.error) && notice.error.status === 404
  return (
    <main id="main" className="ntc" aria-busy={notice.isPending}>
      {isGone && (
        <Empty title={t('gone')}>
          {t('goneHint')} <Link to="/more/notice">{t('toList')}</Link>
        </Empty>
      )}
      {notice.isError && !isGone && <LoadFailed query={notice} />}
      {notice.isPending && (
        <div className="ntc-a">
          <Skeleton width={160} height={20} />
          <Skeleton height={28} />
          <Skeleton height={160} />
        </div>
      )}
    </main>
  )
}

function Shown({ notice: { category, startAt, title, content, previous, next } }: { notice: Notice }) {
  const t = useTexts(contentTexts)
  return (
    <main id="main" className="ntc">
      <article className="ntc-a">
        <p className="ntc-m">
          <Badge tone={category === 'MAINTENANCE' ? 'warn' : 'neutral'}>{t(category)}</Badge>
          <span className="num">{`${formatDay(startAt)} ${formatMinute(startAt)}`}</span>
        </p>
        <h2>{title}</h2>
        <SafeHtml html={content} />
      </article>
      <div className="band" />
      <nav aria-label={t('neighbours')}>
        <Neighbour label={t('previous')} to={previous} />
        <Neighbour label={t('next')} to={next} />
      </nav>
    </main>
  )
}

function Neighbour({ label, to }: { label: string; to: Notice['next'] }) {
  const t = useTexts(contentTexts)
  const inside = (
    <>
      <span>{label}</span>
      <b>{to?.title ?? t('nothing')}</b>
    </>
  )
  return to ? (
    <Link className="ntc-n" to={`/more/notice/${to.id}`}>
      {inside}
    </Link>
  ) : (
    <p className="ntc-n">{inside}</p>
  )
}
