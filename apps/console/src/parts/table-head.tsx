import type { ReactNode } from 'react'

interface HeadOf {
  readonly column: {
    getCanSort: () => boolean
    getIsSorted: () => false | 'asc' | 'desc'
    getToggleSortingHandler: () => undefined | ((event: unknown) => void)
    readonly columnDef: { readonly meta?: { align?: 'right' } | undefined }
  }
}

const sortWords = { asc: 'ascending', desc: 'descending' } as const

/** The head of a column; one by which the server sorts is a button. */
export function HeadCell({ header: { column }, children }: { header: HeadOf; children: ReactNode }) {
  const sorted = column.getIsSorted()
  const className = column.columnDef.meta?.align === 'right' ? 'r' : undefined
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
