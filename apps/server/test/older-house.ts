import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { type Core, createCore } from '@maru/core'
import pg from 'pg'
import { pino } from 'pino'
import Postgrator from 'postgrator'
import { Registry } from 'prom-client'
import { inject } from 'vitest'
import { openBus } from '../src/bus/index.ts'
import { allocateIds } from '../src/database/ids.ts'
import { asRole } from '../src/database/index.ts'
import { migrate } from '../src/database/migrate.ts'
import { openDatabase } from '../src/database/pool.ts'
import type { Database } from '../src/ports.ts'
import { startRunner } from '../src/runner/index.ts'
import { jumpClock } from './jump-clock.ts'
import { testSecrets, testTokenSecret } from './template.ts'

export type OlderHouse = Awaited<ReturnType<typeof olderHouse>>

/** One site of version 130 with one member, who has 900,000 won; its core wrote the newest batch a second before `at`. */
export const smallHouse = (at: number) => `
  insert into site (id, code, name, flags) values (1, 'one', 'one', '111111');
  insert into site_config values (1, 300000000, 'KRW');
  insert into core_lease (name, epoch, seq, holder) values ('rounds', 7, 1, 'before');
  insert into journal_batch values (7, 1, ${at - 1_000}, 1, 5);
  insert into member_state (site_id, member_id, status) values (1, 7, 'ACTIVE');
  insert into wallet values (1, 7, 'BINARY', 'KRW', 900000, 0);
  insert into house_account values (1, 'PROVIDER_CLEARING', 'KRW', -900000);`

/** A database as an older version left it, to be filled, migrated and started. */
export async function olderHouse(version: number) {
  const server = inject('postgres')
  const name = `older_${randomBytes(6).toString('hex')}`
  const owner = { ...server, database: name }

  async function query(text: string, on: pg.ClientConfig = owner): Promise<Record<string, unknown>[]> {
    const client = new pg.Client(on)
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }

  /** Brings it to a version that is older than this one. */
  async function bringTo(older: number): Promise<void> {
    const client = new pg.Client(owner)
    await client.connect()
    try {
      await new Postgrator({
        driver: 'pg',
        migrationPattern: join(import.meta.dirname, '../src/database/migrations/*'),
        schemaTable: 'public.schemaversion',
        execQuery: (text) => client.query(text),
      }).migrate(String(older))
    } finally {
      await client.end()
    }
  }

  /** Starts the core of this version; `onCore` gets each one that is made. */
  async function start(at: number, onCore: (core: Core) => void = () => undefined) {
    const core = asRole(owner, 'maru_core', testTokenSecret)
    const db: Database = openDatabase({ core, api: asRole(owner, 'maru_api', testTokenSecret) }, () => undefined)
    const runner = await startRunner({
      db,
      connection: core,
      siteGroup: 'main',
      createCore: (snapshot) => {
        const created = createCore(snapshot)
        onCore(created)
        return created
      },
      clocks: { domain: jumpClock(at), wall: Date.now },
      ids: await allocateIds(db, () => undefined),
      bus: openBus({ natsUrl: null, roles: new Set(['api', 'gateway', 'core', 'market', 'jobs']) }, () => undefined),
      log: pino({ level: 'silent' }),
      metrics: new Registry(),
      holder: 'after',
      onFatal: () => undefined,
    })
    const stop = async () => {
      await runner.stop()
      await db.close()
    }
    return { runner, db, stop }
  }

  await query(`create database ${name}`, { ...server, database: 'postgres' })
  await bringTo(version)
  return {
    query,
    bringTo,
    start,
    /** Brings it to this version. */
    migrate: () => migrate(owner, testSecrets),
    drop: () => query(`drop database ${name} with (force)`, { ...server, database: 'postgres' }),
  }
}
