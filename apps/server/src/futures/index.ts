import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { registerFuturesHistory } from './history.ts'
import { registerFuturesOptions } from './options.ts'
import { registerFuturesOrders } from './orders.ts'

export { importBrackets } from './import-brackets.ts'
export { futuresWire } from './open.ts'
export { futuresOptionsOf } from './options.ts'

/** Perpetual futures: options, orders, positions and what became of them. */
export function registerFutures(app: FastifyInstance, deps: Deps): void {
  registerFuturesOptions(app, deps)
  registerFuturesOrders(app, deps)
  registerFuturesHistory(app, deps)
}
