import type pg from 'pg'
import { type Config, ConfigError } from '../config.ts'
import type { Database } from '../ports.ts'
import type { LookupKeys } from '../secrets.ts'
import { ownerConnection } from './connection.ts'
import { type DataDirLock, isLocked, lockDataDir } from './data-dir-lock.ts'
import { type EmbeddedPostgres, type OwnerConnection, runningOn, startEmbedded } from './embedded.ts'
import { migrate, type RuntimeRole, rolePassword } from './migrate.ts'
import { openDatabase } from './pool.ts'

export { ownerConnection } from './connection.ts'
export { isLocked, lockDataDir } from './data-dir-lock.ts'
export { clusterOf, startEmbedded } from './embedded.ts'
export { allocateIds, type IdAllocator } from './ids.ts'
export { jobSchema } from './job-queue.ts'
export { newestMigration } from './migrate.ts'
export { lifeline } from './pool.ts'
export { alive } from './processes.ts'
export { DatabaseUnavailable } from './unavailable.ts'

export interface OpenedDatabase {
  readonly db: Database
  /** For the journal's own connection. */
  readonly core: pg.ClientConfig
  /** Who owns everything: migrations and maintenance only. */
  readonly owner: pg.ClientConfig
  readonly lookupKeys: LookupKeys
  /** Closes the pools, then the embedded server where there is one, then the lock of DATA_DIR. */
  close(): Promise<void>
  /** For a process that goes before `close` is through: has the embedded server end at once. */
  abandon(): void
}

export interface DatabaseSetup {
  readonly config: Config
  readonly progress: (line: string) => void
  readonly onError: (error: Error) => void
}

/**
 * Makes the database usable: lock of DATA_DIR, embedded server or DATABASE_URL, migrations, pools.
 * Throws ConfigError when DATA_DIR is taken or DATABASE_URL cannot be reached.
 */
export async function openAll({ config, progress, onError }: DatabaseSetup): Promise<OpenedDatabase> {
  const lock = await lockDataDir(config.dataDir)
  let embedded: EmbeddedPostgres | null = null
  try {
    let owner: pg.ClientConfig
    if (config.databaseUrl === null) {
      progress('Starting PostgreSQL ...')
      embedded = await startEmbedded({ dataDir: config.dataDir, progress, onError })
      owner = { ...embedded.connection, database: 'postgres' }
    } else {
      owner = ownerConnection(config.databaseUrl, config.databaseTls)
    }
    const lookupKeys = await migrateOrExplain(owner, config, progress)
    const as = (role: RuntimeRole) => asRole(owner, role, config.tokenSecret)
    const core = as('maru_core')
    const db = openDatabase({ core, api: as('maru_api') }, onError)
    return {
      db,
      core,
      owner,
      lookupKeys,
      close: () => closeAll(db, embedded, lock),
      abandon: () => embedded?.abandon(),
    }
  } catch (error) {
    await closeAll(null, embedded, lock)
    throw error
  }
}

/**
 * The database of a house for work beside its server, or without it: a running one is used as it is, a stopped one is started (and
 * brought to this version, as a start does) until `close`. Throws ConfigError where there is none.
 */
export async function openBeside(setup: DatabaseSetup): Promise<Pick<OpenedDatabase, 'db' | 'close'>> {
  const { config, onError } = setup
  let owner: pg.ClientConfig
  if (config.databaseUrl !== null) owner = ownerConnection(config.databaseUrl, config.databaseTls)
  else if (!(await isLocked(config.dataDir))) return openAll(setup)
  else owner = { ...(await runningDatabase(config.dataDir)), database: 'postgres' }
  const as = (role: RuntimeRole) => asRole(owner, role, config.tokenSecret)
  const db = openDatabase({ core: as('maru_core'), api: as('maru_api') }, onError)
  return { db, close: () => db.close() }
}

/** The PostgreSQL of the process that has `dataDir`. */
export async function runningDatabase(dataDir: string): Promise<OwnerConnection> {
  const connection = await runningOn(dataDir)
  if (connection === null)
    throw new ConfigError(`DATA_DIR=${dataDir} is in use, but its PostgreSQL is not ready: try again in a moment`)
  return connection
}

/** The same server and database, as another role. */
export function asRole(owner: pg.ClientConfig, role: RuntimeRole, tokenSecret: string): pg.ClientConfig {
  const password = rolePassword(tokenSecret, role)
  if (owner.connectionString === undefined) return { ...owner, user: role, password }
  const url = new URL(owner.connectionString)
  // As parameters: they count before the address's own user, and an address of a socket folder has no place for one.
  url.username = ''
  url.password = ''
  url.searchParams.set('user', role)
  url.searchParams.set('password', password)
  return { ...owner, connectionString: url.href }
}

async function migrateOrExplain(
  owner: pg.ClientConfig,
  config: Config,
  progress: (line: string) => void,
): Promise<LookupKeys> {
  try {
    return await migrate(owner, config, progress)
  } catch (error) {
    const code = (error as { code?: string }).code ?? ''
    const unreachable =
      /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ENOENT|28\w{3}|3D000|ERR_TLS\w+|\w*CERT\w*)$/.test(code)
    if (config.databaseUrl !== null && unreachable) {
      throw new ConfigError(`DATABASE_URL cannot be used: ${(error as Error).message}`)
    }
    throw error
  }
}

async function closeAll(db: Database | null, embedded: EmbeddedPostgres | null, lock: DataDirLock): Promise<void> {
  await db?.close()
  await embedded?.stop()
  lock.release()
}
