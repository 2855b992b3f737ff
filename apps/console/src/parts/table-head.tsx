import type { ReactNode } from 'react'

interface CellMeta {
  readonly align?: 'right'
  readonly isExtra?: boolean
}

/** The classes of a column's cells. */
export const classOf = (meta: CellMeta | undefined): string | undefined =>
  [meta?.align === 'right' && 'r num', meta?.isExtra && 'x'].filter(Boolean).join(' ') || undefined

interface HeadOf {
  readonly column: {
    getCanSort: () => boolean
    getIsSorted: () => false | 'asc' | 'desc'
    getToggleSortingHandler: () => undefined | ((event: unknown) => void)
    readonly columnDef: { readonly meta?: CellMeta | undefined }
  }
}

const sortWords = { asc: 'ascending', desc: 'descending' } as const

/** The head of a column; one by which the server sorts is a button. */
export function HeadCell({ header: { column }, children }: { header: HeadOf; children: ReactNode }) {
  const sorted = column.getIsSorted()
  const className = classOf(column.columnDef.meta)
  if (!column.getCanSort())
    return (
      <th scope="col" className={className}>
        {children}
      </th>
    )
  return (
    <th scope="col" className={className} aria-sort={sorted ? sortWords[sorted] : 'none'}>
      <button type="button" onClick={column.getToggleSortingHandler()}>
        {children} {sorted && (sorted === 'asc' ? '↑' : '↓')}
      </button>
    </th>
  )
}
