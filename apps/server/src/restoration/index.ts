import { Gauge } from 'prom-client'
import type { Deps } from '../deps.ts'
import { openBars } from './bars.ts'

export { type Bar, openBars } from './bars.ts'
export { noticeRestore, tellRestored } from './notice.ts'

/** Shows operators whose payouts a restored backup bars: a gauge to raise an alarm on, and a line of readiness. */
export function registerRestoration({ db, core, metrics, details }: Deps): void {
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
