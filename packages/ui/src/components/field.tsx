import { type ReactNode, useId, useState } from 'react'
import { TextInput, type TextInputProps } from '../input/text-input.tsx'
import { Icon } from './icon.tsx'

export interface FieldFrame {
  label: string
  /** A sentence below; takes the place of the hint. */
  error?: string | undefined
  hint?: ReactNode
  /** At the right inside the field. */
  end?: ReactNode
}

/** Label above, 52 px field, and a sentence below that is read out with the field. */
export function TextField({ label, error, hint, end, ...input }: FieldFrame & TextInputProps) {
  return (
    <Frame label={label} error={error} hint={hint} end={end}>
      {(aria) => <TextInput {...aria} {...input} />}
    </Frame>
  )
}

/** A password with an eye that shows it. `eyeLabels` name the two states of the eye. */
export function PasswordField({
  eyeLabels,
  ...rest
}: Omit<FieldFrame, 'end'> & TextInputProps & { eyeLabels: readonly [show: string, hide: string] }) {
  const [shown, setShown] = useState(false)
  return (
    <TextField
      {...rest}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <button type="button" className="ib" aria-label={eyeLabels[shown ? 1 : 0]} onClick={() => setShown(!shown)}>
          <Icon name={shown ? 'eye-off' : 'eye'} />
        </button>
      }
    />
  )
}

interface Aria {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

export function Frame({ label, error, hint, end, children }: FieldFrame & { children: (aria: Aria) => ReactNode }) {
  const id = useId()
  const noteId = `${id}-note`
  const hasNote = error !== undefined || hint !== undefined
  return (
    <div className="field">
      <label className="lb" htmlFor={id}>
        {label}
      </label>
      <div className={error === undefined ? 'inp' : 'inp is-error'}>
        {children({ id, 'aria-invalid': error !== undefined, 'aria-describedby': hasNote ? noteId : undefined })}
        {end}
      </div>
      {hasNote && (
        <p id={noteId} className={error === undefined ? 'msg' : 'msg msg-error'}>
          {error !== undefined && <Icon name="info" small />}
          <span>{error ?? hint}</span>
        </p>
      )}
    </div>
  )
}

/** A sentence about a whole form, read out when it appears. */
export function FormError({ children }: { children: ReactNode }) {
  return (
    <p className="msg msg-error" role="alert">
      <Icon name="info" small />
      <span>{children}</span>
    </p>
  )
}
