import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { jobSchema } from '../database/index.ts'
import { readSiteGroup } from '../journal/index.ts'
import type { Bus, Database } from '../ports.ts'
import { closeCircuits, dueCalls } from './store.ts'
import type { Worker } from './worker.ts'

const sweepEveryMs = 5_000
const mostAtOnce = 200

export interface DispatcherSetup {
  readonly db: Database
  /** As the core's role. */
  readonly connection: pg.ClientConfig
  readonly siteGroup: string
  readonly bus: Bus
  readonly worker: Pick<Worker, 'attend'>
  /** Epoch ms of the wall clock. */
  readonly now: () => number
  readonly log: Logger
}

export interface Dispatcher {
  stop(): Promise<void>
}

/**
 * Hands the ids of calls that are due to workers, through pg-boss: woken after the commit that asks for a call, and every five seconds.
 * A job says nothing but the id. It is done once a worker has heard of it: the row itself says what became of the call, so a job that is
 * lost or comes twice changes nothing.
 */
export async function startDispatcher(setup: DispatcherSetup): Promise<Dispatcher> {
  const { db, connection, siteGroup, bus, worker, now, log } = setup
  const queue = `outgoing-${siteGroup}`
  // Circuits are of the worker that begins: all closed.
  await db.system(async (tx) => closeCircuits(tx, await readSiteGroup(tx, siteGroup)))
  const boss = new PgBoss({
    ...(connection as ConstructorParameters<typeof PgBoss>[0] & object),
    schema: jobSchema,
    max: 2,
    application_name: 'maru outgoing',
    migrate: false,
    createSchema: false,
    schedule: false,
    registerInstance: false,
    reindex: false,
    monitorVacuum: false,
    useListenNotify: false,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue had an error'))
  await boss.start()
  await boss.createQueue(queue, {
    policy: 'short', // one job that waits for each call
    retryLimit: 0,
    expireInSeconds: 60,
    retentionSeconds: 3_600,
    deleteAfterSeconds: 60,
  })
  const workId = await boss.work<Parameters<Worker['attend']>[0]>(
    queue,
    { batchSize: mostAtOnce, pollingIntervalSeconds: sweepEveryMs / 1_000 },
    async (jobs) => {
      for (const { data } of jobs) void worker.attend(data)
    },
  )

  async function sweepOnce(): Promise<void> {
    const due = await db.system(async (tx) => dueCalls(tx, await readSiteGroup(tx, siteGroup), now(), mostAtOnce))
    if (due.length === 0) return
    const jobs = due.map((data) => ({ data, singletonKey: `${data.siteId}:${data.id}` }))
    await boss.insert(queue, jobs)
    boss.notifyWorker(workId)
  }

  let stopped = false
  let again = false
  let sweeping: Promise<void> | null = null
  /** One sweep at a time; who asks while one runs gets another one after it. */
  function sweep(): void {
    if (stopped) return
    if (sweeping !== null) {
      again = true
      return
    }
    sweeping = sweepOnce()
      .catch((error: Error) => log.warn({ err: error }, 'due calls could not be dispatched'))
      .finally(() => {
        sweeping = null
        if (again) {
          again = false
          sweep()
        }
      })
  }
  const unsubscribe = bus.subscribe('outgoing', sweep)
  const timer = setInterval(sweep, sweepEveryMs)
  timer.unref()
  sweep()

  return {
    async stop() {
      stopped = true
      clearInterval(timer)
      unsubscribe()
      await sweeping
      await boss.stop({ graceful: false })
    },
  }
}
