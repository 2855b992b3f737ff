import { formatKrwShort, formatPrice } from '@maru/ui'

/** An amount as it is looked over: won in 만 and 억, USDT whole from 1,000 on. */
export function short(amount: string, currency: 'USDT' | 'KRW'): string {
  if (currency === 'KRW') return formatKrwShort(amount)
  return `${formatPrice(amount, Math.abs(Number(amount)) >= 1_000 ? 0 : 2)} USDT`
}

/** A share of a limit in percent, at most 999. */
export function shareOf(value: string, limit: string): number {
  const most = Number(limit)
  return most > 0 ? Math.min(999, Math.max(0, Math.round((Number(value) / most) * 1_000) / 10)) : 0
}
