import type { FastifyInstance } from 'fastify'
import { Gauge } from 'prom-client'
import type { Deps } from '../deps.ts'

/** So often whoever reads the log is told again. */
const everyMs = 60_000

/** Emergency stops that no second person has confirmed: a gauge, and a line in the log each minute until somebody does. */
export function watchStops(app: FastifyInstance, deps: Pick<Deps, 'reads' | 'log' | 'metrics' | 'core'>): void {
  const { reads, log, metrics, core } = deps
  const unconfirmed = async () => {
    const ids = app.sites.all().flatMap(({ id }) => (core.serves(id) ? [id] : []))
    const answers = await Promise.all(ids.map((siteId) => reads.ask('stops.standing', { siteId })))
    return answers.flatMap(({ value }) => value).filter(({ confirmedBy }) => confirmedBy === null)
  }

  new Gauge({
    name: 'maru_stops_unconfirmed',
    help: 'Emergency stops that no second person has confirmed',
    registers: [metrics],
    async collect() {
      // While the core is away the last known value stays.
      const stops = await unconfirmed().catch(() => null)
      if (stops !== null) this.set(stops.length)
    },
  })

  const tell = async () => {
    for (const { siteId, id, scope, line, instrument, givenBy, confirmBy } of await unconfirmed())
      log.error(
        { siteId, stopId: id, scope, line, instrument, givenBy, confirmBy },
        'an emergency stop waits for a second person',
      )
  }
  const timer = setInterval(
    () => void tell().catch((error: unknown) => log.warn({ err: error }, 'stops are not known')),
    everyMs,
  )
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
