import { type Config, ConfigError } from '../config.ts'
import { isLocked } from '../database/index.ts'
import { copyDataFiles, dataFolder } from './data-files.ts'
import { dump } from './dump.ts'
import type { Facts } from './facts.ts'
import { type FileEntry, type Manifest, writeManifest } from './manifest.ts'
import { makeFolder, refuseUnlessEmpty } from './new-folder.ts'
import { copyRunning } from './running.ts'
import { copyStopped } from './stopped.ts'

export interface BackupRequest {
  readonly config: Config
  /** The folder to make; absolute. */
  readonly to: string
  /** Where PostgreSQL's programs lie (with DATABASE_URL); null: on PATH. */
  readonly programs: string | null
  readonly signal: AbortSignal
}

/** Backs a house up, whether it runs or not. The folder has its name only when all of it is on the disk. */
export async function backup({ config, to, programs, signal }: BackupRequest): Promise<Manifest> {
  refuseUnlessEmpty(to, 'the folder')
  if (`${to}/`.startsWith(`${config.dataDir}/`))
    throw new ConfigError(`the folder ${to} lies in DATA_DIR: a backup belongs elsewhere, best on another disk`)
  let manifest: Manifest | null = null
  await makeFolder(to, async (folder) => {
    const { folders, files, ...facts } = await copyDatabase({ config, to: folder, programs, signal })
    manifest = {
      format: 1,
      ...facts,
      madeAt: new Date().toISOString(),
      folders: [...folders, dataFolder],
      files: [...files, ...(await copyDataFiles(config, folder, signal))],
    }
    writeManifest(folder, manifest)
  })
  return manifest!
}

interface CopiedDatabase extends Facts, Pick<Manifest, 'kind' | 'source'> {
  readonly folders: string[]
  readonly files: FileEntry[]
}

async function copyDatabase({ config, to, programs, signal }: BackupRequest): Promise<CopiedDatabase> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl !== null) {
    const dumped = await dump({ access: { ...config, databaseUrl }, folder: to, programs, signal })
    return { kind: 'dump', source: 'running', folders: [], ...dumped }
  }
  return (await isLocked(dataDir))
    ? { kind: 'cluster', source: 'running', ...(await copyRunning(dataDir, to, signal)) }
    : { kind: 'cluster', source: 'stopped', ...(await copyStopped(dataDir, to, signal)) }
}
