import type { CommissionStatus } from '@maru/contract'

/** What partners of a level are called: keys of the texts. */
export const levelKeys = ['level1', 'level2', 'level3', 'level4'] as const

/** Keys of what is said of a week beside its days. */
export const statusKeys = {
  ACCRUING: 'accruing',
  WAITING: 'waiting',
  APPROVING: 'approving',
  HELD: 'held',
  PAID: 'paid',
  REJECTED: 'rejected',
  NOTHING: 'nothing',
} as const satisfies Record<CommissionStatus, string>

/** A rate as it is read: 10.00 as 10%, 0.20 as 0.2%. */
export const rateOf = (percent: string): string => `${percent.replace(/\.?0+$/, '')}%`

/** A day without its year. */
export const shortDay = (day: string): string => day.slice(5)

/** Another day, so many later. */
export const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
