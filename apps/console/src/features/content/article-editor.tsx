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
import { t } from './texts.ts'

const heads: Readonly<Record<ArticleKind, string>> = {
  FAQ: t('headSupport'),
  POPUP: t('headPopup'),
  PROMOTION: t('headPromotion'),
  STRATEGY: t('headStrategy'),
  TERMS: t('headTerms'),
  PRIVACY: t('headPrivacy'),
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
      title={t(row ? 'editOf' : 'newOf', { name })}
      tools={
        <>
          <Button size={36} onClick={onClose}>
            {t('list')}
          </Button>
          {row === null && (
            <Button size={36} disabled={missing !== null} onClick={() => setSaving('draft')}>
              {t('saveDraft')}
            </Button>
          )}
          <Button size={36} tone="primary" disabled={missing !== null} onClick={() => setSaving('publish')}>
            {missing ?? (row ? t('edit') : draft.from === '' ? t('publish') : t('schedule'))}
          </Button>
        </>
      }
    >
      <div className="ct">
        <form className="panel ct-form" onSubmit={(event) => event.preventDefault()}>
          <TextField
            label={kind === 'FAQ' ? t('question') : t('titleField')}
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
          {kind === 'PROMOTION' && <p className="ct-cond">{t('conditionsOf', { conditions: draft.conditions })}</p>}
          {kind === 'POPUP' && <p className="ct-cond">{t('popupFoot')}</p>}
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
