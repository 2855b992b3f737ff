import { Check, TextField } from '@maru/ui'
import type { ArticleDraft } from './article-draft.ts'
import { t } from './texts.ts'
import { audiences, categoryChoices, isKept } from './words.ts'

interface Props {
  draft: ArticleDraft
  set: (parts: Partial<ArticleDraft>) => void
}

/** What a kind of text has beside its words: where, for whom, from when to when. */
export function ArticleFields({ draft, set }: Props) {
  const { kind } = draft
  return (
    <>
      {draft.category !== null && (
        <Pick
          label={t('category')}
          choices={categoryChoices(kind)}
          value={draft.category}
          onValue={(category) => set({ category })}
        />
      )}
      {kind === 'POPUP' && (
        <Pick
          label={t('audience')}
          choices={audiences}
          value={draft.audience}
          onValue={(audience) => set({ audience })}
        />
      )}
      {kind === 'PROMOTION' && (
        <TextField
          label={t('conditions')}
          value={draft.conditions}
          onValue={(conditions) => set({ conditions })}
          maxLength={2_000}
        />
      )}
      {(kind === 'POPUP' || kind === 'PROMOTION') && (
        <TextField label={t('linkField')} value={draft.link} onValue={(link) => set({ link })} maxLength={200} />
      )}
      <div className="fields">
        <TextField
          label={isKept(kind) ? t('inForceFrom') : t('startField')}
          type="datetime-local"
          value={draft.from}
          onValue={(from) => set({ from })}
        />
        {!isKept(kind) && (
          <TextField
            label={kind === 'PROMOTION' ? t('end') : t('endField')}
            type="datetime-local"
            value={draft.to}
            onValue={(to) => set({ to })}
          />
        )}
        {!isKept(kind) && kind !== 'STRATEGY' && (
          <TextField
            label={t('orderField')}
            value={draft.position}
            onValue={(position) => set({ position })}
            maxLength={4}
          />
        )}
      </div>
      {isKept(kind) && (
        <Check checked={draft.needsConsent} onChange={(needsConsent) => set({ needsConsent })}>
          {t('consentAgain')}
        </Check>
      )}
    </>
  )
}

function Pick<T extends string>({
  label,
  choices,
  value,
  onValue,
}: {
  label: string
  choices: readonly { readonly value: T; readonly label: string }[]
  value: T
  onValue: (value: T) => void
}) {
  return (
    <label className="pick">
      <span>{label}</span>
      <select value={value} onChange={({ currentTarget }) => onValue(currentTarget.value as T)}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </label>
  )
}
