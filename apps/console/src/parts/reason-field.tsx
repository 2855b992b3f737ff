import { Chip } from '@maru/ui'
import { type Ref, useId } from 'react'
import { t } from './texts.ts'

interface Props {
  value: string
  onValue: (value: string) => void
  /** Sentences that are often right; a press takes one over. */
  canned?: readonly string[]
  placeholder?: string
  inputRef?: Ref<HTMLTextAreaElement>
}

/** Why: always asked where money or a rule changes. The sentence stands in the audit log. */
export function ReasonField({ value, onValue, canned = [], placeholder, inputRef }: Props) {
  const id = useId()
  return (
    <div className="why">
      <div className="lb">
        <label htmlFor={id}>{t('reason')}</label>
        <small>{t('keptInAudit')}</small>
      </div>
      {canned.length > 0 && (
        <div className="canned">
          {canned.map((sentence) => (
            <Chip key={sentence} pressed={value === sentence} onClick={() => onValue(sentence)}>
              {sentence}
            </Chip>
          ))}
        </div>
      )}
      <textarea
        id={id}
        ref={inputRef}
        value={value}
        onChange={(event) => onValue(event.currentTarget.value)}
        maxLength={500}
        rows={1}
        placeholder={placeholder ?? t('whyHint')}
      />
    </div>
  )
}
