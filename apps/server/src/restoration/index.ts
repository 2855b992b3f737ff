import type { FastifyInstance } from 'fastify'
import { Gauge } from 'prom-client'
import type { SecondPerson } from '../approvals/index.ts'
import type { Deps } from '../deps.ts'
import { registerBarDesk } from './bar-desk.ts'
import { openBars } from './bars.ts'

export { type Bar, openBars } from './bars.ts'
export { noticeRestore, tellRestored } from './notice.ts'

/** Whose payouts a restored backup bars: two persons may end that, and operators see it by a gauge to raise an alarm on, and a line of readiness. */
export function registerRestoration(app: FastifyInstance, deps: Deps, second: SecondPerson): void {
  registerBarDesk(app, deps, second)
  const { db, core, metrics, details } = deps
  const bars = async () => (await db.system(openBars)).filter(({ siteId }) => core.serves(siteId))
  new Gauge({
    name: 'maru_payout_bars',
    help: 'Providers whose payouts wait since a backup was restored, of all sites',
    registers: [metrics],
    async collect() {
      this.set((await bars()).length)
    },
  })
  details.set('restoration', async () => {
    const open = await bars()
    const names = open.map(({ siteId, provider }) => `${siteId}:${provider}`).join(', ')
    return open.length === 0 ? null : `a backup was restored; payouts wait until these were asked: ${names}`
  })
}
