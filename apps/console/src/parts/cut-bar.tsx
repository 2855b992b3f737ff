import { FilterBar } from './filter-bar.tsx'
import type { Paged } from './paged.ts'
import { SearchField } from './search-field.tsx'
import { t } from './texts.ts'

const none: readonly [] = []

/** The days of a list, and the search in it where its page has none of its own. */
export function CutBar<Row>({ label, list: { cut, cutBy, setCut } }: { label: string; list: Paged<Row> }) {
  if (cutBy === 'nothing') return null
  return (
    <FilterBar filter={{ ...cut }} set={(name, value) => setCut(name as keyof typeof cut, value)} selects={none}>
      {cutBy === 'all' && (
        <SearchField
          label={t('findIn', { label })}
          placeholder={t('findInHint')}
          value={cut.q ?? ''}
          onSearch={(text) => setCut('q', text)}
        />
      )}
    </FilterBar>
  )
}
