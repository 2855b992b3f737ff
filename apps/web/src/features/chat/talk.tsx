import { call } from '@maru/client/api/client'
import { useTexts } from '@maru/client/i18n/texts'
import type { Chat } from '@maru/contract'
import { Button } from '@maru/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { errorText } from '../../api/error-text.ts'
import { askConfirm, showAlert } from '../../shell/alert.tsx'
import { Safety } from './chat-page.tsx'
import { Lines } from './lines.tsx'
import { Say } from './say.tsx'
import { chatTexts } from './texts.ts'
import { takeChat } from './use-chat.ts'
import type { Outbox } from './use-outbox.ts'

/** In the chat: what both sides say, who types, and what was read. */
export function Talk({ chat, outbox, isTyping }: { chat: Chat; outbox: Outbox; isTyping: boolean }) {
  const t = useTexts(chatTexts)
  const cache = useQueryClient()
  const end = useRef<HTMLDivElement>(null)
  useRead(chat)
  const count = chat.lines.length + outbox.waiting.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs because something was said.
  useEffect(() => end.current?.scrollIntoView({ block: 'end' }), [count, isTyping])
  const leave = async () => {
    if (!(await askConfirm(t('endSure'), t('end')))) return
    try {
      takeChat(cache, (await call('POST /api/chat/end', { body: {} })).chat)
    } catch (error) {
      void showAlert(errorText(error))
    }
  }
  return (
    <main id="main" className="lc lc-talk">
      <Safety />
      <Lines chat={chat} outbox={outbox} />
      <div role="status">
        {isTyping && (
          <p className="lc-typing">
            <i />
            <i />
            <i />
            <span>{t('typing', { name: chat.staffName ?? '' })}</span>
          </p>
        )}
      </div>
      <div className="lc-acts">
        <Button size={36} onClick={() => void leave()}>
          {t('end')}
        </Button>
      </div>
      <div ref={end} className="lc-end" />
      <Say outbox={outbox} />
    </main>
  )
}

/** Says how far the member has read, while he looks. */
function useRead({ lines, memberRead }: Chat) {
  const last = lines.findLast(({ from }) => from === 'STAFF')?.seq ?? 0
  useEffect(() => {
    if (last <= memberRead) return
    const tell = () => {
      if (document.visibilityState !== 'visible') return
      // The next message tells it again.
      call('POST /api/chat/read', { body: { seq: last } }).catch((error: unknown) => console.warn('chat: read', error))
    }
    tell()
    document.addEventListener('visibilitychange', tell)
    return () => document.removeEventListener('visibilitychange', tell)
  }, [last, memberRead])
}
