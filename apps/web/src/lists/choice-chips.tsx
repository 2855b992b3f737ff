import { FilterChips } from './filter-chips.tsx'

interface ChoiceChipsProps<K extends string> {
  label: string
  /** What each choice asks for; its name is its word. */
  choices: Readonly<Record<K, unknown>>
  value: K
  onChange: (value: K) => void
  t: (word: K) => string
}

/** A row of chips: one for each choice of a filter. */
export function ChoiceChips<K extends string>({ choices, t, ...rest }: ChoiceChipsProps<K>) {
  const names = Object.keys(choices) as K[]
  return <FilterChips {...rest} choices={names.map((value) => ({ value, label: t(value) }))} />
}
