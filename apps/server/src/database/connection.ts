import { readFileSync } from 'node:fs'
import pg from 'pg'
import { ConfigError } from '../config.ts'
import type { PeerTls } from '../tls.ts'

/**
 * How the owner of a database of its own connects. `tls`: the server's certificate is verified for its host; certificates that the address
 * names (sslcert, sslkey, sslrootcert) are used. null: the address alone says it. Throws ConfigError where one cannot be read.
 */
export function ownerConnection(databaseUrl: string, tls: PeerTls | null): pg.ClientConfig {
  if (tls === null) return { connectionString: databaseUrl }
  const url = new URL(databaseUrl)
  const files = {
    ca: fileIn(url, 'sslrootcert'),
    cert: fileIn(url, 'sslcert'),
    key: fileIn(url, 'sslkey'),
  }
  // The driver would take them for all that is said of TLS.
  url.searchParams.delete('sslmode')
  const connectionString = url.href
  // Without the host the driver would compare the certificate of a bare address with `localhost`.
  const { host } = new pg.Client({ connectionString })
  const named = Object.fromEntries(Object.entries(files).filter(([, content]) => content !== undefined))
  return { connectionString, ssl: { ...tls, host, ...named } }
}

/** The content of a file that the address names; the name goes. */
function fileIn(url: URL, name: string): string | undefined {
  const path = url.searchParams.get(name)
  if (path === null) return undefined
  url.searchParams.delete(name)
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new ConfigError(
      `DATABASE_URL names ${name}=${path}, which cannot be read: ${(error as NodeJS.ErrnoException).code}`,
    )
  }
}
