import { type ComponentProps, useLayoutEffect, useRef, useState } from 'react'
import { groupDigits } from '../format/decimal.ts'
import { caretAfterDecimal, formatDecimalTyping, plainDecimal } from './decimal-typing.ts'

export interface DecimalInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  /** A plain decimal (`65400.5`), or empty. */
  value: string
  onValue: (value: string) => void
  /** Decimals that may be typed. */
  decimals: number
}

/** A price or a quantity: digits and one point, thousand separators while typing. The value stays a decimal string. */
export function DecimalInput({ value, onValue, decimals, onBlur, ...rest }: DecimalInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)
  // What is being typed may end in a point or in zeros, which its value does not have.
  const [typing, setTyping] = useState<string | null>(null)
  useLayoutEffect(() => {
    if (caret.current === null) return
    input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })
  const isTyped = typing !== null && plainDecimal(typing) === value
  return (
    <input
      {...rest}
      ref={input}
      inputMode="decimal"
      autoComplete="off"
      value={isTyped ? typing : groupDigits(value)}
      onChange={({ currentTarget }) => {
        const text = formatDecimalTyping(currentTarget.value, decimals)
        caret.current = caretAfterDecimal(currentTarget.value, currentTarget.selectionStart, text)
        setTyping(text)
        onValue(plainDecimal(text))
      }}
      onBlur={(event) => {
        setTyping(null)
        onBlur?.(event)
      }}
    />
  )
}
