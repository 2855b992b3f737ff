import type { ExposureSums } from '@maru/contract'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { SecondPerson } from '../approvals/index.ts'
import type { Deps } from '../deps.ts'
import { watchStops } from './alarm.ts'
import { DryRun } from './dry-run.ts'
import { registerExposure } from './exposure.ts'
import { registerConfiguration } from './options.ts'
import { registerRoundVoids } from './rounds.ts'
import { registerStops } from './stops.ts'
import { registerTrend } from './trend.ts'

export { DryRun } from './dry-run.ts'

/**
 * Where operators run the trading: its numbers, emergency stops, what the house stands for, and rounds that do not take place. Returns what
 * reads the present exposure of a site.
 */
export function registerTradingDesk(
  app: FastifyInstance,
  deps: Deps,
  second: SecondPerson,
  connection: pg.ClientConfig,
): (siteId: number) => Promise<ExposureSums> {
  registerStops(app, deps, second)
  const exposureOf = registerExposure(app, deps)
  registerTrend(app, deps, async (siteId) => (await exposureOf(siteId)).markets)
  registerRoundVoids(app, deps, second)
  registerConfiguration(app, deps, second, new DryRun(connection, deps))
  watchStops(app, deps)
  return exposureOf
}
