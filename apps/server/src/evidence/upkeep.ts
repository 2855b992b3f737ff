import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { forgetWindows, thinTickLog } from './retention.ts'
import { stampChains, type Timestamper } from './timestamps.ts'

const stampEveryMs = 600_000
const thinEveryMs = 3_600_000

/** Witnesses the tick log's chains each ten minutes; lets old ticks go each hour. Only where ROLES names jobs. */
export function keepEvidence(app: FastifyInstance, deps: Deps, timestamper: Timestamper): void {
  const { config, db, market, clocks, log } = deps
  if (!config.roles.has('jobs')) return
  const instruments = [...market.instruments.keys()]

  const stamp = () => stampChains(db, timestamper, instruments, clocks.wall())
  const thin = async () => {
    const now = clocks.domain.now()
    for (const instrument of instruments) while ((await thinTickLog(db, instrument, now)) > 0);
    await forgetWindows(db, now)
  }
  const stops = [
    repeat(stampEveryMs, stamp, (error) => log.error({ err: error }, 'the tick log was not timestamped')),
    repeat(thinEveryMs, thin, (error) => log.error({ err: error }, 'old ticks were not let go')),
  ]
  app.addHook('onClose', async () => {
    await Promise.all(stops.map((stop) => stop()))
  })
}

/** Runs `work` again and again, never twice at once; the returned function stops it and waits for what runs. */
function repeat(everyMs: number, work: () => Promise<void>, onError: (error: unknown) => void): () => Promise<void> {
  let running: Promise<void> | null = null
  const timer = setInterval(() => {
    running ??= work()
      .catch(onError)
      .finally(() => {
        running = null
      })
  }, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
