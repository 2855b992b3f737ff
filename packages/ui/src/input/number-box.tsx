import { type ComponentProps, type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { formatLanguage } from '../format/money.ts'
import { caretAfter, type NumberFault, type Typing, typeNumber } from './number-typing.ts'
import type { NumberRules } from './read-number.ts'

export interface NumberBoxProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  /** A plain decimal, or empty. */
  value: string
  onValue: (value: string) => void
  rules: NumberRules
  /** The final form of the value, shown while nothing is entered. */
  format: (value: string) => string
  /** Takes from a text what only the final form has: suffix, other separators. */
  strip?: (text: string) => string
  /** An entry was left, or is `settleMs` old. */
  onSettle?: (value: string) => void
  settleMs?: number
}

/**
 * The input of a number. What is entered is grouped as it is typed; an entry that is no number of the field stays in it with
 * a sentence that says why, while the value is empty. What an input method composes is read when it is finished.
 */
export function NumberBox({
  value,
  onValue,
  rules,
  format,
  strip = (text) => text,
  onSettle,
  settleMs,
  ...rest
}: NumberBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const composing = useRef(false)
  const before = useRef('')
  const [typing, setTyping] = useState<Typing | null>(null)
  const note = useId()
  useLayoutEffect(() => {
    if (caret.current === null) return
    input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })
  useLayoutEffect(() => () => clearTimeout(timer.current), [])
  const isTyped = typing !== null && isSame(typing.value, value)
  const fault = isTyped ? typing.fault : null
  const text = isTyped ? typing.text : format(value)

  const settle = (entry: Typing | null) => {
    clearTimeout(timer.current)
    if (entry === null || entry.fault !== null) return
    setTyping(null)
    onSettle?.(entry.value)
  }
  const accept = (element: HTMLInputElement, isKey: boolean) => {
    const caretAt = element.selectionStart ?? element.value.length
    const change = {
      before: strip(before.current),
      after: strip(element.value),
      caret: strip(element.value.slice(0, caretAt)).length,
      isKey,
    }
    const entry = typeNumber(change, { mark: ownMark(), ...rules })
    caret.current = caretAfter(change, entry.text)
    setTyping(entry)
    onValue(entry.value)
    clearTimeout(timer.current)
    if (settleMs !== undefined) timer.current = setTimeout(() => settle(entry), settleMs)
  }
  return (
    <>
      <input
        {...rest}
        ref={input}
        autoComplete="off"
        value={text}
        aria-invalid={fault !== null || rest['aria-invalid']}
        aria-describedby={fault === null ? rest['aria-describedby'] : note}
        onCompositionStart={() => {
          composing.current = true
          before.current = text
        }}
        onCompositionEnd={(event) => {
          composing.current = false
          accept(event.currentTarget, true)
        }}
        onChange={(event) => {
          if (composing.current) return setTyping({ text: event.currentTarget.value, value, fault: null })
          before.current = text
          accept(event.currentTarget, isKey(event))
        }}
        onBlur={(event) => {
          if (isTyped) settle(typing)
          rest.onBlur?.(event)
        }}
      />
      {fault !== null && (
        <span id={note} className="nofit" role="alert">
          {faultText(fault, rules)}
        </span>
      )}
    </>
  )
}

/** Zeros at the end, and none at all, change no number. */
const isSame = (one: string, other: string) => bare(one) === bare(other)
const bare = (value: string) => value.replace(/(\.\d*?)0+$/, '$1').replace(/\.$|^0$/, '')

function isKey({ nativeEvent }: FormEvent<HTMLInputElement>): boolean {
  const { inputType = '', data } = nativeEvent as InputEvent
  return /^delete|^insertCompositionText$/.test(inputType) || (inputType === 'insertText' && data?.length === 1)
}

/** What marks decimals where the visitor is at home: the one key for it that his phone may have. */
const ownMark = () => (new Intl.NumberFormat().format(1.5).includes(',') ? ',' : '.')

function faultText(fault: NumberFault, { decimals, maxWholeDigits = 12 }: NumberRules): string {
  const texts = faultTexts[formatLanguage()]
  if (fault === 'decimals') return decimals === 0 ? texts.whole : texts.decimals(decimals)
  return fault === 'size' ? texts.size(maxWholeDigits) : texts[fault]
}

const faultTexts = {
  ko: {
    form: '숫자를 확인해 주세요. 소수점은 점(.)으로 입력해 주세요.',
    whole: '소수점 없이 입력해 주세요.',
    decimals: (places: number) => `소수점 아래 ${places}자리까지 입력할 수 있습니다.`,
    sign: '0 이상의 숫자를 입력해 주세요.',
    size: (digits: number) => `숫자가 너무 큽니다. ${digits}자리까지 입력할 수 있습니다.`,
  },
  en: {
    form: 'Please check the number. Decimals are marked with a point (.).',
    whole: 'Please enter a whole number.',
    decimals: (places: number) => `Please enter at most ${places} decimal places.`,
    sign: 'Please enter a number of 0 or more.',
    size: (digits: number) => `The number is too large: up to ${digits} digits.`,
  },
}
