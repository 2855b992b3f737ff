import { execFileSync, type SpawnOptions, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chownSync, cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'

/** How PostgreSQL's programs are run here: it refuses to run as root. */
export interface PostgresUser {
  /** Where the cluster's files lie. */
  readonly clusterDir: string
  /** The folder with initdb and postgres. */
  readonly binDir: string
  /** The command line and spawn options that run `program` with `args`. */
  run(program: string, args: readonly string[]): { command: string; args: string[]; options: SpawnOptions }
  /** Gives a file or folder that PostgreSQL must own to its user. */
  own(path: string): void
}

const mapped = ['--user', '--map-user=1000', '--map-group=1000', '--']

/**
 * Chooses the user. Not root: this one. Root on Linux: a user namespace in which root is seen as user 1000, in place, below any
 * folder. Root where user namespaces are forbidden: a system user, with its files where it can enter.
 */
export function postgresUser(dataDir: string, nativeDir: string, namespaces = namespacesWork()): PostgresUser {
  const inPlace = { clusterDir: join(dataDir, 'postgres'), binDir: join(nativeDir, 'bin'), own: () => undefined }
  if (process.getuid?.() !== 0) {
    return { ...inPlace, run: (program, args) => ({ command: program, args: [...args], options: {} }) }
  }
  if (namespaces) {
    return {
      ...inPlace,
      run: (program, args) => ({ command: 'unshare', args: [...mapped, program, ...args], options: {} }),
    }
  }
  return dedicatedUser(dataDir, nativeDir)
}

function namespacesWork(): boolean {
  return spawnSync('unshare', [...mapped, 'true'], { stdio: 'ignore' }).status === 0
}

const user = 'maru-postgres'
const home = '/var/lib/maru'

function dedicatedUser(dataDir: string, nativeDir: string): PostgresUser {
  if (!idOf('-u')) {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', user])
  }
  const uid = Number(idOf('-u'))
  const gid = Number(idOf('-g'))
  if (!(uid > 0) || !(gid > 0))
    throw new Error(`the system user ${user} could not be made: run as another user than root`)
  const enters = (path: string) => spawnSync('test', ['-x', path], { uid, gid }).status === 0
  mkdirSync(home, { recursive: true, mode: 0o755 })

  let clusterDir = join(dataDir, 'postgres')
  if (!enters(dataDir)) clusterDir = join(home, digest(dataDir), 'postgres')
  mkdirSync(dirname(clusterDir), { recursive: true, mode: 0o755 })

  let binDir = join(nativeDir, 'bin')
  if (!enters(join(binDir, 'postgres'))) {
    const copy = join(home, `native-${digest(nativeDir)}`)
    if (!existsSync(copy)) {
      const half = `${copy}.${process.pid}`
      cpSync(nativeDir, half, { recursive: true, verbatimSymlinks: true })
      renameSync(half, copy)
      rmSync(half, { recursive: true, force: true })
    }
    binDir = join(copy, 'bin')
  }
  return {
    clusterDir,
    binDir,
    run: (program, args) => ({ command: program, args: [...args], options: { uid, gid, cwd: home } }),
    own: (path) => chownSync(path, uid, gid),
  }
}

function idOf(flag: '-u' | '-g'): string {
  const { status, stdout } = spawnSync('id', [flag, user], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : ''
}

const digest = (path: string) =>
  createHash('sha256').update(`${userInfo().username}:${path}`).digest('hex').slice(0, 16)
