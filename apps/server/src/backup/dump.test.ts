import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runCommand } from '../../test/command.ts'
import { testDatabase } from '../../test/database.ts'
import { testSecrets, testTokenSecret } from '../../test/template.ts'
import { migrate } from '../database/migrate.ts'
import { postgresUser } from '../database/postgres-user.ts'

let place: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'maru-dump-'))
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

const commandEnv = (url: string, dataDir = join(place, 'data')) => ({
  DATABASE_URL: url,
  TOKEN_SECRET: testTokenSecret,
  DATA_DIR: dataDir,
})

test('without pg_dump, with one of another version, and as a role that sees no row, it is said in words', async () => {
  const database = await testDatabase()
  const programs = join(place, 'old')
  mkdirSync(programs)
  writeFileSync(join(programs, 'pg_dump'), '#!/bin/sh\necho "pg_dump (PostgreSQL) 9.6.24"\n', { mode: 0o755 })
  const to = join(place, 'refused')
  const attempt = async (url: string, folder: string) =>
    runCommand('backup', ['--to', to, '--pg-bin', folder], commandEnv(url))
  expect(await attempt(database.url, place)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/there is no pg_dump in .*: install the client programs of PostgreSQL 18, or name/),
  })
  expect(await attempt(database.url, programs)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/pg_dump is of version 9\.6\.24, and the server of version 18/),
  })
  const bound = new URL(database.url)
  bound.searchParams.set('user', 'maru_api')
  bound.searchParams.set('password', String(database.api.password))
  expect(await attempt(bound.href, programs)).toMatchObject({
    code: 1,
    output: expect.stringContaining('alter role maru_api bypassrls'),
  })
  expect(existsSync(to)).toBe(false)
  await database.drop()
})

/** A whole PostgreSQL of the system, 15 or newer; the embedded package has no pg_dump. */
const systemFolder = '/usr/lib/postgresql'
const programs = (existsSync(systemFolder) ? readdirSync(systemFolder) : [])
  .filter((version) => Number(version) >= 15)
  .map((version) => join(systemFolder, version, 'bin'))
  .find((folder) => ['initdb', 'postgres', 'pg_dump', 'pg_restore'].every((name) => existsSync(join(folder, name))))

test.runIf(programs !== undefined)(
  'a database of its own is dumped, restored into an empty one and audited',
  async () => {
    const server = await systemServer(programs ?? '')
    try {
      await server.run('create database house')
      await server.run('create database other')
      await migrate(server.configOf('house'), testSecrets)
      await server.run(
        `insert into wallet values (1, 7, 'BINARY', 'KRW', 100, 0);
       insert into house_account values (1, 'PROVIDER_CLEARING', 'KRW', -100);
       insert into posting (site_id, id, txn_id, account, member_id, wallet_type, currency, amount, reason, at) values
         (1, 1, 1, 'MEMBER', 7, 'BINARY', 'KRW', 100, 'DEMO_GRANT', 0),
         (1, 2, 1, 'PROVIDER_CLEARING', null, null, 'KRW', -100, 'DEMO_GRANT', 0);
       insert into journal_batch (site_group, epoch, seq, at, commands, row_effects) values ('main', 3, 9, 1000, 1, 3);
       select nextval('maru_id')`,
        'house',
      )
      const backup = join(place, 'backup')
      const flags = ['--pg-bin', programs ?? '']
      const made = await runCommand('backup', ['--to', backup, ...flags], commandEnv(server.urlOf('house')))
      expect(made.output).toContain('the journal up to batch 3/9')
      expect(made.code).toBe(0)

      const restoreTo = (name: string, dataDir: string) =>
        runCommand('restore', ['--from', backup, ...flags], commandEnv(server.urlOf(name), dataDir))
      const filled = await restoreTo('house', join(place, 'restored'))
      expect(filled).toMatchObject({ code: 1, output: expect.stringContaining('is not empty (it has ') })
      expect(existsSync(join(place, 'restored'))).toBe(false)
      const restored = await restoreTo('other', join(place, 'restored'))
      expect(restored.output).toContain('The ledger balances')
      expect(restored.code).toBe(0)
      expect(await server.run('select posted from wallet', 'other')).toEqual([{ posted: '100' }])
      // An id is never given twice, also after a restore.
      expect(await server.run("select nextval('maru_id') as id", 'other')).toEqual([{ id: '110000' }])
      const audited = await runCommand('audit', [], commandEnv(server.urlOf('other'), join(place, 'restored')))
      expect(audited).toMatchObject({ code: 0, output: expect.stringContaining('✓ wallet-is-sum-of-postings: 0') })
    } finally {
      await server.stop()
    }
  },
)

async function systemServer(folder: string) {
  const home = mkdtempSync(join(place, 'system-'))
  const user = postgresUser(home, '/')
  const asUser = (name: string, args: readonly string[]) => user.run(join(folder, name), args)
  const init = asUser('initdb', [`--pgdata=${user.clusterDir}`, '--username=maru', '--auth=trust', '--encoding=UTF8'])
  const made = spawnSync(init.command, init.args, { ...init.options, encoding: 'utf8' })
  if (made.status !== 0) throw new Error(made.stderr)
  const settings = { listen_addresses: '', unix_socket_directories: user.clusterDir, fsync: 'off' }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const start = asUser('postgres', ['-D', user.clusterDir, ...flags])
  const child = spawn(start.command, start.args, { ...start.options, stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const configOf = (database: string) => ({ host: user.clusterDir, port: 5432, user: 'maru', password: 'x', database })
  async function run(text: string, database = 'postgres'): Promise<Record<string, unknown>[]> {
    const client = new pg.Client(configOf(database))
    await client.connect()
    try {
      return (await client.query(text)).rows as Record<string, unknown>[]
    } finally {
      await client.end()
    }
  }
  const answers = () => run('select 1').then(Boolean, () => false)
  await expect.poll(answers).toBe(true)
  return {
    run,
    configOf,
    urlOf: (name: string) =>
      `postgres://maru:x@localhost/${name}?host=${encodeURIComponent(user.clusterDir)}&port=5432`,
    async stop() {
      child.kill('SIGINT')
      await ended
    },
  }
}
