import { shippedSite, tables } from '@maru/core'
import { select } from '../journal/index.ts'
import type { Tx } from '../ports.ts'

/** What of a site's numbers the API itself goes by. */
export type SiteNumbers = { readonly [K in keyof typeof shippedSite]: Widened<(typeof shippedSite)[K]> }
type Widened<T> = T extends number ? number : T extends bigint ? bigint : T extends boolean ? boolean : T

/** The numbers that a site has now; what is shipped, before it has a row. */
export async function numbersOf(tx: Tx, siteId: number): Promise<SiteNumbers> {
  const [row] = await select(tx, tables.sites, 'where site_id = $1', [siteId])
  return row ?? shippedSite
}

/** Those of every site that has a row. */
export async function allNumbers(tx: Tx): Promise<ReadonlyMap<number, SiteNumbers>> {
  const rows = await select(tx, tables.sites, '', [])
  return new Map(rows.map((row) => [row.siteId, row]))
}
