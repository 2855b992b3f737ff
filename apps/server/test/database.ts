import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { asRole } from '../src/database/index.ts'
import { openDatabase } from '../src/database/pool.ts'
import type { Database } from '../src/ports.ts'
import { templateName, testTokenSecret } from './template.ts'

export interface TestDatabase {
  readonly db: Database
  readonly owner: pg.ClientConfig
  readonly core: pg.ClientConfig
  readonly api: pg.ClientConfig
  /** For `DATABASE_URL`. */
  readonly url: string
  /** One statement as the owner. */
  run(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  drop(): Promise<void>
}

/** A fresh, migrated database of the test run's PostgreSQL. */
export async function testDatabase(): Promise<TestDatabase> {
  const server = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  await asOwner({ ...server, database: 'postgres' }, `create database ${name} template ${templateName}`)
  const owner = { ...server, database: name }
  const core = asRole(owner, 'maru_core', testTokenSecret)
  const api = asRole(owner, 'maru_api', testTokenSecret)
  const db = openDatabase({ core, api }, () => undefined)
  // Kept open from one statement to the next: a test asks hundreds, and a connection costs more than most of them.
  const pool = new pg.Pool({ ...owner, max: 2, allowExitOnIdle: true })
  pool.on('error', () => undefined)
  const url = new URL(`postgres://localhost/${name}`)
  url.username = server.user
  url.password = server.password
  url.searchParams.set('host', server.host)
  url.searchParams.set('port', String(server.port))
  return {
    db,
    owner,
    core,
    api,
    url: url.href,
    run: async (text, values) => (await pool.query(text, values)).rows as Record<string, unknown>[],
    async drop() {
      await pool.end()
      await db.close()
      await asOwner({ ...server, database: 'postgres' }, `drop database ${name} with (force)`)
    },
  }
}

async function asOwner(connection: pg.ClientConfig, text: string): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
