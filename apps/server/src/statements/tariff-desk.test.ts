import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { staffOf } from '../../test/money-house.ts'
import { tariffsOf } from './tariffs.ts'

const reason = 'the contract with the bank says so'
const path = '/api/console/statement/tariff'

let server: TestServer
let someone: ReturnType<typeof staffOf>
beforeAll(async () => {
  server = await startTestServer()
  someone = staffOf(server)
})
afterAll(() => server.close())

const named = { provider: 'bank', currency: 'KRW', kind: 'payout' }
const ask = async (before: object | null, after: object | null, parts: object = {}, by = 'finance') =>
  (await someone(by)).post(path, { reason, ...named, ...(before && { before }), ...(after && { after }), ...parts })
const approve = async (id: number, by = 'finance2') =>
  (await someone(by)).post(`/api/console/approvals/${id}/approve`, { reason })
const listed = async () => (await (await someone('finance')).get(path)).body.content
const known = () => server.deps.db.system((tx) => tariffsOf(tx, 1))
const first = { fixed: '300', ratePpm: 1_000 }

test('F: what a provider may take is set by two persons, who see it before and after', async () => {
  const asked = await ask(null, first)
  expect([asked.status, await listed()]).toEqual([202, []])
  const page = (await (await someone('finance2')).get('/api/console/approvals')).body.content[0]
  expect(JSON.stringify(page.fields)).toMatch(/bank KRW.*300원 \(삼백 원\).*0\.1%/)
  expect(refusal(await approve(asked.body.approvalId, 'finance'))).toEqual([403, 'APPROVAL_SELF'])
  expect((await approve(asked.body.approvalId)).body).toMatchObject({ kind: 'PROVIDER_TARIFF', state: 'APPROVED' })
  expect(await listed()).toMatchObject([{ ...named, ...first }])
  expect((await known()).get('bank KRW payout')).toEqual({ fixed: 300n, ratePpm: 1_000n })
})

test('F: what was changed meanwhile is not overwritten, and without a tariff the provider’s own word counts again', async () => {
  expect(refusal(await ask(null, { fixed: '500', ratePpm: 0 }))).toEqual([409, 'STALE_VERSION'])
  const other = await ask(first, { fixed: '400', ratePpm: 0 })
  const change = (ppm: number) => server.database.run(`update provider_tariff set rate_ppm = ${ppm} where site_id = 1`)
  await change(2_000)
  expect(refusal(await approve(other.body.approvalId))).toEqual([409, 'STALE_VERSION'])
  await (await someone('finance')).post(`/api/console/approvals/${other.body.approvalId}/refuse`, { reason })
  await change(first.ratePpm)
  const one = await ask(first, null)
  expect((await approve(one.body.approvalId)).body).toMatchObject({ state: 'APPROVED' })
  expect([await listed(), await known()]).toEqual([[], new Map()])
})

test('F: while a request about a tariff waits, nobody makes another about it; another kind of movement has its own', async () => {
  const one = await ask(null, first)
  const by = (name: string, parts: object = {}) => ask(null, { fixed: '400', ratePpm: 0 }, parts, name)
  for (const name of ['finance', 'finance2']) expect(refusal(await by(name))).toEqual([409, 'APPROVAL_ALREADY_ASKED'])
  const other = await by('finance', { kind: 'deposit' })
  expect(other.status).toBe(202)
  for (const { body } of [one, other])
    expect(
      (await (await someone('finance')).post(`/api/console/approvals/${body.approvalId}/refuse`, { reason })).status,
    ).toBe(200)
})

test('F: a tariff of nobody, of another currency, below zero or as it is, is refused', async () => {
  expect(refusal(await ask(null, first, { provider: 'nobody' }))).toEqual([400, 'INVALID_REQUEST'])
  expect(refusal(await ask(null, first, { currency: 'USDT' }))).toEqual([400, 'INVALID_REQUEST'])
  expect(refusal(await ask(null, { fixed: '0.5', ratePpm: 0 }))).toEqual([400, 'INVALID_REQUEST'])
  expect(refusal(await ask(null, { fixed: '1', ratePpm: 1_000_001 }))[0]).toBe(400)
  expect(refusal(await ask(null, null))).toEqual([422, 'SETTING_INVALID'])
  expect(refusal(await ask(null, first, {}, 'operator'))).toEqual([403, 'PERMISSION_DENIED'])
})
