import type { Book } from '../book.ts'
import { query } from '../query.ts'
import type { ConfigItem, ConfigScope, Refusal, SiteConfig } from '../types.ts'
import { applyDue, changesOf, configure, nextChangeAt, restoreChanges, withdrawChange } from './changes.ts'
import { openSite } from './open-site.ts'
import { scopes } from './scopes.ts'
import { configureSet, refuseSet } from './set.ts'

interface OfRow {
  readonly siteId: number
  readonly scope: ConfigScope
  readonly optionId: number | null
}
interface OfItems {
  readonly siteId: number
  readonly items: readonly ConfigItem[]
}

/** The numbers that staff may change, and the changes that wait for their time. */
export const configuration = {
  name: 'configuration',
  commands: {
    openSite: { actors: ['system'], key: 'none', run: openSite },
    configure: { actors: ['staff'], key: 'none', run: configure },
    configureSet: { actors: ['staff'], key: 'client', run: configureSet },
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
    /** What holds for a row, key by key, as a change would give it; null: the site has none. */
    'configuration.values': query('site', (state, { siteId, scope, optionId }: OfRow) =>
      scopes[scope].values(state, { siteId, scope, optionId }),
    ),
    /** Why changes cannot be made now; null: they can, as far as that shows without all accounts under them. */
    'configuration.refusal': query('house', (state, { siteId, items }: OfItems, at): Refusal | null => {
      const reply = refuseSet(state, siteId, items, at)
      return reply && (reply.body as Refusal)
    }),
  },
} satisfies Book
