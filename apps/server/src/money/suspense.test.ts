import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import type { TestServer } from '../../test/harness.ts'
import { enrolled, moneyServer, staff } from '../../test/money-house.ts'
import { findBreaks } from '../audit/index.ts'
import { reportFact } from '../providers/index.ts'
import { storeStatement } from '../statements/store.ts'

const reason = '입금 기록을 확인했습니다'
type Person = Awaited<ReturnType<typeof staff>>

let server: TestServer
let finance: Person
let finance2: Person
let operator: Person
let member: Awaited<ReturnType<typeof enrolled>>
beforeAll(async () => {
  server = await moneyServer({ changeHoldMs: 0, holdMs: 0, firstHoldMs: 0 })
  finance = await staff(server, 'finance')
  finance2 = await staff(server, 'finance2')
  operator = await staff(server, 'operator')
  member = await enrolled(server, 'demo1')
})
afterAll(() => server.close())

/** Money that names no request. */
async function unknownMoney(amount: bigint): Promise<number> {
  const event = randomUUID()
  const named = { requestId: null, reference: '?', providerRef: event, payer: '김마루', houseSub: 'demo-bank' }
  const fact = { kind: 'deposit', ...named, amount, currency: 'KRW', closed: null } as const
  await reportFact(server.deps, { siteId: 1, provider: 'bank', event }, fact)
  const { body } = await finance.get('/api/console/suspense?statusStrs=OPEN')
  expect(body.content[0]).toMatchObject({ cause: 'REFERENCE', amount: String(amount), state: 'OPEN', payer: '김마루' })
  return body.content[0].id
}
let day = 0
/** The bank's statement shows that money went out. */
function showOut(providerRef: string, amount: string): Promise<unknown> {
  const date = `2026-02-${String(++day).padStart(2, '0')}`
  const line = {
    providerRef,
    reference: null,
    kind: 'return',
    amount,
    fee: '0',
    at: Date.now(),
    valueDate: date,
  } as const
  const told = { account: 'KRW', currency: 'KRW', opening: '0', closing: '0', isFinal: true, day: date, lines: [line] }
  const place = { siteId: 1, provider: 'bank', currency: 'KRW' } as const
  return server.deps.db.system((tx) => storeStatement(tx, place, told, Date.now()))
}
const money = async () => {
  const { body } = await member.get('/api/wallet/my')
  return Number(body.find(({ type }: { type: string }) => type === 'BINARY').point)
}
const approve = (by: Person, id: number) => by.post(`/api/console/approvals/${id}/approve`, { reason })
const refuse = (by: Person, id: number) => by.post(`/api/console/approvals/${id}/refuse`, { reason })

it('becomes a member’s once a second person agrees, and once only', async () => {
  const before = await money()
  const id = await unknownMoney(70_000n)
  const key = randomUUID()
  const body = { reason, memberId: 1001, walletType: 'BINARY' }
  const ask = () => finance.post(`/api/console/suspense/${id}/assign`, body, 1, key)
  const [asked, repeat] = [await ask(), await ask()]
  expect([asked.status, repeat.body]).toEqual([202, asked.body])
  const { approvalId } = asked.body
  const listed = (await finance2.get('/api/console/approvals')).body.content
  const fields = listed.find((row: { id: number }) => row.id === approvalId).fields
  const after = (ko: string) => fields.find(({ label }: { label: { ko: string } }) => label.ko === ko)?.after
  // The two persons see who sent it, whose it becomes, and that these are two names.
  expect([after('보낸 사람'), after('메모'), after('회원')]).toEqual([
    '김마루',
    '?',
    expect.stringMatching(/ .+ \(1001\)$/),
  ])
  expect(after('보낸 사람과 회원의 이름').ko).toBe('같습니다')
  const list = (await finance2.get('/api/console/approvals')).body
  expect(list.content).toMatchObject([{ id: approvalId, kind: 'SUSPENSE_ASSIGN', reason, state: 'PENDING' }])
  expect(await money()).toBe(before)

  expect(refusal(await approve(finance, approvalId))).toEqual([403, 'APPROVAL_SELF'])
  expect(refusal(await approve(operator, approvalId))).toEqual([403, 'PERMISSION_DENIED'])
  const answers = await Promise.all([approve(finance2, approvalId), approve(finance2, approvalId)])
  for (const { body: done } of answers) expect(done).toMatchObject({ state: 'APPROVED', decidedBy: 1108 })
  expect(await money()).toBe(before + 70_000)
  expect(refusal(await refuse(finance, approvalId))).toEqual([409, 'STALE_VERSION'])
  expect(refusal(await finance.post(`/api/console/suspense/${id}/assign`, body))).toEqual([409, 'STALE_VERSION'])
  expect((await member.get('/api/dnw/list?typeStrs=D')).body[0]).toMatchObject({ point: '70000', status: 'COMPLETED' })
})

it('tells the second person in red that payer and member have two names', async () => {
  await server.database.run(`update member set name = '다른이' where site_id = 1 and id = 1002`)
  const id = await unknownMoney(71_000n)
  const { body } = await finance.post(`/api/console/suspense/${id}/assign`, {
    reason,
    memberId: 1002,
    walletType: 'BINARY',
  })
  const { fields } = (await finance2.get('/api/console/approvals')).body.content.find(
    (one: { id: number }) => one.id === body.approvalId,
  )
  expect(fields.at(-2)).toMatchObject({ after: { ko: '다릅니다' }, isWarning: true })
  expect((await refuse(finance2, body.approvalId)).status).toBe(200)
})

it('is asked for once at a time, leaves what is to do meanwhile, and comes back where the second person refuses', async () => {
  const id = await unknownMoney(72_000n)
  const assign = (memberId: number) =>
    finance.post(`/api/console/suspense/${id}/assign`, { reason, memberId, walletType: 'BINARY' })
  const ids = async (isAsked: boolean) =>
    (await finance.get(`/api/console/suspense?statusStrs=OPEN&isAsked=${isAsked}`)).body.content.map(
      (row: { id: number }) => row.id,
    )
  const answers = await Promise.all([assign(1001), assign(1002)])
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 409])
  const taken = answers.find(({ status }) => status === 202)?.body.approvalId
  await showOut('S-60', '-72000')
  const back = await finance.post(`/api/console/suspense/${id}/return`, { reason, statementLine: 'S-60' })
  expect(refusal(back)).toEqual([409, 'APPROVAL_ALREADY_ASKED'])
  expect([await ids(true), (await ids(false)).includes(id)]).toEqual([[id], false])
  expect((await refuse(finance2, taken)).status).toBe(200)
  expect([await ids(true), (await ids(false)).includes(id)]).toEqual([[], true])
  expect((await assign(1001)).status).toBe(202)
})

it('offers the members whose name or request fits, and finds others by name, number or amount', async () => {
  const id = await unknownMoney(81_000n)
  const candidates = async (q = '') =>
    (await finance.get(`/api/console/suspense/${id}/candidate${q === '' ? '' : `?q=${encodeURIComponent(q)}`}`)).body
  const asked = await member.post('/api/dnw/apply', { type: 'D', point: '81000' })
  const [first, ...others] = await candidates()
  expect(first).toMatchObject({
    memberId: 1001,
    isSameName: true,
    request: { id: asked.body.id, point: '81000', isSameAmount: true },
    marks: [],
  })
  expect([first.name.includes('*'), first.accounts.every((one: string) => one.includes('*'))]).toEqual([true, true])
  expect(others.map(({ memberId }: { memberId: number }) => memberId)).not.toContain(1002)
  expect(await candidates('다른이')).toMatchObject([{ memberId: 1002, isSameName: false, request: null }])
  expect(await candidates('81,000')).toMatchObject([{ memberId: 1001 }])
  expect(await candidates('없는사람')).toEqual([])
  await member.post('/api/dnw/cancel', { dnwHistoryId: asked.body.id })
})

it('shows at the head of every row what stands in its member’s way', async () => {
  const { id } = (await member.post('/api/dnw/apply', { type: 'D', point: '82000' })).body
  const marks = async () => {
    const { content } = (await finance.get('/api/console/dnw?statusStrs=REQUESTED,REVIEW')).body
    return content.find((row: { id: number }) => row.id === id).marks
  }
  expect(await marks()).toEqual([])
  await finance.post('/api/console/member/1001/freeze', { reason, isFrozen: true })
  await server.database.run(`update member set block_device = 'M' where site_id = 1 and id = 1001`)
  expect(await marks()).toEqual(['FROZEN', 'DEVICE_BLOCKED'])
  expect((await finance.get(`/api/console/dnw/${id}`)).body.marks).toEqual(['FROZEN', 'DEVICE_BLOCKED'])
  const unfreeze = await finance.post('/api/console/member/1001/freeze', { reason, isFrozen: false })
  const { fields } = (await finance2.get('/api/console/approvals')).body.content.find(
    (one: { id: number }) => one.id === unfreeze.body.approvalId,
  )
  expect(fields[0].after.ko).toContain('출금 동결 · 모바일 차단')
  expect((await approve(finance2, unfreeze.body.approvalId)).status).toBe(200)
  expect(await marks()).toEqual(['DEVICE_BLOCKED'])
  await server.database.run(`update member set block_device = '' where site_id = 1 and id = 1001`)
  await member.post('/api/dnw/cancel', { dnwHistoryId: id })
})

it('goes back where it came from, or waits on where the second person refuses', async () => {
  const id = await unknownMoney(30_000n)
  const ask = (statementLine = 'S-77') => finance.post(`/api/console/suspense/${id}/return`, { reason, statementLine })
  expect(refusal(await ask())).toEqual([404, 'HISTORY_NOT_FOUND'])
  await showOut('S-76', '-29000')
  await showOut('S-77', '-30000')
  expect(refusal(await ask('S-76'))).toEqual([400, 'INVALID_REQUEST'])
  const refused = (await ask()).body.approvalId
  expect((await refuse(finance2, refused)).body).toMatchObject({ state: 'REFUSED' })
  expect(refusal(await approve(finance2, refused))).toEqual([409, 'STALE_VERSION'])
  const { approvalId } = (await ask()).body
  expect((await approve(finance2, approvalId)).body).toMatchObject({ state: 'APPROVED' })
  const { body } = await finance.get('/api/console/suspense')
  expect(body.content[0]).toMatchObject({ id, state: 'RETURNED', note: 'S-77' })
  // A line shows one payment.
  const next = await unknownMoney(30_000n)
  const again = await finance.post(`/api/console/suspense/${next}/return`, { reason, statementLine: 'S-77' })
  expect(refusal(again)).toEqual([409, 'STALE_VERSION'])
})

it('what a provider takes back is ended by two persons: against other money there, or as a loss of the house', async () => {
  const event = randomUUID()
  const told = (amount: bigint) => {
    const named = { requestId: null, reference: '?', providerRef: event, payer: '김마루', houseSub: 'demo-bank' }
    const fact = { kind: 'deposit', ...named, amount, currency: 'KRW', closed: null } as const
    return reportFact(server.deps, { siteId: 1, provider: 'bank', event: randomUUID() }, fact)
  }
  const open = async () => (await finance.get(`/api/console/suspense?statusStrs=OPEN&q=${event}`)).body.content
  const ask = (id: number, againstId?: number) =>
    finance.post(`/api/console/suspense/${id}/offset`, { reason, ...(againstId && { againstId }) })
  for (const amount of [90_000n, 60_000n, 50_000n]) await told(amount)
  const [last, less, came] = await open()
  expect([came, less, last].map(({ amount }) => amount)).toEqual(['90000', '-30000', '-10000'])
  expect(refusal(await ask(came.id))).toEqual([400, 'INVALID_REQUEST'])
  expect(refusal(await ask(less.id, last.id))).toEqual([400, 'INVALID_REQUEST'])
  const asked = await ask(less.id, came.id)
  expect([asked.status, asked.body]).toEqual([202, { approvalId: expect.any(Number) }])
  const { approvalId } = asked.body
  const page = (await finance2.get('/api/console/approvals')).body.content[0]
  expect(JSON.stringify(page.fields)).toMatch(/-30,000원.*90,000원.*60,000원/)
  expect((await approve(finance2, approvalId)).body).toMatchObject({ kind: 'SUSPENSE_OFFSET', state: 'APPROVED' })
  expect(await open()).toMatchObject([{ cause: 'OFFSET', amount: '60000' }, { id: last.id }])
  await approve(finance2, (await ask(last.id)).body.approvalId)
  const [rest] = await open()
  const back = await finance.post(`/api/console/suspense/${rest.id}/assign`, {
    reason,
    memberId: 1001,
    walletType: 'BINARY',
  })
  await approve(finance2, back.body.approvalId)
  expect(await open()).toEqual([])
  const states = await server.database.run('select state from suspense where provider_ref = $1 order by id', [event])
  expect(states.map(({ state }) => state)).toEqual(['OFFSET', 'OFFSET', 'WRITTEN_OFF', 'ASSIGNED'])
  expect(await findBreaks(server.deps.db, new AbortController().signal, 'since-closing')).toEqual([])
})

it('has failed where the core refuses what was agreed to, and cannot be agreed to again', async () => {
  const id = await unknownMoney(20_000n)
  const { body } = await finance.get('/api/console/suspense')
  const [{ amount }] = body.content
  const ask = async () =>
    (await finance.post(`/api/console/suspense/${id}/return`, { reason, statementLine: 'S-78' })).body
  await showOut('S-78', '-20000')
  const one = await ask()
  // Two requests for one item, as they could be made before.
  const twin = { id: one.approvalId + 1, request_key: 'twin', command_key: randomUUID() }
  await server.database.run(
    `insert into approval select (jsonb_populate_record(a, $2)).* from approval a where id = $1`,
    [one.approvalId, JSON.stringify(twin)],
  )
  const other = { approvalId: twin.id }
  expect((await approve(finance2, one.approvalId)).status).toBe(200)
  expect(refusal(await approve(finance2, other.approvalId))).toEqual([409, 'STALE_VERSION'])
  const stored = await server.database.run('select state, failure from approval where id = $1', [other.approvalId])
  expect([amount, stored]).toEqual(['20000', [{ state: 'FAILED', failure: 'STALE_VERSION' }]])
  expect(refusal(await approve(finance2, other.approvalId))).toEqual([409, 'STALE_VERSION'])
})

it('is another site’s nobody’s, and lapses after a day', async () => {
  const id = await unknownMoney(10_000n)
  const body = { reason, memberId: 1001, walletType: 'BINARY' }
  expect(refusal(await finance.post(`/api/console/suspense/${id}/assign`, body, 15))).toEqual([
    404,
    'HISTORY_NOT_FOUND',
  ])
  const nobody = { ...body, memberId: 999_999 }
  expect(refusal(await finance.post(`/api/console/suspense/${id}/assign`, nobody))).toEqual([404, 'USER_NOT_FOUND'])
  const { approvalId } = (await finance.post(`/api/console/suspense/${id}/assign`, body)).body
  await server.database.run('update approval set expires_at = 1 where id = $1', [approvalId])
  expect(refusal(await approve(finance2, approvalId))).toEqual([409, 'APPROVAL_EXPIRED'])
})

it('stops what leaves of a member at once, and lets it go on with two persons', async () => {
  const freeze = (by: Person, isFrozen: boolean) => by.post('/api/console/member/1001/freeze', { reason, isFrozen })
  expect((await freeze(operator, true)).body).toEqual({ ok: true })
  const take = () => member.post('/api/dnw/apply', { type: 'W', point: '10000', otp: member.otp() })
  expect(refusal(await take())).toEqual([403, 'WITHDRAW_FROZEN'])
  const { approvalId } = (await freeze(operator, false)).body
  expect(refusal(await take())).toEqual([403, 'WITHDRAW_FROZEN'])
  expect((await approve(finance, approvalId)).body).toMatchObject({ kind: 'UNFREEZE', state: 'APPROVED' })
  expect((await take()).status).toBe(200)
})
