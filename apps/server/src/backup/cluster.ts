import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Copied, copyFile, copyTree } from './copy.ts'

/** Within a backup, the files of the cluster. */
export const clusterFolder = 'postgres'

/** What a server writes for its own run: it is made anew at each start. */
const ofOneRun = new Set(['postmaster.pid', 'postmaster.opts'])
/** Folders that a start finds empty or fills by itself. */
const emptyFolders = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
/** Says where the log begins that has to be replayed: copied last, so that it is no older than the files. */
const control = 'global/pg_control'

export interface ClusterCopy {
  readonly clusterDir: string
  /** The folder of the backup. */
  readonly to: string
  /** A stopped server's log is copied too; of a running one the part that is needed is known at the end only. */
  readonly withLog: boolean
  readonly signal: AbortSignal
}

/** Copies the files of a cluster into a backup, without what belongs to one run of its server. */
export async function copyCluster({ clusterDir, to, withLog, signal }: ClusterCopy): Promise<Copied> {
  const target = join(to, clusterFolder)
  const copied = await copyTree({
    from: clusterDir,
    to: target,
    signal,
    leavesOut(path, isFolder) {
      const name = path.slice(path.lastIndexOf('/') + 1)
      if (name.startsWith('pgsql_tmp')) return true
      if (isFolder) return emptyFolders.has(path) || (path === 'pg_wal' && !withLog)
      return (
        path === control || ofOneRun.has(path) || name === 'pg_internal.init' || /^(backup_|tablespace_map)/.test(path)
      )
    },
  })
  await untilStill(join(clusterDir, control))
  const last = await copyFile(join(clusterDir, control), join(target, control), signal)
  if (last === null) throw new Error(`${clusterDir} has no ${control}`)
  const below = (path: string) => `${clusterFolder}/${path}`
  return {
    folders: [clusterFolder, ...copied.folders.map(below)],
    files: [...copied.files.map((file) => ({ ...file, path: below(file.path) })), { path: below(control), ...last }],
  }
}

/** A file that is written in place may be read half old, half new: it is copied when two readings agree. */
async function untilStill(file: string): Promise<void> {
  for (let before = readFileSync(file); ; ) {
    await pause(5)
    const now = readFileSync(file)
    if (now.equals(before)) return
    before = now
  }
}
