import type { Logger } from 'pino'
import type { Database, Tx } from '../ports.ts'
import type { LogReceiver } from './receiver.ts'
import { sealedAfter } from './store.ts'

export interface Shipper {
  start(): void
  /** Sends what is sealed and not sent, page by page; throws where the receiver does not take it. */
  pass(): Promise<void>
  /** Why the receiver is behind; null: it is not. */
  problem(): Promise<string | null>
  /** How many sealed acts the receiver does not have. */
  waiting(): Promise<number>
  stop(): Promise<void>
}

/** So many acts are sent at once. */
const pageRows = 100
const everyMs = 2_000
/** While the receiver is away it is tried less and less often, at least so often. */
const maxWaitMs = 60_000
const answerMs = 10_000
/** A receiver that lacks an act for longer is behind. */
const lateMs = 60_000

/**
 * Sends the chain of the log of staff to its receiver, in its order, each act at least once: the newest place that the receiver has is
 * kept in the database and follows each page. Nothing waits for it. `target` names the receiver: another one gets the chain from its start.
 */
export function createShipper(setup: {
  readonly db: Database
  readonly receiver: LogReceiver
  readonly target: string
  readonly now: () => number
  readonly log: Logger
}): Shipper {
  const { db, receiver, target, now, log } = setup
  const ending = new AbortController()
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null
  let failures = 0

  const all = async () => {
    for (;;) {
      const { seq, lines } = await db.system(async (tx) => {
        const seq = await shippedTo(tx, target)
        return { seq, lines: await sealedAfter(tx, seq, pageRows) }
      })
      const last = lines.at(-1)
      if (last === undefined) return
      await receiver.send(lines, AbortSignal.any([ending.signal, AbortSignal.timeout(answerMs)]))
      await db.system((tx) => noteShipped(tx, { target, from: seq, to: last.seq }, now()))
      if (lines.length < pageRows) return
    }
  }
  const pass = () => {
    running ??= all().finally(() => {
      running = null
    })
    return running
  }
  const wait = (ms: number) => {
    timer = setTimeout(async () => {
      try {
        await pass()
        if (failures > 0) log.info('the receiver of the log of staff has all of it again')
        failures = 0
      } catch (error) {
        if (ending.signal.aborted) return
        failures += 1
        log.error({ err: error, failures }, 'the log of staff did not reach its receiver and will be sent again')
      }
      if (!ending.signal.aborted) wait(Math.min(everyMs * 2 ** failures, maxWaitMs))
    }, ms)
    timer.unref()
  }
  const waitingNow = () => db.system(async (tx) => waitingAfter(tx, await shippedTo(tx, target)))

  return {
    start: () => wait(everyMs),
    pass,
    async problem() {
      const { count, since } = await waitingNow()
      if (since === null || now() - since < lateMs) return null
      return `${count} acts of staff wait for the receiver of their log, the oldest for ${Math.floor((now() - since) / 1000)} s`
    },
    waiting: async () => (await waitingNow()).count,
    async stop() {
      ending.abort()
      if (timer) clearTimeout(timer)
      await running?.catch(() => undefined)
    },
  }
}

/** The newest place that the receiver has; 0: none. */
async function shippedTo(tx: Tx, target: string): Promise<number> {
  const [row] = await tx.query<{ seq: string }>('select seq from staff_log_shipped where target = $1', [target])
  return Number(row?.seq ?? 0)
}

async function noteShipped(
  tx: Tx,
  { target, from, to }: { readonly target: string; readonly from: number; readonly to: number },
  at: number,
): Promise<void> {
  await tx.query(
    `insert into staff_log_shipped as s (target, seq, at) values ($1, $3, $4)
     on conflict (target) do update set seq = excluded.seq, at = excluded.at where s.seq = $2`,
    [target, from, to, at],
  )
}

async function waitingAfter(tx: Tx, seq: number): Promise<{ readonly count: number; readonly since: number | null }> {
  const [row] = await tx.query<{ count: string; since: string | null }>(
    'select count(*) as count, min(sealed_at) as since from staff_act_seal where seq > $1',
    [seq],
  )
  return { count: Number(row?.count), since: row?.since == null ? null : Number(row.since) }
}
