import './select-field.css'
import { Icon } from '@maru/ui'
import { useId } from 'react'

interface Props {
  label: string
  name: string
  value: string
  onValue: (value: string) => void
  onBlur?: () => void
  options: readonly (readonly [value: string, label: string])[]
  error?: string | undefined
}

/** A list of choices as the device shows lists. */
export function SelectField({ label, name, value, onValue, onBlur, options, error }: Props) {
  const id = useId()
  return (
    <div className="field">
      <label className="lb" htmlFor={id}>
        {label}
      </label>
      <div className={error ? 'inp inp-select is-error' : 'inp inp-select'}>
        <select
          id={id}
          name={name}
          value={value}
          onChange={(event) => onValue(event.currentTarget.value)}
          onBlur={onBlur}
          aria-invalid={error !== undefined}
          aria-describedby={error && `${id}-note`}
        >
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
        <Icon name="down" small />
      </div>
      {error && (
        <p id={`${id}-note`} className="msg msg-error">
          <Icon name="info" small />
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}
