import type { CommissionStatus, CommissionType } from '@maru/contract'

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

/** What a partner earns of: keys of the texts. */
export const typeKeys = { FEE: 'fee', ROLL: 'roll', LOSS: 'loss' } as const satisfies Record<CommissionType, string>

/** A rate as it is read: 10.00 as 10%, 0.20 as 0.2%. */
export const rateOf = (percent: string): string => `${percent.replace(/\.?0+$/, '')}%`

/** A day without its year. */
export const shortDay = (day: string): string => day.slice(5)

/** Another day, so many later. */
export const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

const rate = /^(?:100|[1-9]?\d)(?:\.\d{1,4})?$/

/** What is wrong with an application before it is sent: a key of the texts; null: nothing. */
export function applicationFault(
  form: Readonly<Record<'username' | 'name' | 'code' | 'feeRate' | 'rollRate', string>>,
  own: { readonly feeRate: string; readonly rollRate: string },
): 'applyNames' | 'applyCodeBad' | 'applyRates' | 'applyTooMuch' | null {
  if (form.username === '' || form.name.trim().length < 2) return 'applyNames'
  if (form.code !== '' && !/^[A-Za-z0-9]{4,20}$/.test(form.code)) return 'applyCodeBad'
  if (!rate.test(form.feeRate) || !rate.test(form.rollRate)) return 'applyRates'
  const isMore = Number(form.feeRate) > Number(own.feeRate) || Number(form.rollRate) > Number(own.rollRate)
  return isMore ? 'applyTooMuch' : null
}
