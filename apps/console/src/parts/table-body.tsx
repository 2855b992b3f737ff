import type { ReactTable, Row, RowData } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect } from 'react'
import type { Group, TableRows } from './data-table.tsx'
import type { features } from './table-features.ts'
import { classOf } from './table-head.tsx'

interface Props<R extends RowData> extends TableRows<R> {
  readonly table: ReactTable<typeof features, R>
  readonly scroller: HTMLElement | null
}
type Line<R extends RowData> = { readonly group: Group } | { readonly row: Row<typeof features, R> }

const groupHeight = 30
const headHeight = 30

/** The rows that are in view, and blank ones as high as all others. */
export function TableBody<R extends RowData>({
  table,
  scroller,
  rowHeight = 34,
  groupOf,
  selected,
  onSelect,
  onOpen,
  toneOf,
}: Props<R>) {
  const { rows } = table.getRowModel()
  const lines = linesOf(rows, groupOf)
  const columns = table.getAllColumns().length
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller,
    estimateSize: (index) => ('group' in (lines[index] as Line<R>) ? groupHeight : rowHeight),
    getItemKey: (index) => keyOf(lines[index] as Line<R>),
    overscan: 12,
    // Below the head, which stays.
    scrollPaddingStart: headHeight,
  })
  const chosen = lines.findIndex((line) => 'row' in line && line.row.id === selected)
  useEffect(() => {
    if (chosen >= 0) virtual.scrollToIndex(chosen)
  }, [chosen, virtual])
  const items = virtual.getVirtualItems()
  const [from, to] = [items[0]?.start ?? 0, items.at(-1)?.end ?? 0]
  return (
    <tbody>
      <Blank height={from} columns={columns} />
      {items.map(({ index, key }) => {
        const line = lines[index] as Line<R>
        if ('group' in line)
          return (
            <tr key={key} className="grp">
              <td colSpan={columns}>
                {line.group.title} <span>{line.group.detail}</span>
              </td>
            </tr>
          )
        const { row } = line
        const tone = toneOf?.(row.original)
        return (
          <tr
            key={key}
            className={tone && `is-${tone}`}
            aria-selected={row.id === selected}
            style={{ height: rowHeight }}
            onClick={() => (onOpen ?? onSelect)?.(row.original)}
          >
            {row.getAllCells().map((cell) => (
              <td key={cell.id} className={classOf(cell.column.columnDef.meta)}>
                <table.FlexRender cell={cell} />
              </td>
            ))}
          </tr>
        )
      })}
      <Blank height={virtual.getTotalSize() - to} columns={columns} />
    </tbody>
  )
}

function Blank({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null
  return (
    <tr className="blank">
      <td colSpan={columns} style={{ height }} />
    </tr>
  )
}

const keyOf = <R extends RowData>(line: Line<R>): string => ('group' in line ? `group ${line.group.key}` : line.row.id)

/** Rows with the head of each group before its first row; the rows come in the order of their groups. */
function linesOf<R extends RowData>(
  rows: readonly Row<typeof features, R>[],
  groupOf: ((row: R) => Group) | undefined,
): readonly Line<R>[] {
  if (!groupOf) return rows.map((row) => ({ row }))
  let last: string | null = null
  return rows.flatMap((row): Line<R>[] => {
    const group = groupOf(row.original)
    if (group.key === last) return [{ row }]
    last = group.key
    return [{ group }, { row }]
  })
}
