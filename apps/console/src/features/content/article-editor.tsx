import type { ArticleKind, ConsoleArticle } from '@maru/contract'
import { Button, formatDay, formatMinute, TextField } from '@maru/ui'
import { useState } from 'react'
import { clock } from '../../live/live.ts'
import { articleCategoryWords, articleKindWords } from '../../parts/desk-words.ts'
import { instantOf } from '../../parts/local-time.ts'
import { Page } from '../../parts/page.tsx'
import { articleDraftOf, missingInArticle } from './article-draft.ts'
import { ArticleFields } from './article-fields.tsx'
import { ArticleSave } from './article-save.tsx'
import { PhonePreview } from './phone-preview.tsx'
import { RichEditor } from './rich-editor.tsx'

const heads: Readonly<Record<ArticleKind, string>> = {
  FAQ: '고객센터',
  POPUP: '팝업',
  PROMOTION: '프로모션',
  STRATEGY: '투자정보',
  TERMS: '이용약관',
  PRIVACY: '개인정보처리방침',
}

/** Writes a text of a kind, or changes one, beside what a phone will show. */
export default function ArticleEditor({
  kind,
  row,
  onClose,
}: {
  kind: ArticleKind
  row: ConsoleArticle | null
  onClose: () => void
}) {
  const [draft, setDraft] = useState(() => articleDraftOf(kind, row))
  const [saving, setSaving] = useState<'draft' | 'publish' | null>(null)
  const set = (parts: Partial<typeof draft>) => setDraft((now) => ({ ...now, ...parts }))
  const missing = missingInArticle(draft, clock.now())
  const startAt = instantOf(draft.from) ?? clock.now()
  const name = articleKindWords[kind]
  return (
    <Page
      title={row ? `${name} 고치기` : `새 ${name}`}
      tools={
        <>
          <Button size={36} onClick={onClose}>
            목록
          </Button>
          {row === null && (
            <Button size={36} disabled={missing !== null} onClick={() => setSaving('draft')}>
              임시 저장
            </Button>
          )}
          <Button size={36} tone="primary" disabled={missing !== null} onClick={() => setSaving('publish')}>
            {missing ?? (row ? '고치기' : draft.from === '' ? '게시' : '예약')}
          </Button>
        </>
      }
    >
      <div className="ct">
        <form className="panel ct-form" onSubmit={(event) => event.preventDefault()}>
          <TextField
            label={kind === 'FAQ' ? '질문' : '제목'}
            value={draft.title}
            onValue={(title) => set({ title })}
            maxLength={100}
          />
          <RichEditor html={draft.html} onHtml={(html) => set({ html })} />
          <ArticleFields draft={draft} set={set} />
        </form>
        <PhonePreview
          head={heads[kind]}
          title={draft.title}
          {...(draft.category !== null && { category: articleCategoryWords[draft.category] })}
          when={kind === 'FAQ' ? '' : `${formatDay(startAt)} ${formatMinute(startAt)}`}
          html={draft.html}
        >
          {kind === 'PROMOTION' && <p className="ct-cond">{`조건: ${draft.conditions}`}</p>}
          {kind === 'POPUP' && <p className="ct-cond">오늘 하루 보지 않기 · 닫기</p>}
        </PhonePreview>
      </div>
      {saving && (
        <ArticleSave
          draft={draft}
          row={row}
          isDraft={saving === 'draft'}
          onDone={onClose}
          onClose={() => setSaving(null)}
        />
      )}
    </Page>
  )
}
