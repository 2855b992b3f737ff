import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { asRole } from '../src/database/index.ts'
import { openDatabase } from '../src/database/pool.ts'
import type { Database } from '../src/ports.ts'
import { templates, testTokenSecret } from './template.ts'

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

/** A fresh database of the test run's PostgreSQL, with tables only unless another template is named. */
export const testDatabase = (template: keyof typeof templates = 'migrated'): Promise<TestDatabase> =>
  databaseFrom(templates[template])

/** What a backup of a database restores: a copy of it as it is now. Whoever is connected to it is cut off. */
export async function copyOf({ run }: TestDatabase): Promise<TestDatabase> {
  const [{ name } = {}] = await run('select current_database() as name')
  const server = inject('postgres')
  const others = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`
  await asOwner({ ...server, database: 'postgres' }, others)
  return databaseFrom(String(name))
}

async function databaseFrom(template: string): Promise<TestDatabase> {
  const server = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  // Copying the files takes half of what writing them to the log takes, which is the default.
  const copy = `create database ${name} template ${template} strategy file_copy`
  await asOwner({ ...server, database: 'postgres' }, copy)
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
