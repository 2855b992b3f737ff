import { FilterBar } from './filter-bar.tsx'
import type { Cut, Paged } from './paged.ts'
import { type FilterOf, SavedFilters } from './saved-filters.tsx'
import { SearchField } from './search-field.tsx'
import { t } from './texts.ts'

const none: readonly [] = []
const cutNames: Readonly<Record<'days' | 'all', readonly string[]>> = {
  days: ['startDate', 'endDate'],
  all: ['startDate', 'endDate', 'q'],
}

interface Props<Row> {
  label: string
  list: Paged<Row>
  /** What its page cuts it to, beside this bar. */
  filter?: FilterOf | undefined
}

/** The days of a list, the search in it where its page has none of its own, and the filters that one saved. */
export function CutBar<Row>({ label, list: { id, cut, cutBy, cutTo, setCut }, filter }: Props<Row>) {
  if (cutBy === 'nothing') return null
  const apply: FilterOf['apply'] = (next) => {
    const part = (isCut: boolean) =>
      Object.fromEntries(Object.entries(next).filter(([name]) => cutNames[cutBy].includes(name) === isCut))
    cutTo(part(true))
    filter?.apply(part(false))
  }
  return (
    <FilterBar filter={{ ...cut }} set={(name, value) => setCut(name as keyof Cut, value)} selects={none}>
      {cutBy === 'all' && (
        <SearchField
          key={cut.q ?? ''}
          label={t('findIn', { label })}
          placeholder={t('findInHint')}
          value={cut.q ?? ''}
          onSearch={(text) => setCut('q', text)}
        />
      )}
      <SavedFilters id={id} value={{ ...filter?.value, ...cut }} apply={apply} />
    </FilterBar>
  )
}
