import { Check, TextField } from '@maru/ui'
import type { ArticleDraft } from './article-draft.ts'
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
          label="분류"
          choices={categoryChoices(kind)}
          value={draft.category}
          onValue={(category) => set({ category })}
        />
      )}
      {kind === 'POPUP' && (
        <Pick label="대상" choices={audiences} value={draft.audience} onValue={(audience) => set({ audience })} />
      )}
      {kind === 'PROMOTION' && (
        <TextField
          label="조건"
          value={draft.conditions}
          onValue={(conditions) => set({ conditions })}
          maxLength={2_000}
        />
      )}
      {(kind === 'POPUP' || kind === 'PROMOTION') && (
        <TextField
          label="이어지는 곳(예: /more/coupon, 비우면 없음)"
          value={draft.link}
          onValue={(link) => set({ link })}
          maxLength={200}
        />
      )}
      <div className="fields">
        <TextField
          label={isKept(kind) ? '시행(비우면 지금)' : '시작(비우면 지금)'}
          type="datetime-local"
          value={draft.from}
          onValue={(from) => set({ from })}
        />
        {!isKept(kind) && (
          <TextField
            label={kind === 'PROMOTION' ? '끝' : '끝(비우면 없음)'}
            type="datetime-local"
            value={draft.to}
            onValue={(to) => set({ to })}
          />
        )}
        {!isKept(kind) && kind !== 'STRATEGY' && (
          <TextField
            label="차례(작을수록 먼저)"
            value={draft.position}
            onValue={(position) => set({ position })}
            maxLength={4}
          />
        )}
      </div>
      {isKept(kind) && (
        <Check checked={draft.needsConsent} onChange={(needsConsent) => set({ needsConsent })}>
          모든 회원에게 다시 동의 받기
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
