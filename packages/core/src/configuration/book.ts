import type { Book } from '../book.ts'
import { query } from '../query.ts'
import type { SiteConfig } from '../types.ts'
import { applyDue, changesOf, configure, nextChangeAt, restoreChanges, withdrawChange } from './changes.ts'

/** The numbers that staff may change, and the changes that wait for their time. */
export const configuration = {
  name: 'configuration',
  commands: {
    configure: { actors: ['staff'], key: 'none', run: configure },
    withdrawChange: { actors: ['staff'], key: 'none', run: withdrawChange },
  },
  restore: restoreChanges,
  // Before the books begin anything by what held until then.
  begin: (state, _lastBatchAt, turn) => applyDue(state, turn),
  enter: applyDue,
  nextAt: nextChangeAt,
  rows: (state) => ({ configChanges: [...changesOf(state).byId.values()].map(({ row }) => row) }),
  queries: {
    /** What holds for a whole site. */
    'configuration.site': query(
      'site',
      (state, { siteId }: { readonly siteId: number }): SiteConfig | null => state.sites.get(siteId)?.row ?? null,
    ),
  },
} satisfies Book
