import './content.css'
import type { ArticleKind } from '@maru/contract'
import { Segmented } from '@maru/ui'
import { useState } from 'react'
import { Articles } from './articles.tsx'
import { Notices } from './notices.tsx'
import { t } from './texts.ts'

const views = [
  { value: 'NOTICE', label: t('notices') },
  { value: 'FAQ', label: 'FAQ' },
  { value: 'POPUP', label: t('popups') },
  { value: 'PROMOTION', label: t('promotion') },
  { value: 'STRATEGY', label: t('strategy') },
  { value: 'TERMS', label: t('terms') },
  { value: 'PRIVACY', label: t('privacyShort') },
] as const satisfies readonly { value: ArticleKind | 'NOTICE'; label: string }[]

/** What members are told: notices, questions and answers, popups, promotions, strategies and terms. */
export default function ContentPage() {
  const [view, setView] = useState<(typeof views)[number]['value']>('NOTICE')
  const sub = <Segmented label={t('kindOfArticle')} choices={views} value={view} onChange={setView} />
  return view === 'NOTICE' ? <Notices sub={sub} /> : <Articles key={view} kind={view} sub={sub} />
}
