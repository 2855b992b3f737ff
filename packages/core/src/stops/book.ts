import type { Book } from '../book.ts'
import { storedCell } from '../effects.ts'
import { query } from '../query.ts'
import type { StopRow } from '../types.ts'
import { allStops, keepStop, stopsOf } from './state.ts'
import { confirmStop, openStop, stop } from './stop.ts'

/** Emergency stops (rules F): they bar what opens, never what closes. */
export const stops = {
  name: 'stops',
  commands: {
    stop: { actors: ['staff'], key: 'client', run: stop },
    confirmStop: { actors: ['staff'], key: 'client', run: confirmStop },
    openStop: { actors: ['staff'], key: 'client', run: openStop },
  },
  restore(state, snapshot) {
    for (const row of snapshot.stops.toSorted((a, b) => a.id - b.id)) keepStop(state, storedCell(row))
  },
  rows: (state) => ({ stops: allStops(state) }),
  queries: {
    /** The stops that stand on a site. */
    'stops.standing': query('site', (state, { siteId }: { readonly siteId: number }): readonly StopRow[] =>
      stopsOf(state, siteId).map(({ row }) => row),
    ),
  },
} satisfies Book
