import { hash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ConfigError } from '../config.ts'

const fileName = 'manifest.json'

/** Below the folder of the backup, on every system with `/` between its parts. */
const path = z
  .string()
  .refine((value) => !/[\\:]/.test(value) && value.split('/').every((part) => !/^(\.\.?)?$/.test(part)))

const manifest = z.strictObject({
  format: z.literal(1),
  /** `cluster`: files of the embedded PostgreSQL; `dump`: what pg_dump wrote of the database of DATABASE_URL. */
  kind: z.enum(['cluster', 'dump']),
  /** Whether its server ran meanwhile, or was stopped. */
  source: z.enum(['running', 'stopped']),
  madeAt: z.iso.datetime(),
  postgres: z.strictObject({ version: z.string(), platform: z.string() }),
  /** The newest migration of the database. */
  migration: z.number().int(),
  /** Everything that was written up to this position of the log is there. */
  walPosition: z.string(),
  /** The newest batch of the journal that is there for certain; null: there is none. `at`: domain clock. */
  newestBatch: z.strictObject({ epoch: z.number(), seq: z.number(), at: z.number() }).nullable(),
  folders: z.array(path),
  files: z.array(
    z.strictObject({ path, size: z.number().int().nonnegative(), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
})

export type Manifest = z.infer<typeof manifest>
export type FileEntry = Manifest['files'][number]

const checksumOf = (content: unknown): string => hash('sha256', JSON.stringify(content), 'hex')

/** Says what the backup holds, and a checksum of that. */
export function writeManifest(folder: string, content: Manifest): void {
  const text = JSON.stringify({ manifest: content, sha256: checksumOf(content) }, null, 1)
  writeFileSync(join(folder, fileName), `${text}\n`, { mode: 0o600, flush: true })
}

/** Throws ConfigError where there is no whole backup that this version reads. */
export function readManifest(folder: string): Manifest {
  let text: string
  try {
    text = readFileSync(join(folder, fileName), 'utf8')
  } catch (error) {
    throw new ConfigError(
      `${folder} is no finished backup: ${fileName} cannot be read (${(error as NodeJS.ErrnoException).code})`,
    )
  }
  let read: { manifest?: unknown; sha256?: unknown }
  try {
    read = JSON.parse(text)
  } catch {
    throw new ConfigError(`the backup is damaged: ${fileName} is not JSON`)
  }
  if (read.sha256 !== checksumOf(read.manifest))
    throw new ConfigError(`the backup is damaged: ${fileName} is not as it was written`)
  const parsed = manifest.safeParse(read.manifest)
  if (!parsed.success)
    throw new ConfigError(`${fileName} is of another version of Maru: ${parsed.error.issues[0]?.message}`)
  return parsed.data
}
