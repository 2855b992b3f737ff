import { createHash, createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import Postgrator from 'postgrator'
import type { LookupKeys, TokenSecrets } from '../secrets.ts'
import { holdHouseSecret } from './house-secret.ts'
import { migrateJobQueue } from './job-queue.ts'

const folder = join(import.meta.dirname, 'migrations')
/** Serialises starts that meet on one database. */
const migrationLock = 7_203_411

export const runtimeRoles = ['maru_core', 'maru_api'] as const
export type RuntimeRole = (typeof runtimeRoles)[number]

/** The password of a role at run time: from the token secret, so that every process of one installation derives the same. */
export function rolePassword(tokenSecret: string, role: RuntimeRole): string {
  return createHmac('sha256', tokenSecret).update(`database role ${role}`).digest('base64url')
}

/**
 * Brings the database to the newest version, holds it under TOKEN_SECRET (giving the keys of its hashes) and lets the runtime roles log in. All of it is one transaction: a start that is killed in
 * between leaves the version that was there. The tables of the job queue follow, which bring themselves up to date. Throws when a file
 * changed after it was applied, or was skipped by a newer one.
 */
export async function migrate(
  owner: pg.ClientConfig,
  secrets: TokenSecrets,
  progress?: (line: string) => void,
): Promise<LookupKeys> {
  const client = new pg.Client(owner)
  // An error of the connection rejects the statement that waits for it.
  client.on('error', () => undefined)
  await client.connect()
  let lookupKeys: LookupKeys
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
    if (!(await isNewest(client))) await bringUp(client, progress)
    lookupKeys = await holdHouseSecret(client, secrets, progress)
    await letRolesIn(client, secrets.tokenSecret)
    await client.query('commit')
  } finally {
    await client.end()
  }
  await migrateJobQueue(owner)
  return lookupKeys
}

/** Whether the database has exactly the migrations of this version, each as its file says it: most starts, at the cost of one query. */
async function isNewest(client: pg.Client): Promise<boolean> {
  const { rows: tables } = await client.query(
    `select from pg_tables where schemaname = 'public' and tablename = 'schemaversion'`,
  )
  if (tables.length === 0) return false
  const { rows } = await client.query<{ version: string; md5: string }>('select version, md5 from public.schemaversion')
  const applied = new Map(
    rows.filter(({ version }) => version !== '0').map(({ version, md5 }) => [Number(version), md5]),
  )
  const files = readdirSync(folder).filter((file) => file.includes('.do.'))
  return (
    files.length === applied.size && files.every((file) => applied.get(Number(file.split('.')[0])) === checksumOf(file))
  )
}

/** As Postgrator computes it. */
const checksumOf = (file: string): string =>
  createHash('md5')
    .update(readFileSync(join(folder, file), 'utf8'))
    .digest('hex')

/** Applies what is missing. Throws when a file changed after it was applied, or was skipped by a newer one. */
async function bringUp(client: pg.Client, progress?: (line: string) => void): Promise<void> {
  const postgrator = new Postgrator({
    driver: 'pg',
    migrationPattern: join(folder, '*'),
    schemaTable: 'public.schemaversion',
    execQuery: (text) => client.query(text),
  })
  postgrator.on('migration-started', (migration) => {
    progress?.(`Migration ${migration.version} (${migration.name}) ...`)
  })
  await postgrator.migrate()
  await refuseSkipped(client)
}

/** The number of the newest migration that this version knows. */
export const newestMigration = (): number =>
  Math.max(...readdirSync(folder).map((file) => (file.includes('.do.') ? Number(file.split('.')[0]) : 0)))

/** A file whose number lies below the newest one applied would be passed over for ever. */
async function refuseSkipped(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string }>('select version from schemaversion')
  const applied = new Set(rows.map((row) => Number(row.version)))
  const skipped = readdirSync(folder).filter(
    (file) => file.includes('.do.') && !applied.has(Number(file.split('.')[0])),
  )
  if (skipped.length > 0) throw new Error(`migration ${skipped[0]} is older than one that is applied: number it above`)
}

async function letRolesIn(client: pg.Client, tokenSecret: string): Promise<void> {
  const { rows } = await client.query<{ rolsuper: boolean }>(
    'select rolsuper from pg_roles where rolname = current_user',
  )
  for (const role of runtimeRoles) {
    const password = client.escapeLiteral(rolePassword(tokenSecret, role))
    await alterRole(client, `alter role ${role} with login password ${password}`)
  }
  // Only a superuser may give this; without it the policy `core` of every tenant table does the same at a small cost.
  if (rows[0]?.rolsuper) await alterRole(client, 'alter role maru_core bypassrls')
}

/**
 * Roles belong to the whole cluster, the migration lock to one database: the start of another database may be changing the same role.
 * PostgreSQL waits for that one, and then refuses; asked again, it takes the change.
 */
async function alterRole(client: pg.Client, statement: string): Promise<void> {
  const attempts = 20
  for (let attempt = 1; ; attempt++) {
    await client.query('savepoint altering')
    try {
      await client.query(statement)
      return
    } catch (error) {
      if (attempt === attempts || !(error instanceof Error && error.message === 'tuple concurrently updated'))
        throw error
      await client.query('rollback to savepoint altering')
    }
  }
}
