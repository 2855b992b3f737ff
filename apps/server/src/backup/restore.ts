import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError } from '../config.ts'
import { clusterOf, newestMigration } from '../database/index.ts'
import { clusterFolder } from './cluster.ts'
import { copyFile } from './copy.ts'
import { dataFolder, secretFile } from './data-files.ts'
import { refuseFilledDatabase, restoreDump } from './dump.ts'
import { majorOf } from './facts.ts'
import type { FileEntry, Manifest } from './manifest.ts'
import { writeMark } from './mark.ts'
import { makeFolder, refuseUnlessEmpty } from './new-folder.ts'
import { verifiedManifest } from './verify.ts'

export interface RestoreRequest {
  /** The folder of the backup; absolute. */
  readonly from: string
  /** Where PostgreSQL's programs lie (with DATABASE_URL); null: on PATH. */
  readonly programs: string | null
  readonly signal: AbortSignal
  /** The configuration of the house to be, under the secret of the backup. */
  configUnder(tokenSecret: string): Config
}

/**
 * Makes the house of a backup in an empty DATA_DIR (and an empty database, with DATABASE_URL); nothing is begun before all of the backup
 * was read and is as it was written. Throws ConfigError on whatever it refuses.
 */
export async function restore(request: RestoreRequest): Promise<{ manifest: Manifest; config: Config }> {
  const { from, programs, signal } = request
  const manifest = await verifiedManifest(from, signal)
  const config = request.configUnder(readFileSync(join(from, dataFolder, secretFile), 'utf8').trim())
  const { databaseUrl, dataDir } = config
  if (manifest.migration > newestMigration())
    throw new ConfigError(`the backup was made by a newer version of Maru (migration ${manifest.migration})`)
  refuseUnlessEmpty(dataDir, 'DATA_DIR')
  if (manifest.kind === 'dump') {
    if (databaseUrl === null)
      throw new ConfigError('the backup is of a database of its own: set DATABASE_URL to an empty one')
    const access = { ...config, databaseUrl }
    await refuseFilledDatabase(access)
    await restoreDump({ access, folder: from, programs, signal }, manifest)
    await makeFolder(dataDir, async (folder) => {
      await copyPart({ from, manifest, part: dataFolder, to: folder, signal })
      writeMark(folder)
    })
  } else {
    if (databaseUrl !== null)
      throw new ConfigError(
        'the backup is of an embedded PostgreSQL: unset DATABASE_URL, and set DATA_DIR to an empty folder',
      )
    await restoreCluster(from, manifest, dataDir, signal)
  }
  return { manifest, config }
}

async function restoreCluster(from: string, manifest: Manifest, dataDir: string, signal: AbortSignal): Promise<void> {
  const { clusterDir, binDir, own } = await clusterOf(dataDir)
  refuseOtherPostgres(manifest, join(binDir, 'postgres'))
  const inside = join(dataDir, 'postgres')
  const fillCluster = async (folder: string) => {
    await copyPart({ from, manifest, part: clusterFolder, to: folder, signal })
    for (const path of ['', ...pathsBelow(manifest, clusterFolder)]) own(join(folder, path))
  }
  // PostgreSQL's own user may have no way into DATA_DIR: its files lie elsewhere then, and come first.
  if (clusterDir !== inside) {
    refuseUnlessEmpty(clusterDir, 'the folder of the database')
    await makeFolder(clusterDir, fillCluster)
  }
  await makeFolder(dataDir, async (folder) => {
    await copyPart({ from, manifest, part: dataFolder, to: folder, signal })
    writeMark(folder)
    if (clusterDir === inside) await fillCluster(join(folder, 'postgres'))
  })
}

/** The files of a cluster are those of one major version on one kind of machine. */
function refuseOtherPostgres({ postgres }: Manifest, program: string): void {
  const here = `${process.platform}-${process.arch}`
  if (postgres.platform !== here)
    throw new ConfigError(
      `the backup was made on ${postgres.platform}: the files of a database cannot be used on ${here}`,
    )
  const found = /\(PostgreSQL\) (\S+)/.exec(spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1]
  if (found === undefined) throw new Error(`${program} does not say its version`)
  if (majorOf(found) !== majorOf(postgres.version))
    throw new ConfigError(
      `the backup is of PostgreSQL ${postgres.version}, and this version of Maru comes with ${found}`,
    )
}

interface PartCopy {
  readonly from: string
  readonly manifest: Manifest
  /** A folder of the backup. */
  readonly part: string
  readonly to: string
  readonly signal: AbortSignal
}

async function copyPart({ from, manifest, part, to, signal }: PartCopy): Promise<void> {
  mkdirSync(to, { recursive: true, mode: 0o700 })
  for (const folder of namesBelow(manifest.folders, part)) mkdirSync(join(to, folder), { recursive: true, mode: 0o700 })
  for (const file of manifest.files) {
    if (file.path.startsWith(`${part}/`))
      await copyVerified(join(from, file.path), join(to, file.path.slice(part.length + 1)), file, signal)
  }
}

/** Once more: the disk may give other bytes than a moment ago. */
async function copyVerified(from: string, to: string, { path, sha256 }: FileEntry, signal: AbortSignal): Promise<void> {
  const copied = await copyFile(from, to, signal)
  if (copied?.sha256 !== sha256) throw new ConfigError(`the backup is damaged: ${path} is not as it was written`)
}

const namesBelow = (paths: readonly string[], part: string): string[] =>
  paths.flatMap((path) => (path.startsWith(`${part}/`) ? [path.slice(part.length + 1)] : []))

const pathsBelow = ({ folders, files }: Manifest, part: string): string[] =>
  namesBelow([...folders, ...files.map(({ path }) => path)], part)
