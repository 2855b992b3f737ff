import { randomUUID } from 'node:crypto'
import { demoKeys, type ProviderName, signRequest, webhookPath } from '@maru/provider-protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestServer } from '../../test/harness.ts'
import { enrolled, moneyServer, staff } from '../../test/money-house.ts'
import { startTestSandbox, type TestSandbox } from '../../test/sandbox.ts'

let sandbox: TestSandbox
let server: TestServer
let member: Awaited<ReturnType<typeof enrolled>>
beforeAll(async () => {
  sandbox = await startTestSandbox()
  server = await moneyServer(
    { changeHoldMs: 0, holdMs: 0, firstHoldMs: 0, cancelWindowMs: 0, flagWithdrawals: 1_000 },
    { sandbox: sandbox.sandbox },
  )
  sandbox.tell(server.url)
  await sandbox.behave(null, { paysItself: '', webhooks: 'lost' })
  member = await enrolled(server, 'demo1')
})
afterAll(async () => {
  await server.close()
  sandbox.stop()
})

/** A webhook that is signed by the keys of a provider; waits until it is dispatched, and returns its note. */
async function report(provider: ProviderName, told: object): Promise<unknown> {
  const event = randomUUID()
  const payload = JSON.stringify({ event, at: Date.now(), ...told })
  const path = webhookPath(provider, 1)
  const signed = { method: 'POST', host: new URL(server.url).host, path, body: payload }
  const [key] = demoKeys(sandbox.sandbox.secret, 1, provider).webhook
  const headers = signRequest(signed, key!, { time: Date.now(), nonce: randomUUID() })
  const answer = await fetch(new URL(path, server.url), {
    method: 'POST',
    body: payload,
    headers: { ...headers, 'content-type': 'application/json' },
  })
  expect(answer.status).toBe(200)
  const stored = async () =>
    (
      await server.database.run(
        'select dispatched_at, last_error from provider_event where provider = $1 and event = $2',
        [provider, event],
      )
    )[0]!
  await expect.poll(async () => (await stored())['dispatched_at'], { timeout: 30_000 }).not.toBeNull()
  return (await stored())['last_error']
}

const statusOf = async (id: number) => (await member.get(`/api/dnw/one?dnwHistoryId=${id}`)).body.status
const foreign = 'FACT_FOREIGN'

test('a charge is completed by its own provider alone: what another key reports is stored, raises an alarm and lies in suspense', async () => {
  const { body } = await member.post('/api/paykiwoom/sendCoin', { walletType: 'BINARY', won: '5000000' })
  const told = {
    kind: 'deposit',
    providerRef: `x-${body.id}`,
    reference: `D${body.id}`,
    amount: '5000000',
    currency: 'KRW',
    payer: { name: '김마루' },
  }
  for (const provider of ['sms', 'paycoin', 'p2p'] as const) expect(await report(provider, told)).toBe(foreign)
  expect(await statusOf(body.id)).toBe('REQUESTED')
  const suspended = await server.database.run(
    `select house_account, house_sub, cause, member_id from suspense where provider_ref = $1 order by house_sub`,
    [told.providerRef],
  )
  expect(suspended).toEqual(
    ['p2p', 'paycoin', 'sms'].map((house_sub) => ({
      house_account: 'PROVIDER_CLEARING',
      house_sub,
      cause: 'REFERENCE',
      member_id: null,
    })),
  )
  const { details } = (await (await fetch(new URL('/readyz', server.url))).json()) as { details: { providers: string } }
  expect(details.providers).toMatch(/3 facts of the last day were reported by a provider without a say in them/)
  const operator = await staff(server, 'operator')
  const health = (await operator.get('/api/console/provider/health')).body
  expect(health.find((one: { provider: string }) => one.provider === 'sms')).toMatchObject({ webhooksFaulty: 1 })
  expect(await (await fetch(new URL('/metrics', server.url))).text()).toContain(
    'maru_provider_foreign_facts_total{provider="sms",kind="deposit"} 1',
  )
})

test('a payout neither fails nor ends by the key of another provider', async () => {
  // The bank says nothing of it by itself, however often it is asked.
  await sandbox.behave('bank', { calls: 'broken' })
  const asked = await member.post('/api/dnw/apply', { type: 'W', point: '1000000', otp: member.otp() })
  const row = async () =>
    (await server.database.run('select key, state from payout where dnw_id = $1', [asked.body.id]))[0]
  const [finance, finance2] = [await staff(server, 'finance'), await staff(server, 'finance2')]
  const approve = (by: typeof finance, version: number) =>
    by.post(`/api/console/dnw/${asked.body.id}/approve`, { reason: '확인했습니다', version })
  const first = await approve(finance, 1)
  if (first.status === 202)
    await finance2.post(`/api/console/approvals/${asked.body.id}/approve`, { reason: '확인했습니다' })
  await expect.poll(async () => (await row())?.['state'], { timeout: 30_000 }).toBe('UNKNOWN')
  const news = {
    kind: 'payout',
    idempotencyKey: String((await row())!['key']),
    providerRef: 'x',
    amount: '999000',
    currency: 'KRW',
  }
  for (const state of ['FAILED', 'DONE', 'RETURNED']) expect(await report('sms', { ...news, state })).toBe(foreign)
  expect(await statusOf(asked.body.id)).toBe('APPROVED')
  expect((await row())?.['state']).toMatch(/^(UNKNOWN|SENDING)$/)
  expect(await report('bank', { ...news, state: 'DONE' })).toBeNull()
  expect(await statusOf(asked.body.id)).toBe('COMPLETED')
})

test('who somebody is and which account he has is reported by who checks it', async () => {
  const { body } = await server.call('/api/certi/nice_id')
  expect(body.key).toEqual(expect.any(String))
  const check = async () =>
    (await server.database.run('select reference, state from identity_check where key = $1', [body.key]))[0]!
  const { reference } = await check()
  const verified = { name: '홍길동', birthDate: '1988-03-04', phone: '010-7000-0001', personHash: 'person-1' }
  expect(await report('sms', { kind: 'identity', reference, verified })).toBe(foreign)
  expect((await check())['state']).toBe('WAITING')
  expect(await report('sms', { kind: 'member', member: 'm-1-1001', registered: true, balance: '1' })).toBe(foreign)
  expect(await server.database.run(`select from provider_member where provider = 'sms'`)).toEqual([])
  expect(await report('nice', { kind: 'identity', reference, verified })).toBeNull()
  expect((await check())['state']).toBe('VERIFIED')
})
