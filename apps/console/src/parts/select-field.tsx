import { t } from './texts.ts'

interface Props<T extends string> {
  label: string
  /** What is chosen; empty where all are. */
  value: T | ''
  choices: readonly { readonly value: T; readonly label: string }[]
  onChange: (value: T | '') => void
  /** What nothing chosen means; all, unless told. */
  none?: string
}

/** A choice out of many, or all of them. */
export function SelectField<T extends string>({ label, value, choices, onChange, none = t('all') }: Props<T>) {
  return (
    <label className="pick">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value as T | '')}>
        <option value="">{none}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </label>
  )
}
