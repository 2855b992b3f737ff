import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'

const everyMs = 3_600_000
const sessionsKeptMs = 30 * 24 * 3_600_000
const attemptsKeptMs = 24 * 3_600_000

/** Deletes sessions that ended a month ago (with their tokens) and failed sign-ins of yesterday, hourly. */
export function forgetOld(app: FastifyInstance, deps: Deps): void {
  const timer = setInterval(() => {
    forget(deps).catch((error) => deps.log.error({ err: error }, 'old sessions were not deleted'))
  }, everyMs)
  timer.unref()
  app.addHook('onClose', () => clearInterval(timer))
}

async function forget({ db, clocks }: Deps): Promise<void> {
  const now = clocks.wall()
  await db.system(async (tx) => {
    await tx.query('delete from login_session where expires_at < $1', [now - sessionsKeptMs])
    await tx.query('delete from login_attempt where failed_at < $1 and locked_until < $2', [now - attemptsKeptMs, now])
  })
}
