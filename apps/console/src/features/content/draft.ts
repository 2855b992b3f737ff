import type { ConsoleNotice, NoticeCategory } from '@maru/contract'
import { instantOf, localOf } from '../../parts/local-time.ts'
import { t } from './texts.ts'

/** A notice as the form has it. */
export interface Draft {
  readonly category: NoticeCategory
  readonly title: string
  readonly html: string
  readonly isPinned: boolean
  readonly isForced: boolean
  /** Local times of Korea; empty: now, and without an end. */
  readonly from: string
  readonly to: string
}

export const draftOf = (row: ConsoleNotice | null): Draft => ({
  category: row?.category ?? 'NOTICE',
  title: row?.title ?? '',
  html: row?.content ?? '',
  isPinned: row?.isPinned ?? false,
  isForced: row?.isForced ?? false,
  from: row === null ? '' : localOf(row.startAt),
  to: row === null || row.endAt === null ? '' : localOf(row.endAt),
})

/** What is missing before a draft can be sent, in words; null when nothing is. */
export function missingOf({ title, html, from, to }: Draft, now: number): string | null {
  if (title.trim() === '') return t('needTitle')
  if (html === '') return t('needContent')
  const end = instantOf(to)
  if (to !== '' && (end === null || end <= Math.max(instantOf(from) ?? now, now))) return t('checkPeriod')
  return null
}

/** What is sent. The start that a notice has already stays as it is, to the millisecond. */
export function bodyOf(draft: Draft, row: ConsoleNotice | null) {
  const { category, title, html, isPinned, isForced, from, to } = draft
  const isSameStart = row !== null && from === localOf(row.startAt)
  const [startAt, endAt] = [isSameStart ? null : instantOf(from), instantOf(to)]
  return {
    category,
    title: title.trim(),
    content: html,
    isPinned,
    isForced,
    ...(startAt !== null && { startAt }),
    ...(endAt !== null && { endAt }),
  }
}
