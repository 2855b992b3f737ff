import { mostRows, pageAnswer, pageOfQuery } from '../http/filters.ts'
import type { Database, Tx } from '../ports.ts'
import type { Asked, Found } from './store.ts'

export interface Listing {
  readonly resultType?: 'List' | 'Page' | undefined
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
  readonly page?: number | undefined
  readonly size?: number | undefined
}

/** A list of a site's rows, or the page of it that was asked for. */
export function listed<R, T>(
  db: Database,
  siteId: number,
  query: Listing,
  read: (tx: Tx, asked: Asked) => Promise<Found<R>>,
  shown: (row: R) => T,
) {
  const page = pageOfQuery(query)
  return db.tenant(siteId, async (tx) => {
    const { rows, total } = await read(
      tx,
      page ? { ...page, isCounted: true } : { limit: mostRows, offset: 0, isCounted: false },
    )
    const content = rows.map(shown)
    return page ? pageAnswer(page, content, total ?? 0) : content
  })
}
