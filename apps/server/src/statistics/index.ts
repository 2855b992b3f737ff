import { statisticsEndpoints } from '@maru/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { route } from '../http/index.ts'
import { publishedMonths } from './months.ts'

export { countDays } from './days.ts'
export { newestHeld } from './held-prices.ts'
export { keepMinutes } from './minutes.ts'
export { noteOutages } from './outages.ts'

/** What a site publishes of itself each month (rules J 14 and 15). */
export function registerStatistics(app: FastifyInstance, deps: Deps): void {
  const { db, config, clocks } = deps
  route(app, deps, statisticsEndpoints.statistics, ({ site }) =>
    db.tenant(site.id, (tx) => publishedMonths(tx, site.id, config.siteGroup, clocks.domain.now())),
  )
}
