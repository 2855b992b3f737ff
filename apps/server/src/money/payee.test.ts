import { afterAll, beforeAll, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import type { TestServer } from '../../test/harness.ts'
import { enrolled, moneyServer, staff } from '../../test/money-house.ts'

const reason = '송금 전 확인'
let server: TestServer
let finance: Awaited<ReturnType<typeof staff>>
let member: Awaited<ReturnType<typeof enrolled>>
beforeAll(async () => {
  server = await moneyServer({ changeHoldMs: 0, cancelWindowMs: 0 })
  finance = await staff(server, 'finance')
  member = await enrolled(server, 'demo1')
})
afterAll(() => server.close())

it('a withdrawal shows holder and whole account to finance, with a reason that stands in its log', async () => {
  const asked = await member.post('/api/dnw/apply', { type: 'W', point: '10000', otp: member.otp() })
  const path = `/api/console/dnw/${asked.body.id}`
  const masked = (await finance.get(path)).body
  expect(masked.account).toContain('****')
  expect(refusal(await finance.post(`${path}/payee`, { reason: ' ' }))).toEqual([400, 'INVALID_REQUEST'])
  const { status, body } = await finance.post(`${path}/payee`, { reason })
  expect([status, body]).toEqual([
    200,
    { name: '김마루', account: expect.stringMatching(/1001$/), place: '신한은행', tag: null },
  ])
  expect(body.account).not.toContain('*')
  const acts = (await finance.get(path)).body.acts
  expect(acts).toMatchObject([{ staffName: '재무담당', action: 'POST /api/console/dnw/:id/payee', reason }])
  for (const name of ['cs', 'operator', 'audit', 'admin']) {
    const refused = await (await staff(server, name)).post(`${path}/payee`, { reason })
    expect([name, ...refusal(refused)]).toEqual([name, 403, 'PERMISSION_DENIED'])
  }
})

it('a deposit shows who pays it, and a request that is unknown shows nothing', async () => {
  const asked = await member.post('/api/dnw/apply', { type: 'D', point: '10000' })
  const { body } = await finance.post(`/api/console/dnw/${asked.body.id}/payee`, { reason })
  expect(body).toEqual({ name: '김마루', account: null, place: null, tag: null })
  expect(refusal(await finance.post('/api/console/dnw/999999999/payee', { reason }))).toEqual([
    404,
    'HISTORY_NOT_FOUND',
  ])
})
