import { type ReactNode, useId } from 'react'
import { Icon } from './icon.tsx'

/** A check box with its words; the whole row is the target. */
export function Check({
  checked,
  onChange,
  children,
  name,
}: {
  checked: boolean
  onChange: (checked: boolean) => void
  children: ReactNode
  name?: string
}) {
  return (
    <label className={checked ? 'ck on' : 'ck'}>
      <input
        type="checkbox"
        className="sr"
        name={name}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <i>
        <Icon name="check" />
      </i>
      {children}
    </label>
  )
}

/** A row with a switch at the right. */
export function SwitchRow({
  checked,
  onChange,
  label,
  hint,
}: {
  checked: boolean
  onChange: (checked: boolean) => void
  label: string
  hint?: string
}) {
  const id = useId()
  return (
    <div className="row-sw">
      <span>
        <b id={id}>{label}</b>
        {hint && <small id={`${id}-hint`}>{hint}</small>}
      </span>
      <button
        type="button"
        role="switch"
        className="sw"
        aria-checked={checked}
        aria-labelledby={id}
        aria-describedby={hint && `${id}-hint`}
        onClick={() => onChange(!checked)}
      />
    </div>
  )
}
