import type { Deps } from '../deps.ts'
import { setTold, untold } from './store.ts'

const everyMs = 500
const atOnce = 500

/**
 * Tells members their new messages on the live channel. A message is marked in the transaction that read it, after it was sent: one that a
 * crash came between is sent again, and pages show it once by its id. Whoever is away finds it in his box.
 */
export function createTeller({ db, bus, clocks, log }: Pick<Deps, 'db' | 'bus' | 'clocks' | 'log'>) {
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null
  let isStopped = false

  const once = () =>
    db.system(async (tx) => {
      const rows = await untold(tx, atOnce)
      for (const { site_id, member_id, id, title, content } of rows) {
        const data = { id: Number(id), title, content }
        bus.publish('control', { kind: 'message', siteId: Number(site_id), memberId: Number(member_id), data })
      }
      if (rows.length > 0) await setTold(tx, rows, clocks.wall())
      return rows.length
    })
  const run = async () => {
    try {
      while (!isStopped && (await once()) === atOnce);
    } catch (error) {
      log.error({ err: error }, 'messages were not told and will be')
    }
  }
  const wait = () => {
    timer = setTimeout(async () => {
      running = run()
      await running
      if (!isStopped) wait()
    }, everyMs)
    timer.unref()
  }
  return {
    start: wait,
    async stop() {
      isStopped = true
      if (timer !== null) clearTimeout(timer)
      await running
    },
  }
}
