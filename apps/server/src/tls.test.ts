import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tables } from '@maru/core'
import pg from 'pg'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startClamd } from '../test/clamd.ts'
import { type TestDatabase, testDatabase } from '../test/database.ts'
import { startTestServer } from '../test/harness.ts'
import { localhost, otherHost } from '../test/localhost.ts'
import { startPostgresTls } from '../test/postgres-tls.ts'
import { testTokenSecret } from '../test/template.ts'
import { inProcessBus } from './bus/in-process.ts'
import { readConfig } from './config.ts'
import { asRole, ownerConnection } from './database/index.ts'
import { requireClean } from './files/index.ts'
import { select } from './journal/index.ts'
import { Messages, mailCourier } from './outgoing/index.ts'
import { startServer } from './server.ts'
import { isThisMachine } from './tls.ts'

const signal = new AbortController().signal
let root: string
let database: TestDatabase
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'maru-tls-'))
  writeFileSync(join(root, 'ca.pem'), `${localhost.cert}\n${otherHost.cert}`)
  database = await testDatabase()
})
afterAll(async () => {
  await database.drop()
  rmSync(root, { recursive: true })
})

const read = (env: Record<string, string>) => readConfig({ TOKEN_SECRET: testTokenSecret, ...env }, root)
const remote = {
  DATABASE: 'postgres://me:pw@db.example/maru',
  SMTP: 'smtp://mail.example:587',
  CLAMD: 'tcp://scan.example:3310',
} as const
const here = {
  DATABASE: 'postgres:///maru?host=/run/postgresql',
  SMTP: 'smtp://127.0.0.1:25',
  CLAMD: 'tcp://[::1]:3310',
} as const
const tlsOf = (env: Record<string, string>) => {
  const { databaseTls, smtpTls, clamd, tlsOff } = read(env)
  return { DATABASE: databaseTls, SMTP: smtpTls, CLAMD: clamd?.tls ?? null, tlsOff }
}

test.each(['DATABASE', 'SMTP', 'CLAMD'] as const)(
  'TLS is required to %s on another machine unless it is turned off, on this machine where it is turned on',
  (name) => {
    const verified = { minVersion: 'TLSv1.2', rejectUnauthorized: true }
    const url = `${name}_URL`
    const tls = `${name}_TLS`
    expect(tlsOf({ [url]: remote[name] })).toMatchObject({ [name]: verified, tlsOff: [] })
    expect(tlsOf({ [url]: remote[name], [tls]: 'off' })).toMatchObject({ [name]: null, tlsOff: [tls] })
    expect(tlsOf({ [url]: here[name] })).toMatchObject({ [name]: null, tlsOff: [] })
    expect(tlsOf({ [url]: here[name], [tls]: 'off' })).toMatchObject({ [name]: null, tlsOff: [] })
    expect(tlsOf({ [url]: here[name], [tls]: 'on' })).toMatchObject({ [name]: verified, tlsOff: [] })
    expect(() => read({ [url]: remote[name], [tls]: 'no' })).toThrow(`${tls}="no" is neither on nor off`)
  },
)

test('an address cannot ask for less than verified TLS', () => {
  for (const weak of ['sslmode=disable', 'sslmode=no-verify', 'sslmode=require', 'ssl=0', 'uselibpqcompat=true'])
    expect(() => read({ DATABASE_URL: `${remote.DATABASE}?${weak}` }), weak).toThrow(
      'DATABASE_URL asks for less than verified TLS: take ssl, sslmode and uselibpqcompat out of it, or set DATABASE_TLS=off',
    )
  expect(read({ DATABASE_URL: `${remote.DATABASE}?sslmode=verify-full` }).databaseTls).not.toBeNull()
  expect(read({ DATABASE_URL: `${remote.DATABASE}?sslmode=disable`, DATABASE_TLS: 'off' }).databaseTls).toBeNull()
  // A host that stands behind the path counts, and not the one before it.
  expect(read({ DATABASE_URL: 'postgres://localhost/maru?host=db.example' }).databaseTls).not.toBeNull()
  expect(() => read({ SMTP_URL: `${remote.SMTP}?tls.rejectUnauthorized=false` })).toThrow('SMTP_URL has options behind')
  expect(() => read({ TLS_CA: 'nowhere.pem' })).toThrow('TLS_CA=nowhere.pem cannot be read: ENOENT')
})

test('only loopback and the folders of sockets are this machine', () => {
  for (const host of ['localhost', '127.0.0.1', '127.9.8.7', '::1', '[::1]', '/run/postgresql', ''])
    expect(isThisMachine(host), host).toBe(true)
  for (const host of ['db', 'localhost.example', '10.0.0.1', '127.0.0.1.example', '192.168.0.1', 'fd00::1'])
    expect(isThisMachine(host), host).toBe(false)
})

test('each start logs by name what is spoken to without TLS on another machine', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const away = 'postgres://nobody@127.0.0.1:9/maru'
  const env = { DATABASE_URL: away, SMTP_URL: remote.SMTP, SMTP_TLS: 'off', CLAMD_URL: remote.CLAMD, CLAMD_TLS: 'off' }
  await expect(startServer({ config: read(env), log })).rejects.toThrow('DATABASE_URL cannot be used')
  expect(lines.map((line) => /(\w+_TLS)=off/.exec(line)?.[1])).toEqual(['SMTP_TLS', 'CLAMD_TLS'])
})

/** What a connection to PostgreSQL ends in: 1, or why it did not come about. */
async function answerOf(config: pg.ClientConfig): Promise<unknown> {
  const client = new pg.Client(config)
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query('select 1 as one')).rows[0].one
  } catch (error) {
    return (error as { code?: string }).code ?? (error as Error).message
  } finally {
    await client.end().catch(() => undefined)
  }
}

test('a database is spoken to over TLS, by every role, and never where its certificate is not one for its host', async () => {
  const url = new URL(database.url)
  const urlAt = (port: number) => {
    const at = new URL(`postgres://127.0.0.1:${port}${url.pathname}`)
    at.username = url.username
    at.password = url.password
    return at.href
  }
  const secure = await startPostgresTls(database.owner, localhost)
  const other = await startPostgresTls(database.owner, otherHost)
  const ownerAt = (port: number, env: Record<string, string>) => {
    const config = read({ DATABASE_URL: urlAt(port), ...env })
    return ownerConnection(config.databaseUrl!, config.databaseTls)
  }
  const trusting = { DATABASE_TLS: 'on', TLS_CA: 'ca.pem' }
  try {
    const owner = ownerAt(secure.port, trusting)
    expect(await answerOf(owner)).toBe(1)
    for (const role of ['maru_core', 'maru_api'] as const)
      expect(await answerOf(asRole(owner, role, testTokenSecret))).toBe(1)
    expect(secure.refused()).toBe(0)
    expect(await answerOf(ownerAt(secure.port, { DATABASE_TLS: 'on' }))).toBe('DEPTH_ZERO_SELF_SIGNED_CERT')
    expect(await answerOf(ownerAt(other.port, trusting))).toBe('ERR_TLS_CERT_ALTNAME_INVALID')
    // A server that speaks no TLS is not spoken to in the clear.
    expect(await answerOf(ownerAt(secure.port, { DATABASE_TLS: 'off' }))).not.toBe(1)
  } finally {
    await secure.close()
    await other.close()
  }
})

test('the whole house runs over TLS', async () => {
  const house = await testDatabase('house')
  const secure = await startPostgresTls(house.owner, localhost)
  const url = new URL(house.url)
  url.searchParams.set('host', '127.0.0.1')
  url.searchParams.set('port', String(secure.port))
  const env = { DATABASE_URL: url.href, DATABASE_TLS: 'on', TLS_CA: join(root, 'ca.pem') }
  const server = await startTestServer({ env, database: house })
  try {
    expect((await server.login()).user.username).toBe('demo1')
    expect(secure.refused()).toBe(0)
  } finally {
    await server.close(true)
    await secure.close()
    await house.drop()
  }
})

test('no mail leaves in the clear where TLS is required, nor to a server whose certificate is not one for its host', async () => {
  const messages = new Messages(
    testTokenSecret,
    inProcessBus(() => undefined),
    Date.now,
  )
  const written = { siteId: 1, kind: 'mail', to: 'a@b.example', subject: 's', text: 't', expiresAt: null } as const
  const id = await database.db.tenant(1, (tx) => messages.write(tx, written))
  const [row] = await database.db.system((tx) => select(tx, tables.outgoing, 'where id = $1', [id]))
  let received = 0
  const serve = async (options: ConstructorParameters<typeof SMTPServer>[0]) => {
    const server = new SMTPServer({
      authOptional: true,
      onData(stream, session, done) {
        if (session.secure) received += 1
        stream.on('end', done).resume()
      },
      ...options,
    })
    server.on('error', () => undefined)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return server
  }
  const servers = await Promise.all([
    serve({ ...localhost }),
    serve({ disabledCommands: ['STARTTLS'] }),
    serve({ ...otherHost }),
    serve({ ...localhost, secure: true }),
  ])
  const send = async (server: SMTPServer, scheme: string, env: Record<string, string>) => {
    const SMTP_URL = `${scheme}://127.0.0.1:${(server.server.address() as AddressInfo).port}`
    const { smtpUrl, smtpTls } = read({ SMTP_URL, SMTP_TLS: 'on', TLS_CA: 'ca.pem', ...env })
    const courier = mailCourier({ url: smtpUrl!, from: 'Maru <no-reply@maru.example>', tls: smtpTls }, messages)
    return (await courier.send(row!, signal)).state
  }
  const [upgrades, plain, other, wrapped] = servers as [SMTPServer, SMTPServer, SMTPServer, SMTPServer]
  try {
    expect([await send(upgrades, 'smtp', {}), await send(wrapped, 'smtps', {}), received]).toEqual(['SENT', 'SENT', 2])
    expect(await send(plain, 'smtp', {})).toBe('AGAIN')
    expect(await send(other, 'smtp', {})).toBe('AGAIN')
    expect(await send(upgrades, 'smtp', { TLS_CA: '' })).toBe('AGAIN')
    expect(received).toBe(2)
    expect(await send(plain, 'smtp', { SMTP_TLS: 'off' })).toBe('SENT')
  } finally {
    for (const server of servers) await new Promise<void>((resolve) => server.close(resolve))
  }
})

test('no file goes to a scanner in the clear where TLS is required, nor to one whose certificate is not one for its host', async () => {
  const scanners = await Promise.all([startClamd(localhost), startClamd(otherHost), startClamd()])
  const [secure, other, plain] = scanners
  const scan = ({ url }: { readonly url: string }, env: Record<string, string> = {}) =>
    requireClean(read({ CLAMD_URL: url, CLAMD_TLS: 'on', TLS_CA: 'ca.pem', ...env }).clamd, Buffer.from('bytes'))
  try {
    await scan(secure)
    expect(secure.seen).toHaveLength(1)
    for (const asked of [() => scan(other), () => scan(secure, { TLS_CA: '' })])
      await expect(asked()).rejects.toMatchObject({ code: 'FILE_SCAN_AWAY' })
    expect([other.seen, plain.seen, secure.seen.length]).toEqual([[], [], 1])
  } finally {
    for (const scanner of scanners) await scanner.close()
  }
})
