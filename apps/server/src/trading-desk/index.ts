import type { FastifyInstance } from 'fastify'
import type { SecondPerson } from '../approvals/index.ts'
import type { Deps } from '../deps.ts'
import { watchStops } from './alarm.ts'
import { registerExposure } from './exposure.ts'
import { registerRoundVoids } from './rounds.ts'
import { registerStops } from './stops.ts'

/** Where operators run the trading: emergency stops, what the house stands for, and rounds that do not take place. */
export function registerTradingDesk(app: FastifyInstance, deps: Deps, second: SecondPerson): void {
  registerStops(app, deps, second)
  registerExposure(app, deps)
  registerRoundVoids(app, deps, second)
  watchStops(app, deps)
}
