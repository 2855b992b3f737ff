import type { Logger } from 'pino'
import type { Database } from '../ports.ts'
import { pageRows, sealActs } from './chain.ts'
import { lastSeal, sealedAfter } from './store.ts'
import type { StaffLogFile } from './stream.ts'

export interface Sealer {
  start(): void
  /** Writes to the file what is sealed, and seals what waits: all of it, however many acts came since the pass before. */
  pass(): Promise<void>
  stop(): Promise<void>
}

/** Two passes come within five seconds. */
const everyMs = 2_000

/** Seals acts of staff and writes them on. Of several processes one does at a time: it holds an advisory lock meanwhile. */
export function createSealer(setup: {
  readonly db: Database
  readonly file: StaffLogFile
  readonly now: () => number
  readonly log: Logger
}): Sealer {
  const { db, file, now, log } = setup
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null
  let isStopped = false

  /** One transaction; returns how many acts it sealed. */
  const once = () =>
    db.system(async (tx) => {
      const [row] = await tx.query<{ got: boolean }>(
        `select pg_try_advisory_xact_lock(hashtext('maru.staff-log')) as got`,
      )
      if (row?.got !== true) return 0
      if (((await lastSeal(tx))?.seq ?? 0) < (await file.lastSeq())) {
        log.error('the chain of staff ends before its file: a restore, or acts were deleted; the file is set aside')
        await file.setAside(now())
      }
      // Lines are of committed seals: what this one seals is written by the next.
      await file.append(await sealedAfter(tx, await file.lastSeq(), 2 * pageRows))
      return sealActs(tx, now())
    })
  const all = async () => {
    for (let sealed = pageRows; sealed === pageRows && !isStopped; ) sealed = await once()
  }
  const pass = () => {
    running ??= all().finally(() => {
      running = null
    })
    return running
  }
  const wait = () => {
    timer = setTimeout(async () => {
      await pass().catch((error) => log.error({ err: error }, 'the log of staff was not sealed and will be'))
      if (!isStopped) wait()
    }, everyMs)
    timer.unref()
  }

  return {
    start: wait,
    pass,
    async stop() {
      isStopped = true
      if (timer) clearTimeout(timer)
      await running?.catch(() => undefined)
    },
  }
}
