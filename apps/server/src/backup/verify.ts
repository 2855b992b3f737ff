import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../config.ts'
import { checksumOf } from './copy.ts'
import { type Manifest, readManifest } from './manifest.ts'

/** Reads all of a backup; throws ConfigError where a file is missing or is not as it was written. */
export async function verifiedManifest(folder: string, signal: AbortSignal): Promise<Manifest> {
  const manifest = readManifest(folder)
  for (const { path, size, sha256 } of manifest.files) {
    const file = join(folder, path)
    const entry = lstatSync(file, { throwIfNoEntry: false })
    if (entry === undefined) throw new ConfigError(`the backup is damaged: ${path} is missing`)
    const found = entry.isFile() ? await checksumOf(file, signal) : null
    if (found?.size !== size || found.sha256 !== sha256)
      throw new ConfigError(`the backup is damaged: ${path} is not as it was written`)
  }
  return manifest
}
