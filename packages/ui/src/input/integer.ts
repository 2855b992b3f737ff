import { groupDigits } from '../format/decimal.ts'

export interface IntegerRules {
  min?: number
  max?: number
  /** Negative numbers may be typed. */
  negative?: boolean
  /** Thousand separator. */
  separator?: string
  suffix?: string
  /** Units that a pasted number may bear; the suffix by default. */
  units?: readonly string[]
}

/** A number that was typed is put in its final form this long after the last key. */
export const reformatDelayMs = 500

/** The integer of plain digits, null where there are none; beyond the safe integers the last of them. */
export function integerOf(digits: string): number | null {
  return /\d/.test(digits) ? clampInteger(Number(digits), { negative: true }) : null
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

/** A text without suffix, or the part of it that a deletion left, and with the separators of typing. */
export function stripFormat(text: string, { separator = ',', suffix = '' }: IntegerRules): string {
  const bare = text.replace(suffix, '').replaceAll(separator, ',')
  for (let length = suffix.length - 1; length > 0; length--)
    if (bare.endsWith(suffix.slice(0, length))) return bare.slice(0, -length)
  return bare
}
