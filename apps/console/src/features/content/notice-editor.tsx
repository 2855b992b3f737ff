import type { ConsoleNotice } from '@maru/contract'
import { Button, Check, formatDay, formatMinute, TextField } from '@maru/ui'
import { useState } from 'react'
import { clock } from '../../live/live.ts'
import { noticeCategoryWords } from '../../parts/desk-words.ts'
import { instantOf } from '../../parts/local-time.ts'
import { Page } from '../../parts/page.tsx'
import { draftOf, missingOf } from './draft.ts'
import { PhonePreview } from './phone-preview.tsx'
import { RichEditor } from './rich-editor.tsx'
import { SaveDialog } from './save-dialog.tsx'
import { t } from './texts.ts'
import { categories } from './words.ts'

/** Writes a notice, or changes one, beside what a phone will show. */
export default function NoticeEditor({ row, onClose }: { row: ConsoleNotice | null; onClose: () => void }) {
  const [draft, setDraft] = useState(() => draftOf(row))
  const [saving, setSaving] = useState<'draft' | 'publish' | null>(null)
  const set = (parts: Partial<typeof draft>) => setDraft((now) => ({ ...now, ...parts }))
  const missing = missingOf(draft, clock.now())
  const startAt = instantOf(draft.from) ?? clock.now()
  return (
    <Page
      title={row ? t('editNotice') : t('newNotice')}
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
          <TextField label={t('titleField')} value={draft.title} onValue={(title) => set({ title })} maxLength={100} />
          <RichEditor html={draft.html} onHtml={(html) => set({ html })} />
          <label className="pick">
            <span>{t('category')}</span>
            <select
              value={draft.category}
              onChange={({ currentTarget }) => set({ category: currentTarget.value as typeof draft.category })}
            >
              {categories.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          <div className="fields">
            <TextField
              label={t('startField')}
              type="datetime-local"
              value={draft.from}
              onValue={(from) => set({ from })}
            />
            <TextField label={t('endField')} type="datetime-local" value={draft.to} onValue={(to) => set({ to })} />
          </div>
          <Check checked={draft.isPinned} onChange={(isPinned) => set({ isPinned })}>
            {t('pinTop')}
          </Check>
          <Check checked={draft.isForced} onChange={(isForced) => set({ isForced })}>
            {t('forceAll')}
          </Check>
        </form>
        <PhonePreview
          head={t('headNotices')}
          title={draft.title}
          category={noticeCategoryWords[draft.category]}
          when={`${formatDay(startAt)} ${formatMinute(startAt)}`}
          html={draft.html}
        />
      </div>
      {saving && (
        <SaveDialog
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
