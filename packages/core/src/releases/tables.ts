import { whole } from '../tables/column.ts'
import { type RowOf, table } from '../tables/table.ts'

export const releaseTables = {
  /** Times of economic releases of importance 3 (wall clock), while the calendar has them: around each of them less leverage opens. */
  releases: table(
    'release',
    {
      siteId: whole.key,
      id: whole.key,
      at: whole,
      /** When the calendar had it no more, or it was long over. */
      droppedAt: whole.orNull.changing,
    },
    { rows: 'open', until: 'droppedAt' },
  ),
}

export interface ReleaseRow extends RowOf<typeof releaseTables.releases> {}
