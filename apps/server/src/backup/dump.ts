import { closeSync, fsyncSync, openSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { ConfigError } from '../config.ts'
import { ownerConnection } from '../database/index.ts'
import { checksumOf } from './copy.ts'
import { type Facts, factsOf, majorOf } from './facts.ts'
import type { FileEntry, Manifest } from './manifest.ts'
import { type DatabaseAccess, findTool, runTool } from './tools.ts'

/** Within a backup, what pg_dump wrote. */
const dumpFile = 'database.dump'

export interface DumpPlace {
  readonly access: DatabaseAccess
  /** The folder of the backup. */
  readonly folder: string
  /** Where PostgreSQL's programs lie; null: on PATH. */
  readonly programs: string | null
  readonly signal: AbortSignal
}

/** Dumps the database in one snapshot; the house may run meanwhile. */
export async function dump({ access, folder, programs, signal }: DumpPlace): Promise<Facts & { files: FileEntry[] }> {
  return asOwner(access, async (client) => {
    await refuseBound(client)
    const serverVersion = await versionOf(client)
    const program = findTool({ name: 'pg_dump', folder: programs, serverVersion })
    await client.query('begin isolation level repeatable read, read only')
    const { rows } = await client.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot')
    const facts = await factsOf(client)
    const file = join(folder, dumpFile)
    await runTool(program, access, ['--format=custom', `--snapshot=${rows[0]?.snapshot}`, `--file=${file}`], signal)
    const handle = openSync(file, 'r')
    fsyncSync(handle)
    closeSync(handle)
    const written = await checksumOf(file, signal)
    if (written === null) throw new Error('pg_dump wrote nothing')
    return { ...facts, files: [{ path: dumpFile, ...written }] }
  })
}

/** Fills an empty database from a dump: all of it or nothing. */
export async function restoreDump({ access, folder, programs, signal }: DumpPlace, manifest: Manifest): Promise<void> {
  await asOwner(access, async (client) => {
    const serverVersion = await versionOf(client)
    if (majorOf(serverVersion) < majorOf(manifest.postgres.version)) {
      throw new ConfigError(
        `the backup is of PostgreSQL ${manifest.postgres.version}, and the server of DATABASE_URL of ${serverVersion}: an older one cannot read it`,
      )
    }
    const program = findTool({ name: 'pg_restore', folder: programs, serverVersion })
    await refuseFilled(client)
    await client.query(`do $$ begin
      if not exists (select from pg_roles where rolname = 'maru_core') then create role maru_core nologin; end if;
      if not exists (select from pg_roles where rolname = 'maru_api') then create role maru_api nologin; end if;
    end $$`)
    const file = join(folder, dumpFile)
    await runTool(program, access, ['--single-transaction', '--exit-on-error', '--no-owner', file], signal)
    await client.query('analyze')
  })
}

/** Throws ConfigError where the database has a table. */
export async function refuseFilledDatabase(access: DatabaseAccess): Promise<void> {
  await asOwner(access, refuseFilled)
}

async function refuseFilled(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'S', 'v') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' limit 1`,
  )
  if (rows[0] !== undefined)
    throw new ConfigError(`the database of DATABASE_URL is not empty (it has ${rows[0].name}): name an empty one`)
}

/** Row-level security binds the owner of the tables too: bound by it, pg_dump would see no row of any site. */
async function refuseBound(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; free: boolean }>(
    'select rolname as name, rolsuper or rolbypassrls as free from pg_roles where rolname = current_user',
  )
  if (rows[0]?.free !== true)
    throw new ConfigError(
      `the role ${rows[0]?.name} of DATABASE_URL does not see all sites: alter role ${rows[0]?.name} bypassrls`,
    )
}

async function versionOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  return rows[0]?.server_version ?? ''
}

async function asOwner<T>(
  { databaseUrl, databaseTls }: DatabaseAccess,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...ownerConnection(databaseUrl, databaseTls), connectionTimeoutMillis: 5_000 })
  // What breaks is told by the statement that waits for it.
  client.on('error', () => undefined)
  await client.connect().catch((error: Error) => {
    throw new ConfigError(`DATABASE_URL cannot be used: ${error.message}`)
  })
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
