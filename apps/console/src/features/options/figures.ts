import { shownFigure } from '@maru/contract/setting-text'
import { durationText, placeOf } from '../../parts/setting-text.ts'
import type { NamedKey } from './named.ts'
import { t } from './texts.ts'

/** What was typed as a whole number of the wire, in digits; null: it is no figure that the unit can hold. */
function digitsOf(text: string, unit: string): string | null {
  const [decimals] = placeOf(unit)
  const match = /^(-?)(\d{1,19})(?:\.(\d*))?$/.exec(text.trim().replaceAll(',', ''))
  if (!match) return null
  const [, sign = '', whole = '', fraction = ''] = match
  if (fraction.length > decimals) return null
  return String(BigInt(`${whole}${fraction.padEnd(decimals, '0')}`) * (sign === '-' ? -1n : 1n))
}

type Figure = Pick<NamedKey, 'type' | 'unit' | 'min' | 'max'>

/** What was typed as the wire takes it; null: no figure, or outside its range. */
export function readFigure(text: string, { type, unit, min, max }: Figure): number | string | null {
  const digits = digitsOf(text, unit)
  if (digits === null) return null
  const value = BigInt(digits)
  if ((min !== null && value < BigInt(min)) || (max !== null && value > BigInt(max))) return null
  return type === 'amount' ? digits : Number(digits)
}

/** Between which figures a number lies, in words; nothing where the range is that of the machine. */
export function rangeOf({ min, max, unit }: Figure): string {
  const isWide = max === null || BigInt(max) >= 2n ** 31n - 1n
  if (min === null) return ''
  const shown = (value: number | string) => (unit === 'ms' ? durationText(Number(value)) : shownFigure(value, unit))
  return isWide ? t('atLeast', { min: shown(min) }) : `${shown(min)}–${shown(max)}`
}
