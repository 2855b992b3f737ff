import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { registerOverseaHistory } from './history.ts'
import { registerOverseaOptions } from './options.ts'
import { registerOverseaOrders } from './orders.ts'

export { overseaWire } from './open.ts'
export { overseaOptionsOf } from './options.ts'

/** Overseas futures: contracts and their sessions, orders, positions, nights, and what became of them. */
export function registerOversea(app: FastifyInstance, deps: Deps): void {
  registerOverseaOptions(app, deps)
  registerOverseaOrders(app, deps)
  registerOverseaHistory(app, deps)
}
