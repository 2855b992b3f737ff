import { randomUUID } from 'node:crypto'
import { demoKeys, nonceKeptMs, type ProtocolKey, signRequest, webhookPath } from '@maru/provider-protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HttpHouse, startHttp } from '../../test/http-app.ts'
import { tidyNonces, tidyRefusedWebhooks } from '../jobs/nonces.ts'
import { type ProviderFact, type ProviderRoom, registerProviders } from './index.ts'

const sandbox = { url: 'http://127.0.0.1:9', secret: 'ab'.repeat(32), smtpPort: 0, isEverywhere: false }
const bank = demoKeys(sandbox.secret, 1, 'bank').webhook[0]

let house: HttpHouse
let room: ProviderRoom
const taken: ProviderFact<'deposit'>[] = []
let handle: () => string | null = () => null
beforeAll(async () => {
  house = await startHttp({
    before: (app, deps) => {
      room = registerProviders(app, deps, sandbox)
      room.facts.on('deposit', async (fact) => {
        const outcome = handle()
        taken.push(fact)
        return outcome
      })
    },
  })
})
afterAll(() => house.close())

const deposit = (event: string, more: object = {}) => ({
  event,
  kind: 'deposit',
  at: 1_795_219_200_000,
  providerRef: 'b-1',
  reference: 'd-1',
  amount: '50000',
  currency: 'KRW',
  payer: { name: '김마루' },
  ...more,
})

interface Sending {
  readonly key?: ProtocolKey | null
  readonly nonce?: string
  readonly time?: number
  readonly path?: string
  readonly signedBody?: string
}

async function tell(told: unknown, { key = bank, nonce = randomUUID(), time, path, signedBody }: Sending = {}) {
  const url = path ?? webhookPath('bank', 1)
  const payload = typeof told === 'string' ? told : JSON.stringify(told)
  const signed = { method: 'POST', host: 'localhost', path: url, body: signedBody ?? payload }
  const headers = key === null ? {} : signRequest(signed, key, { time: time ?? house.deps.clocks.wall(), nonce })
  const answer = await house.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { ...headers, host: 'localhost', 'content-type': 'application/json' },
  })
  return { status: answer.statusCode, code: answer.json().code as string | undefined }
}

const events = (event: string) => house.database.run('select * from provider_event where event = $1', [event])
const ok = { status: 200, code: undefined }
const invalid = { status: 401, code: 'WEBHOOK_INVALID' }

test('a signed event is stored before its 200 and taken over once, however often it is told', async () => {
  const event = randomUUID()
  expect(await tell(deposit(event))).toEqual(ok)
  expect(await events(event)).toHaveLength(1)
  const mine = () => taken.filter(({ told }) => told.event === event)
  await expect.poll(mine).toHaveLength(1)
  expect(mine()[0]).toMatchObject({ siteId: 1, provider: 'bank', told: { amount: '50000', reference: 'd-1' } })
  await Promise.all([1, 2, 3].map(async () => expect(await tell(deposit(event, { amount: '1' }))).toEqual(ok)))
  expect((await events(event))[0]).toMatchObject({ body: { amount: '50000' } })
  await expect.poll(async () => (await events(event))[0]?.['dispatched_at']).not.toBeNull()
  expect(mine()).toHaveLength(1)
})

test('the same event told at once from many sides is stored once', async () => {
  const event = randomUUID()
  const nonce = randomUUID()
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => tell(deposit(event), n % 2 ? { nonce } : {})))
  expect(answers).toEqual(Array.from({ length: 20 }, () => ok))
  expect(await events(event)).toHaveLength(1)
})

test.each<[string, Sending]>([
  ['unsigned', { key: null }],
  ['signed with the key of another site', { key: demoKeys(sandbox.secret, 15, 'bank').webhook[0] }],
  ['signed with the key of another provider', { key: demoKeys(sandbox.secret, 1, 'coin').webhook[0] }],
  ['signed with the key of calls', { key: demoKeys(sandbox.secret, 1, 'bank').call[0] }],
  ['for another tenant', { path: webhookPath('bank', 15) }],
  ['for a site that does not exist', { path: webhookPath('bank', 999) }],
  ['for no site', { path: '/api/provider/bank/webhook' }],
  ['signed over another body', { signedBody: '{}' }],
  ['signed six minutes ago', { time: Date.now() - 360_000 }],
])('an event that is %s is refused, and no event of it is kept', async (_what, sending) => {
  const event = randomUUID()
  expect(await tell(deposit(event), sending)).toEqual(invalid)
  expect(await events(event)).toEqual([])
})

test('a nonce is good for one event: used for another it is a replay, and the other event is not stored', async () => {
  const [first, second, nonce] = [randomUUID(), randomUUID(), randomUUID()]
  expect(await tell(deposit(first), { nonce })).toEqual(ok)
  expect(await tell(deposit(second), { nonce })).toEqual({ status: 409, code: 'WEBHOOK_REPLAYED' })
  expect(await events(second)).toEqual([])
  expect(await tell(deposit(first), { nonce })).toEqual(ok)
  expect(await tell(deposit(second))).toEqual(ok)
})

test.each(['', '[]', '{', '{"kind":"deposit","at":1795219200000}', '{"event":"x","event":"y","kind":"deposit"}'])(
  'a signed body %j that names no event is refused',
  async (body) => {
    expect(await tell(body)).toEqual({ status: 400, code: 'INVALID_REQUEST' })
  },
)

const refused = () =>
  house.database.run(
    `select site_id::int as site, provider, fault, count, last_ip as ip, last_body as body from refused_webhook where provider = 'coin' order by fault`,
  ) as Promise<{ site: number; provider: string; fault: string; count: number; ip: string; body: string }[]>

test('what is refused is counted by the hour and the reason, with the last content masked; a flood adds no rows', async () => {
  const forged = { path: webhookPath('coin', 1), key: demoKeys(sandbox.secret, 1, 'coin').webhook[0], signedBody: '{}' }
  const told = deposit('forged', { payer: { name: '홍길동' }, account: '110-123-456789' })
  await Promise.all(Array.from({ length: 50 }, () => tell(told, forged)))
  await tell('no JSON', { ...forged, key: null })
  await tell(told, { ...forged, path: webhookPath('coin', 999) })
  await expect.poll(refused).toEqual([
    { site: 1, provider: 'coin', fault: 'FORM', count: 1, ip: '127.0.0.1', body: '' },
    {
      site: 1,
      provider: 'coin',
      fault: 'SIGNATURE',
      count: 50,
      ip: '127.0.0.1',
      body: expect.stringContaining('forged'),
    },
  ])
  expect((await refused())[1]?.body).not.toMatch(/홍길동|110-123/)
  await tell(told, forged)
  await expect.poll(async () => (await refused())[1]?.count).toBe(51)
  const { signal } = new AbortController()
  const now = house.deps.clocks.wall()
  expect(await tidyRefusedWebhooks(house.deps.db, now, signal)).toBe(0)
  expect(await tidyRefusedWebhooks(house.deps.db, now + 31 * 86_400_000, signal)).toBeGreaterThan(1)
  expect(await refused()).toEqual([])
})

test('a signed event that cannot be read is kept for a person and shown', async () => {
  const [unknown, broken] = [randomUUID(), randomUUID()]
  expect(await tell({ event: unknown, kind: 'weather', at: 1_795_219_200_000 })).toEqual(ok)
  expect(await tell(deposit(broken, { amount: '1e9' }))).toEqual(ok)
  for (const event of [unknown, broken]) expect((await events(event))[0]?.['fault']).not.toBeNull()
  const ready = await house.app.inject('/readyz')
  expect(ready.json().details.providers).toMatch(/2 cannot be read/)
})

test('a fact that cannot be taken over now comes again; what was refused is noted and does not', async () => {
  const event = randomUUID()
  let fails = 2
  handle = () => {
    if (fails-- > 0) throw new Error('the core is away')
    return 'SOME_CODE'
  }
  try {
    expect(await tell(deposit(event))).toEqual(ok)
    await expect.poll(async () => (await events(event))[0]).toMatchObject({ last_error: 'the core is away' })
    await expect.poll(async () => (await events(event))[0]).toMatchObject({ last_error: 'SOME_CODE', attempts: 3 })
  } finally {
    handle = () => null
  }
})

test('what was stored and not dispatched is picked up by the sweep', async () => {
  const event = randomUUID()
  await house.database.run(
    `insert into provider_event (site_id, provider, event, kind, body, received_at, next_at) values (1, 'bank', $1, 'deposit', $2, 1, 1)`,
    [event, JSON.stringify(deposit(event))],
  )
  await expect.poll(() => taken.some(({ told }) => told.event === event)).toBe(true)
})

test('an unknown provider is no address', async () => {
  expect(await tell(deposit('x'), { path: '/api/provider/nobody/webhook?siteInfoId=1' })).toEqual({
    status: 404,
    code: 'ROUTE_NOT_FOUND',
  })
})

test('nonces are forgotten after ten minutes', async () => {
  const { signal } = new AbortController()
  const now = house.deps.clocks.wall()
  expect(await tidyNonces(house.deps.db, now, signal)).toBe(0)
  expect(await tidyNonces(house.deps.db, now + nonceKeptMs + 60_000, signal)).toBeGreaterThan(0)
  expect(await house.database.run('select * from provider_nonce')).toEqual([])
})
