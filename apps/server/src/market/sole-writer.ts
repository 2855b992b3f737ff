import pg from 'pg'
import { ConfigError } from '../config.ts'
import { lifeline } from '../database/index.ts'
import type { Database } from '../ports.ts'

/** How long a writer that just ended may still be known to the database. */
const patienceMs = 2_000
const lookEveryMs = 100
const lockText = `select pg_try_advisory_lock(hashtext('maru.market'), 0) as got`

export interface SoleWriter {
  release(): Promise<void>
}

/**
 * Makes this process the one that writes the tick log of its database: two would number the same prices differently, and what rounds were
 * decided by would be in neither. The right lives as long as its connection, which is made again when it breaks; `onLost` hears where
 * another process has it by then. Throws ConfigError where another one has it from the beginning.
 */
export async function becomeSoleWriter(
  connection: pg.ClientConfig,
  onLost: (error: Error) => void,
): Promise<SoleWriter> {
  let client = await connect(connection)
  let isEnded = false
  if (!(await takes(client))) {
    await client.end()
    throw new ConfigError(
      'another process records the prices of this database: only one may. End it first (a second site group needs a version that splits roles)',
    )
  }
  follow(client)

  function follow(of: pg.Client): void {
    // A connection that breaks tells of its error and of its end.
    of.once('end', () => void again())
  }

  async function again(): Promise<void> {
    while (!isEnded) {
      try {
        client = await connect(connection)
        if (isEnded) return await client.end()
        if (await takes(client)) return follow(client)
        await client.end()
        return onLost(new Error('another process records the prices of this database'))
      } catch {
        // The database is away: nothing can be recorded by anybody.
        await new Promise((resolve) => setTimeout(resolve, lookEveryMs * 5))
      }
    }
  }

  return {
    async release() {
      isEnded = true
      await client.end()
    },
  }
}

/** Ends the connection by which a dead process still has the right: that of a machine that vanished would keep it for many seconds. */
export async function endWriterBefore(db: Database): Promise<void> {
  await db.system((tx) =>
    tx.query(`
      select pg_terminate_backend(a.pid, 500)
        from pg_locks l join pg_stat_activity a on a.pid = l.pid
       where l.locktype = 'advisory' and l.granted and a.datname = current_database() and a.usename = current_user
         and l.classid = (hashtext('maru.market')::bigint & 4294967295)::oid and l.objid = 0
         and a.application_name = 'maru market'`),
  )
}

async function connect(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, ...lifeline, application_name: 'maru market' })
  client.on('error', () => undefined)
  await client.connect()
  await client.query('set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3')
  return client
}

async function takes(client: pg.Client): Promise<boolean> {
  const until = performance.now() + patienceMs
  for (;;) {
    const { rows } = await client.query<{ got: boolean }>(lockText)
    if (rows[0]?.got === true) return true
    if (performance.now() > until) return false
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
}
