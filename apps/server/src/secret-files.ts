import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { ConfigError } from './config-error.ts'

/** Variables whose value may stand in a file instead, named by the variable with `_FILE` behind it. An error never shows one. */
export const secretVariables = [
  'TOKEN_SECRET',
  'TOKEN_SECRET_OLD',
  'DATABASE_URL',
  'OANDA_TOKEN',
  'FX_RATE_URL',
  'SMTP_URL',
  'VAPID_PRIVATE_KEY',
  'STAFF_LOG_URL',
  'STAFF_LOG_TOKEN',
] as const

const maxFileBytes = 65_536

/**
 * The environment with the content of each `…_FILE` in place of it; `root` is what relative paths start from. The end of the last line
 * does not count. Throws ConfigError where a file cannot be read, is empty or above 64 KiB, or where the variable is set beside it.
 */
export function withSecretFiles(
  environment: Readonly<Record<string, string | undefined>>,
  root: string,
): Record<string, string | undefined> {
  const filled = { ...environment }
  for (const name of secretVariables) {
    const path = environment[`${name}_FILE`]
    delete filled[`${name}_FILE`]
    if (path === undefined || path === '') continue
    if (environment[name]) throw new ConfigError(`${name} and ${name}_FILE are both set: unset one of them`)
    filled[name] = contentOf(`${name}_FILE=${path}`, resolve(root, path))
  }
  return filled
}

function contentOf(shown: string, file: string): string {
  let content: string
  try {
    if (statSync(file).size > maxFileBytes) throw new ConfigError(`${shown} is larger than ${maxFileBytes} bytes`)
    content = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError(`${shown} cannot be read: ${(error as NodeJS.ErrnoException).code}`)
  }
  if (content === '') throw new ConfigError(`${shown} is empty`)
  return content
}
