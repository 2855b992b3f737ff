import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { Gauge } from 'prom-client'
import type { Deps } from '../deps.ts'
import type { Couriers } from './courier.ts'
import { startDispatcher } from './dispatcher.ts'
import { countCalls } from './store.ts'
import { createWorker } from './worker.ts'

export { type Courier, type Couriers, type Outcome, outcomeOfStatus } from './courier.ts'
export { registerOutgoingDesk } from './desk.ts'
export { mailCourier } from './mail.ts'
export { maskedBody } from './masked-body.ts'
export { endOf, Messages } from './messages.ts'
export { smsCourier } from './sms.ts'
export { ask, deadCalls, forgetMessages } from './store.ts'

/** A call that should have left so long ago: nobody makes calls. */
const lateAfterMs = 60_000
const dayMs = 86_400_000

/** Calls that leave the house, made beside the requests and batches that ask for them. */
export async function registerOutgoing(
  app: FastifyInstance,
  deps: Deps,
  { connection, couriers }: { readonly connection: pg.ClientConfig; readonly couriers: Couriers },
): Promise<void> {
  const { db, bus, clocks, log, metrics, config } = deps
  showCalls(deps)
  if (!config.roles.has('jobs')) return
  const worker = createWorker({ db, couriers, now: clocks.wall, log, metrics })
  const { siteGroup } = config
  const dispatcher = await startDispatcher({ db, connection, siteGroup, bus, worker, now: clocks.wall, log })
  app.addHook('onClose', async () => {
    await dispatcher.stop()
    await worker.stop()
  })
}

/** Tells in the detail of `/readyz` and in `/metrics` how many calls wait and how many were given up. */
function showCalls({ db, metrics, details, clocks }: Pick<Deps, 'db' | 'metrics' | 'details' | 'clocks'>): void {
  const counted = () => db.system((tx) => countCalls(tx, clocks.wall() - lateAfterMs, clocks.wall() - dayMs))
  details.set('outgoing', async () => {
    const { late, dead } = await counted()
    if (late === 0 && dead === 0) return null
    return `${late} calls are late, ${dead} were given up within a day: npm run outgoing lists them`
  })
  new Gauge({
    name: 'maru_outgoing_rows',
    help: 'Calls that leave the house: open, late by a minute or more, given up within a day',
    labelNames: ['state'],
    registers: [metrics],
    async collect() {
      // While the database is away the last known values stay.
      const counts = await counted().catch(() => null)
      if (counts !== null) for (const [state, count] of Object.entries(counts)) this.set({ state }, count)
    },
  })
}
