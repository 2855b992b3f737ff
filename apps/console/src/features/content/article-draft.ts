import type { ArticleKind, Audience, ConsoleArticle } from '@maru/contract'
import { instantOf, localOf } from '../../parts/local-time.ts'
import { t } from './texts.ts'
import { categoryChoices, isKept } from './words.ts'

/** A text as the form has it. */
export interface ArticleDraft {
  readonly kind: ArticleKind
  readonly category: ConsoleArticle['category']
  readonly title: string
  readonly html: string
  readonly conditions: string
  readonly link: string
  readonly audience: Audience
  readonly position: string
  readonly needsConsent: boolean
  /** Local times of Korea; empty: now, and without an end. */
  readonly from: string
  readonly to: string
}

export const articleDraftOf = (kind: ArticleKind, row: ConsoleArticle | null): ArticleDraft => ({
  kind,
  category: row?.category ?? categoryChoices(kind)[0]?.value ?? null,
  title: row?.title ?? '',
  html: row?.content ?? '',
  conditions: row?.conditions ?? '',
  link: row?.link ?? '',
  audience: row?.audience ?? 'ALL',
  position: String(row?.position ?? 10),
  needsConsent: row?.needsConsent ?? false,
  from: row === null ? '' : localOf(row.startAt),
  to: row === null || row.endAt === null ? '' : localOf(row.endAt),
})

/** What is missing before a draft can be sent, in words; null when nothing is. */
export function missingInArticle(draft: ArticleDraft, now: number): string | null {
  const { kind, title, html, conditions, link, position, from, to } = draft
  if (title.trim() === '') return t('needTitle')
  if (html === '') return t('needContent')
  if (kind === 'PROMOTION' && conditions.trim() === '') return t('needConditions')
  if (kind === 'PROMOTION' && to === '') return t('needEnd')
  if (link !== '' && !/^\/[a-z\d/_-]*$/i.test(link)) return t('needLink')
  if (!/^\d{1,4}$/.test(position)) return t('needOrder')
  const end = instantOf(to)
  if (to !== '' && (end === null || end <= Math.max(instantOf(from) ?? now, now))) return t('checkPeriod')
  return null
}

/** What is sent. The start that a text has already stays as it is, to the millisecond. */
export function articleBodyOf(draft: ArticleDraft, row: ConsoleArticle | null) {
  const { kind, category, title, html, conditions, link, audience, position, needsConsent, from, to } = draft
  const isSameStart = row !== null && from === localOf(row.startAt)
  const [startAt, endAt] = [isSameStart ? null : instantOf(from), isKept(kind) ? null : instantOf(to)]
  return {
    category,
    title: title.trim(),
    content: html,
    audience,
    position: Number(position),
    needsConsent,
    ...(conditions.trim() !== '' && { conditions: conditions.trim() }),
    ...(link !== '' && { link }),
    ...(startAt !== null && { startAt }),
    ...(endAt !== null && { endAt }),
  }
}
