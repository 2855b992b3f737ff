import { type FileHandle, open, rename } from 'node:fs/promises'
import type { SealedAct } from './store.ts'

const firstWindow = 65_536

/** The sealed acts as lines of a file, so that they can be shipped to where nobody of the house writes. */
export class StaffLogFile {
  private readonly path: string
  private seq: number | null = null

  constructor(path: string) {
    this.path = path
  }

  /** The place of the newest line; half a line of a crash is cut off. */
  async lastSeq(): Promise<number> {
    this.seq ??= await this.withFile(lastSeqOf)
    return this.seq
  }

  async append(sealed: readonly SealedAct[]): Promise<void> {
    const last = sealed.at(-1)
    if (last === undefined) return
    // Until it is known to be whole the file is read anew.
    this.seq = null
    await this.withFile(async (file) => {
      const { size } = await file.stat()
      await file.write(sealed.map((line) => `${JSON.stringify(line)}\n`).join(''), size)
      await file.datasync()
    })
    this.seq = last.seq
  }

  /** Keeps the lines under another name, and begins anew. */
  async setAside(at: number): Promise<void> {
    this.seq = null
    await rename(this.path, `${this.path}.${at}`)
  }

  private async withFile<T>(work: (file: FileHandle) => Promise<T>): Promise<T> {
    const file = await open(this.path, 'r+').catch(() => open(this.path, 'w+', 0o600))
    try {
      return await work(file)
    } finally {
      await file.close()
    }
  }
}

async function lastSeqOf(file: FileHandle): Promise<number> {
  const { size } = await file.stat()
  for (let length = Math.min(size, firstWindow); length > 0; length = Math.min(size, length * 2)) {
    const bytes = Buffer.alloc(length)
    await file.read(bytes, 0, length, size - length)
    const end = bytes.lastIndexOf(0x0a)
    const before = end <= 0 ? -1 : bytes.lastIndexOf(0x0a, end - 1)
    if (end >= 0 && (before >= 0 || length === size)) {
      await file.truncate(size - length + end + 1)
      return (JSON.parse(bytes.toString('utf8', before + 1, end)) as SealedAct).seq
    }
    if (length === size) break
  }
  await file.truncate(0)
  return 0
}
