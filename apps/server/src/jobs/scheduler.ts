import { randomInt } from 'node:crypto'
import type { Logger } from 'pino'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Database, Tx } from '../ports.ts'

/** Work that is done again and again. */
export interface Job {
  readonly name: string
  readonly everyMs: number
  /** Does what is due, in batches, until the signal aborts; returns how many rows it dealt with. Called twice, it does nothing the second time. */
  run(signal: AbortSignal): Promise<number>
}

export interface SchedulerSetup {
  readonly db: Database
  readonly jobs: readonly Job[]
  /** Epoch ms of the wall clock. */
  readonly now: () => number
  readonly log: Logger
  readonly metrics: Registry
}

export interface Scheduler {
  start(): void
  /** Runs every job that is due, one after another; never rejects. */
  runDue(): Promise<void>
  /** Aborts what runs and waits a moment for it. */
  stop(): Promise<void>
}

const lookEveryMs = 30_000
const retryAfterMs = 60_000
const longestRetryMs = 3_600_000
/** Longer than a batch, shorter than the server's orderly end. */
const endWithinMs = 1_000

/**
 * Runs jobs on the wall clock. Of several processes one runs a job: it holds an advisory lock while it does, and notes when it ended
 * well, for all. What fails is logged and tried again, each time after a longer while.
 */
export function createScheduler({ db, jobs, now, log, metrics }: SchedulerSetup): Scheduler {
  const counts = jobMetrics(metrics)
  const abort = new AbortController()
  const nextAt = new Map<string, number>()
  const failures = new Map<string, number>()
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null

  async function attempt(job: Job): Promise<void> {
    const began = now()
    try {
      // The transaction only holds the lock: it writes nothing until the job is done, and the lock goes with its connection.
      const due = await db.system(async (tx) => {
        if (!(await tryJobLock(tx, job.name))) return now() + jittered(retryAfterMs)
        const dueAt = (await lastEnd(tx, job.name)) + job.everyMs
        if (dueAt > now()) return dueAt
        const rows = await job.run(abort.signal)
        if (abort.signal.aborted) return now()
        await noteEnd(tx, job.name, now(), rows)
        counts.rows.inc({ job: job.name }, rows)
        counts.duration.set({ job: job.name }, (now() - began) / 1_000)
        counts.lastEnd.set({ job: job.name }, now() / 1_000)
        log.info({ job: job.name, rows, ms: now() - began }, 'job done')
        return now() + job.everyMs
      })
      nextAt.set(job.name, due + randomInt(lookEveryMs))
      failures.delete(job.name)
    } catch (error) {
      const failed = (failures.get(job.name) ?? 0) + 1
      failures.set(job.name, failed)
      counts.failures.inc({ job: job.name })
      nextAt.set(job.name, now() + jittered(Math.min(retryAfterMs * 2 ** (failed - 1), longestRetryMs)))
      if (abort.signal.aborted) return
      log.error({ err: error, job: job.name, failed }, 'a job failed and will be tried again')
      // While the database is away nobody could read it either.
      await db.system((tx) => noteFailure(tx, job.name, now())).catch(() => undefined)
    }
  }

  async function runAll(): Promise<void> {
    for (const job of jobs) {
      if (abort.signal.aborted) return
      if ((nextAt.get(job.name) ?? 0) <= now()) await attempt(job)
    }
  }

  const runDue = () => {
    running ??= runAll().finally(() => {
      running = null
    })
    return running
  }

  return {
    runDue,
    start() {
      const look = () => {
        timer = setTimeout(() => void runDue().finally(() => abort.signal.aborted || look()), jittered(lookEveryMs))
        timer.unref()
      }
      look()
    },
    async stop() {
      abort.abort()
      if (timer) clearTimeout(timer)
      let giveUp: NodeJS.Timeout | undefined
      const patience = new Promise<void>((resolve) => {
        giveUp = setTimeout(resolve, endWithinMs)
      })
      await Promise.race([running, patience])
      clearTimeout(giveUp)
    },
  }
}

/** Between once and one and a half times as long: processes that start together do not stay together. */
const jittered = (ms: number): number => ms + randomInt(Math.max(1, Math.floor(ms / 2)))

/** Of several processes one does a job: the lock goes with the transaction. */
export async function tryJobLock(tx: Tx, name: string): Promise<boolean> {
  const [row] = await tx.query<{ got: boolean }>(
    `select pg_try_advisory_xact_lock(hashtext('maru.jobs'), hashtext($1)) as got`,
    [name],
  )
  return row?.got === true
}

/** When a job last ended well; 0: it never did. */
async function lastEnd(tx: Tx, name: string): Promise<number> {
  const [row] = await tx.query<{ ended_at: string | null }>('select ended_at from job_run where name = $1', [name])
  return Number(row?.ended_at ?? 0)
}

async function noteEnd(tx: Tx, name: string, at: number, rows: number): Promise<void> {
  await tx.query(
    `insert into job_run (name, ended_at, rows) values ($1, $2, $3)
     on conflict (name) do update set ended_at = excluded.ended_at, rows = excluded.rows, failed_at = null`,
    [name, at, rows],
  )
}

/** A job that failed is known to all processes until it ends well again; the first failure counts. */
async function noteFailure(tx: Tx, name: string, at: number): Promise<void> {
  await tx.query(
    `insert into job_run (name, rows, failed_at) values ($1, 0, $2)
     on conflict (name) do update set failed_at = coalesce(job_run.failed_at, excluded.failed_at)`,
    [name, at],
  )
}

/** The jobs that failed and have not ended well since. */
export const failedJobs = async (tx: Tx): Promise<{ readonly name: string; readonly at: number }[]> => {
  const rows = await tx.query<{ name: string; failed_at: string }>(
    'select name, failed_at from job_run where failed_at is not null order by failed_at, name',
  )
  return rows.map(({ name, failed_at }) => ({ name, at: Number(failed_at) }))
}

function jobMetrics(registry: Registry) {
  const common = { labelNames: ['job'], registers: [registry] }
  return {
    lastEnd: new Gauge({
      name: 'maru_job_last_success_timestamp_seconds',
      help: 'When a job last ended well',
      ...common,
    }),
    duration: new Gauge({ name: 'maru_job_duration_seconds', help: 'How long it took then', ...common }),
    rows: new Counter({ name: 'maru_job_rows_total', help: 'Rows that a job dealt with', ...common }),
    failures: new Counter({ name: 'maru_job_failures_total', help: 'Runs of a job that failed', ...common }),
  }
}
