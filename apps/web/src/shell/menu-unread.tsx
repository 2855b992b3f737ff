import { call } from '@maru/client/api/client'
import { defineTexts, useTexts } from '@maru/client/i18n/texts'
import { Badge } from '@maru/ui'
import { queryOptions, useQuery } from '@tanstack/react-query'

const texts = defineTexts('unread-answers', { newAnswers: '새 답변 {count}' }, { newAnswers: '{count} new' })

/** How many inquiries of the member have an answer that was not opened. */
export const unreadAnswersQuery = queryOptions({
  queryKey: ['contact', 'unread'],
  queryFn: () => call('GET /api/contact/my_unread_count'),
})

export function UnreadAnswers() {
  const t = useTexts(texts)
  const { data } = useQuery(unreadAnswersQuery)
  if (!data?.count) return null
  return <Badge tone="ok">{t('newAnswers', { count: String(data.count) })}</Badge>
}
