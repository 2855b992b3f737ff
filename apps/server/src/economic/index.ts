import { economicEndpoints, halvingEndpoints } from '@maru/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { type Reach, Refused, route } from '../http/index.ts'
import { registerEconomicDesk } from './desk.ts'
import { keepTelling } from './releases.ts'
import { eventsBetween, pastOf } from './store.ts'

/** One question reaches over so long. */
const mostMs = 31 * 86_400_000
/** So many releases of the same name are told beside one. */
const mostPast = 5

/** The calendar of economic releases (rules G), and what staff do with it. */
export function registerEconomic(app: FastifyInstance, deps: Deps, reach?: Reach): void {
  const { db, reads } = deps

  route(app, deps, economicEndpoints.economicList, ({ query, site }) => {
    const { from, to, importance, country } = query
    if (to <= from || to - from > mostMs) throw new Refused('INVALID_REQUEST', { field: 'querystring/to' })
    const asked = { from, to, country, importance: Number(importance ?? 1) }
    return db.tenant(site.id, (tx) => eventsBetween(tx, site.id, asked))
  })

  route(app, deps, economicEndpoints.economicPast, async ({ query, site }) => {
    const found = await db.tenant(site.id, (tx) => pastOf(tx, site.id, query.id, mostPast))
    if (found === null) throw new Refused('HISTORY_NOT_FOUND')
    return found
  })

  route(app, deps, halvingEndpoints.halving, async ({ site }) => {
    const { value } = await reads.ask('releases.halving', { siteId: site.id })
    return value
  })

  keepTelling(app, deps)
  registerEconomicDesk(app, deps, reach)
}
