import pg from 'pg'
import type { Database, Tx } from '../ports.ts'

/** Where and as whom to connect. */
export interface Connections {
  readonly core: pg.ClientConfig
  readonly api: pg.ClientConfig
}

/** Two pools, one a role. `onError` hears of idle connections that broke; the pool replaces them by itself. */
export function openDatabase(connections: Connections, onError: (error: Error) => void): Database {
  let closing = false
  // While the pools close, a server that ends before the last socket is gone is no failure.
  const report = (error: Error) => (closing ? undefined : onError(error))
  const core = pool(connections.core, 8, report)
  const api = pool(connections.api, 16, report)
  return {
    tenant(siteId, work) {
      if (!Number.isSafeInteger(siteId)) throw new TypeError('a site id is a safe integer')
      return transaction(api, `begin; set local maru.site_id = '${siteId}'`, work)
    },
    system: (work) => transaction(core, 'begin', work),
    async close() {
      closing = true
      await Promise.all([core.end(), api.end()])
    },
  }
}

function pool(config: pg.ClientConfig, max: number, onError: (error: Error) => void): pg.Pool {
  const made = new pg.Pool({
    ...config,
    max,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    pipeline: true,
  })
  made.on('error', onError)
  return made
}

/** `begin` is not waited for: it travels with the first statement of `work`. */
async function transaction<T>(from: pg.Pool, begin: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await from.connect()
  let broken: Error | undefined
  try {
    const begun = client.query(begin)
    begun.catch(() => undefined)
    const result = await work({ query: (text, values) => run(client, text, values) })
    await begun
    const { command } = await client.query('commit')
    if (command !== 'COMMIT') throw new Error('a statement of the transaction failed and its error was not passed on')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}

/**
 * Statements with parameters are prepared under a name, so that PostgreSQL plans them once a connection. Texts are constants of the code;
 * past the bound (a text built from variable parts) they run unnamed.
 */
async function run<T extends object>(client: pg.PoolClient, text: string, values?: readonly unknown[]): Promise<T[]> {
  if (values === undefined) return (await client.query<T>(text)).rows
  const name = nameOf(text)
  const config = { text, values: values as unknown[] }
  return (await client.query<T>(name === null ? config : { ...config, name })).rows
}

const names = new Map<string, string>()
const mostNames = 400

function nameOf(text: string): string | null {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= mostNames) return null
  const name = `q${names.size}`
  names.set(text, name)
  return name
}
