import type { SiteInfo } from '@maru/contract'
import { shippedSite, tables } from '@maru/core'
import { select } from '../journal/index.ts'
import type { Database } from '../ports.ts'
import type { Site } from './directory.ts'

/** A site as its pages see it. */
export async function siteInfo(db: Database, site: Site): Promise<SiteInfo> {
  const { domains: _, ...shown } = site
  const [config] = await db.tenant(site.id, (tx) => select(tx, tables.sites, 'where site_id = $1', [site.id]))
  const { realityCheckMs } = config ?? shippedSite
  return { ...shown, realityCheckMs }
}
