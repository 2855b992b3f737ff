import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LoginReply } from '@maru/contract'
import { createCore } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { inProcessBus } from '../src/bus/in-process.ts'
import { makeClocks } from '../src/clocks.ts'
import { registerCommands } from '../src/commands/index.ts'
import { readConfig } from '../src/config.ts'
import { allocateIds } from '../src/database/index.ts'
import type { Deps } from '../src/deps.ts'
import { createHttp, defaultRates, type HttpConfig, type RateRules, redaction } from '../src/http/index.ts'
import { registerLimits } from '../src/limits/index.ts'
import { demoPassword, registerMembers, seedDemo } from '../src/members/index.ts'
import { startRunner } from '../src/runner/index.ts'
import { registerSites } from '../src/sites/index.ts'
import { testDatabase } from './database.ts'
import { harnessEnv } from './template.ts'

export const unlimited: RateRules = Object.fromEntries(
  Object.keys(defaultRates).map((rate) => [rate, { points: 1_000_000, seconds: 1 }]),
) as unknown as RateRules

export const key = (): string => randomUUID()

export type HttpHouse = Awaited<ReturnType<typeof startHttp>>

interface HttpSetup extends HttpConfig {
  readonly env?: Record<string, string>
  /** `migrated`: the house writes its people itself. */
  readonly template?: 'migrated' | 'people'
  readonly before?: (app: FastifyInstance, deps: Deps) => void
}

/**
 * The HTTP server over a database of its own and a running core: seeded, but without a market, so that no round opens.
 * `wall.offset` moves its wall clock.
 */
export async function startHttp({ env, template = 'people', before, ...http }: HttpSetup = {}) {
  const database = await testDatabase(template)
  const { db } = database
  const config = readConfig({ ...harnessEnv(database.url), ...env }, tmpdir())
  const lines: string[] = []
  const log = pino({ level: 'debug', redact: redaction }, { write: (line: string) => void lines.push(line) })
  const wall = { offset: 0 }
  const clocks = { ...makeClocks({ start: null, speed: 1, notBefore: null }), wall: () => Date.now() + wall.offset }
  const ids = await allocateIds(db, (error) => log.error(error))
  const bus = inProcessBus((error) => log.error(error))
  const metrics = new Registry()
  const seeded = await seedDemo({ config, db, clocks })
  const core = await startRunner({
    db,
    connection: database.core,
    siteGroup: 'main',
    createCore,
    clocks,
    ids,
    bus,
    log,
    metrics,
    holder: 'test',
    onFatal: (error) => log.fatal(error),
  })
  const market = null as never
  const [ready, details] = [new Map(), new Map()]
  const deps: Deps = { config, log, db, core, reads: core.reads, bus, market, clocks, ids, metrics, ready, details }
  const noApp = join(tmpdir(), 'maru-no-app')
  const app = await createHttp(deps, { webDir: noApp, consoleDir: noApp, ...http })
  const routes: string[] = []
  app.addHook('onRoute', ({ url }) => void routes.push(url))
  registerSites(app, deps)
  const members = registerMembers(app, deps)
  registerLimits(app, deps)
  registerCommands(app, deps)
  app.get('/api/test/broken', () => {
    throw new Error('the secret reason')
  })
  before?.(app, deps)
  await app.ready()

  return {
    app,
    deps,
    wall,
    members,
    database,
    seeded,
    /** Addresses that the features registered. */
    routes,
    logged: () => lines.join(''),
    async login(username: string, siteInfoId = 1, password = demoPassword): Promise<LoginReply> {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/login',
        payload: { username, password, siteInfoId },
      })
      if (answer.statusCode !== 200) throw new Error(`sign-in of ${username}: ${answer.body}`)
      return answer.json()
    },
    async close() {
      await app.close()
      await core.stop()
      await database.drop()
    },
  }
}
