import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { mintAccessToken } from '../../../apps/server/src/http/index.ts'
import { derivedKey } from '../../../apps/server/src/secrets.ts'

const main = join(import.meta.dirname, '../../../apps/server/src/main.ts')

export interface ServerProcess {
  readonly child: ChildProcess
  readonly port: number
  readonly url: string
  output(): string
  /** Resolves with the exit code once it ended by itself. */
  readonly ended: Promise<number | null>
  /** SIGKILL: no orderly end. PostgreSQL continues. */
  kill(): Promise<void>
  /** SIGTERM and an orderly end. */
  stop(): Promise<void>
}

/** Starts the real server on `dataDir` in a process of its own, at `port`; does not wait for it. `entry`: its script, if not the usual one, with its arguments. */
export function startProcess(
  dataDir: string,
  port: number,
  env: Record<string, string> = {},
  entry = main,
  args: readonly string[] = [],
): ServerProcess {
  const child = spawn(process.execPath, [...process.execArgv, entry, ...args], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], // as `npm start` has it
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output = (output + chunk).slice(-20_000)
    })
  }
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
  }
  return {
    child,
    port,
    url: `http://127.0.0.1:${port}`,
    output: () => output,
    ended,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

/** Waits until `/readyz` says that everything is usable; throws with the server's output when it ends instead. */
export async function untilReady(server: ServerProcess): Promise<void> {
  let code: number | null | undefined
  void server.ended.then((value) => {
    code = value
  })
  for (;;) {
    const ready = await fetch(`${server.url}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
    if (ready) return
    if (code !== undefined) throw new Error(`the server ended with ${code}:\n${server.output()}`)
    await pause(20)
  }
}

/** The pid of the PostgreSQL of `dataDir`. */
export const postmasterPid = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])

/** Access tokens of members of site 1, as the server would sign them. */
export async function mintTokens(dataDir: string, members: readonly number[]): Promise<string[]> {
  const key = derivedKey(readFileSync(join(dataDir, 'token-secret'), 'utf8').trim(), 'access-token')
  const now = Date.now()
  return Promise.all(
    members.map((memberId) => {
      const access = {
        siteId: 1,
        memberId,
        sessionId: memberId,
        username: `m${memberId}`,
        sessionStart: now,
        noMobile: false,
      }
      return mintAccessToken(key, access, now)
    }),
  )
}

/** CPU seconds (user and system) that a process has used, on Linux; its children's too when `withChildren`. */
export function cpuSeconds(pid: number, withChildren = false): number {
  const parents = withChildren ? descendants(pid) : [pid]
  let ticks = 0
  for (const one of parents) {
    try {
      const fields = readFileSync(`/proc/${one}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      ticks += Number(fields[11]) + Number(fields[12])
    } catch {
      // It ended between the listing and the reading.
    }
  }
  return ticks / 100
}

function descendants(root: number): number[] {
  const parentOf = new Map<number, number>()
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    try {
      parentOf.set(Number(entry), Number(readFileSync(`/proc/${entry}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]))
    } catch {
      // It ended between the listing and the reading.
    }
  }
  const found = [root]
  for (const [pid, parent] of parentOf) if (parent === root) found.push(pid)
  return found
}
