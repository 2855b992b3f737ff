import { type ArticleKind, type Audience, type ConsoleNotice, categoriesOf, type NoticeCategory } from '@maru/contract'
import { articleCategoryWords, audienceWords, noticeCategoryWords } from '../../parts/desk-words.ts'
import { t } from './texts.ts'

export const categories = Object.entries(noticeCategoryWords).map(([value, label]) => ({
  value: value as NoticeCategory,
  label,
}))

export const audiences = Object.entries(audienceWords).map(([value, label]) => ({ value: value as Audience, label }))

type Category = keyof typeof articleCategoryWords
/** The categories of a kind of text to choose from. */
export const categoryChoices = (kind: ArticleKind): readonly { readonly value: Category; readonly label: string }[] =>
  categoriesOf[kind].map((value) => ({ value: value as Category, label: articleCategoryWords[value as Category] }))

/** Terms: kept by version. */
export const isKept = (kind: ArticleKind): boolean => kind === 'TERMS' || kind === 'PRIVACY'

/** Whether members see a text at a time, in words. */
export function stateOf(
  { state, startAt, endAt }: Pick<ConsoleNotice, 'state' | 'startAt' | 'endAt'>,
  now: number,
): string {
  if (state === 'DRAFT') return t('draft')
  if (state === 'WITHDRAWN') return t('down')
  if (endAt !== null && endAt <= now) return t('ended')
  return startAt > now ? t('scheduled') : t('running')
}
