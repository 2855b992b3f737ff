import type { FastifyInstance } from 'fastify'
import { Gauge } from 'prom-client'
import type { Deps } from '../../deps.ts'

/** So often whoever reads the log is told again. */
const everyMs = 60_000

/** Disputes that nobody decided for 72 hours: a gauge, a line of `/readyz`, and one in the log each minute until two others have decided. */
export function watchDisputes(app: FastifyInstance, { db, log, metrics, details }: Deps): void {
  const late = () =>
    db.system((tx) =>
      tx.query<{ site_id: string; id: string; escalated_at: string }>(
        'select site_id, id, escalated_at from p2p_order where closed_at is null and escalated_at is not null order by id',
      ),
    )

  new Gauge({
    name: 'maru_p2p_disputes_undecided',
    help: 'P2P disputes that nobody decided for 72 hours',
    registers: [metrics],
    async collect() {
      // While the database is away the last known value stays.
      const rows = await late().catch(() => null)
      if (rows !== null) this.set(rows.length)
    },
  })
  details.set('p2pDisputes', async () => {
    const rows = await late()
    return rows.length === 0 ? null : `${rows.length} P2P disputes are undecided for longer than 72 h`
  })

  const tell = async () => {
    for (const { site_id, id, escalated_at } of await late())
      log.error(
        { siteId: Number(site_id), orderId: Number(id), since: Number(escalated_at) },
        'a P2P dispute waits for another CS and FINANCE',
      )
  }
  const timer = setInterval(
    () => void tell().catch((error: unknown) => log.warn({ err: error }, 'disputes are not known')),
    everyMs,
  )
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
