import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { childEnv } from '../test/child-env.ts'

// Whole processes, each with a database of its own to make.
vi.setConfig({ testTimeout: 180_000 })

let dataDir: string
let children: ChildProcess[]
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'maru-main-'))
  children = []
})
afterEach(async () => {
  for (const child of children) if (isAlive(child)) process.kill(-(child.pid as number), 'SIGKILL')
  const postmaster = postmasterPid()
  if (postmaster !== null && processExists(postmaster)) process.kill(postmaster, 'SIGQUIT')
  await expect.poll(() => postmaster === null || !processExists(postmaster)).toBe(true)
  rmSync(dataDir, { recursive: true, force: true })
})

interface Run {
  readonly child: ChildProcess
  readonly output: () => string
  readonly ended: Promise<number | null>
}

/** `npm start` without its wrapper, in a process group of its own as a terminal would make it. */
function run(env: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: childEnv({ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  children.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  return { child, output: () => output, ended: new Promise((resolve) => child.once('exit', (code) => resolve(code))) }
}

async function untilReady({ output }: Run): Promise<string> {
  await expect.poll(output, { timeout: 60_000 }).toMatch(/runs at http/)
  const url = /http:\/\/\S+/.exec(output())?.[0] as string
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200)
  return url
}

const isAlive = (child: ChildProcess) => child.exitCode === null && child.signalCode === null

function postmasterPid(): number | null {
  try {
    return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return null
  }
}

function processExists(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

const signUp = (url: string, username: string) =>
  fetch(`${url}/api/user/check_username?siteInfoId=1&username=${username}`).then((response) => response.json())

test('Ctrl-C ends server and database in order; a second start keeps all data', async () => {
  const first = run()
  const url = await untilReady(first)
  expect(first.output()).toContain('demo1')
  const sandbox = /Sandbox[^\n]*(http:\/\/\S+)/.exec(first.output())?.[1] as string
  expect(await (await fetch(`${sandbox}/messages.json`)).json()).toEqual([])
  expect(await signUp(url, 'demo1')).toMatchObject({})
  const seed = readFileSync(join(dataDir, 'feed-seed'), 'utf8')
  const postmaster = postmasterPid() as number
  process.kill(-(first.child.pid as number), 'SIGINT')
  expect(await first.ended).toBe(0)
  await expect(fetch(sandbox)).rejects.toThrow()
  // Where the machine was too slow for an orderly end, the database is told to end with the process.
  await expect.poll(() => processExists(postmaster)).toBe(false)

  const second = run()
  await untilReady(second)
  expect(second.output()).not.toContain('Making the database')
  expect(readFileSync(join(dataDir, 'feed-seed'), 'utf8')).toBe(seed)
})

test('a second process on the same DATA_DIR is refused with one clear line, and the first goes on', async () => {
  const first = run()
  const url = await untilReady(first)
  const second = run()
  expect(await second.ended).toBe(1)
  expect(second.output().trim()).toBe(
    `Maru did not start: DATA_DIR=${dataDir} is in use by another Maru process (pid ${first.child.pid})`,
  )
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
})

test('after SIGKILL the next start uses the database that still runs', async () => {
  const first = run()
  await untilReady(first)
  const postmaster = postmasterPid()
  const sandbox = /Sandbox[^\n]*(http:\/\/\S+)/.exec(first.output())?.[1] as string
  first.child.kill('SIGKILL')
  await first.ended
  await expect.poll(() => fetch(sandbox).then(Boolean, () => false)).toBe(false) // the sandbox ends with its product
  const second = run()
  await untilReady(second)
  expect(postmasterPid()).toBe(postmaster)
})

test.each([
  [{ PORT: 'http' }, 'PORT="http" is not a whole number'],
  [{ FEED_SEDE: '1' }, 'FEED_SEDE is not a variable that Maru knows'],
  [{ NATS_URL: 'nats://localhost' }, 'NATS_URL is set, but the bus across machines is not available in this version'],
  [
    { ROLES: 'api,gateway' },
    'ROLES leaves out core, market, jobs: roles in several processes need NATS_URL, which is not available in this version',
  ],
  [
    { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/maru', TOKEN_SECRET: 'x'.repeat(32) },
    'DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:9',
  ],
  [
    { LEVERAGE_BRACKETS: 'package.json' },
    'LEVERAGE_BRACKETS="package.json" is no answer of leverageBracket: not a list of symbols',
  ],
  [{ SANDBOX_PORT: '3001', DEMO: '0' }, 'SANDBOX_PORT is used with DEMO=1 only'],
  [{ FEED: 'live', CLOCK_SPEED: '2' }, "CLOCK_SPEED is not used with FEED=live: the venue's time is the time of day"],
])('%o stops the start with one line', async (env, line) => {
  const { ended, output } = run(env)
  expect(await ended).toBe(1)
  expect(output().trim().split('\n').at(-1)).toBe(`Maru did not start: ${line}`)
})

test('a port that is taken stops the start with one line and leaves nothing running', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as { port: number }
  const { ended, output } = run({ PORT: String(port) })
  expect(await ended).toBe(1)
  expect(output().trim().split('\n').at(-1)).toBe(
    `Maru did not start: PORT=${port} is in use on 127.0.0.1 by another program`,
  )
  expect(postmasterPid()).toBeNull()
  other.close()
})
