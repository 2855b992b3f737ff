import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { clusterOf, DatabaseUnavailable } from '../database/index.ts'
import { withSecretFiles } from '../secret-files.ts'

/** What relative paths of the configuration start from. */
export const root = join(import.meta.dirname, '../../../..')

/** Stands for a secret where the configuration is read before it is known; it keeps one from being made. */
const noSecret = '-'.repeat(32)

/**
 * Runs a command to its exit code. What it refuses is told in one line; Ctrl-C and SIGTERM abort it, and it clears up. `name` says what
 * did not happen.
 */
export async function runCommand(name: string, work: (signal: AbortSignal) => Promise<number>): Promise<void> {
  const abort = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => abort.abort(new ConfigError(`${signal} ended it`)))
  try {
    process.exitCode = await work(abort.signal)
  } catch (caught) {
    const error = abort.signal.aborted ? abort.signal.reason : caught
    const isTold = error instanceof ConfigError || error instanceof DatabaseUnavailable
    console.error(isTold ? `${name}: ${error.message}` : error)
    process.exitCode = 1
  }
}

/** The flags of the command line; throws ConfigError with its usage on others. */
export function flagsOf<T extends NonNullable<ParseArgsConfig['options']>>(options: T, usage: string) {
  try {
    return parseArgs({ options, allowPositionals: false }).values
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}\nUsage: ${usage}`)
  }
}

/** A folder as the person at the terminal named it, wherever npm runs the command. */
export const folderOf = (given: string): string => resolve(process.env['INIT_CWD'] ?? process.cwd(), given)

/** The configuration of a house that is there already. Throws ConfigError where DATA_DIR has no database; nothing is made. */
export async function existingConfig(): Promise<Config> {
  const { dataDir, databaseUrl } = configUnder(environmentWithSecrets()['TOKEN_SECRET'] || noSecret)
  if (databaseUrl === null) {
    const isThere = existsSync(dataDir) && existsSync(join((await clusterOf(dataDir)).clusterDir, 'PG_VERSION'))
    if (!isThere) throw new ConfigError(`DATA_DIR=${dataDir} has no database`)
  }
  return readConfig(process.env, root)
}

/** The environment with the content of each file of a secret in its place. */
export const environmentWithSecrets = (): Readonly<Record<string, string | undefined>> =>
  withSecretFiles(process.env, root)

/** The configuration of the environment under a secret that is not in it. */
export const configUnder = (tokenSecret: string): Config =>
  readConfig({ ...environmentWithSecrets(), TOKEN_SECRET: tokenSecret, TOKEN_SECRET_OLD: undefined }, root)
