import type { DnwRow } from '@maru/contract'
import { formatMoney, formatSigned, minusSign } from '@maru/ui'

const incoming: ReadonlySet<DnwRow['type']> = new Set(['D', 'B', 'PB', 'WB', 'TI', 'CI', 'E', 'C'])

/** Whether a row brings money into its wallet. */
export const isIncoming = ({ type }: Pick<DnwRow, 'type'>): boolean => incoming.has(type)

/** A row's amount as what it does to its wallet. */
export function signedAmount(row: DnwRow): string {
  const amount = (value: number | bigint | string) => formatMoney(String(value), row.currency)
  return isIncoming(row) ? formatSigned(row.point, amount) : `${minusSign}${amount(row.point)}`
}
