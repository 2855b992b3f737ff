import { call } from '@maru/client/api/client'
import { defineTexts, useTexts } from '@maru/client/i18n/texts'
import { useQuery } from '@tanstack/react-query'
import { featuresOf, useSite } from '../site/store.ts'
import { useMinute } from './use-minute.ts'
import { useChatHours } from './use-support.ts'

const everyMs = 15_000

/** How long a live chat may take to begin now, or when chats open; null: not known, or the site has none. */
export function useChatWait(): string | null {
  const t = useTexts(texts)
  const hasChat = useSite(({ site }) => site !== null && featuresOf(site).liveChat)
  const hours = useChatHours(useMinute())
  const isClosed = hours?.isOpen === false
  const { data } = useQuery({
    queryKey: ['chat-wait'],
    queryFn: () => call('GET /api/chat/wait'),
    enabled: hasChat && !isClosed,
    refetchInterval: everyMs,
  })
  if (!hasChat) return null
  if (isClosed) return t('opens', { from: hours.from, to: hours.to })
  if (!data) return null
  const waiting = t('waiting', { count: data.waiting })
  return data.waitSec === null
    ? waiting
    : `${waiting}, ${t('about', { minutes: Math.max(1, Math.ceil(data.waitSec / 60)) })}`
}

const texts = defineTexts(
  'chat-wait',
  {
    waiting: '대기 {count}명',
    about: '약 {minutes}분',
    opens: '{from}–{to} (한국 시간)',
  },
  {
    waiting: '{count} waiting',
    about: 'about {minutes} min',
    opens: '{from}–{to} KST',
  },
)
