import { useId } from 'react'

interface ChoiceProps {
  label: string
  value: string
  choices: readonly (readonly [value: string, word: string])[]
  onValue: (value: string) => void
}

/** One of a few values, under its label. */
export function Choice({ label, value, choices, onValue }: ChoiceProps) {
  const id = useId()
  return (
    <div className="tre-choice">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => onValue(target.value)}>
        {choices.map(([one, word]) => (
          <option key={one} value={one}>
            {word}
          </option>
        ))}
      </select>
    </div>
  )
}
