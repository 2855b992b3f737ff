import { useTexts } from '@maru/client/i18n/texts'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type DayRow, dayWithWeekday, groupedByDay } from './days.ts'
import { Loaded } from './loaded.tsx'
import { type Page, rowsOf } from './pages.ts'
import { listTexts } from './texts.ts'
import { VirtualList } from './virtual-list.tsx'

const dayHeight = 28
const timeOfCreation = ({ createdAt }: { readonly createdAt: number }) => createdAt

/** The pages of a list below the days of their rows; more are asked for as one scrolls. */
export function DayList<T extends { readonly id: number; readonly createdAt: number }>({
  query,
  timeOf = timeOfCreation,
  rowHeight,
  empty,
  skeleton,
  render,
}: {
  query: UseInfiniteQueryResult<InfiniteData<Page<T>>>
  /** When a row happened: what the server sorts it by. */
  timeOf?: (row: T) => number
  /** Height of a row before it was measured. */
  rowHeight: number
  empty: readonly [string, string]
  skeleton: ReactNode
  render: (row: T) => ReactNode
}) {
  const t = useTexts(listTexts)
  const rows = groupedByDay(rowsOf(query.data), timeOf)
  return (
    <Loaded query={query} isEmpty={rows.length === 0} empty={empty} skeleton={skeleton}>
      <VirtualList<DayRow<T>>
        rows={rows}
        keyOf={({ id }) => id}
        height={({ kind }) => (kind === 'day' ? dayHeight : rowHeight)}
        onEnd={query.hasNextPage && !query.isFetchingNextPage ? () => void query.fetchNextPage() : undefined}
        render={(row) =>
          row.kind === 'day' ? <h2 className="day num">{dayWithWeekday(row.day, t('weekdays'))}</h2> : render(row.row)
        }
      />
    </Loaded>
  )
}
