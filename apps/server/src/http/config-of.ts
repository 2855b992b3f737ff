import type { SiteConfig } from '@maru/core'
import type { Deps } from '../deps.ts'
import { Refused } from './refused.ts'

/** What holds for a whole site. */
export async function configOf({ reads }: Pick<Deps, 'reads'>, siteId: number): Promise<SiteConfig> {
  const { value } = await reads.ask('configuration.site', { siteId })
  if (value === null) throw new Refused('SITE_NOT_FOUND')
  return value
}
