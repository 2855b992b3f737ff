import { formatMoney } from '@maru/ui'
import type { Limit } from './limits.ts'

type Word = 'minutes' | 'hours' | 'hoursMinutes'

/** An amount of a limit as it is read: in its currency, or hours and minutes. */
export function formatAmount(
  currency: Limit['currency'],
  amount: string | number,
  t: (word: Word, values: Readonly<Record<string, number>>) => string,
): string {
  if (currency !== null) return formatMoney(String(amount), currency)
  const hours = Math.floor(Number(amount) / 60)
  const minutes = Number(amount) % 60
  if (hours === 0) return t('minutes', { minutes })
  return minutes === 0 ? t('hours', { hours }) : t('hoursMinutes', { hours, minutes })
}
