import type { DnwRow } from '@maru/contract'
import { formatMoney, formatSigned, minusSign } from '@maru/ui'
import type { moneyTexts } from './texts.ts'

const incoming: ReadonlySet<DnwRow['type']> = new Set(['D', 'B', 'PB', 'WB', 'TI', 'CI', 'E', 'C'])

/** Whether a row brings money into its wallet. */
export const isIncoming = ({ type }: Pick<DnwRow, 'type'>): boolean => incoming.has(type)

/** A row's amount as what it does to its wallet. */
export function signedAmount(row: DnwRow): string {
  const amount = (value: number | bigint | string) => formatMoney(String(value), row.currency)
  return isIncoming(row) ? formatSigned(row.point, amount) : `${minusSign}${amount(row.point)}`
}

/** A row's amount as it is: of a request that moved nothing. */
export const plainAmount = ({ point, currency }: DnwRow): string => formatMoney(point, currency)

/** Where the money came from or went to; the payer of a deposit and the payee of a withdrawal are the member himself. */
export const placeOf = ({ type, account, counterparty }: DnwRow): string | null =>
  account ?? (type === 'D' || type === 'W' ? null : counterparty)

type Translate = (key: keyof typeof moneyTexts.ko, params?: Readonly<Record<string, string>>) => string

/** How long something took, to the second. */
export function lengthOf(ms: number, t: Translate): string {
  const seconds = Math.max(0, Math.round(ms / 1_000))
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)]
  if (hours > 0) return t('lengthHours', { hours: String(hours), minutes: String(minutes) })
  return t('lengthMinutes', { minutes: String(minutes), seconds: String(seconds % 60).padStart(2, '0') })
}
