import type { Book } from '../book.ts'
import { type Raised, wouldBeCut } from '../oversea/would-cut.ts'
import { query } from '../query.ts'
import { sliceOf } from './positions.ts'
import { roundExposure } from './rounds.ts'
import { countOpen, type Place } from './touched.ts'

interface OfSite {
  readonly siteId: number
}

/** What the house can lose: it is asked, and decides nothing. */
export const exposure = {
  name: 'exposure',
  commands: {},
  queries: {
    /** A part of what is open in a market. */
    'exposure.slice': query('house', sliceOf),
    /** Undecided rounds against their limits; null where the site has none. */
    'exposure.rounds': query('house', (state, { siteId }: OfSite, at) => roundExposure(state, siteId, at)),
    /** How much is open where changes would be felt. */
    'exposure.open': query('house', (state, { siteId, places }: OfSite & { readonly places: readonly Place[] }) =>
      countOpen(state, siteId, places),
    ),
    /** Whom a raise of overseas numbers would cut within an hour's move. */
    'exposure.cut': query('house', (state, raised: Raised) => wouldBeCut(state, raised)),
  },
} satisfies Book
