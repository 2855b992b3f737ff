import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { LoginReply } from '@maru/contract'
import pg from 'pg'
import { demoPassword } from '../src/members/index.ts'

/** One answer, or null where the connection gave none. */
export interface Answered {
  readonly path: string
  readonly status: number | null
  readonly code: string | null
}

/** Rent options of site 1: half a minute to five minutes of three coins. */
const options = [1, 2, 3, 4, 11, 12, 13, 14, 21, 22, 23, 24]
const members = ['demo1', 'demo2', 'demo3', 'demo4', 'demo5']

/**
 * The whole server with a PostgreSQL of its own, each in processes of its own, under the load of members who place bets and read. A bet
 * without an answer, or with TRY_AGAIN_LATER, is sent again with its key until it is answered for certain.
 */
export async function serverUnderLoad(env: Readonly<Record<string, string>> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'maru-load-'))
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts')], {
    env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn', FEED_SEED: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output = (output + chunk).slice(-100_000)
    })
  }
  await until(() => {
    if (child.exitCode !== null) throw new Error(`the server ended:\n${output}`)
    return output.includes('runs at http')
  })
  const url = /http:\/\/\S+/.exec(output)?.[0] as string
  const answers: Answered[] = []
  const bets = new Map<string, number>()
  let stopped = false

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

  const tokens: string[] = []
  for (const username of members) {
    const body = JSON.stringify({ username, password: demoPassword, siteInfoId: 1 })
    const answer = await call('/api/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    tokens.push((answer.body as LoginReply).accessToken)
  }

  async function reader(n: number): Promise<void> {
    for (let turn = n; !stopped; turn += 1) {
      const option = options[turn % options.length]
      await call(`/api/trade/game/recent?siteInfoId=1&tradeOptionId=${option}`)
      await call(`/api/stock/chart_page?siteInfoId=1&name=CR_BTCUSDT&interval=1m&size=20&endTime=${turn * 60_000}`)
      await pause(30)
    }
  }

  async function better(n: number): Promise<void> {
    for (let turn = n; !stopped; turn += 1) {
      await pause(40)
      const option = options[turn % options.length]
      const { status, body } = await call(`/api/trade/game/current?siteInfoId=1&tradeOptionId=${option}`)
      const betting = status === 200 ? (body as { betting: { id: number } | null }).betting : null
      if (betting !== null) await betSurely(n, betting.id)
    }
  }

  async function betSurely(n: number, tradeRoundId: number): Promise<void> {
    const key = randomUUID()
    const init = {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${tokens[n]}`,
        'idempotency-key': key,
      },
      body: JSON.stringify({ point: '5000', tradeRoundId, type: 'B' }),
    }
    while (!stopped) {
      const { status, code, body } = await call('/api/trade/history/betting?siteInfoId=1', init)
      if (status === 200) bets.set(key, (body as { id: number }).id)
      if (status !== null && code !== 'TRY_AGAIN_LATER') return
      await pause(100)
    }
  }

  const load = Promise.all([...members.keys()].flatMap((n) => [reader(n), better(n)]))

  return {
    url,
    child: child as ChildProcess,
    answers,
    call,
    output: () => output,
    /** Bets that were acknowledged, by their key. */
    bets,
    postmaster: () => Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]),
    /** All processes of its PostgreSQL. */
    postgresProcesses: () => processesIn(join(dataDir, 'postgres')),
    /** One statement as the owner of its database. */
    async sql(text: string): Promise<Record<string, unknown>[]> {
      const client = new pg.Client({
        host: join(dataDir, 'socket'),
        port: 5432,
        user: 'maru_owner',
        password: readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim(),
        database: 'postgres',
      })
      client.on('error', () => undefined)
      await client.connect()
      try {
        return (await client.query(text)).rows as Record<string, unknown>[]
      } finally {
        await client.end()
      }
    },
    async endLoad() {
      stopped = true
      await load
    },
    async close() {
      stopped = true
      for (const pid of processesIn(join(dataDir, 'postgres'))) process.kill(pid, 'SIGCONT')
      child.kill('SIGTERM')
      await until(() => child.exitCode !== null || child.signalCode !== null)
      await load
      await until(() => processesIn(join(dataDir, 'postgres')).length === 0)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export type ServerUnderLoad = Awaited<ReturnType<typeof serverUnderLoad>>

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(50)
}

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
