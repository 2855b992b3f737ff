import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip, createInflateRaw } from 'node:zlib'

/** The lines of a gzip file, one after the other, without having the file in memory. */
export function gzipLines(path: string): AsyncGenerator<string> {
  return linesOf(pipeline(createReadStream(path), createGunzip(), () => undefined))
}

const endRecord = 0x06054b50
const directoryEntry = 0x02014b50
const localHeader = 0x04034b50

/** The lines of the single entry of a zip archive. Throws where there is another number of entries or another method than deflate. */
export async function* zipLines(path: string): AsyncGenerator<string> {
  const { start, end } = await singleEntry(path)
  yield* linesOf(pipeline(createReadStream(path, { start, end }), createInflateRaw(), () => undefined))
}

/** Where the deflated bytes of the only entry lie (APPNOTE 4.3: end record → directory entry → local header → data). */
async function singleEntry(path: string): Promise<{ start: number; end: number }> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const read = async (at: number, length: number) =>
      (await file.read(Buffer.alloc(Math.min(length, size - at)), 0, null, at)).buffer
    const tailAt = Math.max(0, size - 22 - 65_535)
    const tail = await read(tailAt, size - tailAt)
    const endAt = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
    if (endAt < 0 || tail.readUInt32LE(endAt) !== endRecord) throw new Error(`${path} is no zip archive`)
    if (tail.readUInt16LE(endAt + 10) !== 1) throw new Error(`${path} has more than one entry`)
    const directory = await read(tail.readUInt32LE(endAt + 16), 46)
    if (directory.readUInt32LE(0) !== directoryEntry) throw new Error(`${path} is a damaged zip archive`)
    if (directory.readUInt16LE(10) !== 8) throw new Error(`${path} is packed by another method than deflate`)
    const packed = directory.readUInt32LE(20)
    const headerAt = directory.readUInt32LE(42)
    const header = await read(headerAt, 30)
    if (header.readUInt32LE(0) !== localHeader) throw new Error(`${path} is a damaged zip archive`)
    const start = headerAt + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
    return { start, end: start + packed - 1 }
  } finally {
    await file.close()
  }
}

async function* linesOf(stream: Readable): AsyncGenerator<string> {
  let rest = ''
  stream.setEncoding('utf8')
  try {
    for await (const chunk of stream) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line.trim() !== '') yield line
    }
    if (rest.trim() !== '') yield rest
  } finally {
    stream.destroy()
  }
}
