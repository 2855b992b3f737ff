import { siteEndpoints } from '@maru/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { isConsoleHost, Refused, route } from '../http/index.ts'
import { siteInfo } from './info.ts'

export { registerSiteConsole } from './console.ts'
export type { Site, SiteDirectory } from './directory.ts'
export { allNumbers, numbersOf, type SiteNumbers } from './numbers.ts'

const version = '0.1.0'

/** The site of a host, and what a page asks before anybody signed in. */
export function registerSites(app: FastifyInstance, deps: Deps): void {
  /** The site whose domains hold the Host; else `?site=` or `?code=`, in DEMO and on the console's own host; else the first. */
  route(app, deps, siteEndpoints.siteByCode, ({ query, request }) => {
    const mayChoose = deps.config.demo || isConsoleHost(request, deps.config)
    const site = app.sites.ofPage(request.hostname, mayChoose ? (query.site ?? query.code) : undefined)
    if (site === null) throw new Refused('SITE_NOT_FOUND')
    return siteInfo(deps, site)
  })

  route(app, deps, siteEndpoints.appVersion, () => ({ version }))

  /** `offset` is domain minus wall time: not 0 while a recorded day is replayed. */
  route(app, deps, siteEndpoints.serverTimeOffset, () => {
    const serverTime = deps.clocks.domain.now()
    return { serverTime, offset: serverTime - deps.clocks.wall() }
  })
}
