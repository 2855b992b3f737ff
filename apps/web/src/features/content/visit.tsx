import './visit.css'
import { call } from '@maru/client/api/client'
import { isApiError } from '@maru/client/api/error'
import { useTexts } from '@maru/client/i18n/texts'
import type { ConsentAsked } from '@maru/contract'
import { Button, Dialog, formatDay, holdTouches } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { loadErrorTranslation, serverText } from '../../api/error-text.ts'
import { queryClient } from '../../api/query-client.ts'
import { SafeHtml } from '../../kit/safe-html.tsx'
import { signOut } from '../../session/session.ts'
import { useSession } from '../../session/store.ts'
import { showAlert } from '../../shell/alert.tsx'
import { Popups } from './popups.tsx'
import { visitTexts } from './visit-texts.ts'

const askAgainMs = 5 * 60_000

/** What stands before the page of a visit: terms that a member has to agree to, then the popups of the site. */
export function Visit() {
  const memberId = useSession(({ status, me }) => (status === 'success' ? (me?.id ?? null) : null))
  const key = ['consent', memberId]
  const due = useQuery({
    queryKey: key,
    queryFn: async (): Promise<ConsentAsked[]> => {
      const found = await call('GET /api/content/consent')
      return Array.isArray(found) ? found : []
    },
    enabled: memberId !== null,
    refetchInterval: askAgainMs,
  })
  const asked = memberId === null ? undefined : due.data?.[0]
  const isSettled = memberId === null || due.data?.length === 0
  return (
    <>
      {asked && (
        <AskConsent
          key={`${asked.contentId}-${asked.version}`}
          asked={asked}
          onDone={() => queryClient.invalidateQueries({ queryKey: key })}
        />
      )}
      {isSettled && <Popups key={memberId} isMember={memberId !== null} />}
    </>
  )
}

/** The text that has changed, to be agreed to or left: neither Esc nor a tap beside it goes on. */
function AskConsent({ asked, onDone }: { asked: ConsentAsked; onDone: () => Promise<void> }) {
  const t = useTexts(visitTexts)
  const [isBusy, setIsBusy] = useState(false)
  useEffect(() => holdTouches(), [])
  const { contentId, version, title, content, startAt } = asked
  const agree = async () => {
    setIsBusy(true)
    try {
      await call('POST /api/content/consent', { body: { contentId, version } })
    } catch (error) {
      if (!isApiError(error)) throw error
      await loadErrorTranslation().catch(() => undefined)
      await showAlert(serverText(error))
    }
    await onDone()
    setIsBusy(false)
  }
  return (
    <Dialog open title={t(contentId === 'terms' ? 'termsChanged' : 'privacyChanged')} className="consent">
      <p>{t('consentWhy')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keys, too. */}
      <section className="consent-t" tabIndex={0} aria-label={title}>
        <h3>{title}</h3>
        <p className="consent-d num">{t('since', { day: formatDay(startAt), version: String(version) })}</p>
        <SafeHtml html={content} />
      </section>
      <div className="acts">
        <Button onClick={() => void signOut()}>{t('signout')}</Button>
        <Button tone="primary" disabled={isBusy} onClick={() => void agree()}>
          {t('agree')}
        </Button>
      </div>
    </Dialog>
  )
}
