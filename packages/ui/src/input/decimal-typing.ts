import { groupDigits } from '../format/decimal.ts'

/** Whole digits that a price or a quantity may have: more cannot be meant. */
const mostDigits = 15

/** What was typed as it is shown: digits, one point, `decimals` places, separators. Nothing else gets in. */
export function formatDecimalTyping(text: string, decimals: number): string {
  const [first = '', ...rest] = text.replace(/[^\d.]/g, '').split('.')
  const whole = first.slice(0, mostDigits).replace(/^0+(?=\d)/, '')
  if (rest.length === 0 || decimals === 0) return groupDigits(whole)
  return `${groupDigits(whole || '0')}.${rest.join('').slice(0, decimals)}`
}

/** The decimal in a typed text: no separators, no bare point. */
export const plainDecimal = (text: string): string => text.replaceAll(',', '').replace(/\.$/, '')

/** Where the caret stands after `text` took the place of what was typed: behind as many figures as before. */
export function caretAfterDecimal(typed: string, caret: number | null, text: string): number {
  const behind = typed.slice(caret ?? typed.length).replace(/[^\d.]/g, '').length
  let at = text.length
  for (let left = behind; left > 0 && at > 0; at--) if (text[at - 1] !== ',') left -= 1
  return at
}

/** `value` one step up or down, on the grid of `step`, not below zero; both decimals, exact. */
export function stepDecimal(value: string, step: string, direction: 1 | -1, decimals: number): string {
  const unit = scaled(step, decimals)
  const now = scaled(value || '0', decimals)
  // Off the grid, the first step goes to the next multiple.
  const next = direction > 0 ? (now / unit + 1n) * unit : ((now + unit - 1n) / unit - 1n) * unit
  const digits = (next < 0n ? 0n : next).toString().padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

function scaled(value: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = value.split('.')
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
}
