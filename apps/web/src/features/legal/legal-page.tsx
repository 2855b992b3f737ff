import './legal.css'
import { call } from '@maru/client/api/client'
import { defineTexts, useTexts } from '@maru/client/i18n/texts'
import type { ContentId, StaticPage } from '@maru/contract'
import { Button, formatDateTime, formatDay, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SafeHtml } from '../../kit/safe-html.tsx'
import { LoadFailed } from '../../lists/loaded.tsx'
import { useSession } from '../../session/store.ts'

const texts = defineTexts(
  'legal-page',
  {
    since: '시행일 {day}',
    sinceVersion: '시행일 {day} · 버전 {version}',
    agreed: '{when}에 동의하셨습니다.',
    versions: '버전',
    version: '버전 {version} · {day}',
  },
  {
    since: 'In force since {day}',
    sinceVersion: 'In force since {day} · version {version}',
    agreed: 'You agreed on {when}.',
    versions: 'Versions',
    version: 'Version {version}, {day}',
  },
)

/** A legal text: the version that is in force, or a chosen one. */
export function LegalPage({ contentId }: { contentId: ContentId }) {
  const [version, setVersion] = useState<number | null>(null)
  const memberId = useSession(({ me }) => me?.id ?? null)
  const page = useQuery({
    queryKey: ['legal', contentId, version, memberId],
    queryFn: () =>
      call('GET /api/content/static', {
        query: { contentId, ...(version !== null && { version: String(version) }) },
      }),
  })
  if (page.data) return <Version page={page.data} onVersion={setVersion} />
  return (
    <main id="main" className="law" aria-busy={page.isPending}>
      {page.isError ? <LoadFailed query={page} /> : <Skeleton height={320} />}
    </main>
  )
}

function Version({ page, onVersion }: { page: StaticPage; onVersion: (version: number) => void }) {
  const t = useTexts(texts)
  const { version, title, content, startAt, agreedAt, versions } = page
  return (
    <main id="main" className="law">
      <p className="law-d">
        {version === 0
          ? t('since', { day: formatDay(startAt) })
          : t('sinceVersion', { day: formatDay(startAt), version: String(version) })}
      </p>
      {agreedAt !== null && <p className="law-d">{t('agreed', { when: formatDateTime(agreedAt) })}</p>}
      <section>
        <h2>{title}</h2>
        <SafeHtml html={content} />
      </section>
      {versions.length > 1 && (
        <nav aria-label={t('versions')} className="law-v">
          {versions.map((one) => (
            <Button
              key={one.version}
              size={36}
              aria-pressed={one.version === version}
              onClick={() => onVersion(one.version)}
            >
              {t('version', { version: String(one.version), day: formatDay(one.startAt) })}
            </Button>
          ))}
        </nav>
      )}
    </main>
  )
}
