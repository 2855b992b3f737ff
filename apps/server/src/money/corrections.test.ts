import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import { type Call, startTestServer, type TestServer } from '../../test/harness.ts'
import { enrolled, moneyServer, type staff, staffOf } from '../../test/money-house.ts'
import { findBreaks } from '../audit/index.ts'

const reason = '은행에 들어오지 않은 입금을 승인했습니다'
type Person = Awaited<ReturnType<typeof staff>>

let server: TestServer
let finance: Person
let finance2: Person
let member: Awaited<ReturnType<typeof enrolled>>
beforeAll(async () => {
  server = await moneyServer({ changeHoldMs: 0, holdMs: 0, firstHoldMs: 0, cancelWindowMs: 0 })
  // Of whichever server runs.
  const now = { ...server, call: (path: string, call?: Call) => server.call(path, call) }
  const someone = staffOf(now)
  finance = await someone('finance')
  finance2 = await someone('finance2')
  member = await enrolled(now, 'demo1')
})
afterAll(() => server.close())

const agree = (id: number, by = finance2) => by.post(`/api/console/approvals/${id}/approve`, { reason })
const money = async () => {
  const { body } = await member.get('/api/wallet/my')
  return Number(body.find(({ type }: { type: string }) => type === 'BINARY').point)
}
const fieldsOf = async (id: number): Promise<Record<string, unknown>> => {
  const { body } = await finance2.get('/api/console/approvals')
  const list = body.content ?? body
  const { fields } = list.find((one: { id: number }) => one.id === id)
  const word = (text: unknown) => (typeof text === 'object' && text !== null ? (text as { ko: string }).ko : text)
  return Object.fromEntries(
    fields.map(({ label, after }: { label: unknown; after: unknown }) => [word(label), word(after)]),
  )
}

/** A deposit of ₩300,000 that the desk approved, and the line of the ledger that credited it. */
async function credited(): Promise<{ readonly txnId: number; readonly postingId: number; readonly id: number }> {
  const asked = await member.post('/api/dnw/deposit/apply', { walletType: 'BINARY', point: '300000' })
  expect(asked.status).toBe(200)
  const { id } = asked.body
  const done = await finance.post(`/api/console/dnw/${id}/approve`, { reason, version: 1 })
  if (done.status === 202) await agree(done.body.approvalId)
  const [row] = await server.database.run(
    `select id::text, txn_id::text from posting where reason = 'DEPOSIT' and account = 'MEMBER' and ref_id = $1`,
    [id],
  )
  return { id, postingId: Number(row!['id']), txnId: Number(row!['txn_id']) }
}

describe('a mis-credit in cash', () => {
  it('is taken back by two persons from the line of the ledger that made it, once; the second one sees everything', async () => {
    const before = await money()
    const { id, txnId, postingId } = await credited()
    expect(await money()).toBe(before + 300_000)
    const path = `/api/console/ledger/${txnId}/deduct`
    for (const point of ['0', '300001'])
      expect(refusal(await finance.post(path, { reason, postingId, point }))[1]).toBe('INVALID_REQUEST')
    const asked = await finance.post(path, { reason, postingId })
    expect(asked.status).toBe(202)
    const { approvalId } = asked.body
    expect(await fieldsOf(approvalId)).toMatchObject({
      회원: expect.stringContaining('1001'),
      지갑: expect.stringContaining('원화 지갑'),
      '원장 기록': `${postingId}`,
      '입금 신청': `${id}`,
      '들어간 금액': expect.stringContaining('300,000원'),
      '되돌릴 금액': expect.stringContaining('300,000원'),
    })
    expect(refusal(await agree(approvalId, finance))).toEqual([403, 'APPROVAL_SELF'])
    expect((await agree(approvalId)).body).toMatchObject({ state: 'APPROVED' })
    expect(await money()).toBe(before)
    expect(refusal(await finance.post(path, { reason, postingId }))).toEqual([409, 'LINE_NOT_CORRECTABLE'])
    expect(await findBreaks(server.deps.db, new AbortController().signal, 'full')).toEqual([])
  })

  it('is no line of another kind, and none of another transaction', async () => {
    const [grant] = await server.database.run(
      `select id::text, txn_id::text from posting where reason = 'DEMO_GRANT' and account = 'MEMBER' and member_id = 1001 limit 1`,
    )
    const path = `/api/console/ledger/${grant!['txn_id']}/deduct`
    expect(refusal(await finance.post(path, { reason, postingId: Number(grant!['id']) }))).toEqual([
      409,
      'LINE_NOT_CORRECTABLE',
    ])
    expect(refusal(await finance.post(path, { reason, postingId: 4_711 }))).toEqual([404, 'HISTORY_NOT_FOUND'])
  })
})

describe('a payout that nobody knows of', () => {
  it('is ended by two persons with evidence once its provider keeps its key no longer; then its member may withdraw again', async () => {
    const asked = await member.post('/api/dnw/apply', { type: 'W', point: '100000', otp: member.otp() })
    const { id } = asked.body
    const done = await finance.post(`/api/console/dnw/${id}/approve`, { reason, version: 1 })
    if (done.status === 202) await agree(done.body.approvalId)
    const path = `/api/console/dnw/${id}/payout-end`
    const body = { reason, isPaid: false, evidence: '은행 확인서 12호' }
    expect(refusal(await finance.post(path, body))).toEqual([409, 'PAYOUT_STILL_ASKED'])
    expect((await finance.get(`/api/console/dnw/${id}`)).body.payout).toMatchObject({ isEndable: false })
    // It left four days ago, and nobody has answered since: a house whose rows say so.
    const { database } = server
    await server.close(true)
    await database.run(`update payout set state = 'UNKNOWN', created_at = created_at - 345600000 where dnw_id = ${id}`)
    server = await startTestServer({ database })
    expect((await finance.get(`/api/console/dnw/${id}`)).body.payout).toMatchObject({ isEndable: true })
    const { approvalId } = (await finance.post(path, body)).body
    expect(await fieldsOf(approvalId)).toMatchObject({
      '출금 신청': `${id}`,
      지급액: expect.stringContaining('99,000원'),
      제공사: 'bank',
      지급: expect.stringMatching(/^\d+ \(payout-[0-9a-f]{32}\)$/),
      증빙: '은행 확인서 12호',
    })
    const before = await money()
    expect((await agree(approvalId)).body).toMatchObject({ state: 'APPROVED' })
    expect(await money()).toBe(before + 100_000)
    const again = await member.post('/api/dnw/apply', { type: 'W', point: '10000', otp: member.otp() })
    expect(again.status).toBe(200)
    expect(refusal(await finance.post(path, body))).toEqual([409, 'STALE_VERSION'])
  })
})
