import { type ComponentProps, useEffect, useLayoutEffect, useRef, useState } from 'react'
import {
  caretAfter,
  clampInteger,
  formatInteger,
  formatTyping,
  type IntegerRules,
  parseInteger,
  reformatDelayMs,
} from './integer.ts'

export interface NumericInputProps
  extends IntegerRules,
    Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'min' | 'max'> {
  value: number | null
  onValue: (value: number | null) => void
}

/**
 * Whole numbers only. Separators while typing; bounds and suffix 500 ms after the last key or on leaving. The owner gets
 * each typed number at once, and the clamped one with the reformat.
 */
export function NumericInput({
  value,
  onValue,
  min,
  max,
  negative,
  separator,
  suffix,
  onBlur,
  ...rest
}: NumericInputProps) {
  const rules: IntegerRules = {
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(negative !== undefined && { negative }),
    ...(separator !== undefined && { separator }),
    ...(suffix !== undefined && { suffix }),
  }
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const composing = useRef(false)
  const [typing, setTyping] = useState<string | null>(null)
  const shown = typing ?? formatInteger(value, rules)

  useEffect(() => () => clearTimeout(timer.current), [])
  useLayoutEffect(() => {
    if (caret.current === null) return
    input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })

  const settle = (typed: number | null) => {
    clearTimeout(timer.current)
    setTyping(null)
    const bounded = typed === null ? null : clampInteger(typed, rules)
    if (bounded !== value) onValue(bounded)
  }
  const accept = (element: HTMLInputElement) => {
    const text = formatTyping(element.value, rules)
    const digitsBefore = element.value
      .slice(0, element.selectionStart ?? element.value.length)
      .replace(/\D/g, '').length
    caret.current = caretAfter(text, digitsBefore)
    const typed = parseInteger(text, rules)
    setTyping(text)
    onValue(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => settle(typed), reformatDelayMs)
  }
  return (
    <input
      {...rest}
      ref={input}
      inputMode="numeric"
      autoComplete="off"
      value={shown}
      onCompositionStart={() => {
        composing.current = true
      }}
      onCompositionEnd={(event) => {
        composing.current = false
        accept(event.currentTarget)
      }}
      onChange={(event) => (composing.current ? setTyping(event.currentTarget.value) : accept(event.currentTarget))}
      onBlur={(event) => {
        if (typing !== null) settle(parseInteger(typing, rules))
        onBlur?.(event)
      }}
    />
  )
}
