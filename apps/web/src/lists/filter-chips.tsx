import { Chip } from '@maru/ui'
import type { ReactNode } from 'react'
import './lists.css'

/** A row of chips of which one is chosen; what `children` adds stands at its right end. */
export function FilterChips<K extends string>({
  label,
  choices,
  value,
  onChange,
  children,
}: {
  label: string
  choices: readonly { readonly value: K; readonly label: string }[]
  value: K
  onChange: (value: K) => void
  children?: ReactNode
}) {
  return (
    <fieldset className="filt" aria-label={label}>
      {choices.map((choice) => (
        <Chip key={choice.value} pressed={choice.value === value} onClick={() => onChange(choice.value)}>
          {choice.label}
        </Chip>
      ))}
      {children}
    </fieldset>
  )
}
