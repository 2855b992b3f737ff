import { randomUUID } from 'node:crypto'
import { consoleDnwEndpoints, type Endpoint, rolesOf, type StaffRole } from '@maru/contract'
import { byMember } from '@maru/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import type { TestServer } from '../../test/harness.ts'
import { configureMoney, enrolled, moneyServer, staff } from '../../test/money-house.ts'

const atOnce = { changeHoldMs: 0, holdMs: 0, firstHoldMs: 0, cancelWindowMs: 0, withdrawDayMax: '1000000000' }
const reason = '확인했습니다'

type Person = Awaited<ReturnType<typeof staff>>
let server: TestServer
let finance: Person
let finance2: Person
let member: Awaited<ReturnType<typeof enrolled>>
beforeAll(async () => {
  server = await moneyServer(atOnce)
  finance = await staff(server, 'finance')
  finance2 = await staff(server, 'finance2')
  member = await enrolled(server, 'demo1')
})
afterAll(() => server.close())

const ask = async (type: 'D' | 'W', point: string) => {
  const answer = await member.post('/api/dnw/apply', { type, point, ...(type === 'W' ? { otp: member.otp() } : {}) })
  expect(answer.status).toBe(200)
  return answer.body.id as number
}
const step = (by: Person, id: number, what: string, version: number, more: object = {}) =>
  by.post(`/api/console/dnw/${id}/${what}`, { reason, version, ...more })
const money = async () => {
  const { body } = await member.get('/api/wallet/my')
  return Number(body.find(({ type }: { type: string }) => type === 'BINARY').point)
}

describe('the desk', () => {
  it('completes a deposit by approving it, and the member has his money in the same answer', async () => {
    const before = await money()
    const id = await ask('D', '300000')
    const taken = await step(finance, id, 'take', 1)
    expect(taken.body).toMatchObject({ status: 'REVIEW', takenBy: 1102, memberId: 1001, approvalsNeeded: 1 })
    expect(refusal(await member.post('/api/dnw/cancel', { dnwHistoryId: id }))).toEqual([409, 'CANCEL_CLOSED'])
    const done = await step(finance, id, 'approve', taken.body.version)
    expect(done.body).toMatchObject({ status: 'COMPLETED', steps: expect.any(Array) })
    expect(await money()).toBe(before + 300_000)
    // What is done stays so, for whoever looks at an older version.
    expect(refusal(await step(finance2, id, 'reject', taken.body.version))).toEqual([409, 'STALE_VERSION'])
    expect(await money()).toBe(before + 300_000)
  })

  it('decides between a member who cancels and staff who approve: one of them', async () => {
    for (let round = 0; round < 5; round++) {
      const before = await money()
      const id = await ask('D', '10000')
      const [taken, back] = await Promise.all([
        step(finance, id, 'approve', 1),
        member.post('/api/dnw/cancel', { dnwHistoryId: id }),
      ])
      expect([taken.status, back.status].sort()).toEqual([200, 409])
      expect(await money()).toBe(before + (taken.status === 200 ? 10_000 : 0))
    }
  })

  it('refuses a withdrawal with a reason, and all of it is the member’s again', async () => {
    const before = await money()
    const id = await ask('W', '200000')
    expect(await money()).toBe(before - 200_000)
    const refused = await step(finance, id, 'reject', 1)
    expect(refused.body).toMatchObject({ status: 'REJECTED', reason })
    expect(await money()).toBe(before)
  })

  it('takes two persons for what the core finds odd, and says it in words', async () => {
    const deposited = await ask('D', '10000')
    await step(finance, deposited, 'approve', 1)
    const id = await ask('W', '10000')
    const { body } = await finance.get('/api/console/dnw?typeStrs=W&statusStrs=REQUESTED')
    const row = body.content.find((one: { id: number }) => one.id === id)
    expect(row).toMatchObject({ approvalsNeeded: 2, flags: ['NO_TRADING'] })
    expect(row.flagWords).toEqual([{ ko: '마지막 입금 뒤 거래가 없습니다', en: 'No trading since the last deposit' }])
    const first = await step(finance, id, 'approve', row.version)
    expect(first.status).toBe(202)
    const refused = await finance2.post(`/api/console/approvals/${first.body.approvalId}/refuse`, { reason })
    expect(refused.body).toMatchObject({ status: 'REJECTED', flagWords: row.flagWords })
  })

  it('takes two persons for ten million, and never one twice', async () => {
    await step(finance, await ask('D', '20000000'), 'approve', 1).then(async ({ status, body }) => {
      expect([status, body.approvalId]).toEqual([202, expect.any(Number)])
      const { approvalId } = body
      const list = await finance2.get('/api/console/approvals')
      expect(list.body.content).toMatchObject([
        { id: approvalId, requestedBy: 1102, requestedByName: '재무담당', state: 'PENDING' },
      ])
      const again = await finance.post(`/api/console/approvals/${approvalId}/approve`, { reason })
      expect(refusal(again)).toEqual([403, 'APPROVAL_SELF'])
      const key = randomUUID()
      const second = () => finance2.post(`/api/console/approvals/${approvalId}/approve`, { reason }, 1, key)
      const [done, repeat] = [await second(), await second()]
      expect(done.body).toMatchObject({ status: 'COMPLETED', approvals: [{ staffId: 1102 }, { staffId: 1108 }] })
      expect(repeat.body).toEqual(done.body)
      expect((await finance2.get('/api/console/approvals')).body.totalElements).toBe(0)
    })

    const id = await ask('W', '12000000')
    expect((await step(finance, id, 'approve', 1)).status).toBe(202)
    const operator = await staff(server, 'operator2')
    expect(refusal(await operator.post(`/api/console/approvals/${id}/approve`, { reason }))).toEqual([
      403,
      'PERMISSION_DENIED',
    ])
    const refused = await finance2.post(`/api/console/approvals/${id}/refuse`, { reason })
    expect(refused.body).toMatchObject({ status: 'REJECTED' })
    expect(refusal(await finance2.post(`/api/console/approvals/${id}/refuse`, { reason }))).toEqual([
      409,
      'STALE_VERSION',
    ])
    expect(refusal(await finance2.post('/api/console/approvals/999999999/approve', { reason }))).toEqual([
      404,
      'APPROVAL_NOT_FOUND',
    ])
  })

  it('leaves a withdrawal alone while its member may cancel', async () => {
    await configureMoney(server, { cancelWindowMs: 60_000 })
    const id = await ask('W', '10000')
    expect(refusal(await step(finance, id, 'take', 1))).toEqual([409, 'REQUEST_CANCELABLE'])
    expect((await member.post('/api/dnw/cancel', { dnwHistoryId: id })).body).toMatchObject({ status: 'CANCELED' })
    await configureMoney(server, { cancelWindowMs: 0 })
  })

  it('lists requests by type and state with masked names, a page at a time', async () => {
    const { body } = await finance.get('/api/console/dnw?typeStrs=D&statusStrs=COMPLETED&size=2')
    expect(body).toMatchObject({ page: 0, size: 2 })
    expect(body.content).toHaveLength(2)
    expect(body.content[0]).toMatchObject({ type: 'D', status: 'COMPLETED', username: 'de***', name: '김*루' })
  })

  it('lists the oldest first where it is asked to, and finds by number, amount, name and account', async () => {
    const { accessToken: token } = await server.login('demo2')
    const other = (path: string, body: object) => server.call(path, { token, key: true, body })
    const asked = await other('/api/dnw/apply', { type: 'D', point: '32000' })
    const ids = [asked.body.id, await ask('D', '31000')]
    const list = async (query: string) => {
      const { body } = await finance.get(`/api/console/dnw?typeStrs=D&statusStrs=REQUESTED&order=OLDEST&${query}`)
      return body.content.map(({ id }: { id: number }) => id)
    }
    expect(await list('')).toEqual(ids)
    expect(await list(`q=${ids[1]}`)).toEqual([ids[1]])
    expect(await list('q=31,000')).toEqual([ids[1]])
    expect(await list('q=mo1')).toEqual([ids[1]])
    for (const nothing of ['33000', '%', "'; drop table dnw", '999999999999999', '1e9'])
      expect([nothing, await list(`q=${encodeURIComponent(nothing)}`)]).toEqual([nothing, []])
    await other('/api/dnw/cancel', { dnwHistoryId: ids[0] })
    await member.post('/api/dnw/cancel', { dnwHistoryId: ids[1] })
  })

  it('shows one request with its member’s money and what staff did about it, with their reasons', async () => {
    const id = await ask('W', '13000000')
    const first = await finance.post(`/api/console/dnw/${id}/approve`, { reason: '예금주를 확인했습니다', version: 1 })
    expect(first.status).toBe(202)
    const { body } = await finance2.get(`/api/console/dnw/${id}`)
    expect(body).toMatchObject({
      id,
      status: 'REVIEW',
      takenBy: 1102,
      takenByName: '재무담당',
      acts: [{ staffName: '재무담당', action: 'approveRequest', reason: '예금주를 확인했습니다', refusal: null }],
      payout: null,
      member: { status: 'ACTIVE', openRequests: 0, wallets: expect.any(Array) },
    })
    expect(body.approvalsExpireAt).toBeGreaterThan(Date.now())
    expect(body.member.deposits30d.count).toBeGreaterThan(0)
    expect(body.member.newest).toHaveLength(5)
    expect(JSON.stringify(body)).not.toContain('김마루')
    expect(refusal(await finance2.get(`/api/console/dnw/${id}`, 15))).toEqual([404, 'HISTORY_NOT_FOUND'])
    expect((await finance2.post(`/api/console/approvals/${id}/refuse`, { reason })).status).toBe(200)
  })

  it('tells on one page what needs a person, what came and left today, and how the system does', async () => {
    const before = (await finance.get('/api/console/overview')).body
    const id = await ask('D', '77000')
    const { body } = await finance.get('/api/console/overview')
    expect(body.deposits).toMatchObject({ count: before.deposits.count + 1, oldestAt: expect.any(Number) })
    expect(body.tasks).toContainEqual({
      kind: 'DEPOSIT',
      id,
      won: '77000',
      flags: 0,
      name: null,
      at: expect.any(Number),
    })
    await step(finance, id, 'approve', 1)
    const after = (await finance.get('/api/console/overview')).body
    expect(after.todayIn).toEqual({
      count: before.todayIn.count + 1,
      won: String(Number(before.todayIn.won) + 77_000),
    })
    // Members and partners of the demo.
    expect(after.members).toMatchObject({ online: expect.any(Number), total: 17 + 2 })
    expect(after.members.online).toBeGreaterThan(0)
    expect(after.health).toContainEqual({ name: 'database', problem: null })
    // Another site's page tells of that site alone.
    expect((await finance.get('/api/console/overview', 15)).body).toMatchObject({ tasks: [], todayIn: { count: 0 } })
  })

  it('knows no request of another site', async () => {
    const id = await ask('D', '10000')
    const steps = ['take', 'release', 'approve', 'reject'] as const
    for (const what of steps) {
      const answer = await finance.post(`/api/console/dnw/${id}/${what}`, { reason, version: 1 }, 15)
      expect([what, ...refusal(answer)]).toEqual([what, 404, 'HISTORY_NOT_FOUND'])
    }
    expect((await finance.get('/api/console/dnw', 15)).body.totalElements).toBe(0)
    await member.post('/api/dnw/cancel', { dnwHistoryId: id })
  })
})

describe('the calls of the desk', () => {
  const calls = Object.values<Endpoint>(consoleDnwEndpoints)
  const people: Readonly<Record<string, StaffRole>> = {
    admin: 'SUPER',
    operator: 'SITE',
    cs: 'CS',
    audit: 'AUDIT',
  }
  const at = ({ path }: Endpoint) => path.replace(':id', '1')
  const bodyOf = ({ path }: Endpoint) => ({
    reason,
    ...(path.includes('/approvals/') ? {} : { version: 1 }),
    ...(path.endsWith('/complete') ? { statementLine: 'S-1' } : {}),
  })

  it.each(Object.entries(people))('of %s answer as his role may', async (name, role) => {
    const who = await staff(server, name)
    for (const call of calls) {
      const answer = await (call.method === 'GET' ? who.get(at(call)) : who.post(at(call), bodyOf(call)))
      const may = rolesOf(call.method, call.permission!).includes(role)
      expect([call.path, answer.body.code === 'PERMISSION_DENIED']).toEqual([call.path, !may])
    }
    // Reading and notes are everybody's, moving money is FINANCE's; an approval asks for the role of what it approves.
    const mine = calls.filter(
      ({ method, permission, path }) =>
        rolesOf(method, permission!).includes(role) && permission !== 'deskNotes' && !path.includes('/approvals/'),
    )
    expect(mine.every(({ method }) => method === 'GET')).toBe(true)
  })

  it('are not for members, guests, sites that are not theirs, or requests without a key', async () => {
    for (const call of calls) {
      const body = call.method === 'POST' ? { body: bodyOf(call) } : {}
      const as = (token: string | undefined, more: object = {}) =>
        server.call(at(call), { ...body, key: true, ...(token === undefined ? {} : { token }), ...more })
      expect([call.path, (await as(member.token)).body.code]).toEqual([call.path, 'PERMISSION_DENIED'])
      expect([call.path, (await as(undefined)).body.code]).toEqual([call.path, 'UNAUTHENTICATED'])
      expect([call.path, (await as(finance.token, { siteInfoId: 99 })).body.code]).toEqual([
        call.path,
        'SITE_NOT_FOUND',
      ])
      if (call.method === 'GET') continue
      const keyless = await server.call(at(call), { ...body, token: finance.token })
      expect([call.path, keyless.body.code]).toEqual([call.path, 'IDEMPOTENCY_KEY_REQUIRED'])
      const unsaid = await finance.post(at(call), { ...bodyOf(call), reason: ' ' })
      expect([call.path, unsaid.body.code]).toEqual([call.path, 'INVALID_REQUEST'])
    }
  })

  it('leave members’ money to members: staff neither deposit nor withdraw', async () => {
    for (const type of ['D', 'W'])
      expect(refusal(await finance.post('/api/dnw/apply', { type, point: '10000' }))).toEqual([403, 'STAFF_NO_TRADING'])
  })

  it('leave trading to members in the core too, which knows its staff', async () => {
    const { id: memberId } = (await finance.get('/api/me')).body
    const key = { key: randomUUID(), route: 'POST /api/futures/order/cancel_all', bodyHash: '' }
    const command = {
      kind: 'cancelOrders',
      ...byMember({ siteId: 1, memberId }, key),
      book: 'futures',
      optionId: null,
    } as const
    expect(await server.deps.core.submit(command)).toMatchObject({ status: 403, body: { code: 'STAFF_NO_TRADING' } })
  })
})
