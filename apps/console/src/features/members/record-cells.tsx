import { formatDateTime, formatMoney, formatSigned } from '@maru/ui'
import type { RowData } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import type { Column } from '../../parts/data-table.tsx'

/** A moment; a dash where it has not come. */
export const time = (at: number | null) => <span className="num">{at === null ? '–' : formatDateTime(at)}</span>
/** A name with what tells it from others of that name. */
export const named = (name: string, more: string): ReactNode => (
  <>
    <b>{name}</b> <span className="dim">{more}</span>
  </>
)
/** From what to what; a figure that is not there yet is a dash. */
export const fromTo = (from: string | null, to: string | null): string => `${from ?? '–'} → ${to ?? '–'}`
/** A result: its sign and colour say which way it went. */
export const profit = (amount: string, currency: string): ReactNode => (
  <span className={amount.startsWith('-') ? 'loss' : Number(amount) > 0 ? 'gain' : undefined}>
    {formatSigned(amount, (value) => formatMoney(value, currency))}
  </span>
)
/** A column of figures. */
export const right = <R extends RowData>(id: string, head: string, cell: (row: R) => ReactNode): Column<R> => ({
  id,
  head,
  align: 'right',
  cell,
})
