import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { childEnv } from './child-env.ts'
import { type Answered, startLoad } from './load.ts'
import { until } from './until.ts'

/** The whole server with a PostgreSQL of its own, each in processes of its own, behind one proxy and under the load of members and guests. */
export async function serverUnderLoad(env: Readonly<Record<string, string>> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'maru-load-'))
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts')], {
    env: childEnv({
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      FEED_SEED: '1',
      TRUST_PROXY: '1', // the load comes from many addresses
      ...env,
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output = (output + chunk).slice(-100_000)
    })
  }
  await until('the server is ready', () => {
    if (child.exitCode !== null) throw new Error(`the server ended:\n${output}`)
    return output.includes('runs at http')
  })
  const url = /http:\/\/\S+/.exec(output)?.[0] as string
  const answers: Answered[] = []

  async function call(path: string, init: RequestInit = {}) {
    let answer: Answered & { readonly body: unknown }
    try {
      const response = await fetch(`${url}${path}`, init)
      const body = (await response.json()) as { code?: string }
      answer = { path, status: response.status, code: body.code ?? null, body }
    } catch {
      answer = { path, status: null, code: null, body: null }
    }
    answers.push(answer)
    return answer
  }

  const load = await startLoad(call)

  /** A connection as the owner of its database. */
  function owner(): pg.Client {
    const client = new pg.Client({
      host: join(dataDir, 'socket'),
      port: 5432,
      user: 'maru_owner',
      password: readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim(),
      database: 'postgres',
    })
    client.on('error', () => undefined)
    return client
  }

  return {
    url,
    dataDir,
    child: child as ChildProcess,
    answers,
    call,
    output: () => output,
    bets: load.bets,
    endLoad: load.end,
    postmaster: () => Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]),
    /** All processes of its PostgreSQL. */
    postgresProcesses: () => processesIn(join(dataDir, 'postgres')),
    /** One statement as the owner of its database. */
    async sql(text: string): Promise<Record<string, unknown>[]> {
      const client = owner()
      await client.connect()
      try {
        return (await client.query(text)).rows as Record<string, unknown>[]
      } finally {
        await client.end()
      }
    },
    /** Ends the connections of everybody else and takes all that its database has, until the returned function is called. */
    async exhaust(): Promise<() => Promise<unknown>> {
      const held: pg.Client[] = []
      const takeRest = async () => {
        for (;;) {
          const client = owner()
          try {
            await client.connect()
            held.push(client)
          } catch (error) {
            if ((error as { code?: string }).code === '53300') return
            throw error
          }
        }
      }
      await takeRest()
      await held[0]!.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where usename in ('maru_api', 'maru_core')`,
      )
      await takeRest()
      return () => Promise.all(held.map((client) => client.end()))
    },
    async close() {
      const ended = load.end()
      for (const pid of processesIn(join(dataDir, 'postgres'))) process.kill(pid, 'SIGCONT')
      child.kill('SIGTERM')
      await until('the server has ended', () => child.exitCode !== null || child.signalCode !== null)
      await ended
      await until('its PostgreSQL has ended', () => processesIn(join(dataDir, 'postgres')).length === 0)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export type ServerUnderLoad = Awaited<ReturnType<typeof serverUnderLoad>>

function processesIn(folder: string): number[] {
  return readdirSync('/proc')
    .filter((entry) => {
      try {
        return /^\d+$/.test(entry) && readlinkSync(`/proc/${entry}/cwd`) === folder
      } catch {
        return false
      }
    })
    .map(Number)
}
