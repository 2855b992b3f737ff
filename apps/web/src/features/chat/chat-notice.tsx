import { textOf } from '@maru/client/i18n/texts'
import { toast } from '@maru/ui'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { subscribe } from '../../live/index.ts'
import { chatTexts } from './texts.ts'

/** Tells a member who looks at another page that somebody came to his chat, or said something in it. */
export function ChatNotice() {
  const { pathname } = useLocation()
  const isThere = pathname === '/more/livechat'
  useEffect(() => {
    if (isThere) return
    return subscribe('/user/queue/chat', {
      onMessage: ({ event, data }) => {
        if (event === 'CHAT_OPEN')
          toast({ title: textOf(chatTexts, 'joinedToast'), text: data.staffName, tone: 'info' })
        else if (event === 'CHAT_MESSAGE' && data.from === 'STAFF')
          toast({ title: textOf(chatTexts, 'toldToast'), text: data.text, tone: 'info', durationMs: 10_000 })
      },
    })
  }, [isThere])
  return null
}
