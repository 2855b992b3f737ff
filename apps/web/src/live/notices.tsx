import { call } from '@maru/client/api/client'
import { Button, Dialog, holdTouches } from '@maru/ui'
import { create } from 'zustand'
import { useTexts } from '../i18n/texts.ts'
import { useSession } from '../session/store.ts'
import { appTexts } from '../shell/texts.ts'
import { SafeHtml } from './safe-html.tsx'

/** What the house wants every member to read now. */
export interface Notice {
  readonly id: number
  readonly title: string
  /** HTML as the house wrote it; only its text and harmless marks are shown. */
  readonly content: string
}

const useNotices = create<{ queue: readonly Notice[] }>(() => ({ queue: [] }))

/** Whether a notice waits to be read. */
export const useNoticeOpen = (): boolean => useNotices(({ queue }) => queue.length > 0)

/** Puts a notice after those that are not read yet; one that came twice is shown once. */
export function showNotice(notice: Notice) {
  useNotices.setState(({ queue }) =>
    queue.some(({ id }) => id === notice.id) ? { queue } : { queue: [...queue, notice] },
  )
}

/** The house keeps when a member read it. What could not be told comes back with the next connection. */
async function confirmRead(id: number): Promise<void> {
  try {
    await call('POST /api/content/notice/:id/ack', { params: { id: String(id) }, body: {} })
  } catch (error) {
    console.warn('live: a notice was not confirmed', error)
  }
}

/** The notice to be read. Its button is the only way out: neither Esc nor a tap beside it closes it. */
export function NoticeDialog() {
  const notice = useNotices(({ queue }) => queue[0])
  const t = useTexts(appTexts)
  const close = () => {
    if (notice && useSession.getState().status === 'success') void confirmRead(notice.id)
    useNotices.setState(({ queue }) => ({ queue: queue.slice(1) }))
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
    </Dialog>
  )
}
