import type { DnwSite } from '@maru/contract'
import { formatKrw, formatKrwShort } from '@maru/ui'
import type { AmountFault } from './amount-field.tsx'
import type { moneyTexts } from './texts.ts'

type Translate = (key: keyof typeof moneyTexts.ko, params?: Readonly<Record<string, string>>) => string

/** Why an amount cannot be deposited; `left` is what the member's own limits let him, null: he set none. */
export function faultOf(
  amount: number | null,
  { deposit }: DnwSite,
  left: number | null,
  t: Translate,
): AmountFault | null {
  if (!amount) return null
  const [min, unit] = [Number(deposit.min), Number(deposit.unit)]
  if (amount < min) return { text: t('depositBelow', { min: formatKrw(deposit.min) }), fix: min }
  if (left !== null && amount > left) {
    const whole = Math.floor(left / unit) * unit
    const text = t('ownLimitExceeded', { amount: formatKrw(String(left)) })
    return whole >= min ? { text, fix: whole } : { text }
  }
  if (amount % unit === 0) return null
  return { text: t('unitMismatch', { unit: formatKrwShort(deposit.unit) }), fix: Math.floor(amount / unit) * unit }
}
