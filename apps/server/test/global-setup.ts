import { argon2Sync, randomBytes } from 'node:crypto'
import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { makeClocks } from '../src/clocks.ts'
import { readConfig } from '../src/config.ts'
import { type OwnerConnection, startEmbedded } from '../src/database/embedded.ts'
import { asRole } from '../src/database/index.ts'
import { migrate } from '../src/database/migrate.ts'
import { openDatabase } from '../src/database/pool.ts'
import { seedDemoHouse } from '../src/demo-house.ts'
import { demoPassword, seedDemo } from '../src/members/index.ts'
import { harnessEnv, templates, testSecrets, testTokenSecret } from './template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: OwnerConnection
  }
}

/** One PostgreSQL a test run with the templates that tests copy. Without fsync: what survives a crash is tested elsewhere. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(fastFolder(), 'maru-test-'))
  const server = await startEmbedded({
    dataDir,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      autovacuum: 'off', // no database lives long enough
      shared_buffers: '64MB',
      max_wal_size: '512MB',
      max_connections: '300',
      scram_iterations: '1', // thousands of connections are made, and hashing was most of what each cost
    },
  })
  await makeTemplates(server.connection)
  project.provide('postgres', server.connection)
  return async () => {
    await server.stop(0)
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** In memory where that has room: a copy of a database is several hundred files. */
function fastFolder(): string {
  const memory = '/dev/shm'
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > 4 * 2 ** 30 ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Each template is a copy of the one before it, and holds more. */
async function makeTemplates(connection: OwnerConnection): Promise<void> {
  const owner = new pg.Client({ ...connection, database: 'postgres' })
  await owner.connect()
  const on = (database: string) => ({ ...connection, database })
  await owner.query(`create database ${templates.migrated}`)
  await migrate(on(templates.migrated), testSecrets)
  await owner.query(`create database ${templates.people} template ${templates.migrated}`)
  await seed(on(templates.people), seedDemo)
  await makeSignInsCheap(on(templates.people))
  await owner.query(`create database ${templates.house} template ${templates.people}`)
  await seed(on(templates.house), seedDemoHouse)
  await letPricesJump(on(templates.house))
  await owner.end()
}

/** As a server with the settings of the harness does when it starts. */
async function seed(owner: pg.ClientConfig, write: typeof seedDemoHouse): Promise<void> {
  const config = readConfig(harnessEnv('postgres://localhost'), tmpdir())
  const as = (role: 'maru_core' | 'maru_api') => asRole(owner, role, testTokenSecret)
  const db = openDatabase({ core: as('maru_core'), api: as('maru_api') }, () => undefined)
  await write({ config, db, clocks: makeClocks({ start: null, speed: 1, notBefore: null }) })
  await db.close()
}

/** Prices of tests go anywhere at once; those of held prices say from which jump on. */
async function letPricesJump(owner: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(owner)
  await client.connect()
  for (const table of ['futures_option', 'oversea_option']) await client.query(`update ${table} set jump_ppm = 0`)
  await client.end()
}

/** Thousands of sign-ins are of the demo's people, and Argon2id was most of what each cost: their hashes name its smallest numbers. */
async function makeSignInsCheap(owner: pg.ClientConfig): Promise<void> {
  const nonce = randomBytes(16)
  const numbers = { memory: 8, passes: 1, parallelism: 1, tagLength: 32 }
  const key = argon2Sync('argon2id', { message: demoPassword, nonce, ...numbers })
  const [salt, hash] = [nonce, key].map((bytes) => bytes.toString('base64').replace(/=+$/, ''))
  const client = new pg.Client(owner)
  await client.connect()
  await client.query('update member set password_hash = $1', [`$argon2id$v=19$m=8,t=1,p=1$${salt}$${hash}`])
  await client.end()
}
