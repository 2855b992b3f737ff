import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LoginReply } from '@maru/contract'
import type { DomainClock } from '@maru/market'
import { pino } from 'pino'
import { type Config, readConfig } from '../src/config.ts'
import { defaultRates, type RateRules } from '../src/http/index.ts'
import { demoPassword } from '../src/members/index.ts'
import { type Server, type ServerSetup, startServer } from '../src/server.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { type ManualFeed, manualFeed } from './manual-feed.ts'
import { type SteadyClock, steadyClock } from './steady-clock.ts'
import { harnessEnv } from './template.ts'

export interface TestServerSetup
  extends Pick<ServerSetup, 'clock' | 'gateway' | 'http' | 'rates' | 'reach' | 'sandbox'> {
  /** Variables beside those of the harness; CLOCK_SPEED makes rounds short. */
  readonly env?: Readonly<Record<string, string>>
  /** Keeps the configured rates of calls; otherwise calls are not limited. */
  readonly realRates?: boolean
  /** What the feed says first of an instrument, in units of its price. */
  readonly prices?: Readonly<Record<string, number>>
  /** Uses the simulator instead of the feed that the test controls. */
  readonly simulator?: boolean
  /** The database of another test server: a restart. */
  readonly database?: TestDatabase
}

export interface Call {
  readonly method?: 'GET' | 'POST'
  /** Sent as JSON; makes the call a POST. */
  readonly body?: unknown
  readonly token?: string
  /** The Idempotency-Key; `true` makes one. */
  readonly key?: string | true
  /** Added to the query; null leaves it out. */
  readonly siteInfoId?: number | null
  readonly headers?: Readonly<Record<string, string>>
}

export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails on anything else
  readonly body: any
  readonly headers: Headers
}

export interface TestServer extends Server {
  readonly database: TestDatabase
  readonly feed: ManualFeed
  call(path: string, call?: Call): Promise<Answer>
  /** Signs a demo member of site 1 in, on one device of his. */
  login(username?: string, password?: string): Promise<LoginReply>
  /** Stops the server and drops its database, unless `keepDatabase`. */
  close(keepDatabase?: boolean): Promise<void>
}

/** The whole server in this process on a random port and a database of its own. */
export async function startTestServer(setup: TestServerSetup = {}): Promise<TestServer> {
  const database = setup.database ?? (await testDatabase(templateOf(setup.env ?? {})))
  const dataDir = mkdtempSync(join(tmpdir(), 'maru-server-'))
  // Unless a test brings built applications there are none: whether apps/web was built makes no difference.
  const noApp = join(dataDir, 'no-app')
  const config = readConfig(
    { ...harnessEnv(database.url), DATA_DIR: dataDir, PORT: '0', FEED_SEED: '1', ...setup.env },
    dataDir,
  )
  let clock: DomainClock | null = null
  const feed = manualFeed(() => clock ?? { now: Date.now, at: () => () => undefined })
  for (const [symbol, price] of Object.entries(setup.prices ?? {})) feed.setPrice(symbol, price)
  const steady = setup.clock === undefined && config.clockSpeed !== 1 ? await clockOf(config, database) : null
  const ownClock = setup.clock ?? steady
  const server = await startServer({
    config,
    log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
    onClocks: (clocks) => {
      clock = clocks.domain
    },
    http: { webDir: noApp, consoleDir: noApp, ...(setup.realRates ? {} : { rates: unlimited }), ...setup.http },
    ...(ownClock === null ? {} : { clock: ownClock }),
    ...(setup.sandbox === undefined ? {} : { sandbox: setup.sandbox }),
    ...(setup.gateway === undefined ? {} : { gateway: setup.gateway }),
    ...(setup.reach === undefined ? {} : { reach: setup.reach }),
    ...(setup.rates === undefined ? {} : { rates: setup.rates }),
    ...(setup.simulator ? {} : { feed }),
  })

  const call = async (path: string, { body, token, key, siteInfoId = 1, headers, ...rest }: Call = {}) => {
    const url = new URL(path, server.url)
    if (siteInfoId !== null && !url.searchParams.has('siteInfoId')) {
      url.searchParams.set('siteInfoId', String(siteInfoId))
    }
    const response = await fetch(url, {
      method: rest.method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(key === undefined ? {} : { 'idempotency-key': key === true ? randomUUID() : key }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
  }

  const devices = devicesOf.get(database) ?? new Map<string, string>()
  devicesOf.set(database, devices)
  return {
    ...server,
    database,
    feed,
    call,
    async login(username = 'demo1', password = demoPassword) {
      const cookie = devices.get(username)
      const answer = await call('/api/login', {
        body: { username, password, siteInfoId: 1 },
        ...(cookie !== undefined && { headers: { cookie } }),
      })
      const { status, body } = answer
      if (status !== 200) throw new Error(`login of ${username} failed: ${JSON.stringify(body)}`)
      const [given = ''] = String(answer.headers.get('set-cookie')).split(';')
      devices.set(username, given)
      return body as LoginReply
    },
    async close(keepDatabase = false) {
      await server.stop()
      steady?.end()
      if (!keepDatabase) await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The device of each member, by its cookie, also after a restart: whoever signs in again is on no new device. */
const devicesOf = new WeakMap<TestDatabase, Map<string, string>>()

/** Never before what the database holds. */
async function clockOf({ clockStart, clockSpeed }: Config, database: TestDatabase): Promise<SteadyClock> {
  const [row] = await database.run('select maru_domain_time() as at')
  return steadyClock(Math.max(clockStart ?? Date.now(), Number(row?.['at'] ?? 0)), clockSpeed)
}

/** What the server would write at its start, as far as it is the same for all; `database` of the setup is any other. */
function templateOf(env: Readonly<Record<string, string>>) {
  if (env['DEMO'] === '0') return 'migrated'
  // Contracts of the demo's calendar have terms of their own.
  return env['CALENDAR'] === 'real' ? 'people' : 'house'
}

export const unlimited = Object.fromEntries(
  Object.keys(defaultRates).map((rate) => [rate, { points: 1_000_000, seconds: 1 }]),
) as unknown as RateRules
