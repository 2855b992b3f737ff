import { type SiteInfo, SiteSupport } from '@maru/contract'
import type { Deps } from '../deps.ts'
import { isClosed, type Maintenance, type Site } from './directory.ts'
import { numbersOf } from './numbers.ts'

/** A site as its pages see it. */
export async function siteInfo({ db, clocks }: Pick<Deps, 'db' | 'clocks'>, site: Site): Promise<SiteInfo> {
  const { domains: _, createdAt: __, ...shown } = site
  const numbers = await db.tenant(site.id, (tx) => numbersOf(tx, site.id))
  const { realityCheckMs, limitRiseWaitMs, exclusionMinMonths } = numbers
  const support = SiteSupport.parse(numbers)
  const maintenance = shownMaintenance(site, clocks.wall())
  return { ...shown, realityCheckMs, limitRiseWaitMs, exclusionMinMonths, support, maintenance }
}

/** A maintenance that goes on or is to come; one that is over is none. */
export function shownMaintenance(
  { maintenance }: Pick<Site, 'maintenance'>,
  now: number,
): (Maintenance & { isOn: boolean }) | null {
  if (maintenance === null || maintenance.until <= now) return null
  return { ...maintenance, isOn: isClosed({ maintenance }, now) }
}
