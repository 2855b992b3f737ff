import { type ReactNode, useRef, useState } from 'react'
import { useKeys } from './keys.ts'
import { SelectField } from './select-field.tsx'
import { t } from './texts.ts'

/** A choice that a list can be cut to; `name` is the field of the call. */
export interface Choice<Name extends string = string> {
  readonly name: Name
  readonly label: string
  readonly choices: readonly { readonly value: string; readonly label: string }[]
}

/** What a list is cut to; a field that is empty cuts nothing. */
export function useFilter(first: Readonly<Record<string, string>> = {}) {
  const [filter, setFilter] = useState(first)
  return {
    filter,
    /** The fields of the call. */
    said: Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== '')),
    set: (name: string, value: string) => setFilter((now) => ({ ...now, [name]: value })),
    /** Cuts it to this alone. */
    apply: (next: Readonly<Record<string, string>>) => setFilter(next),
  }
}

interface Props {
  filter: Readonly<Record<string, string>>
  set: (name: string, value: string) => void
  selects: readonly Choice[]
  /** Fields of its own, in front. */
  children?: ReactNode
}

/** The choices of a list, and its days in Korea. */
export function FilterBar({ filter, set, selects, children }: Props) {
  const bar = useRef<HTMLDivElement>(null)
  useKeys([
    {
      key: 'f',
      label: t('conditions'),
      run: () => bar.current?.querySelector<HTMLElement>('select, input[type="date"]')?.focus(),
    },
  ])
  const day = (name: string, label: string) => (
    <label className="pick">
      <span>{label}</span>
      <input type="date" value={filter[name] ?? ''} onChange={(event) => set(name, event.currentTarget.value)} />
    </label>
  )
  return (
    <div className="filter" ref={bar}>
      {children}
      {selects.map(({ name, label, choices }) => (
        <SelectField
          key={name}
          label={label}
          value={filter[name] ?? ''}
          choices={choices}
          onChange={(value) => set(name, value)}
        />
      ))}
      {day('startDate', t('from'))}
      {day('endDate', t('to'))}
    </div>
  )
}
