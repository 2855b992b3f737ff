import { afterAll, beforeAll, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { enrolled, moneyServer, staff } from '../../test/money-house.ts'

const atOnce = { changeHoldMs: 0, holdMs: 0, firstHoldMs: 0, cancelWindowMs: 0, withdrawDayMax: '1000000000' }
const reason = '확인했습니다'

type Person = Awaited<ReturnType<typeof staff>>
let server: TestServer
let finance: Person
let finance2: Person
let member: Awaited<ReturnType<typeof enrolled>>
beforeAll(async () => {
  server = await moneyServer(atOnce)
  finance = again((await staff(server, 'finance')).token)
  finance2 = again((await staff(server, 'finance2')).token)
  member = await enrolled(server, 'demo1')
  const { approvalId } = (await step(finance, await ask('D', '90000000'), 'approve', 1)).body
  expect((await finance2.post(`/api/console/approvals/${approvalId}/approve`, { reason })).status).toBe(200)
}, 120_000)
afterAll(() => server.close())

/** His calls, also after a restart: sessions outlive it. */
const again = (token: string): Person => ({
  token,
  get: (path, siteInfoId = 1) => server.call(path, { token, siteInfoId }),
  post: (path, body, siteInfoId = 1, key = true) => server.call(path, { token, key, body, siteInfoId }),
})

const ask = async (type: 'D' | 'W', point: string) => {
  const answer = await member.post('/api/dnw/apply', { type, point, ...(type === 'W' ? { otp: member.otp() } : {}) })
  expect([answer.status, answer.body.code]).toEqual([200, undefined])
  return answer.body.id as number
}
const step = (by: Person, id: number, what: string, version: number, more: object = {}) =>
  by.post(`/api/console/dnw/${id}/${what}`, { reason, version, ...more })
const money = async () => {
  const { body } = await member.get('/api/wallet/my')
  return Number(body.find(({ type }: { type: string }) => type === 'BINARY').point)
}

it('of two operators at once one acts, whatever each of them wants, and the money moves once', async () => {
  const pairs = [
    ['approve', 'approve'],
    ['approve', 'reject'],
    ['take', 'take'],
    ['take', 'reject'],
  ] as const
  for (const [one, two] of [...pairs, ...pairs.map(([a, b]) => [b, a] as const)]) {
    const before = await money()
    const id = await ask('D', '20000')
    const answers = await Promise.all([step(finance, id, one, 1), step(finance2, id, two, 1)])
    expect([one, two, answers.map(({ status }) => status).sort()]).toEqual([one, two, [200, 409]])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('STALE_VERSION')
    const won = answers.find(({ status }) => status === 200)!.body
    const { body: row } = await finance.get(`/api/console/dnw/${id}`)
    expect([row.status, row.version]).toEqual([won.status, won.version])
    expect(row.acts.filter(({ refusal: no }: { refusal: string | null }) => no === null)).toHaveLength(1)
    expect(await money()).toBe(before + (row.status === 'COMPLETED' ? 20_000 : 0))
    if (row.status === 'REVIEW') await step(row.takenBy === 1102 ? finance : finance2, id, 'reject', row.version)
  }
})

it('a large withdrawal is in the desk’s hands or taken back by its member, never both', async () => {
  for (let round = 0; round < 4; round++) {
    const before = await money()
    const id = await ask('W', '11000000')
    const [first, back] = await Promise.all([
      step(finance, id, 'approve', 1),
      member.post('/api/dnw/cancel', { dnwHistoryId: id }),
    ])
    expect([first.status, back.status]).toEqual(first.status === 202 ? [202, 409] : [409, 200])
    if (first.status === 202) await finance2.post(`/api/console/approvals/${id}/refuse`, { reason })
    else expect(refusal(await finance2.post(`/api/console/approvals/${id}/approve`, { reason }))[0]).toBe(404)
    expect(await money()).toBe(before)
  }
})

it('a withdrawal that one person agreed to is paid or given back, never both: yes and no at once', async () => {
  for (let round = 0; round < 4; round++) {
    const before = await money()
    const id = await ask('W', '11000000')
    const { approvalId } = (await step(finance, id, 'approve', 1)).body
    const [yes, no] = await Promise.all([
      finance2.post(`/api/console/approvals/${approvalId}/approve`, { reason }),
      finance.post(`/api/console/approvals/${approvalId}/refuse`, { reason }),
    ])
    expect([yes.status, no.status].sort()).toEqual([200, 409])
    const cancel = await member.post('/api/dnw/cancel', { dnwHistoryId: id })
    expect(refusal(cancel)).toEqual([409, 'CANCEL_CLOSED'])
    expect(await money()).toBe(before - (yes.status === 200 ? 11_000_000 : 0))
    const { status } = (await finance.get(`/api/console/dnw/${id}`)).body
    expect(status).toBe(yes.status === 200 ? 'APPROVED' : 'REJECTED')
    // It is on its way: its member has one withdrawal at a time.
    if (yes.status === 200) break
  }
})

it('a first yes that lapsed is refused to the second person; a colleague takes the request over and it goes on', async () => {
  const posted = async () => {
    const [row] = await server.database.run(
      `select posted::text from wallet where site_id = 1 and member_id = 1001 and type = 'BINARY'`,
    )
    return Number(row?.['posted'])
  }
  const before = await posted()
  const id = await ask('D', '12000000')
  const { approvalId } = (await step(finance, id, 'approve', 1)).body
  const { version } = (await finance2.get(`/api/console/dnw/${id}`)).body
  // An hour goes by while the house is down.
  const { database } = server
  await server.close(true)
  await database.run(
    `update dnw set approvals = jsonb_set(approvals, '{0,at}', to_jsonb(${Date.now() - 3_600_000}::bigint)) where id = ${id}`,
  )
  server = await startTestServer({ database })
  const second = () => finance2.post(`/api/console/approvals/${approvalId}/approve`, { reason })
  expect(refusal(await second())).toEqual([409, 'APPROVAL_EXPIRED'])
  expect(await posted()).toBe(before)
  // Its holder went home: nobody else has it, unless he names him.
  expect(refusal(await step(finance2, id, 'approve', version))).toEqual([409, 'STALE_VERSION'])
  expect(refusal(await step(finance2, id, 'take', version))).toEqual([409, 'STALE_VERSION'])
  expect(refusal(await step(finance2, id, 'take', version, { from: 1101 }))).toEqual([409, 'STALE_VERSION'])
  const taken = await step(finance2, id, 'take', version, { from: 1102 })
  expect(taken.body).toMatchObject({ status: 'REVIEW', takenBy: 1108 })
  expect((await step(finance2, id, 'approve', taken.body.version)).status).toBe(202)
  expect((await finance.post(`/api/console/approvals/${id}/approve`, { reason })).body).toMatchObject({
    status: 'COMPLETED',
  })
  expect(await posted()).toBe(before + 12_000_000)
  const { acts } = (await finance.get(`/api/console/dnw/${id}`)).body
  expect(acts.map(({ action }: { action: string }) => action)).toContain('takeRequest')
})
