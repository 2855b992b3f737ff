import type { RowData } from '@tanstack/react-table'
import { useSearchParams } from 'react-router'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { type Choice, FilterBar, useFilter } from '../../parts/filter-bar.tsx'
import { type Asked, type PageAnswer, usePaged } from '../../parts/paged.ts'
import { SavedFilters } from '../../parts/saved-filters.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { t } from './texts.ts'

/** What a tab lists: its columns, what it can be cut to, and the call. */
export interface RecordKind<Row extends RowData> {
  /** Names the list among the answers that are kept. */
  readonly name: string
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly selects: readonly Choice[]
  readonly read: (id: string, query: Asked & Readonly<Record<string, string>>) => Promise<PageAnswer<Row>>
  /** The same list as a file. */
  readonly file: (id: string, query: Readonly<Record<string, string>>, signal: AbortSignal) => Promise<Blob>
  readonly empty: readonly [title: string, text: string]
}

const idOf = ({ id }: { readonly id: number }) => String(id)

/** A list of what a member did, the newest first. */
export function RecordTable<Row extends RowData & { readonly id: number }>({
  id,
  kind,
}: {
  id: string
  kind: RecordKind<Row>
}) {
  const [search] = useSearchParams()
  const { filter, said, set, apply } = useFilter({ q: search.get('q') ?? '' })
  const { name, label, columns, selects, read, empty } = kind
  const list = usePaged<Row>([`member-${name}`, id, said], (asked: Asked) => read(id, { ...said, ...asked }))
  return (
    <>
      <FilterBar filter={filter} set={set} selects={selects}>
        <SearchField
          label={t('findNumber')}
          placeholder={t('findNumber')}
          value={filter['q'] ?? ''}
          onSearch={(text) => set('q', text.replace(/\D/g, ''))}
        />
        <SavedFilters id={`member-${name}`} value={filter} apply={apply} />
      </FilterBar>
      <DataTable
        label={label}
        list={list}
        columns={columns}
        idOf={idOf}
        empty={empty}
        csv={{ name: t('recordsFile', { id, label }), read: (signal) => kind.file(id, said, signal) }}
      />
    </>
  )
}
