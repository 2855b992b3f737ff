import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError, makeDataDir } from '../config.ts'

export interface DataDirLock {
  release(): void
}

/**
 * Makes this process the only one on `dataDir` (created when missing). Throws ConfigError when another process has it.
 * The lock is a listening endpoint named after the folder's inode: the kernel frees it when its holder dies, however it dies,
 * so that nothing stale can be left behind, and no two paths to one folder give two locks.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  makeDataDir(dataDir)
  const { dev, ino } = statSync(dataDir)
  const server = await listen(endpoint(`maru-${dev}-${ino}`))
  const holderFile = join(dataDir, 'holder')
  if (server === null)
    throw new ConfigError(`DATA_DIR=${dataDir} is in use by another Maru process${holder(holderFile)}`)
  writeFileSync(holderFile, `${process.pid}\n`)
  return {
    release() {
      rmSync(holderFile, { force: true })
      server.close()
    },
  }
}

/** Whether a process has `dataDir` now. */
export async function isLocked(dataDir: string): Promise<boolean> {
  const { dev, ino } = statSync(dataDir)
  const server = await listen(endpoint(`maru-${dev}-${ino}`))
  server?.close()
  return server === null
}

/** Linux has abstract sockets and Windows named pipes, both without a file; elsewhere a socket file outside the folder. */
function endpoint(name: string): string {
  if (process.platform === 'linux') return `\0${name}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  return join(tmpdir(), `${name}.sock`)
}

async function listen(path: string): Promise<Server | null> {
  const first = await tryListen(path)
  if (first !== null || process.platform === 'linux' || process.platform === 'win32') return first
  // A socket file outlives its process: only one that nobody answers on may be removed.
  if (await answers(path)) return null
  rmSync(path, { force: true })
  return tryListen(path)
}

function tryListen(path: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null)
      else reject(error)
    })
    server.listen(path, () => {
      server.unref()
      resolve(server)
    })
  })
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

function holder(file: string): string {
  try {
    return ` (pid ${readFileSync(file, 'utf8').trim()})`
  } catch {
    // The holder has not written it yet: the refusal leaves the number out.
    return ''
  }
}
