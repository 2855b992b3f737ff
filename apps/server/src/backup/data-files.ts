import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { checksumOf, copyFile } from './copy.ts'
import type { FileEntry } from './manifest.ts'

/** Within a backup, what lies in DATA_DIR beside the database. */
export const dataFolder = 'data'
/** TOKEN_SECRET, whether it was kept in DATA_DIR or given by the environment: what is encrypted in the database needs it. */
export const secretFile = 'token-secret'

/** What of DATA_DIR is kept beside the secret: a restored house goes on along the same market, with its witnesses and its last rate. */
const kept = ['postgres-password', 'feed-seed', 'usdkrw.json', 'timestamps.jsonl', 'sandbox-books.jsonl']

/** Puts the secrets and small files of DATA_DIR into a backup, readable by its owner only. */
export async function copyDataFiles(config: Config, folder: string, signal: AbortSignal): Promise<FileEntry[]> {
  const files: FileEntry[] = []
  for (const name of kept) {
    const copied = await copyFile(join(config.dataDir, name), join(folder, dataFolder, name), signal)
    if (copied !== null) files.push({ path: `${dataFolder}/${name}`, ...copied })
  }
  files.push(await writeSecret(config.tokenSecret, folder, signal))
  return files
}

async function writeSecret(secret: string, folder: string, signal: AbortSignal): Promise<FileEntry> {
  const file = join(folder, dataFolder, secretFile)
  mkdirSync(join(folder, dataFolder), { recursive: true, mode: 0o700 })
  writeFileSync(file, `${secret}\n`, { mode: 0o600, flush: true })
  const written = await checksumOf(file, signal)
  if (written === null) throw new Error(`${file} is gone`)
  return { path: `${dataFolder}/${secretFile}`, ...written }
}
