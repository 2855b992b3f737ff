import { asksCode, type Endpoint, endpoints, rolesOf } from '@maru/contract'
import { byStaff } from '@maru/core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { appCode } from '../../test/authenticator.ts'
import { refusal } from '../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { staff, staffSecret } from '../../test/money-house.ts'

let server: TestServer
let finance: Awaited<ReturnType<typeof staff>>
beforeAll(async () => {
  server = await startTestServer()
  finance = await staff(server, 'finance')
})
afterAll(() => server.close())

const ofFinance = `member_id = (select id from member where site_id = 1 and username = 'finance')`
/** The sign-in was an hour ago, and what was proved since is forgotten. */
const age = () =>
  server.database.run(
    `update login_session set created_at = created_at - 3600000, proven_at = null where site_id = 1 and ${ofFinance}`,
  )
beforeEach(age)

const body = { reason: '확인', version: 1 }
const approve = () => finance.post('/api/console/dnw/999999/approve', body)
/** A code that was not used: the test forgets which was the last. */
async function prove(otp?: string) {
  await server.database.run(`update member set totp_last_step = 0 where site_id = 1 and username = 'finance'`)
  return finance.post('/api/console/step-up', { otp: otp ?? appCode(staffSecret, Date.now()) })
}

it('asks for a new code before money is touched once the last one is ten minutes old', async () => {
  expect(refusal(await approve())).toEqual([403, 'STEP_UP_REQUIRED'])
  const { status, body } = await prove()
  expect(status).toBe(200)
  expect(body.until).toBeGreaterThan(Date.now() + 9 * 60_000)
  expect(refusal(await approve())).toEqual([404, 'HISTORY_NOT_FOUND'])
  await server.database.run(
    `update login_session set proven_at = proven_at - 600001 where site_id = 1 and ${ofFinance}`,
  )
  expect(refusal(await approve())).toEqual([403, 'STEP_UP_REQUIRED'])
})

it('asks for it after the time that the site says', async () => {
  const configure = (staffProofMs: number) =>
    server.deps.core.submit({
      kind: 'configure',
      ...byStaff(1, 1101, '시험'),
      scope: 'site',
      optionId: null,
      changes: { staffProofMs },
      effectiveFrom: null,
    })
  expect((await configure(60_000)).status).toBe(200)
  const { body } = await prove()
  expect(body.until).toBeLessThanOrEqual(Date.now() + 60_000)
  expect(refusal(await approve())).toEqual([404, 'HISTORY_NOT_FOUND'])
  await server.database.run(`update login_session set proven_at = proven_at - 60001 where site_id = 1 and ${ofFinance}`)
  expect(refusal(await approve())).toEqual([403, 'STEP_UP_REQUIRED'])
  expect((await configure(16 * 60_000)).status).toBe(400)
  await configure(600_000)
})

it('takes no wrong code and no used one, and each try stands in the log of staff', async () => {
  const right = appCode(staffSecret, Date.now())
  const wrong = right === '000000' ? '000001' : '000000'
  expect(refusal(await prove(wrong))).toEqual([400, 'OTP_MISMATCH'])
  expect(refusal(await approve())).toEqual([403, 'STEP_UP_REQUIRED'])
  expect((await prove(right)).status).toBe(200)
  expect(refusal(await finance.post('/api/console/step-up', { otp: right }))).toEqual([400, 'OTP_MISMATCH'])
  const audit = await staff(server, 'audit')
  // A part of an action finds approvals, too.
  const { content } = (await audit.get('/api/console/audit?action=prove&size=100')).body
  const tries = content.filter(({ action }: { action: string }) => action === 'prove')
  expect(tries.slice(0, 3).map(({ refusal }: { refusal: string | null }) => refusal)).toEqual([
    'OTP_MISMATCH',
    null,
    'OTP_MISMATCH',
  ])
})

it('proves one session alone, and nobody else', async () => {
  await server.database.run(`update member set totp_last_step = 0 where site_id = 1 and username = 'finance'`)
  const other = await staff(server, 'finance')
  expect(refusal(await approve())).toEqual([403, 'STEP_UP_REQUIRED'])
  expect(refusal(await other.post('/api/console/dnw/999999/approve', body))).toEqual([404, 'HISTORY_NOT_FOUND'])
})

it('lets an emergency stop, reading and taking a request through without one', async () => {
  expect((await finance.get('/api/console/dnw')).status).toBe(200)
  expect(refusal(await finance.post('/api/console/dnw/999999/take', body))).toEqual([404, 'HISTORY_NOT_FOUND'])
  const stop = await finance.post('/api/console/stop', { scope: 'WITHDRAWALS', reason: '의심스러운 출금' })
  expect(stop.body.code).not.toBe('STEP_UP_REQUIRED')
})

it('asks for a new code before withdrawals open again, and before the reconciliation that permits it runs', async () => {
  const stop = { scope: 'WITHDRAWALS', reason: '의심스러운 출금' }
  const { id } = (await finance.post('/api/console/stop', stop)).body
  for (const path of [`stop/${id}/open`, 'reconciliation/open', 'reconciliation/run']) {
    const { status, body } = await finance.post(`/api/console/${path}`, { reason: '확인했습니다' })
    expect([path, status, body.code]).toEqual([path, 403, 'STEP_UP_REQUIRED'])
  }
  await prove()
  expect((await finance.post('/api/console/reconciliation/run', { reason: '확인했습니다' })).status).toBe(200)
})

it('gives whoever changes anything a way to prove himself', () => {
  const asked = Object.values(endpoints as Record<string, Endpoint>).filter(asksCode)
  for (const { path, permission } of asked)
    for (const role of rolesOf('POST', permission!))
      expect([path, rolesOf('POST', endpoints.staffProof.permission)]).toEqual([path, expect.arrayContaining([role])])
})
