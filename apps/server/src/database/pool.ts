import pg from 'pg'
import type { Database, Patience, Tx } from '../ports.ts'
import { DatabaseUnavailable, saysAway } from './unavailable.ts'

/** Where and as whom to connect. */
export interface Connections {
  readonly core: pg.ClientConfig
  readonly api: pg.ClientConfig
}

/**
 * How long callers wait: for a connection, and for the answer to a statement. PostgreSQL itself ends a statement first, so that its
 * connection can be used again; the driver's limit is for a server that says nothing any more.
 */
const connectMs = 5_000
const statementMs = 5_000
const answerMs = 6_000
/** The same for work that may take long: a restore, a job. */
const longAnswerMs = 300_000
const longStatementMs = longAnswerMs - 5_000

/** Of every connection: none is waited for without end, and the end of a machine that said no farewell is noticed. */
export const lifeline = {
  connectionTimeoutMillis: connectMs,
  query_timeout: answerMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} as const satisfies pg.ClientConfig

/** Two pools, one a role. `onError` hears of idle connections that broke; the pool replaces them by itself. */
export function openDatabase(connections: Connections, onError: (error: Error) => void): Database {
  let closing = false
  // While the pools close, a server that ends before the last socket is gone is no failure.
  const report = (error: Error) => (closing ? undefined : onError(error))
  const core = pool(connections.core, 8, report)
  const api = pool(connections.api, 16, report)
  return {
    tenant: (siteId, work) => transaction(api, beginOf(siteId), {}, work),
    alone(siteId) {
      const begin = beginOf(siteId)
      return { query: (text, values) => alone(api, begin, text, values) as never }
    },
    system: (work, patience: Patience = 'short') =>
      patience === 'short'
        ? transaction(core, 'begin', {}, work)
        : transaction(
            core,
            `begin; set local statement_timeout = ${longStatementMs}`,
            { query_timeout: longAnswerMs },
            work,
          ),
    async close() {
      closing = true
      await Promise.all([core.end(), api.end()])
    },
  }
}

function beginOf(siteId: number): string {
  if (!Number.isSafeInteger(siteId)) throw new TypeError('a site id is a safe integer')
  return `begin; set local maru.site_id = '${siteId}'`
}

function pool(config: pg.ClientConfig, max: number, onError: (error: Error) => void): pg.Pool {
  const made = new pg.Pool({
    ...config,
    ...lifeline,
    max,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementMs,
    pipeline: true,
  })
  made.on('error', onError)
  // The pool itself listens to idle connections only. Without a listener, a connection that breaks while it is lent out, or before it is, would end the process.
  made.on('connect', (client) => client.on('error', (error) => brokenBy.set(client, error)))
  return made
}

/** Why connections that callers had cannot be used any more. */
const brokenBy = new WeakMap<pg.ClientBase, Error>()

/** `begin` is not waited for: it travels with the first statement of `work`. Throws DatabaseUnavailable where the database is away. */
async function transaction<T>(
  from: pg.Pool,
  begin: string,
  limit: QueryLimit,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { client, explain } = await lend(from)
  try {
    const begun = client.query(begin)
    begun.catch(() => undefined)
    const result = await work({ query: (text, values) => run(client, text, values, limit).catch(explain) as never })
    await begun.catch(explain)
    const { command } = await client.query('commit').catch(explain)
    if (command !== 'COMMIT') throw new Error('a statement of the transaction failed and its error was not passed on')
    return result
  } catch (error) {
    await client.query('rollback').catch((cause: Error) => brokenBy.set(client, cause))
    throw error
  } finally {
    client.release(brokenBy.get(client))
  }
}

/** One statement as a transaction: nothing of it is waited for before all of it has left. */
async function alone(
  from: pg.Pool,
  begin: string,
  text: string,
  values: readonly unknown[] | undefined,
): Promise<unknown[]> {
  const { client, explain } = await lend(from)
  try {
    const sent = [client.query(begin), run(client, text, values, {}), client.query('commit')] as const
    // The connection is given back once nothing of it is under way any more. Whatever failed first says why.
    const outcomes = await Promise.allSettled(sent)
    const [failed] = outcomes.filter((one) => one.status === 'rejected')
    // Nobody knows what a connection does that did not answer the end.
    if (outcomes[2].status === 'rejected') brokenBy.set(client, outcomes[2].reason)
    if (failed !== undefined) explain(failed.reason)
    return await sent[1]
  } finally {
    client.release(brokenBy.get(client))
  }
}

/** A connection, and what makes an error of it one that callers know. */
async function lend(from: pg.Pool) {
  const client = await from.connect().catch((error: Error) => {
    throw new DatabaseUnavailable(error)
  })
  const explain = (error: Error): never => {
    throw brokenBy.has(client) || saysAway(error) ? new DatabaseUnavailable(error) : error
  }
  return { client, explain }
}

/** Instead of the pool's own limit. */
interface QueryLimit {
  readonly query_timeout?: number
}

/**
 * Statements with parameters are prepared under a name, so that PostgreSQL plans them once a connection. Texts are constants of the code;
 * past the bound (a text built from variable parts) they run unnamed.
 */
async function run(
  client: pg.PoolClient,
  text: string,
  values: readonly unknown[] | undefined,
  limit: QueryLimit,
): Promise<unknown[]> {
  const name = values === undefined ? null : nameOf(text)
  const config = { text, ...(values && { values: values as unknown[] }), ...(name !== null && { name }), ...limit }
  return (await client.query(config)).rows
}

const names = new Map<string, string>()
/** The server has some 800 statements, and more with their filters. */
const mostNames = 2_000

function nameOf(text: string): string | null {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= mostNames) return null
  const name = `q${names.size}`
  names.set(text, name)
  return name
}
