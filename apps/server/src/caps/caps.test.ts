import { bySystem } from '@maru/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import type { TestServer } from '../../test/harness.ts'
import { enrolled, moneyServer, staff } from '../../test/money-house.ts'

type Person = Awaited<ReturnType<typeof staff>>
const reason = '한도를 정합니다'
let server: TestServer
let people: Record<'admin' | 'admin2' | 'operator' | 'finance' | 'finance2' | 'audit', Person>
let member: Awaited<ReturnType<typeof enrolled>>
beforeAll(async () => {
  server = await moneyServer({
    changeHoldMs: 0,
    holdMs: 0,
    firstHoldMs: 0,
    cancelWindowMs: 0,
    withdrawDayMax: '900000000',
  })
  const names = ['admin', 'admin2', 'operator', 'finance', 'finance2', 'audit'] as const
  people = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await staff(server, name)])),
  ) as typeof people
  member = await enrolled(server, 'demo1')
  const { id } = (await member.post('/api/dnw/apply', { type: 'D', point: '9000000' })).body
  expect((await approve(people.finance, id)).status).toBe(200)
})
afterAll(() => server.close())

const agree = (by: Person, id: number) => by.post(`/api/console/approvals/${id}/approve`, { reason })
const cap = async (body: object) => {
  const asked = await people.admin.post('/api/console/cap', { ...body, reason })
  expect(asked.status).toBe(202)
  return agree(people.admin2, asked.body.approvalId)
}
const idOf = async (username: string): Promise<number> =>
  Number((await server.database.run(`select id from member where site_id = 1 and username = '${username}'`))[0]?.['id'])
const withdraw = async (point: string): Promise<number> => {
  const answer = await member.post('/api/dnw/apply', { type: 'W', point, otp: member.otp() })
  expect(answer.status).toBe(200)
  return answer.body.id
}
const approve = async (by: Person, id: number) => {
  const { version } = (await by.get(`/api/console/dnw/${id}`)).body
  return by.post(`/api/console/dnw/${id}/approve`, { reason, version })
}
const statusOf = async (id: number) =>
  (await server.database.run(`select status from dnw where id = ${id}`))[0]?.['status']

it('is set by two SUPERs, and shown to who has it', async () => {
  expect((await people.finance.get('/api/console/cap/mine')).body).toEqual({
    WITHDRAW: null,
    GRANT: null,
    DEDUCT: null,
    PAYOUT: null,
    HOUSE: null,
  })
  expect(
    refusal(await people.operator.post('/api/console/cap', { role: 'FINANCE', act: 'GRANT', won: '1', reason })),
  ).toEqual([403, 'PERMISSION_DENIED'])
  expect((await cap({ role: 'FINANCE', act: 'WITHDRAW', won: '500000' })).body).toMatchObject({
    kind: 'STAFF_CAP',
    state: 'APPROVED',
    fields: [
      { label: { ko: '대상', en: 'Who' }, before: null, after: 'FINANCE' },
      {
        label: { ko: '출금 승인 1회 한도', en: 'Withdrawal approval: limit for one act' },
        before: { ko: '없음', en: 'None' },
        after: { ko: '500,000원 (오십만 원)', en: '500,000 KRW (five hundred thousand KRW)' },
      },
    ],
  })
  expect((await people.finance.get('/api/console/cap/mine')).body.WITHDRAW).toBe('500000')
  expect((await people.audit.get('/api/console/cap')).body.caps).toEqual([
    { role: 'FINANCE', staffId: null, name: 'FINANCE', act: 'WITHDRAW', won: '500000' },
  ])
})

it('bars a withdrawal above it; his own stands above that of his role', async () => {
  const above = await withdraw('510000')
  const refused = await approve(people.finance, above)
  expect(refusal(refused)).toEqual([403, 'STAFF_CAP'])
  expect(refused.body).toMatchObject({ params: { max: '500,000' }, message: expect.stringContaining('500,000원') })
  expect(await statusOf(above)).toBe('REQUESTED')
  await cap({ staffId: await idOf('finance2'), act: 'WITHDRAW', won: '100000000' })
  // Nothing was traded since the deposit: such a withdrawal takes two.
  expect((await approve(people.finance2, above)).status).toBe(202)
  expect(await statusOf(above)).toBe('REVIEW')
})

it('counts for the second person too, and says beforehand that he may not', async () => {
  await server.deps.core.submit({
    kind: 'configure',
    siteId: 1,
    actor: { kind: 'staff', id: 1101 },
    key: null,
    reason,
    scope: 'money',
    optionId: null,
    changes: { fourEyesFrom: '100000' },
    effectiveFrom: null,
  })
  // One withdrawal of a member waits at a time: this one is of another member.
  const other = await enrolled(server, 'demo2')
  const deposit = (await other.post('/api/dnw/apply', { type: 'D', point: '90000' })).body.id
  expect((await approve(people.finance, deposit)).status).toBe(200)
  const { id } = (await other.post('/api/dnw/apply', { type: 'W', point: '600000', otp: other.otp() })).body
  expect((await approve(people.finance2, id)).status).toBe(202)
  const listed = async (by: Person) =>
    (await by.get('/api/console/approvals')).body.content.find((row: { id: number }) => row.id === id)
  expect((await listed(people.finance)).mayApprove).toBe(false)
  expect(refusal(await agree(people.finance, id))).toEqual([403, 'STAFF_CAP'])
  expect(await statusOf(id)).toBe('REVIEW')
  await cap({ staffId: await idOf('finance'), act: 'WITHDRAW', won: '600000' })
  expect((await listed(people.finance)).mayApprove).toBe(true)
  expect((await agree(people.finance, id)).status).toBe(200)
})

it('bars grants and deductions of who asks and who agrees', async () => {
  const bonus = (by: Person, type: string, point: string) =>
    by.post('/api/console/member/1003/bonus', { type, point, reason })
  const waiting = await bonus(people.finance, 'PB', '40000')
  await cap({ role: 'FINANCE', act: 'GRANT', won: '30000' })
  await cap({ role: 'FINANCE', act: 'DEDUCT', won: '0' })
  expect(refusal(await bonus(people.finance, 'PB', '30001'))).toEqual([403, 'STAFF_CAP'])
  expect(refusal(await bonus(people.finance, 'PM', '1'))).toEqual([403, 'STAFF_CAP'])
  expect(refusal(await agree(people.finance2, waiting.body.approvalId))).toEqual([403, 'STAFF_CAP'])
  await cap({ role: 'FINANCE', act: 'GRANT', won: null })
  expect((await agree(people.finance2, waiting.body.approvalId)).status).toBe(200)
})

it('bars moves of the house’s money of who asks and who agrees, in won whatever the currency', async () => {
  const move = (by: Person, currency: string, amount: string) =>
    by.post('/api/console/treasury/move', {
      reason,
      move: 'CAPITAL_IN',
      currency,
      amount,
      to: currency === 'KRW' ? { account: 'BANK_KRW', sub: bank } : { account: 'COIN_HOT', sub: 'TRC20' },
    })
  const [{ sub: bank } = {}] = await server.database.run('select sub from house_bank where site_id = 1 limit 1')
  const waiting = await move(people.finance, 'KRW', '2000000')
  expect(waiting.status).toBe(202)
  await cap({ role: 'FINANCE', act: 'HOUSE', won: '1000000' })
  expect(refusal(await move(people.finance, 'KRW', '1000001'))).toEqual([403, 'STAFF_CAP'])
  expect((await move(people.finance, 'KRW', '1000000')).status).toBe(202)
  expect(refusal(await agree(people.finance2, waiting.body.approvalId))).toEqual([403, 'STAFF_CAP'])
  // It waits still for somebody with a larger cap; the refusal of one is no failure of it.
  await cap({ staffId: await idOf('finance2'), act: 'HOUSE', won: '2000000' })
  expect((await agree(people.finance2, waiting.body.approvalId)).status).toBe(200)
  expect((await move(people.finance, 'USDT', '10')).status).toBe(202)
  expect(refusal(await move(people.finance, 'USDT', '1000'))).toEqual([403, 'STAFF_CAP'])
})

it('bars the payout of what is left of a member, by what is there when it is paid', async () => {
  const third = await enrolled(server, 'demo3')
  const { id } = (await third.post('/api/dnw/apply', { type: 'D', point: '90000' })).body
  expect((await approve(people.finance, id)).status).toBe(200)
  // The table first: the core is brought in step with it each two seconds.
  await server.database.run(`update member set status = 'DENY' where id = 1003`)
  await server.deps.core.submit({ kind: 'setMemberStatus', ...bySystem(1), memberId: 1003, status: 'DENY' })
  const pay = (by: Person) => by.post('/api/console/member/1003/payout', { reason, walletType: 'BINARY' })
  await cap({ role: 'FINANCE', act: 'PAYOUT', won: '10' })
  expect(refusal(await pay(people.finance))).toEqual([403, 'STAFF_CAP'])
  await cap({ staffId: await idOf('finance'), act: 'PAYOUT', won: '100000000000' })
  const asked = await pay(people.finance)
  expect(asked.status).toBe(202)
  expect(refusal(await agree(people.finance2, asked.body.approvalId))).toEqual([403, 'STAFF_CAP'])
  await cap({ role: 'FINANCE', act: 'PAYOUT', won: null })
  expect((await agree(people.finance2, asked.body.approvalId)).status).toBe(200)
})

it('refuses what is none, and the holder as the second person', async () => {
  const ask = async (body: object) =>
    refusal(await people.admin.post('/api/console/cap', { act: 'GRANT', reason, ...body }))
  expect(await ask({ staffId: 1001, won: '5' })).toEqual([404, 'USER_NOT_FOUND'])
  expect(await ask({ staffId: 999_999, won: '5' })).toEqual([404, 'USER_NOT_FOUND'])
  expect(await ask({ won: '5' })).toEqual([400, 'INVALID_REQUEST'])
  expect(await ask({ role: 'FINANCE', staffId: 1001, won: '5' })).toEqual([400, 'INVALID_REQUEST'])
  for (const won of ['-1', '1.5', '01', '9999999999999999'])
    expect(await ask({ role: 'FINANCE', won })).toEqual([400, 'INVALID_REQUEST'])
  expect(await ask({ role: 'FINANCE', won: null })).toEqual([422, 'SETTING_INVALID'])
  const own = await people.admin.post('/api/console/cap', {
    staffId: await idOf('admin2'),
    act: 'GRANT',
    won: '5',
    reason,
  })
  expect(refusal(await agree(people.admin2, own.body.approvalId))).toEqual([403, 'APPROVAL_SELF'])
})

it('of two changes of one cap the later is refused with what holds', async () => {
  const ask = (won: string) => people.admin.post('/api/console/cap', { role: 'CS', act: 'GRANT', won, reason })
  const [one, two] = [await ask('1000'), await ask('2000')]
  expect((await agree(people.admin2, one.body.approvalId)).status).toBe(200)
  const late = await agree(people.admin2, two.body.approvalId)
  expect(refusal(late)).toEqual([409, 'STALE_VERSION'])
  expect(late.body.params.newer).toContain('없음 → 1,000원 (천 원)')
})

it('says how long a kind of approval waits, by two SUPERs', async () => {
  const ask = (minutes: number | null) =>
    people.admin.post('/api/console/cap/approval-life', { kind: 'UNFREEZE', minutes, reason })
  expect(refusal(await ask(4))).toEqual([400, 'INVALID_REQUEST'])
  expect(refusal(await ask(null))).toEqual([422, 'SETTING_INVALID'])
  expect((await agree(people.admin2, (await ask(10)).body.approvalId)).body.fields).toEqual([
    {
      label: { ko: 'UNFREEZE 유효 시간', en: 'UNFREEZE: lifetime' },
      before: { ko: '모든 종류와 같음', en: 'Same as all kinds' },
      after: { ko: '10분', en: '10 min' },
    },
  ])
  await people.operator.post('/api/console/member/1004/freeze', { isFrozen: true, reason })
  const { approvalId } = (await people.operator.post('/api/console/member/1004/freeze', { isFrozen: false, reason }))
    .body
  const [row] = await server.database.run(
    `select (expires_at - created_at)::int as lives from approval where id = ${approvalId}`,
  )
  expect(row).toEqual({ lives: 600_000 })
  expect((await people.audit.get('/api/console/cap')).body).toMatchObject({
    lives: [{ kind: 'UNFREEZE', minutes: 10 }],
    usualMinutes: 1_440,
  })
})
