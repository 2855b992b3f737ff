import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileEntry } from './manifest.ts'

const chunkBytes = 1 << 20

/** What was copied; paths are below the folder that was copied to. */
export interface Copied {
  readonly folders: string[]
  readonly files: FileEntry[]
}

export interface TreeCopy {
  readonly from: string
  readonly to: string
  readonly signal: AbortSignal
  /** Whether a file, or what a folder holds, is left out; paths are relative, with `/`. */
  leavesOut(path: string, isFolder: boolean): boolean
}

/** Copies a folder with all below it. A file that goes while it is copied is left out. Throws on what is neither file nor folder. */
export async function copyTree({ from, to, signal, leavesOut }: TreeCopy): Promise<Copied> {
  const copied: Copied = { folders: [], files: [] }
  const walk = async (folder: string): Promise<void> => {
    mkdirSync(join(to, folder), { recursive: true, mode: 0o700 })
    const entries = readdirSync(join(from, folder), { withFileTypes: true })
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      signal.throwIfAborted()
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) {
        copied.folders.push(path)
        if (leavesOut(path, true)) mkdirSync(join(to, path), { mode: 0o700 })
        else await walk(path)
      } else if (!leavesOut(path, false)) {
        if (!entry.isFile())
          throw new Error(`${join(from, path)} is neither a file nor a folder: it cannot be backed up`)
        const file = await copyFile(join(from, path), join(to, path), signal)
        if (file !== null) copied.files.push({ path, ...file })
      }
    }
  }
  await walk('')
  return copied
}

/** Copies one file to the disk and tells its checksum; null where it is not there. */
export async function copyFile(from: string, to: string, signal: AbortSignal): Promise<Omit<FileEntry, 'path'> | null> {
  const source = await openToRead(from)
  if (source === null) return null
  try {
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
    const target = await open(to, 'wx', 0o600)
    try {
      const read = await readWhole(source, signal, (chunk) => target.writeFile(chunk))
      await target.sync()
      return read
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

/** Size and checksum of a file; null where it is not there. */
export async function checksumOf(file: string, signal: AbortSignal): Promise<Omit<FileEntry, 'path'> | null> {
  const source = await openToRead(file)
  if (source === null) return null
  try {
    return await readWhole(source, signal, () => Promise.resolve())
  } finally {
    await source.close()
  }
}

async function openToRead(file: string): Promise<FileHandle | null> {
  try {
    return await open(file, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

async function readWhole(source: FileHandle, signal: AbortSignal, each: (chunk: Buffer) => Promise<void>) {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(chunkBytes)
  let size = 0
  for (;;) {
    signal.throwIfAborted()
    const { bytesRead } = await source.read(buffer, 0, chunkBytes)
    if (bytesRead === 0) return { size, sha256: hash.digest('hex') }
    const chunk = buffer.subarray(0, bytesRead)
    hash.update(chunk)
    await each(chunk)
    size += bytesRead
  }
}
