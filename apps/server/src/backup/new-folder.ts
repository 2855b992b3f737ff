import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ConfigError } from '../config.ts'
import { alive } from '../database/index.ts'

/** Throws ConfigError unless nothing is at `folder`, or an empty folder. */
export function refuseUnlessEmpty(folder: string, what: string): void {
  let entries: string[]
  try {
    entries = readdirSync(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return
    throw new ConfigError(`${what} ${folder} cannot be used: ${code === 'ENOTDIR' ? 'it is a file' : code}`)
  }
  if (entries.length > 0) throw new ConfigError(`${what} ${folder} is not empty: name a new or an empty folder`)
}

/**
 * Makes a folder that has its name only once `fill` is through and all of it is on the disk. Whatever interrupts it leaves at most a
 * neighbour named `….unfinished-PID`, which the next one at the same place removes.
 */
export async function makeFolder(folder: string, fill: (unfinished: string) => Promise<void>): Promise<void> {
  const parent = dirname(folder)
  mkdirSync(parent, { recursive: true, mode: 0o700 })
  removeAbandoned(parent, basename(folder))
  const unfinished = `${folder}.unfinished-${process.pid}`
  mkdirSync(unfinished, { mode: 0o700 })
  try {
    await fill(unfinished)
    syncFolders(unfinished)
    if (existsSync(folder)) rmdirSync(folder)
    renameSync(unfinished, folder)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    throw error
  }
  syncFolder(parent)
}

function removeAbandoned(parent: string, name: string): void {
  for (const entry of readdirSync(parent)) {
    if (!entry.startsWith(`${name}.unfinished-`)) continue
    const pid = Number(entry.slice(entry.lastIndexOf('-') + 1))
    if (Number.isSafeInteger(pid) && pid > 0 && !alive(pid))
      rmSync(join(parent, entry), { recursive: true, force: true })
  }
}

/** The files are on the disk already; their names are once their folders are. */
function syncFolders(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) syncFolders(join(folder, entry.name))
  }
  syncFolder(folder)
}

function syncFolder(folder: string): void {
  if (process.platform === 'win32') return // folders cannot be opened there; NTFS journals names itself
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
