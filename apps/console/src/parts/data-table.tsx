import { Empty } from '@maru/ui'
import { type ColumnDef, type RowData, type SortingState, useTable } from '@tanstack/react-table'
import { type ReactNode, useMemo, useState } from 'react'
import { CutBar } from './cut-bar.tsx'
import type { CutCsv, Paged } from './paged.ts'
import { SaveCsv } from './save-csv.tsx'
import type { FilterOf } from './saved-filters.tsx'
import { TableBody } from './table-body.tsx'
import { TableFailure } from './table-failure.tsx'
import { features } from './table-features.ts'
import { HeadCell } from './table-head.tsx'
import { TableOutline } from './table-outline.tsx'
import { countText, TablePages } from './table-pages.tsx'
import { t } from './texts.ts'
import { useMarked, useRowKeys } from './use-row-keys.ts'

/** A column of a table. */
export interface Column<R extends RowData> {
  readonly id: string
  readonly head: string
  readonly cell: (row: R) => ReactNode
  /** Figures stand at the right. */
  readonly align?: 'right'
  /** Left out where an open record takes its room. */
  readonly isExtra?: boolean
  /** The server can sort by it. */
  readonly isSortable?: boolean
}
/** A head above the rows that follow it. */
export interface Group {
  readonly key: string
  readonly title: string
  readonly detail?: ReactNode
}
export interface TableRows<R extends RowData> {
  /** Rows that belong together come one after the other. */
  readonly groupOf?: (row: R) => Group
  /** 34 for one line, 48 for two. */
  readonly rowHeight?: 34 | 48
  /** Id of the row that is open. */
  readonly selected?: string | null
  readonly onSelect?: (row: R | null) => void
  /** A row is a page of its own: J and K mark it, Enter and a click go there. */
  readonly onOpen?: (row: R) => void
  readonly toneOf?: (row: R) => 'done' | 'warn' | 'bad' | undefined
}
interface Props<R extends RowData> extends TableRows<R> {
  /** What the table is called, for those who do not see it. */
  readonly label: string
  readonly list: Paged<R>
  readonly columns: readonly Column<R>[]
  readonly idOf: (row: R) => string
  /** What is missing, and what fills it. */
  readonly empty: readonly [title: string, text: string]
  readonly sorting?: { readonly state: SortingState; readonly onChange: (state: SortingState) => void }
  readonly csv?: CutCsv
  /** What the page cuts the list to, beside days and search: saved with them. */
  readonly filter?: FilterOf
  /** At the left of the foot. */
  readonly foot?: ReactNode
}

/** The table of every list: the server filters, sorts and pages, only the rows in view are drawn. J and K go from row to row. */
export function DataTable<R extends RowData>({
  label,
  list,
  columns,
  idOf,
  empty,
  sorting,
  csv,
  filter,
  foot,
  ...given
}: Props<R>) {
  const rows = useMarked(given, idOf)
  // A state and no ref: rows that are there from the start ask for it before a ref of the frame around them is set.
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const defs = useMemo(
    () =>
      columns.map(
        ({ id, head, cell, align, isExtra = false, isSortable = false }): ColumnDef<typeof features, R> => ({
          id,
          header: head,
          cell: ({ row }) => cell(row.original),
          enableSorting: isSortable,
          accessorFn: (row) => idOf(row),
          meta: { isExtra, ...(align && { align }) },
        }),
      ),
    [columns, idOf],
  )
  const none = useMemo((): R[] => [], [])
  const table = useTable({
    features,
    columns: defs,
    data: (list.rows as R[] | undefined) ?? none,
    getRowId: idOf,
    manualSorting: true,
    state: { sorting: sorting?.state ?? [] },
    onSortingChange: (change) => sorting?.onChange(typeof change === 'function' ? change(sorting.state) : change),
  })
  useRowKeys(list.rows, idOf, rows)
  return (
    <section className="panel grow">
      <CutBar label={label} list={list} filter={filter} />
      <section
        ref={setScroller}
        className="scroll grow"
        aria-label={t('listOf', { label })}
        aria-busy={list.isLoading}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
        tabIndex={0}
      >
        <table
          className={rows.rowHeight === 48 ? 't t2' : 't'}
          aria-label={label}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows are chosen by keyboard, which a plain table has no word for.
          role="grid"
          aria-rowcount={list.total}
        >
          <thead>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id}>
                {group.headers.map((header) => (
                  <HeadCell key={header.id} header={header}>
                    <table.FlexRender header={header} />
                  </HeadCell>
                ))}
              </tr>
            ))}
          </thead>
          {list.rows && <TableBody table={table} scroller={scroller} {...rows} />}
        </table>
        {list.isLoading && <TableOutline rowHeight={rows.rowHeight ?? 34} />}
        {list.rows?.length === 0 && <Empty title={empty[0]}>{empty[1]}</Empty>}
        {list.error !== null && !list.rows && <TableFailure error={list.error} onRetry={list.reload} />}
      </section>
      <footer className="foot">
        <span className="num">{foot ?? countText(list)}</span>
        <TablePages list={list} />
        {csv && <SaveCsv name={csv.name} read={(signal) => csv.read(signal, list.cut)} />}
      </footer>
    </section>
  )
}
