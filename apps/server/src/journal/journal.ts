import pg from 'pg'
import { DatabaseUnavailable, lifeline } from '../database/index.ts'
import type { BatchRows } from './batch.ts'
import { ArraySpace } from './binary-array.ts'
import { byKeySettings } from './by-key.ts'
import { PlanAge } from './plan-age.ts'
import { statementsOf } from './statements.ts'

/** Names one batch of a group in the database: the epoch of the lease and the place within it, from 1. */
export interface BatchId {
  readonly epoch: number
  readonly seq: number
}

export interface JournalEntry extends BatchId {
  /** Domain time. */
  readonly at: number
  readonly commands: number
  readonly rows: BatchRows
}

export interface Journal {
  /**
   * Writes one batch in one transaction; resolves when it is durable and rejects with JournalFailed. Calls may overlap: batches are
   * written in the order of the calls, and each asserts that the one before it is in the database. `onNearlyDone` is called when about a
   * third of the work and the flush to the disk are left, so that the next batch arrives just in time.
   */
  commit(entry: JournalEntry, onNearlyDone?: () => void): Promise<void>
  close(): Promise<void>
}

/** A batch that is not known to be in the database. */
export class JournalFailed extends Error {
  override readonly name = 'JournalFailed'
  /** Whether the batch may be in the database: the connection broke before COMMIT was answered. */
  readonly ambiguous: boolean
  constructor(message: string, ambiguous: boolean, cause: unknown) {
    super(message, { cause })
    this.ambiguous = ambiguous
  }
}

/** After so long without an answer a batch is given up: its callers are told, and the core starts again from the database. */
const answerMs = 8_000

/**
 * Opens the journal of a site group on a connection of its own. All statements of a batch are sent before the first is answered. Throws
 * DatabaseUnavailable while the database is away.
 */
export async function openJournal(connection: pg.ClientConfig, siteGroup: string): Promise<Journal> {
  const application_name = 'maru journal'
  const client = new pg.Client({
    ...connection,
    ...lifeline,
    query_timeout: answerMs,
    pipeline: true,
    application_name,
  })
  let broken: Error | null = null
  // One a batch that is under way.
  const spaces: ArraySpace[] = []
  const planAge = new PlanAge()
  client.on('error', (error) => {
    broken ??= error
  })
  try {
    await client.connect()
    await client.query(byKeySettings)
  } catch (error) {
    client.end().catch(() => undefined)
    throw new DatabaseUnavailable(error as Error)
  }

  return {
    async commit(entry, onNearlyDone = () => {}) {
      if (broken !== null) throw new JournalFailed(`the connection is lost: ${broken.message}`, false, broken)
      // Before anything is sent: rows that contradict each other must not leave a transaction open.
      const space = spaces.pop() ?? new ArraySpace(65_536)
      const writes = [...statementsOf(entry.rows, space)]
      const sent: Promise<pg.QueryResult>[] = planAge.take() ? [client.query('discard plans')] : []
      sent.push(
        client.query('begin'),
        client.query({
          name: 'journal_next_batch',
          text: 'select maru_next_batch($1::text, $2::bigint, $3::bigint)',
          values: [siteGroup, entry.epoch, entry.seq],
        }),
      )
      for (const { name, text, values, table, added } of writes) {
        sent.push(client.query({ name, text, values: [...values] }))
        planAge.note(table, added)
      }
      // Two tables are still to be written: about as long as the next batch takes to arrive.
      sent.at(-3)?.then(onNearlyDone, () => {})
      sent.push(
        client.query({
          name: 'journal_batch',
          text: 'insert into journal_batch (site_group, epoch, seq, at, commands, row_effects) values ($1, $2, $3, $4, $5, $6)',
          values: [siteGroup, entry.epoch, entry.seq, entry.at, entry.commands, entry.rows.effects],
        }),
        client.query('commit'),
      )
      const results = await Promise.allSettled(sent)
      space.reset()
      spaces.push(space)
      const failure = results.find((result) => result.status === 'rejected')
      if (failure !== undefined) {
        const error = failure.reason as Error & { code?: string; severity?: string }
        // An error of a statement that the server sent means that the transaction was not committed.
        const byServer = error.severity === 'ERROR'
        throw new JournalFailed(`batch ${entry.epoch}/${entry.seq}: ${error.message}`, !byServer, error)
      }
      const last = results.at(-1)
      if (last?.status !== 'fulfilled' || last.value.command !== 'COMMIT') {
        throw new JournalFailed(`batch ${entry.epoch}/${entry.seq} was rolled back`, false, null)
      }
    },
    async close() {
      await client.end()
    },
  }
}
