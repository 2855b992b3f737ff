import type { SiteSupport } from '@maru/contract'
import { clockText } from '@maru/contract/clock-text'
import { isInDayWindow, isWholeDay } from '@maru/contract/day-window'
import { useSite } from '../site/store.ts'

/** The numbers of support and alerts that the site sets, as texts name them. */
export function useSupport() {
  const support = useSite(({ site }) => site?.support)
  return support ? wordsOf(support) : {}
}

const wordsOf = (support: SiteSupport) => ({
  minutes: String(Math.ceil(support.chatWaitMs / 60_000)),
  hours: String(Math.ceil(support.inquiryAnswerMs / 3_600_000)),
  chatDays: String(support.chatDays),
  messageDays: String(support.messageDays),
  rest: String(Math.ceil(support.alertRestMs / 60_000)),
  back: String(support.alertBackPpm / 10_000),
})

/** When chats open, where that is not always, and whether they do at a time (epoch ms); null: at any time. */
export function useChatHours(
  now: number,
): { readonly from: string; readonly to: string; readonly isOpen: boolean } | null {
  const support = useSite(({ site }) => site?.support)
  if (!support) return null
  const { chatFromMinute: from, chatToMinute: to } = support
  return isWholeDay(from, to)
    ? null
    : { from: clockText(from), to: clockText(to), isOpen: isInDayWindow(from, to, now) }
}
