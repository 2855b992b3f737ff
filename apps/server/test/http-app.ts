import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command, Reply, StoredReplyRow, WalletRow } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { openBus } from '../src/bus/index.ts'
import { makeClocks } from '../src/clocks.ts'
import { registerCommands } from '../src/commands/index.ts'
import { readConfig } from '../src/config.ts'
import { allocateIds, openAll } from '../src/database/index.ts'
import type { Deps } from '../src/deps.ts'
import { createHttp, type HttpOptions } from '../src/http/index.ts'
import { registerLimits } from '../src/limits/index.ts'
import { registerMembers, seedDemo } from '../src/members/index.ts'
import type { CoreClient } from '../src/ports.ts'
import { registerSites } from '../src/sites/index.ts'

export async function startHttp(
  options: HttpOptions & { env?: Record<string, string>; before?: (app: FastifyInstance, deps: Deps) => void } = {},
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'maru-http-'))
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...options.env }, dataDir)
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
  const opened = await openAll({ config, progress: () => undefined, onError: (error) => log.error(error) })
  const ids = await allocateIds(opened.db, (error) => log.error(error))
  const wall = { offset: 0 }
  const clocks = makeClocks({ start: null, speed: 1, notBefore: null })
  const deps: Deps = {
    config,
    log,
    db: opened.db,
    core: standInCore(),
    bus: openBus(config, (error) => log.error(error)),
    market: null as never,
    clocks: { ...clocks, wall: () => Date.now() + wall.offset },
    ids,
    metrics: new Registry(),
    ready: new Map(),
  }
  await seedDemo(deps)
  const app = await createHttp(deps, options)
  registerSites(app, deps)
  registerMembers(app, deps)
  registerLimits(app, deps)
  registerCommands(app, deps)
  options.before?.(app, deps)
  await app.ready()
  return {
    app,
    deps,
    lines,
    wall,
    async close() {
      await app.close()
      await opened.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function standInCore(): CoreClient {
  const wallets = new Map<string, WalletRow[]>()
  const replies = new Map<string, StoredReplyRow>()
  const submit = async (command: Command): Promise<Reply> => {
    if (command.kind === 'openAccount') {
      const id = `${command.siteId}:${command.memberId}`
      if (!wallets.has(id)) {
        wallets.set(
          id,
          command.grants.map((g) => ({
            siteId: command.siteId,
            memberId: command.memberId,
            type: g.type,
            currency: g.currency,
            posted: g.amount,
            reserved: 0n,
          })),
        )
      }
      return { status: 200, body: { ok: true } }
    }
    return { status: 404, body: { code: 'COMMAND_UNKNOWN', params: {} } }
  }
  return {
    submit,
    storedReply: async (_s, m, key) => replies.get(`${m}:${key}`) ?? null,
    view: { wallets: (s: number, m: number) => wallets.get(`${s}:${m}`) ?? [] } as never,
    epoch: 1,
    ready: true,
    seqOf: () => 0,
  }
}
export const secret = () => randomBytes(32).toString('base64url')
