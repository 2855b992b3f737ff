import { readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressible = /\.(js|css|svg|json|webmanifest|txt|map|wasm|ico)$/
const minBytes = 1_024

/**
 * Puts a .br and a .gz beside every text file below `dir` that has none yet; what is there and newer stays.
 * Stops between two files when `signal` asks for it.
 */
export async function precompress(dir: string, signal?: AbortSignal): Promise<void> {
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    if (signal?.aborted) return
    if (!entry.isFile() || !compressible.test(entry.name)) continue
    const file = join(entry.parentPath, entry.name)
    const { size, mtimeMs } = await stat(file)
    if (size < minBytes) continue
    await beside(file, '.br', mtimeMs, brotli)
    await beside(file, '.gz', mtimeMs, (content) => promisify(gzip)(content, { level: 9 }))
  }
}

const brotli = (content: Buffer): Promise<Buffer> =>
  promisify(brotliCompress)(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  })

async function beside(
  file: string,
  suffix: string,
  newerThan: number,
  compress: (content: Buffer) => Promise<Buffer>,
): Promise<void> {
  const target = file + suffix
  const there = await stat(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (there !== null && there.mtimeMs >= newerThan) return
  // Written aside and renamed: a half-written file is never served.
  const draft = `${target}.${process.pid}.tmp`
  await writeFile(draft, await compress(await readFile(file)))
  await rename(draft, target)
}

// As a script, after a build: `node scripts/run.js apps/server/src/http/precompress.ts apps/web/dist`.
if (process.argv[1] === fileURLToPath(import.meta.url)) await precompress(process.argv[2] ?? 'apps/web/dist')
