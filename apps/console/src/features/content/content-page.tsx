import './content.css'
import type { ArticleKind } from '@maru/contract'
import { Segmented } from '@maru/ui'
import { useState } from 'react'
import { Articles } from './articles.tsx'
import { Notices } from './notices.tsx'

const views = [
  { value: 'NOTICE', label: '공지' },
  { value: 'FAQ', label: 'FAQ' },
  { value: 'POPUP', label: '팝업' },
  { value: 'PROMOTION', label: '프로모션' },
  { value: 'STRATEGY', label: '투자 전략' },
  { value: 'TERMS', label: '이용약관' },
  { value: 'PRIVACY', label: '개인정보' },
] as const satisfies readonly { value: ArticleKind | 'NOTICE'; label: string }[]

/** What members are told: notices, questions and answers, popups, promotions, strategies and terms. */
export default function ContentPage() {
  const [view, setView] = useState<(typeof views)[number]['value']>('NOTICE')
  const sub = <Segmented label="글의 종류" choices={views} value={view} onChange={setView} />
  return view === 'NOTICE' ? <Notices sub={sub} /> : <Articles key={view} kind={view} sub={sub} />
}
