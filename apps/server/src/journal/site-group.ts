import type { Tx } from '../ports.ts'

/** The group of all sites that nobody put into another. */
const mainGroup = 'main'

/** The sites of one group: those that it names, or all but those. */
export interface SiteGroup {
  readonly name: string
  serves(siteId: number): boolean
  /** The condition that a column holds the id of one of its sites; the parameter `place` holds `sites`. */
  condition(column: string, place: number): string
  readonly sites: readonly number[]
}

/** Reads which sites belong to a group. Sites without a row of their own belong to the main group. */
export async function readSiteGroup(tx: Tx, name: string): Promise<SiteGroup> {
  const isMain = name === mainGroup
  const rows = await tx.query<{ id: string }>(
    `select id from site where site_group ${isMain ? '<>' : '='} $1 order by id`,
    [name],
  )
  const sites = rows.map(({ id }) => Number(id))
  const named = new Set(sites)
  return {
    name,
    serves: (siteId) => named.has(siteId) !== isMain,
    condition: (column, place) => `${column} ${isMain ? '<> all' : '= any'}($${place}::bigint[])`,
    sites,
  }
}
