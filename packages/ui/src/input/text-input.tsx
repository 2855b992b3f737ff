import { type ComponentProps, useRef, useState } from 'react'
import { type Restriction, restrict } from './restrict.ts'

export interface TextInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  value: string
  onValue: (value: string) => void
  restriction?: Restriction
  /** Puts an accepted value in its form, e.g. dashes of a phone number. */
  format?: (value: string) => string
}

/**
 * A text field that reverts to the previous valid value when something else is typed or pasted. While an input method
 * composes a syllable its unfinished text is left alone: it is judged when the composition ends.
 */
export function TextInput({ value, onValue, restriction, format, ...rest }: TextInputProps) {
  const [composed, setComposed] = useState<string | null>(null)
  const composing = useRef(false)
  const accept = (typed: string) => {
    setComposed(null)
    const kept = restriction ? restrict(typed, value, restriction) : typed
    const next = format ? format(kept) : kept
    if (next !== value) onValue(next)
  }
  return (
    <input
      {...rest}
      value={composed ?? value}
      onCompositionStart={() => {
        composing.current = true
      }}
      onCompositionEnd={(event) => {
        composing.current = false
        accept(event.currentTarget.value)
      }}
      onChange={(event) =>
        composing.current ? setComposed(event.currentTarget.value) : accept(event.currentTarget.value)
      }
    />
  )
}
