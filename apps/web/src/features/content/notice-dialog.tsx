import './notice-dialog.css'
import { call } from '@maru/client/api/client'
import { useTexts } from '@maru/client/i18n/texts'
import { Button, Dialog, holdTouches } from '@maru/ui'
import { useEffect } from 'react'
import { SafeHtml } from '../../kit/safe-html.tsx'
import { useSession } from '../../session/store.ts'
import { appTexts } from '../../shell/texts.ts'
import { useSite } from '../../site/store.ts'
import { closeNotice, followNotices, useForcedNotices } from './forced-notices.ts'
import { contentTexts } from './texts.ts'

/** The house keeps when a member read it. What could not be told comes back with the next connection. */
async function confirmRead(id: number): Promise<void> {
  try {
    await call('POST /api/content/notice/:id/ack', { params: { id: String(id) }, body: {} })
  } catch (error) {
    console.warn('content: a notice was not confirmed', error)
  }
}

/** The notice to be read. Its button is the only way out: neither Esc nor a tap beside it closes it. */
export function NoticeDialog() {
  const notice = useForcedNotices(({ queue }) => queue[0])
  const siteId = useSite(({ site }) => site?.id)
  useEffect(() => (siteId === undefined ? undefined : followNotices(siteId)), [siteId])
  const t = useTexts(appTexts)
  const tContent = useTexts(contentTexts)
  const signedIn = useSession(({ status }) => status === 'success')
  const close = () => {
    if (notice && useSession.getState().status === 'success') void confirmRead(notice.id)
    closeNotice()
    // The next one stands where this one did: a double tap must not close it unread.
    holdTouches()
  }
  return (
    <Dialog open={notice !== undefined} title={notice?.title || t('notice')} className="notice">
      {notice && <SafeHtml key={notice.id} html={notice.content} />}
      <div className="acts">
        <Button tone="primary" onClick={close} autoFocus>
          {t('close')}
        </Button>
      </div>
      {signedIn && <p className="kept">{tContent('readIsKept')}</p>}
    </Dialog>
  )
}
