import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { type Config, ConfigError } from '../config.ts'
import { majorOf } from './facts.ts'

export interface Tool {
  readonly name: 'pg_dump' | 'pg_restore'
  /** The folder it lies in; null: found on PATH. */
  readonly folder: string | null
  /** The version of the server that it has to be of. */
  readonly serverVersion: string
}

/** The program, once it is known to be there and of the server's major version. Throws ConfigError otherwise. */
export function findTool({ name, folder, serverVersion }: Tool): string {
  const program = folder === null ? name : join(folder, name)
  const { error, status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  const found = /\(PostgreSQL\) (\S+)/.exec(stdout ?? '')?.[1]
  const needed = majorOf(serverVersion)
  if (error !== undefined || status !== 0 || found === undefined) {
    const where = folder === null ? 'on PATH' : `in ${folder}`
    throw new ConfigError(
      `there is no ${name} ${where}: install the client programs of PostgreSQL ${needed}, or name their folder with --pg-bin`,
    )
  }
  if (majorOf(found) !== needed) {
    throw new ConfigError(
      `${name} is of version ${found}, and the server of version ${serverVersion}: name the folder of PostgreSQL ${needed}'s programs with --pg-bin`,
    )
  }
  return program
}

/** A database of its own, as DATABASE_URL and its TLS name it. */
export type DatabaseAccess = Pick<Config, 'databaseTls' | 'tlsCa'> & { readonly databaseUrl: string }

/** Runs a program of PostgreSQL on a database; throws with what it said last. The password is not in its command line. */
export async function runTool(
  program: string,
  { databaseUrl, databaseTls, tlsCa }: DatabaseAccess,
  args: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const url = new URL(databaseUrl)
  const password = url.searchParams.get('password') ?? decodeURIComponent(url.password)
  url.password = ''
  url.searchParams.delete('password')
  // The programs' own default is to encrypt where the server can, and to verify nothing.
  const tls = databaseTls === null ? {} : { PGSSLMODE: 'verify-full', PGSSLROOTCERT: tlsCa ?? 'system' }
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('PG'))
  const child = spawn(program, [...args, `--dbname=${url.href}`, '--no-password'], {
    env: { ...Object.fromEntries(inherited), PGPASSWORD: password, ...tls },
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk).slice(-4_000)
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`${program} failed: ${said.trim()}`)
}
