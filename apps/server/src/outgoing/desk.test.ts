import { afterAll, beforeAll, expect, it } from 'vitest'
import { appCode } from '../../test/authenticator.ts'
import { type HttpHouse, key, startHttp, unlimited } from '../../test/http-app.ts'
import { staffSecret } from '../../test/money-house.ts'
import { demoPassword } from '../members/index.ts'
import { registerStaffLog } from '../staff-log/index.ts'
import { registerOutgoingDesk } from './index.ts'

/** Without a worker: rows stay as the test writes them. */
let house: HttpHouse
beforeAll(async () => {
  house = await startHttp({
    rates: unlimited,
    before: (app, deps) => {
      registerOutgoingDesk(app, deps)
      registerStaffLog(app, deps)
    },
  })
})
afterAll(() => house.close())

const tokens = new Map<string, string>()
/** A member of staff, signed in once: a code counts once. */
async function as(username: string) {
  const { app } = house
  if (!tokens.has(username)) {
    const payload = { username, password: demoPassword, otp: appCode(staffSecret, Date.now()), siteInfoId: 1 }
    const login = await app.inject({ method: 'POST', url: '/api/login', payload })
    tokens.set(username, login.json().accessToken)
  }
  const headers = { authorization: `Bearer ${tokens.get(username)}` }
  const answerOf = ({ statusCode: status, body }: { statusCode: number; body: string }) => ({
    status,
    body: JSON.parse(body),
  })
  return {
    get: async (path: string) =>
      answerOf(await app.inject({ url: `${path}${path.includes('?') ? '&' : '?'}siteInfoId=1`, headers })),
    post: async (path: string, payload: object) =>
      answerOf(
        await app.inject({
          method: 'POST',
          url: `${path}?siteInfoId=1`,
          payload,
          headers: { ...headers, 'idempotency-key': key() },
        }),
      ),
  }
}

const refusal = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

const day = 86_400_000
let count = 0
async function row(kind: string, state: string, parts: Record<string, unknown> = {}): Promise<string> {
  const id = `call-${++count}`
  const isOpen = ['QUEUED', 'SENDING', 'UNKNOWN'].includes(state)
  const { payload = { sealed: 'x' }, site = 1, provider = kind === 'payout' ? 'onepay' : kind, at = Date.now() } = parts
  await house.database.run(
    `insert into outgoing (site_id, id, kind, provider, payload, state, attempts, next_at, created_at, closed_at, last_error)
     values ($1, $2, $3, $4, $5, $6, 7, $7, $8, $9, 'no answer')`,
    [site, id, kind, provider, JSON.stringify(payload), state, Date.now() + day, at, isOpen ? null : at],
  )
  return id
}
const again = async (id: string, how: 'ask' | 'retry', who = 'finance') =>
  (await as(who)).post(`/api/console/outgoing/${id}/${how}`, { reason: '확인' })
const stored = async (id: string) =>
  (await house.database.run('select state, attempts, next_at, closed_at from outgoing where id = $1', [id]))[0]

it('a payout is never sent again by hand: what became of it is asked for, also when it was given up', async () => {
  const unknown = await row('payout', 'UNKNOWN')
  const dead = await row('payout', 'DEAD')
  for (const id of [unknown, dead]) expect(refusal(await again(id, 'retry'))).toEqual([409, 'CALL_NOT_RETRIED'])
  expect(await stored(dead)).toMatchObject({ state: 'DEAD' })
  for (const id of [unknown, dead]) {
    expect((await again(id, 'ask')).body).toMatchObject({ id, state: 'UNKNOWN' })
    const { state, next_at, closed_at } = (await stored(id)) as Record<string, string>
    expect([state, closed_at]).toEqual(['UNKNOWN', null])
    expect(Number(next_at)).toBeLessThanOrEqual(Date.now())
  }
  // Not yet sent: it stays so, and leaves at once.
  const queued = await row('payout', 'QUEUED')
  expect((await again(queued, 'ask')).body).toMatchObject({ state: 'QUEUED' })
})

it('a definite answer is not asked for twice, a call under way is left to its worker', async () => {
  for (const state of ['SENT', 'FAILED'])
    expect(refusal(await again(await row('payout', state), 'ask'))).toEqual([409, 'CALL_NOT_RETRIED'])
  const sending = await row('payout', 'SENDING')
  const before = await stored(sending)
  expect((await again(sending, 'ask')).status).toBe(200)
  expect(await stored(sending)).toEqual(before)
})

it('a mail that was given up is sent again once, unless it is forgotten or too late', async () => {
  const dead = await row('mail', 'DEAD')
  for (let time = 0; time < 2; time += 1)
    expect((await again(dead, 'retry')).body).toMatchObject({ state: 'QUEUED', attempts: 0, closedAt: null })
  for (const payload of [{}, { sealed: 'x', expiresAt: Date.now() - 1 }])
    expect(refusal(await again(await row('mail', 'DEAD', { payload }), 'retry'))).toEqual([409, 'CALL_NOT_RETRIED'])
  expect(refusal(await again(await row('mail', 'SENT'), 'retry'))).toEqual([409, 'CALL_NOT_RETRIED'])
})

it('another site’s call is none, and who only reads changes nothing', async () => {
  const foreign = await row('mail', 'DEAD', { site: 15 })
  expect(refusal(await again(foreign, 'retry'))).toEqual([404, 'HISTORY_NOT_FOUND'])
  const own = await row('mail', 'DEAD')
  for (const who of ['audit', 'cs', 'operator']) expect(refusal(await again(own, 'retry', who))[0]).toBe(403)
  expect(await stored(own)).toMatchObject({ state: 'DEAD' })
})

it('each act is in the log with what was before; the list shows calls without what they say', async () => {
  const id = await row('sms', 'DEAD', { payload: { sealed: 'secret-text' } })
  await again(id, 'retry')
  const audit = await as('audit')
  const acts = await audit.get('/api/console/audit?action=outgoingRetry')
  expect(acts.body.content[0]).toMatchObject({
    reason: '확인',
    said: { call: id, kind: 'sms' },
    changes: [{ table: 'outgoing', before: { state: 'DEAD', attempts: 7 }, after: { state: 'QUEUED', attempts: 0 } }],
  })
  const list = await audit.get('/api/console/outgoing?view=OPEN')
  expect(list.body.content.map((call: { id: string }) => call.id)).toContain(id)
  expect(JSON.stringify(list.body)).not.toContain('secret-text')
  expect(refusal(await (await as('cs')).get('/api/console/outgoing'))[0]).toBe(403)
})

it('health says per provider what waits, what failed today, how its circuit stands and what it told', async () => {
  await house.database.run(`
    insert into provider_breaker (site_id, provider, state, since) values (1, 'dhsafety', 'OPEN', 5);
    insert into provider_event (site_id, provider, event, kind, body, received_at, fault, next_at) values
      (1, 'dhsafety', 'ev-1', 'deposit', '{"depositor": "홍길동", "account": "110-123-456789", "amount": "1000"}', 7, 'amount missing', 7),
      (1, 'dhsafety', 'ev-2', 'deposit', '{}', 9, null, 9)`)
  await row('provider-call', 'UNKNOWN', { provider: 'dhsafety' })
  await row('provider-call', 'DEAD', { provider: 'dhsafety', at: Date.now() - 2 * day })
  const operator = await as('operator')
  const { body } = await operator.get('/api/console/provider/health')
  expect(body.find(({ provider }: { provider: string }) => provider === 'dhsafety')).toEqual({
    provider: 'dhsafety',
    breaker: 'OPEN',
    breakerSince: 5,
    barred: null,
    waiting: 1,
    unknown: 1,
    done: 0,
    failed: 0,
    p95Ms: null,
    hours: Array.from({ length: 24 }, () => ({ done: 0, failed: 0 })),
    lastDoneAt: null,
    lastFailedAt: null,
    lastError: 'no answer',
    webhookAt: 9,
    webhooksWaiting: 1,
    webhooksFaulty: 1,
  })
  const faulty = await operator.get('/api/console/webhook?view=FAULTY&q=ev-')
  expect(faulty.body.content).toMatchObject([{ event: 'ev-1', state: 'FAULTY', note: 'amount missing' }])
  expect(faulty.body.content[0].body).not.toMatch(/홍길동|110-123/)
  expect(faulty.body.content[0].body).toContain('"amount": "1000"')
})

it('health says how long calls took, and how they fared hour by hour', async () => {
  const now = Date.now()
  for (const seconds of [1, 2, 3, 4, 60]) {
    const id = await row('provider-call', 'SENT', { provider: 'bitdex', at: now - 2_000 })
    await house.database.run('update outgoing set created_at = closed_at - $2 where id = $1', [id, seconds * 1_000])
  }
  await row('provider-call', 'FAILED', { provider: 'bitdex', at: now - 5 * 3_600_000 - 60_000 })
  await row('provider-call', 'SENT', { provider: 'bitdex', at: now - 25 * 3_600_000 })
  const { body } = await (await as('operator')).get('/api/console/provider/health')
  const health = body.find(({ provider }: { provider: string }) => provider === 'bitdex')
  expect(health).toMatchObject({ p95Ms: 60_000, done: 5, failed: 1 })
  expect(health.hours[23]).toEqual({ done: 5, failed: 0 })
  expect(health.hours[18]).toEqual({ done: 0, failed: 1 })
  expect(health.hours).toHaveLength(24)
  const counted = health.hours.reduce(
    (sum: number, { done, failed }: { done: number; failed: number }) => sum + done + failed,
    0,
  )
  expect(counted).toBe(6)
})

it('refused webhooks are listed with what was last sent, for those who see providers of the site alone', async () => {
  await house.database.run(`
    insert into refused_webhook (site_id, hour_at, provider, fault, count, last_at, last_ip, last_bytes, last_body) values
      (1, 3600000, 'onepay', 'SIGNATURE', 3, 3700000, '198.51.100.24', 120, '{"event": "x"}'),
      (15, 3600000, 'onepay', 'KEY', 1, 3700000, '198.51.100.25', 1, '')`)
  const { body } = await (await as('operator')).get('/api/console/webhook/refused')
  expect(body.content).toEqual([
    {
      hourAt: 3_600_000,
      provider: 'onepay',
      fault: 'SIGNATURE',
      count: 3,
      lastAt: 3_700_000,
      lastIp: '198.51.100.24',
      lastBytes: 120,
      lastBody: '{"event": "x"}',
    },
  ])
  expect(refusal(await (await as('cs')).get('/api/console/webhook/refused'))[0]).toBe(403)
})
