import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { TestServer } from '../../test/harness.ts'
import { enrolled, moneyServer, staff } from '../../test/money-house.ts'
import { startTestSandbox, type TestSandbox } from '../../test/sandbox.ts'

/** Withdrawals paid by the sandbox's bank, over the real protocol. */
const atOnce = { changeHoldMs: 0, holdMs: 0, firstHoldMs: 0, cancelWindowMs: 0, withdrawDayMax: '1000000000' }

let sandbox: TestSandbox
let server: TestServer
let finance: Awaited<ReturnType<typeof staff>>
let member: Awaited<ReturnType<typeof enrolled>>
beforeAll(async () => {
  sandbox = await startTestSandbox()
  server = await moneyServer(atOnce, { sandbox: sandbox.sandbox })
  sandbox.tell(server.url)
  finance = await staff(server, 'finance')
  member = await enrolled(server, 'demo1')
})
afterAll(async () => {
  await server.close()
  sandbox.stop()
})
afterEach(() => sandbox.behave('bank', { calls: 'normal', webhooks: 'normal' }))

const money = async () => {
  const { body } = await member.get('/api/wallet/my')
  return Number(body.find(({ type }: { type: string }) => type === 'BINARY').point)
}

/** A withdrawal that the desk approved; gives its id. */
async function approved(): Promise<number> {
  const asked = await member.post('/api/dnw/apply', { type: 'W', point: '100000', otp: member.otp() })
  expect(asked.status).toBe(200)
  const { id } = asked.body
  const done = await finance.post(`/api/console/dnw/${id}/approve`, { reason: '확인했습니다', version: 1 })
  expect(done.body).toMatchObject({ status: 'APPROVED' })
  return id
}
const rowOf = async (id: number) =>
  (
    await server.database.run(
      `select d.status, p.state as payout, o.state as call, o.attempts
         from dnw d join payout p on p.dnw_id = d.id join outgoing o on o.id = p.key where d.id = $1`,
      [id],
    )
  )[0]
const until = (id: number, expected: object) =>
  vi.waitFor(async () => expect(await rowOf(id)).toMatchObject(expected), { timeout: 60_000, interval: 100 })

test('an approved withdrawal is paid by the bank and completed', async () => {
  const before = await money()
  await until(await approved(), { status: 'COMPLETED', payout: 'CONFIRMED', call: 'SENT' })
  expect(await money()).toBe(before - 100_000)
})

test('one that the bank refuses goes back to the member', async () => {
  const before = await money()
  await sandbox.behave('bank', { calls: 'refuse' })
  await until(await approved(), { status: 'REJECTED', payout: 'FAILED', call: 'FAILED' })
  expect(await money()).toBe(before)
})

test('one whose answer is lost is unknown until the bank is asked, and paid once', async () => {
  await sandbox.behave('bank', { calls: 'unsigned', webhooks: 'lost' })
  const id = await approved()
  await until(id, { status: 'APPROVED', payout: 'UNKNOWN' })
  await sandbox.behave('bank', { calls: 'normal' })
  await until(id, { status: 'COMPLETED', payout: 'CONFIRMED', call: 'SENT' })
})

test('a member without an app sends money with a code to his phone, for this request alone', async () => {
  const { accessToken: token } = await server.login('demo2')
  const key = randomUUID()
  const withdraw = (otp: string | undefined, under: string) =>
    server.call('/api/dnw/apply', { token, key: under, body: { type: 'W', point: '50000', ...(otp && { otp }) } })
  expect((await withdraw(undefined, key)).body.code).toBe('STEP_UP_REQUIRED')
  expect((await server.call('/api/certi/certificate_phone', { token, body: { key } })).status).toBe(200)
  const phone = '010-0000-1002'
  const otp = await vi.waitFor(
    async () => {
      const message = (await sandbox.messages()).find(({ to }) => to === phone)
      const code = /\b(\d{6})\b/.exec(message?.text ?? '')?.[1]
      expect(code).toBeDefined()
      return code
    },
    { timeout: 60_000 },
  )
  expect((await withdraw(otp, randomUUID())).body.code).toBe('STEP_UP_REQUIRED')
  const asked = await withdraw(otp, key)
  expect(asked.status).toBe(200)
  expect((await withdraw(otp, key)).body).toEqual(asked.body)
})
