import { useId } from 'react'
import { Icon } from '../components/icon.tsx'

const digits = 6

interface Props {
  label: string
  value: string
  onValue: (value: string) => void
  /** A sentence below, read out with the field. */
  error?: string | undefined
  autoFocus?: boolean
}

/**
 * A one-time code: six boxes that show what one field holds, so that pasting and the phone's suggestion work. Its
 * looks come with `@maru/ui/code.css`, where it is shown.
 */
export function CodeField({ label, value, onValue, error, autoFocus }: Props) {
  const id = useId()
  const next = Math.min(value.length, digits - 1)
  return (
    <div className="code">
      <label className="lb" htmlFor={id}>
        {label}
      </label>
      <div className={error === undefined ? 'code-b' : 'code-b is-error'}>
        <input
          id={id}
          value={value}
          onChange={(event) => onValue(event.currentTarget.value.normalize('NFKC').replace(/\D/g, '').slice(0, digits))}
          inputMode="numeric"
          autoComplete="one-time-code"
          // biome-ignore lint/a11y/noAutofocus: the field is all that a step of its own asks for.
          autoFocus={autoFocus}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-note`}
        />
        {Array.from({ length: digits }, (_, index) => (
          <i key={String(index)} className={index === next ? 'is-next' : undefined} aria-hidden="true">
            {value[index]}
          </i>
        ))}
      </div>
      {error !== undefined && (
        <p id={`${id}-note`} className="msg msg-error" role="alert">
          <Icon name="info" small />
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}
