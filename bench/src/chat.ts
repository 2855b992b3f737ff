// Live chats: 200 conversations, 20 messages a second of both sides for 30 s, open loop. Each latency counts from the time at which the message was meant to be
// sent, until it is answered, so durable, and has arrived at the other side's socket. The server is a process of its own with its shipped limits;
// this process is both sides. The baseline is /healthz at the same rate. `npm run bench -- chat`
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import WebSocket from 'ws'
import { insertMember } from '../../apps/server/src/members/store.ts'
import { appCode } from '../../apps/server/test/authenticator.ts'
import { withDatabase } from './support/database.ts'
import { firstMember, siteId } from './support/house.ts'
import { plainMember } from './support/plain-member.ts'
import { median, report, round } from './support/report.ts'
import { mintTokens, startProcess, untilReady } from './support/server-process.ts'

const conversations = 200
const perSecond = 20
const seconds = Number(process.argv[2] ?? 30)
/** Every fourth message is one of the staff. */
const ofStaff = 4
const aimMs = 100
const operators = ['admin', 'admin2', 'operator', 'operator2', 'cs'] as const

const dataDir = mkdtempSync(join(tmpdir(), 'maru-chat-'))
const port = 20_000 + Math.floor(Math.random() * 10_000)
const members = Array.from({ length: conversations }, (_, n) => firstMember + n)
const first = startProcess(dataDir, port)
await untilReady(first)
await first.stop()
await seed()
const server = startProcess(dataDir, port)
await untilReady(server)

/** Who waits for which message, by the name that its sender gave it. */
const expected = new Map<string, () => void>()
const sockets: WebSocket[] = []
try {
  const tokens = await mintTokens(dataDir, members)
  const staff = await Promise.all(operators.map(signIn))
  const chats: { id: number; member: string; staff: string }[] = []
  for (const [n, token] of tokens.entries()) {
    await listen(token, `m${members[n]}`, n)
    const { id } = await post('/api/chat/open', {}, token)
    chats.push({ id: Number(id), member: token, staff: staff[n % staff.length]! })
  }
  for (const [n, token] of staff.entries()) await listen(token, operators[n]!, conversations + n)
  for (const { id, staff } of chats) await post(`/api/console/chat/${id}/take`, { reason: '측정' }, staff)

  const say = async (n: number) => {
    const chat = chats[n % chats.length]!
    const body = { clientId: randomUUID(), text: `${n}번째 말입니다. 출금이 언제 도착하는지 궁금합니다.` }
    const arrived = new Promise<void>((resolve) => expected.set(body.clientId, resolve))
    const sent =
      n % ofStaff === 0
        ? post(`/api/console/chat/${chat.id}/message`, body, chat.staff)
        : post('/api/chat/message', body, chat.member)
    await Promise.all([sent, arrived])
  }
  const healthz = async () => void (await (await fetch(`${server.url}/healthz`)).text())
  await openLoop(3, healthz)
  await openLoop(3, say)
  const bare = await openLoop(seconds, healthz)
  const said = await openLoop(seconds, say)
  const [value, baseline] = [p99(said), p99(bare)]
  console.log(
    `${conversations} conversations, ${said.length} messages: durable and delivered p50 ${median(said).toFixed(1)} ms, p99 ${value.toFixed(1)} ms; /healthz p99 ${baseline.toFixed(1)} ms`,
  )
  report({
    bench: 'chat',
    value: round(value),
    unit: 'ms p99',
    baseline: round(baseline),
    ratio: round(value / baseline),
    p50: round(median(said)),
    conversations,
    perSecond,
    messages: said.length,
    aim: aimMs,
  })
} finally {
  for (const socket of sockets) socket.terminate()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

/** Members who can chat, on a site that offers it. */
function seed(): Promise<void> {
  return withDatabase(dataDir, (db) =>
    db.system(async (tx) => {
      await tx.query('update site set live_chat = true where id = $1', [siteId])
      for (const id of members) await insertMember(tx, plainMember(id))
    }),
  )
}

async function signIn(username: string): Promise<string> {
  const otp = appCode('JBSWY3DPEHPK3PXP', Date.now())
  const { accessToken } = await post('/api/login', { username, password: 'demo-pass-2026', otp, siteInfoId: siteId })
  return String(accessToken)
}

/** The answer of a call; throws where it is refused. */
async function post(path: string, body: object, token?: string): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(`${server.url}${path}?siteInfoId=${siteId}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} was refused: ${text}`)
  return JSON.parse(text) as Readonly<Record<string, unknown>>
}

/** The chat queue of somebody: the server takes 200 sockets of one address, so they come from two. */
async function listen(token: string, login: string, index: number): Promise<void> {
  const ws = new WebSocket(`ws://127.0.0.1:${port}/bx_ws`, ['v12.stomp'], {
    perMessageDeflate: false,
    localAddress: `127.0.1.${1 + (index % 2)}`,
  })
  sockets.push(ws)
  await once(ws, 'open')
  ws.send(`CONNECT\naccept-version:1.2\nhost:bench\nsiteInfoId:1\nlogin:${login}\nAuthorization:Bearer ${token}\n\n\0`)
  await once(ws, 'message')
  ws.send('SUBSCRIBE\nid:chat\ndestination:/user/queue/chat\n\n\0')
  await once(ws, 'message')
  const side = index < conversations ? 'STAFF' : 'MEMBER'
  ws.on('message', (data: Buffer) => {
    const text = data.toString()
    // Whoever said it hears it too, on his other pages: what counts is the other side.
    if (!text.includes('"CHAT_MESSAGE"') || !text.includes(`"from":"${side}"`)) return
    const clientId = /"clientId":"([^"]+)"/.exec(text)?.[1] ?? ''
    expected.get(clientId)?.()
    expected.delete(clientId)
  })
}

/** Sends at fixed times, whatever the answers do; ms from the time meant until each is done. */
async function openLoop(forSeconds: number, send: (n: number) => Promise<void>): Promise<number[]> {
  const took: number[] = []
  const all: Promise<void>[] = []
  const began = performance.now()
  for (let n = 0; n < perSecond * forSeconds; n++) {
    const meant = began + (n / perSecond) * 1_000
    await pause(Math.max(0, meant - performance.now()))
    all.push(send(n).then(() => void took.push(performance.now() - meant)))
  }
  await Promise.all(all)
  return took
}

function p99(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] as number
}
