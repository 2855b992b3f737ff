import pg from 'pg'
import { DatabaseUnavailable, lifeline } from '../database/index.ts'
import type { BatchRows } from './batch.ts'
import { ArraySpace } from './binary-array.ts'
import { byKeySettings } from './by-key.ts'
import { PlanAge } from './plan-age.ts'
import { Messages, type Prepared, roundTrip } from './round-trip.ts'
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
  /** The process of the database that writes for it. */
  readonly backend: number | null
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

const discardPlans: Prepared = { name: 'journal_discard_plans', text: 'discard plans', values: [] }
const begin: Prepared = { name: 'journal_begin', text: 'begin', values: [] }
const commit: Prepared = { name: 'journal_commit', text: 'commit', values: [] }
const nextBatch = { name: 'journal_next_batch', text: 'select maru_next_batch($1::text, $2::bigint, $3::bigint)' }
const noteBatch = {
  name: 'journal_batch',
  text: 'insert into journal_batch (site_group, epoch, seq, at, commands, row_effects) values ($1, $2, $3, $4, $5, $6)',
}

/** A machine that vanished is noticed within seconds, not after two hours: until then its batch would keep the lease. */
const keepalives =
  'set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3; set tcp_user_timeout = 10000'

/** After so long without an answer a batch is given up: its callers are told, and the core starts again from the database. */
const answerMs = 8_000

/**
 * Opens the journal of a site group on a connection of its own. All statements of a batch are one round trip. Throws
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
  const memories: { readonly space: ArraySpace; readonly messages: Messages }[] = []
  /** Names of the statements that the connection has. */
  const known = new Set<string>()
  const planAge = new PlanAge()
  client.on('error', (error) => {
    broken ??= error
  })
  try {
    await client.connect()
    await client.query(byKeySettings)
    await client.query(keepalives)
  } catch (error) {
    client.end().catch(() => undefined)
    throw new DatabaseUnavailable(error as Error)
  }

  return {
    async commit(entry, onNearlyDone = () => {}) {
      if (broken !== null) throw new JournalFailed(`the connection is lost: ${broken.message}`, false, broken)
      const { space, messages } = memories.pop() ?? { space: new ArraySpace(65_536), messages: new Messages() }
      const statements: Prepared[] = planAge.take() ? [discardPlans, begin] : [begin]
      const batch = [String(entry.epoch), String(entry.seq)]
      statements.push({ ...nextBatch, values: [siteGroup, ...batch] })
      // Before anything is sent: rows that contradict each other must not leave a transaction open.
      for (const write of statementsOf(entry.rows, space)) {
        statements.push(write)
        planAge.note(write.table, write.added)
      }
      const counts = [entry.at, entry.commands, entry.rows.effects].map(String)
      statements.push({ ...noteBatch, values: [siteGroup, ...batch, ...counts] }, commit)
      let tag: string
      try {
        tag = await roundTrip(client, { statements, known, messages, left: 4, onNearlyDone })
      } catch (error) {
        const { message, severity } = error as Error & { severity?: string }
        // The statements that were skipped include the transaction's end.
        client.query('rollback').catch(() => undefined)
        // An error of a statement that the server sent means that the transaction was not committed.
        throw new JournalFailed(`batch ${entry.epoch}/${entry.seq}: ${message}`, severity !== 'ERROR', error)
      }
      space.reset()
      messages.reset()
      memories.push({ space, messages })
      if (tag !== 'COMMIT') throw new JournalFailed(`batch ${entry.epoch}/${entry.seq} was rolled back`, false, null)
    },
    backend: (client as unknown as { readonly processID: number | null }).processID,
    async close() {
      await client.end()
    },
  }
}
