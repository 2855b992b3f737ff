import { groupDigits } from '../format/decimal.ts'

export interface IntegerRules {
  min?: number
  max?: number
  /** Negative numbers may be typed. */
  negative?: boolean
  /** Thousand separator. */
  separator?: string
  suffix?: string
}

/** A number that was typed is put in its final form this long after the last key. */
export const reformatDelayMs = 500

/** The integer in a text with separators and suffix; null where there is none. */
export function parseInteger(text: string, rules: IntegerRules = {}): number | null {
  const sign = rules.negative && /^\s*[-\u2212]/.test(text) ? -1 : 1
  const digits = text.replace(/\D/g, '')
  if (digits === '') return null
  // Longer numbers than a safe integer stop at the bound instead of losing their last digits.
  return digits.length > 16 ? sign * Number.MAX_SAFE_INTEGER : sign * Math.min(Number(digits), Number.MAX_SAFE_INTEGER)
}

/** Within min and max; by default the safe integers, from zero unless negatives are allowed. */
export function clampInteger(value: number, rules: IntegerRules = {}): number {
  const min = rules.min ?? (rules.negative ? Number.MIN_SAFE_INTEGER : 0)
  const max = rules.max ?? Number.MAX_SAFE_INTEGER
  return Math.min(Math.max(Math.trunc(value), min), max)
}

/** The text of a number: separators and suffix; zero shows empty. */
export function formatInteger(value: number | null, rules: IntegerRules = {}): string {
  if (value === null || value === 0) return ''
  return groupDigits(String(value), rules.separator ?? ',') + (rules.suffix ?? '')
}

/** The text while typing: grouped, but not yet clamped; the suffix waits for the final form. */
export function formatTyping(text: string, rules: IntegerRules = {}): string {
  const sign = rules.negative && /^\s*[-\u2212]/.test(text) ? '-' : ''
  const digits = text.replace(/\D/g, '').replace(/^0+(?=\d)/, '')
  return sign + groupDigits(digits, rules.separator ?? ',')
}

/** Where the caret belongs after a reformat: behind the same number of digits as before. */
export function caretAfter(text: string, digitsBefore: number): number {
  let seen = 0
  for (let index = 0; index < text.length; index += 1) {
    if (seen === digitsBefore) return index
    if (/\d/.test(text[index] ?? '')) seen += 1
  }
  return text.length
}
