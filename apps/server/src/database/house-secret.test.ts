import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoKeys } from '@maru/provider-protocol'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appCode } from '../../test/authenticator.ts'
import { PushStore } from '../alerts/push-store.ts'
import { ConfigError, readConfig } from '../config.ts'
import { EvidenceKeys } from '../evidence/index.ts'
import { demoPassword } from '../members/index.ts'
import { Messages } from '../outgoing/index.ts'
import { providerBox, writeSettings } from '../providers/index.ts'
import { SealedBox } from '../sealed-box.ts'
import { derivedKey, keyIdOf } from '../secrets.ts'
import { type Server, startServer } from '../server.ts'
import { type EmbeddedPostgres, startEmbedded } from './embedded.ts'
import { sealedColumns } from './sealed-columns.ts'

const first = 'the first secret of this house, which is replaced'
const second = 'the second secret of this house, which stays on'

let folder: string
let cluster: EmbeddedPostgres
let owner: pg.Client
// Passwords of roles are the cluster's and derive from the secret: this test has a cluster of its own.
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'maru-secret-'))
  cluster = await startEmbedded({ dataDir: folder, settings: { fsync: 'off' } })
  owner = new pg.Client({ ...cluster.connection, database: 'postgres' })
  await owner.connect()
})
afterAll(async () => {
  await running?.stop()
  await owner.end()
  await cluster.stop(0)
  rmSync(folder, { recursive: true, force: true })
})

const configOf = (secrets: Record<string, string>) => {
  const { host, port, user, password } = cluster.connection
  const url = new URL('postgres://localhost/postgres')
  for (const [name, value] of Object.entries({ host, port, user, password })) url.searchParams.set(name, String(value))
  const env = { DATABASE_URL: url.href, DEMO: '1', DEMO_CONTENT: '0', SANDBOX_PORT: 'off', PORT: '0', ...secrets }
  return readConfig({ DATA_DIR: join(folder, 'house'), FEED_SEED: '1', ...env }, folder)
}
let running: Server | null = null
async function start(secrets: Record<string, string>): Promise<Server> {
  running = await startServer({ config: configOf(secrets), log: pino({ level: 'silent' }) })
  return running
}

const caller = (server: Server) => async (path: string, body?: object, token?: string) => {
  const response = await fetch(new URL(`${path}?siteInfoId=1`, server.url), {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails on anything else
  return { status: response.status, body: (await response.json()) as any }
}
const signIn = (password: string, more = {}) => ({ username: 'keeper01', password, siteInfoId: 1, ...more })

/** How many values of each column open under a secret, and how many there are. */
async function openUnder(secret: string): Promise<Record<string, readonly [opened: number, all: number]>> {
  const counts: Record<string, readonly [number, number]> = {}
  for (const { table, use, value, place, assign } of sealedColumns) {
    const box = new SealedBox(derivedKey(secret, use))
    const { rows } = await owner.query<{ value: Buffer; place: string }>(
      `select ${value} as value, ${place} as place from ${table} where ${value} is not null`,
    )
    const opened = rows.filter((row) => {
      try {
        return box.open(row.value, row.place).length > 0
      } catch {
        return false
      }
    })
    counts[`${table} ${assign}`] = [opened.length, rows.length]
  }
  return counts
}

test('a house goes on under a new TOKEN_SECRET: tokens end by themselves, values open and are found, and the old one opens nothing', async () => {
  let server = await start({ TOKEN_SECRET: first })
  let call = caller(server)
  const password = 'lantern-orbit-7'
  const person = {
    username: 'keeper01',
    password,
    name: '홍길동',
    phone: '010-2000-4711',
    nick: '열쇠지기',
    address: '서울시 중구 세종대로 110',
    bankInfo: { bankCode: '004', accountNumber: '123-456-7890', holder: '홍길동' },
  }
  expect(await call('/api/player', person)).toMatchObject({ status: 200 })
  const { body: session } = await call('/api/login', signIn(password))
  const token = session.accessToken as string
  // Somebody else begins with an app, and does not confirm it.
  const other = (await call('/api/login', { username: 'demo1', password: demoPassword, siteInfoId: 1 })).body
  expect((await call('/api/user/totp/start', {}, other.accessToken)).status).toBe(200)
  const { secret } = (await call('/api/user/totp/start', {}, token)).body
  const { recoveryCodes } = (await call('/api/user/totp/confirm', { otp: appCode(secret, Date.now()) }, token)).body
  const { db, bus } = server.deps
  await db.tenant(1, async (tx) => {
    const message = { siteId: 1, kind: 'mail', to: 'a@b.example', subject: 's', text: 'text', expiresAt: null } as const
    await new Messages(first, bus, Date.now).write(tx, message)
    const keys = { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) }
    const at = { siteId: 1, memberId: session.user.id, sessionId: 1 }
    await new PushStore(first).keep(tx, at, { endpoint: 'https://push.example/1', keys }, 77, 1)
    const settings = { baseUrl: 'https://bank.example', ...demoKeys('5'.repeat(64), 1, 'bank') }
    await writeSettings(tx, providerBox(first), { siteId: 1, name: 'bank', settings, now: 1 })
  })
  const seal = (place: string, use = 'personal-data') => new SealedBox(derivedKey(first, use)).close('x', place)
  const key = randomUUID()
  await owner.query(
    `insert into identity_check (site_id, key, reference, member_id, created_at, expires_at, verified_sealed) values (1, $1, $1, 0, 1, 1, $2)`,
    [key, seal(`identity_check.verified:1:${key}`)],
  )
  await owner.query(`insert into provider_draft (site_id, id, sealed, created_at) values (1, 5, $1, 1)`, [
    seal('provider_draft.sealed 1 5', 'provider-keys'),
  ])
  await owner.query(
    `insert into alarm_address values (1, 7, 'CS', 'MAIL', 'a@b.example', $1, '{SUSPENSE}', 0, 0, 0, 1, $2)`,
    [seal('alarm_address.sealed:1:7', 'alarm-address'), key],
  )
  await owner.query(
    `insert into verification (site_id, member_id, key, purpose, channel, target_hash, target_sealed, created_at, expires_at)
     values (1, 0, $1, 'VERIFY', 'phone', '\\x00', $2, 1, 1)`,
    [key, seal(`verification.target:1:0:${key}`)],
  )
  const { rows: accounts } = await owner.query<{ id: string }>(
    'select id from payout_account where site_id = 1 limit 1',
  )
  const account = accounts[0]!.id
  const tag = seal(`payout_account.tag:1:${account}`)
  await owner.query('update payout_account set tag_sealed = $2 where site_id = 1 and id = $1', [account, tag])
  const { keyId } = await new EvidenceKeys(db, first, Date.now).current()
  await server.stop()
  const before = await openUnder(first)
  for (const [column, [opened, all]] of Object.entries(before)) expect([opened, all > 0], column).toEqual([all, true])

  // Another secret alone stops the start, and changes nothing.
  await expect(start({ TOKEN_SECRET: second })).rejects.toThrow(
    new ConfigError(
      `the house is sealed under another TOKEN_SECRET (key ${keyIdOf(first)}, and TOKEN_SECRET is key ${keyIdOf(second)}): set that one again, or name it as TOKEN_SECRET_OLD for one start`,
    ),
  )
  expect(await openUnder(first)).toEqual(before)

  server = await start({ TOKEN_SECRET: second, TOKEN_SECRET_OLD: first })
  call = caller(server)
  expect(await call('/api/user/security', undefined, token)).toMatchObject({ status: 200 })
  const [code] = recoveryCodes
  const again = await call('/api/login', signIn(password, { otp: code.replace('-', '') }))
  expect(again.status).toBe(200)
  expect(again.body.user.phone).toBe('010-****-4711')
  // The number is found as taken, by its hash.
  const twin = { ...person, username: 'keeper02', nick: '다른이', bankInfo: undefined }
  expect((await call('/api/player', twin)).status).toBe(409)
  await server.stop()
  for (const [column, [opened]] of Object.entries(await openUnder(first))) expect(opened, column).toBe(0)
  const now = await openUnder(second)
  for (const [column, [opened, all]] of Object.entries(now)) expect(opened, column).toBe(all)

  server = await start({ TOKEN_SECRET: second })
  call = caller(server)
  expect((await new EvidenceKeys(server.deps.db, second, Date.now).current()).keyId).toBe(keyId)
  expect((await call('/api/user/security', undefined, token)).status).toBe(401)
  expect((await call('/api/user/security', undefined, again.body.accessToken)).status).toBe(200)
  const [, next] = recoveryCodes
  expect((await call('/api/login', signIn(password, { otp: next.replace('-', '') }))).status).toBe(200)
  await server.stop()
})

test('every sealed column of the database is among those that a new secret seals again', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and column_name ~ '(^|_)sealed$' and data_type = 'bytea' order by 1`,
  )
  const listed = sealedColumns
    .filter(({ table }) => table !== 'outgoing')
    .map(({ table, value }) => `${table}.${value}`)
  expect(rows.map(({ name }) => name)).toEqual(listed.sort())
})
