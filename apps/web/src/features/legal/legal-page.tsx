import './legal.css'
import { call } from '@maru/client/api/client'
import { defineTexts, useLanguage, useTexts } from '@maru/client/i18n/texts'
import type { ContentId, StaticPage } from '@maru/contract'
import { Button, formatDateTime, formatDay, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SafeHtml } from '../../kit/safe-html.tsx'
import { LoadFailed } from '../../lists/loaded.tsx'
import { useSession } from '../../session/store.ts'
import { useSite } from '../../site/store.ts'

interface LegalSection {
  title: string
  /** Paragraphs; a list is an array within. `{site}` is the site's name. */
  body: readonly (string | readonly string[])[]
}
export interface LegalText {
  since: string
  sections: readonly LegalSection[]
}

const texts = defineTexts(
  'legal-page',
  {
    since: '시행일 {day} · {version}판',
    agreed: '{when}에 동의하셨습니다.',
    versions: '판',
    version: '{version}판 {day}',
  },
  {
    since: 'In force since {day} · version {version}',
    agreed: 'You agreed on {when}.',
    versions: 'Versions',
    version: 'Version {version}, {day}',
  },
)

interface Props {
  contentId: ContentId
  ko: LegalText
  en: LegalText
}

/** A legal text: the version of the site that is in force, or a chosen one; where the site has published none, the house's. */
export function LegalPage({ contentId, ko, en }: Props) {
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
  if (page.data === null) return <HouseText ko={ko} en={en} />
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
      <p className="law-d">{t('since', { day: formatDay(startAt), version: String(version) })}</p>
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

/** The text of the house in the reader's language. */
function HouseText({ ko, en }: { ko: LegalText; en: LegalText }) {
  const language = useLanguage()
  const site = useSite(({ site }) => site?.name) ?? '마루'
  const { since, sections } = language === 'ko' ? ko : en
  const fill = (text: string) => text.replaceAll('{site}', site)
  return (
    <main id="main" className="law">
      <p className="law-d">{since}</p>
      {sections.map(({ title, body }) => (
        <section key={title}>
          <h2>{fill(title)}</h2>
          {body.map((part) =>
            typeof part === 'string' ? (
              <p key={part}>{fill(part)}</p>
            ) : (
              <ol key={part[0]}>
                {part.map((item) => (
                  <li key={item}>{fill(item)}</li>
                ))}
              </ol>
            ),
          )}
        </section>
      ))}
    </main>
  )
}
