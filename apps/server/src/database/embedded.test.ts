import { spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { lockDataDir } from './data-dir-lock.ts'
import { type EmbeddedPostgres, type OwnerConnection, startEmbedded } from './embedded.ts'

let shelf: string
let dataDir: string
let started: EmbeddedPostgres[]
beforeAll(async () => {
  shelf = mkdtempSync(join(tmpdir(), 'maru-embedded-'))
  started = []
  await (await start(shelf)).stop()
})
afterAll(() => rmSync(shelf, { recursive: true, force: true }))
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'maru-embedded-'))
  started = []
})
afterEach(async () => {
  for (const server of started) await server.stop(0)
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(at = dataDir, namespaces?: boolean, onError?: (error: Error) => void): Promise<EmbeddedPostgres> {
  const server = await startEmbedded({
    dataDir: at,
    settings: { shared_buffers: '32MB' },
    ...(namespaces === undefined ? {} : { namespaces }),
    ...(onError === undefined ? {} : { onError }),
  })
  started.push(server)
  return server
}

/** Starts on a cluster that was made before: making one takes longer than most of these tests. */
async function startMade(onError?: (error: Error) => void): Promise<EmbeddedPostgres> {
  if (!existsSync(join(dataDir, 'postgres'))) {
    cpSync(shelf, dataDir, { recursive: true })
    chmodSync(join(dataDir, 'postgres'), 0o700)
  }
  return start(dataDir, undefined, onError)
}

async function query(connection: OwnerConnection, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  const { rows } = await client.query(text).finally(() => client.end())
  return rows
}

const isRoot = process.getuid?.() === 0

test('a commit means durable: nothing that makes it so is switched off', async () => {
  const { connection } = await start()
  for (const name of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    expect((await query(connection, `show ${name}`))[0]).toEqual({ [name]: 'on' })
  }
})

test('a second start on the same folder has the data of the first', async () => {
  const first = await startMade()
  await query(first.connection, 'create table kept as select 42 as answer')
  await first.stop()
  const second = await startMade()
  expect(second.pid).not.toBe(first.pid)
  expect(await query(second.connection, 'select answer from kept')).toEqual([{ answer: 42 }])
})

test('a server that a killed process left running is used again', async () => {
  const first = await startMade()
  const second = await startMade()
  expect(second.pid).toBe(first.pid)
  expect(await query(second.connection, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('after SIGKILL of the server and of who looked after it a commit is still there', async () => {
  const first = await startMade()
  await query(first.connection, 'create table kept as select 42 as answer')
  first.abandon()
  process.kill(first.pid, 'SIGKILL')
  const second = await startMade()
  expect(await query(second.connection, 'select answer from kept')).toEqual([{ answer: 42 }])
})

test('a server that is killed is started again by itself, at the same address, and with every commit', async () => {
  const told: Error[] = []
  const server = await startMade((error) => told.push(error))
  await query(server.connection, 'create table kept as select 42 as answer')
  const { pid } = server
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => server.pid).not.toBe(pid)
  expect(await query(server.connection, 'select answer from kept')).toEqual([{ answer: 42 }])
  expect(told[0]?.message).toBe(`PostgreSQL (pid ${pid}) ended; it is started again`)
})

test('a number that another program got since is not taken for the server', async () => {
  const first = await startMade()
  await query(first.connection, 'create table kept as select 42 as answer')
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  const lines = readFileSync(file, 'utf8').split('\n')
  await first.stop()
  const stranger = spawn('sleep', ['60'], { stdio: 'ignore' })
  try {
    writeFileSync(file, [String(stranger.pid), ...lines.slice(1)].join('\n'))
    const second = await startMade()
    expect(await query(second.connection, 'select answer from kept')).toEqual([{ answer: 42 }])
    expect(stranger.exitCode).toBeNull()
  } finally {
    stranger.kill('SIGKILL')
  }
})

test('a first start that was interrupted leaves nothing that stops the next', async () => {
  mkdirSync(join(dataDir, 'postgres.new', 'base'), { recursive: true })
  writeFileSync(join(dataDir, 'postgres.new', 'PG_VERSION'), '18\n')
  const { connection } = await start()
  expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a path too long for a socket is no obstacle', async () => {
  const deep = join(dataDir, 'x'.repeat(60), 'y'.repeat(60))
  mkdirSync(deep, { recursive: true })
  const server = await start(deep)
  expect(await query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  await server.stop()
  expect(existsSync(server.connection.host)).toBe(false)
})

test.runIf(isRoot && process.platform === 'linux')(
  'root: in place, below a folder that only root may enter',
  async () => {
    const closed = join(dataDir, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    const inside = join(closed, 'data')
    mkdirSync(inside)
    const { connection } = await start(inside)
    expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(existsSync(join(inside, 'postgres', 'PG_VERSION'))).toBe(true)
  },
)

test.runIf(isRoot && process.platform === 'linux')(
  'root without user namespaces: a user of its own, files where it can enter',
  async () => {
    const first = await start(dataDir, false)
    const uid = statSync(`/proc/${first.pid}`).uid
    expect(uid).toBeGreaterThan(0)
    await query(first.connection, 'create table kept as select 42 as answer')
    await first.stop()
    const second = await start(dataDir, false)
    expect(await query(second.connection, 'select answer from kept')).toEqual([{ answer: 42 }])
    const [cluster] = await query(second.connection, 'show data_directory')
    await second.stop(0)
    const made = dirname(String(cluster?.['data_directory']))
    if (made.startsWith('/var/lib/maru/')) rmSync(made, { recursive: true })
  },
)

test('a second process on the same folder is refused in one line that names it; a killed one is no obstacle', async () => {
  const script = `
    const { lockDataDir } = await import(${JSON.stringify(join(import.meta.dirname, 'data-dir-lock.ts'))})
    await lockDataDir(${JSON.stringify(dataDir)})
    console.log('locked')
    setInterval(() => undefined, 1000)`
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((resolve) => holder.stdout.once('data', resolve))
  await expect(lockDataDir(dataDir)).rejects.toThrow(
    `DATA_DIR=${dataDir} is in use by another Maru process (pid ${holder.pid})`,
  )
  await expect(lockDataDir(join(dataDir, '.', 'x', '..'))).rejects.toThrow(/is in use/)
  const gone = new Promise((resolve) => holder.once('exit', resolve))
  holder.kill('SIGKILL')
  await gone
  const lock = await lockDataDir(dataDir)
  lock.release()
})
