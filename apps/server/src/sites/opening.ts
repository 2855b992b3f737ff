import { bySystem } from '@maru/core'
import { marketInstruments } from '@maru/market'
import type { Deps } from '../deps.ts'
import { optionsOfFlags } from '../seed/index.ts'
import type { Site } from './directory.ts'

type Parts = Pick<Deps, 'core' | 'config' | 'log' | 'reads'>

/** Opens a site in the core, with the options of its lines that it lacks. A core that is away does not stop the caller: the next start does it. */
export async function openInCore({ core, config, log }: Parts, site: Pick<Site, 'id' | 'type'>): Promise<void> {
  if (!core.serves(site.id)) return
  try {
    const lines = optionsOfFlags(site, marketInstruments, config.calendar)
    const { status, body } = await core.submit({ kind: 'openSite', ...bySystem(site.id), ...lines })
    if (status >= 400) throw new Error(`the core refused site ${site.id}: ${JSON.stringify(body)}`)
  } catch (error) {
    log.error({ err: error, site: site.id }, 'a site is not open in the core yet')
  }
}

/** Opens what a crash left unopened: of sites that staff created, those that the core does not know. */
export async function openMissingSites(deps: Parts, sites: readonly Site[]): Promise<void> {
  for (const site of sites) {
    if (site.createdAt === null || !deps.core.serves(site.id)) continue
    const { value } = await deps.reads.ask('configuration.site', { siteId: site.id })
    if (value === null) await openInCore(deps, site)
  }
}
