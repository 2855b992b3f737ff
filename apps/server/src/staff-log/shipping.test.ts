import { createServer as createHttps } from 'node:https'
import { type AddressInfo, createServer as createTcp, type Server, type Socket } from 'node:net'
import { createServer as createTls } from 'node:tls'
import { chainHash, chainStart, fromHex, leafHash, toHex } from '@maru/evidence'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { startTestServer } from '../../test/harness.ts'
import { localhost, otherHost } from '../../test/localhost.ts'
import { sealActs } from './chain.ts'
import { addStaffAct } from './index.ts'
import type { LogReceiver } from './receiver.ts'
import { createShipper } from './shipper.ts'
import type { SealedAct } from './store.ts'
import { frameOf, syslogReceiver } from './syslog.ts'
import { webhookReceiver } from './webhook.ts'

const log = pino({ level: 'silent' })
const tls = { minVersion: 'TLSv1.2', rejectUnauthorized: true, ca: [localhost.cert, otherHost.cert] } as const
const trusting = { ...tls, ca: [...tls.ca] }

let database: TestDatabase
let ids = 0
beforeAll(async () => {
  database = await testDatabase()
  await sealed(250)
})
afterAll(() => database.drop())

/** As many more acts as the chain gets. */
async function sealed(count: number): Promise<void> {
  await database.db.tenant(1, async (tx) => {
    for (let nth = 0; nth < count; nth++) {
      ids += 1
      const act = { siteId: 1, id: ids, staffId: 7, action: '한글', said: { text: 'a\n"b' }, request: null, at: ids }
      await addStaffAct(tx, act)
    }
  })
  await database.db.system((tx) => sealActs(tx, ids))
}

const shipperTo = (receiver: LogReceiver, target: string, now = () => 0) =>
  createShipper({ db: database.db, receiver, target, now, log })

/** Whether the lines are the chain from its start: what a receiver outside can check without the house. */
function isWholeChain(lines: readonly SealedAct[]): boolean {
  let hash: Uint8Array = chainStart()
  return lines.every((line, nth) => {
    hash = chainHash(hash, leafHash(line.act))
    return line.seq === nth + 1 && toHex(hash) === line.hash && fromHex(line.hash).length === 32
  })
}

/** A syslog receiver that takes what it is sent, but resets as many connections as `refuses` says. */
async function startSyslog(certificate: typeof localhost | null) {
  const lines: SealedAct[] = []
  const heads: string[] = []
  const sockets = new Set<Socket>()
  let refuse = 0
  const serve = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    const parts: Buffer[] = []
    socket.on('data', (part: Buffer) => parts.push(part))
    socket.on('end', () => {
      for (let rest = Buffer.concat(parts); rest.length > 0; ) {
        const space = rest.indexOf(' ')
        const end = space + 1 + Number(rest.toString('ascii', 0, space))
        const message = rest.toString('utf8', space + 1, end)
        const body = message.indexOf('\uFEFF')
        heads.push(message.slice(0, body))
        lines.push(JSON.parse(message.slice(body + 1)))
        rest = rest.subarray(end)
      }
    })
  }
  const server: Server = certificate === null ? createTcp(serve) : createTls(certificate, serve)
  server.on('tlsClientError', () => undefined)
  server.on('connection', (socket: Socket) => {
    if (refuse === 0) return
    refuse -= 1
    socket.resetAndDestroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    lines,
    heads,
    at: { host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    refuses(times: number) {
      refuse = times
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

test('the log of staff reaches a syslog receiver over TLS whole, in order and with its seal, and goes on after an outage', async () => {
  const syslog = await startSyslog(localhost)
  const receiver = syslogReceiver({ ...syslog.at, tls: trusting })
  try {
    await shipperTo(receiver, 'syslog').pass()
    expect(syslog.lines).toHaveLength(250)
    expect(isWholeChain(syslog.lines)).toBe(true)
    expect(syslog.heads[0]).toMatch(
      /^<109>1 1970-01-01T00:00:00\.001Z [\x21-\x7e]+ maru - staff \[seal@32473 seq="1" hash="[0-9a-f]{64}"\] $/,
    )
    // Away: nothing is lost, nothing is passed over; another process goes on where the first one was.
    await sealed(3)
    syslog.refuses(2)
    const next = shipperTo(receiver, 'syslog')
    await expect(next.pass()).rejects.toThrow()
    await expect(next.pass()).rejects.toThrow()
    expect(await next.waiting()).toBe(3)
    await next.pass()
    expect(syslog.lines).toHaveLength(253)
    expect(isWholeChain(syslog.lines)).toBe(true)
    expect(await next.waiting()).toBe(0)
  } finally {
    await syslog.close()
  }
})

test('plain TCP carries the same messages', async () => {
  const syslog = await startSyslog(null)
  try {
    await shipperTo(syslogReceiver({ ...syslog.at, tls: null }), 'plain').pass()
    expect(isWholeChain(syslog.lines)).toBe(true)
  } finally {
    await syslog.close()
  }
})

test('no act goes to a receiver whose certificate is not one for its host', async () => {
  const other = await startSyslog(otherHost)
  const hook = createHttps(otherHost, (_, response) => void response.end())
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve))
  const url = `https://127.0.0.1:${(hook.address() as AddressInfo).port}/`
  try {
    await expect(shipperTo(syslogReceiver({ ...other.at, tls: trusting }), 'other').pass()).rejects.toThrow(/altnames/)
    await expect(shipperTo(webhookReceiver({ url, token: null, tls: trusting }), 'hook').pass()).rejects.toThrow(
      /altnames/,
    )
    expect(other.lines).toEqual([])
  } finally {
    await other.close()
    await new Promise((resolve) => hook.close(resolve))
  }
})

test('a webhook gets each page with its token, and again until it answers 2xx', async () => {
  const lines: SealedAct[] = []
  const seen: (string | undefined)[] = []
  let status = 503
  const hook = createHttps(localhost, async (request, response) => {
    const text = (await request.setEncoding('utf8').toArray()).join('')
    seen.push(request.headers.authorization)
    if (status === 200) lines.push(...JSON.parse(text).lines)
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end()
  })
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve))
  const url = `https://localhost:${(hook.address() as AddressInfo).port}/log`
  const shipper = shipperTo(webhookReceiver({ url, token: 'a-token-of-its-own', tls: trusting }), 'webhook')
  try {
    await expect(shipper.pass()).rejects.toThrow('answers 503')
    status = 302
    await expect(shipper.pass()).rejects.toThrow('answers 302')
    status = 200
    await shipper.pass()
    expect(isWholeChain(lines)).toBe(true)
    expect(lines).toHaveLength(ids)
    expect(new Set(seen)).toEqual(new Set(['Bearer a-token-of-its-own']))
  } finally {
    hook.closeAllConnections()
    await new Promise((resolve) => hook.close(resolve))
  }
})

test('a receiver that lacks an act for a minute is an alarm, until it has it', async () => {
  let now = ids
  let isAway = true
  const receiver: LogReceiver = {
    send: () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve()),
  }
  const shipper = shipperTo(receiver, 'alarm', () => now)
  expect(await shipper.problem()).toBeNull()
  now += 75_000
  await expect(shipper.pass()).rejects.toThrow('away')
  expect(await shipper.problem()).toMatch(new RegExp(`^${ids} acts of staff wait for the receiver of their log, .* s$`))
  isAway = false
  await shipper.pass()
  expect(await shipper.problem()).toBeNull()
})

test('a house starts, serves and ends while its receiver is away, and its readiness names what lags', async () => {
  const server = await startTestServer({ env: { STAFF_LOG_URL: 'tcp://127.0.0.1:1' } })
  try {
    expect((await server.login()).user.username).toBe('demo1')
    expect([...server.deps.details.keys()]).toContain('staff-log')
    expect((await server.call('/readyz')).status).toBe(200)
  } finally {
    await server.close()
  }
})

test('a long act is framed by its bytes, not by its characters', () => {
  const act = { siteId: 1, id: 1, staffId: 7, action: '가', subjectId: null, reason: '', approvedBy: null } as const
  const frame = frameOf({
    act: { ...act, refusal: null, said: { text: '한글'.repeat(1_000) }, changes: [], request: null, at: 0 },
    seq: 1,
    hash: 'ab',
  }).toString('utf8')
  const [length] = frame.split(' ')
  expect(Buffer.byteLength(frame)).toBe(Number(length) + 1 + String(length).length)
})
