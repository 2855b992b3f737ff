import { byStaff } from '@maru/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import { type Answer, startTestServer, type TestServer } from '../../test/harness.ts'
import { enrolled, moneyServer, staff } from '../../test/money-house.ts'
import { SecondPerson } from './index.ts'

type Person = Awaited<ReturnType<typeof staff>>
const reason = '확인했습니다'
let server: TestServer
let people: Record<'admin' | 'admin2' | 'operator' | 'operator2' | 'finance' | 'finance2' | 'cs', Person>
const signIn = async () => {
  const names = ['admin', 'admin2', 'operator', 'operator2', 'finance', 'finance2', 'cs'] as const
  people = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await staff(server, name)])),
  ) as typeof people
}
beforeAll(async () => {
  server = await moneyServer({ changeHoldMs: 0, holdMs: 0, firstHoldMs: 0, cancelWindowMs: 0 })
  await signIn()
})
afterAll(() => server.close())

const again = (token: string): Person => ({
  token,
  get: (path, siteInfoId = 1) => server.call(path, { token, siteInfoId }),
  post: (path, body, siteInfoId = 1, key = true) => server.call(path, { token, key, body, siteInfoId }),
})
const approve = (by: Person, id: number): Promise<Answer> => by.post(`/api/console/approvals/${id}/approve`, { reason })
const listed = async (by: Person, id: number) =>
  (await by.get('/api/console/approvals?size=100')).body.content.find((row: { id: number }) => row.id === id)
const askedId = (answer: Answer): number => {
  expect(answer.status).toBe(202)
  return answer.body.approvalId
}
const unfreeze = async (id = 1001) => {
  // What a test before left waiting: a second request about one member is refused.
  await server.database.run(
    `update approval set state = 'EXPIRED', decided_at = 1 where kind = 'UNFREEZE' and subject_id = ${id} and state = 'PENDING'`,
  )
  await people.operator.post(`/api/console/member/${id}/freeze`, { isFrozen: true, reason })
  return askedId(await people.operator.post(`/api/console/member/${id}/freeze`, { isFrozen: false, reason }))
}
const minBet = async (minPoint: string) => {
  const { rows } = (await people.operator.get('/api/console/option?scope=round')).body
  const [{ optionId, version }] = rows
  const items = [{ scope: 'round', optionId, changes: { minPoint }, version }]
  return people.operator.post('/api/console/option', { items, reason })
}
const stored = async (id: number) =>
  (await server.database.run(`select state, failure, decided_by from approval where id = ${id}`))[0]
const sweep = () => {
  const second = new SecondPerson(server.deps)
  return second.sweep(100)
}

it('says before and after in words, and who may be the second person', async () => {
  const id = askedId(await minBet('6000'))
  const row = await listed(people.operator2, id)
  expect(row.fields).toEqual([
    {
      label: { ko: expect.stringContaining('최소 참여'), en: expect.stringContaining('Least stake') },
      before: { ko: '5,000 원 (오천 원)', en: '5,000 KRW (five thousand KRW)' },
      after: { ko: '6,000 원 (육천 원)', en: '6,000 KRW (six thousand KRW)' },
    },
  ])
  expect(row.mayApprove).toBe(true)
  expect((await listed(people.operator, id)).mayApprove).toBe(false)
  expect((await listed(people.cs, id)).mayApprove).toBe(false)
  expect((await listed(people.finance, id)).mayApprove).toBe(false)
  expect(refusal(await approve(people.finance, id))).toEqual([403, 'PERMISSION_DENIED'])
  expect(refusal(await approve(people.operator, id))).toEqual([403, 'APPROVAL_SELF'])
  expect((await people.operator2.post(`/api/console/approvals/${id}/refuse`, { reason })).status).toBe(200)
  expect(await listed(people.operator2, id)).toBeUndefined()
})

it('says an amount in words, beside the usual one of such requests where it is beyond ten times that', async () => {
  const grant = async (point: string) => {
    const id = askedId(await people.finance.post('/api/console/member/1003/bonus', { type: 'PB', point, reason }))
    return { id, fields: (await listed(people.finance2, id)).fields }
  }
  const usual = (fields: { label: { ko: string } }[]) => fields.filter(({ label }) => label.ko === '평소 금액')
  for (const point of ['4000', '5000', '6000']) {
    const { id, fields } = await grant(point)
    // So few are no custom.
    expect(usual(fields)).toEqual([])
    expect((await approve(people.finance2, id)).status).toBe(200)
  }
  expect(usual((await grant('50000')).fields)).toEqual([])
  const { fields } = await grant('10000000')
  expect(fields).toContainEqual({
    label: { ko: '지급', en: 'Paid' },
    before: null,
    after: { ko: '10,000,000원 (천만 원)', en: '10,000,000 KRW (ten million KRW)' },
  })
  expect(usual(fields)).toEqual([
    {
      label: { ko: '평소 금액', en: 'Usual amount' },
      before: { ko: '5,000원 (오천 원)', en: '5,000 KRW (five thousand KRW)' },
      after: { ko: '평소의 2000배입니다', en: '2000 times the usual' },
    },
  ])
})

it('shows the second person of a request about money everything that he lets happen', async () => {
  const member = await enrolled(server, 'demo4')
  for (let round = 0; round < 3; round += 1) {
    const { id } = (await member.post('/api/dnw/apply', { type: 'D', point: '300000' })).body
    const { version } = (await people.finance.get(`/api/console/dnw/${id}`)).body
    expect((await people.finance.post(`/api/console/dnw/${id}/approve`, { reason, version })).status).toBe(200)
  }
  const { id } = (await member.post('/api/dnw/apply', { type: 'D', point: '30000000' })).body
  const { version, usual } = (await people.finance.get(`/api/console/dnw/${id}`)).body
  expect(usual).toEqual({ point: '300000', times: 100 })
  expect((await people.finance.post(`/api/console/dnw/${id}/approve`, { reason, version })).status).toBe(202)
  const { fields } = await listed(people.finance2, id)
  const shown = Object.fromEntries(
    fields.map(({ label, before, after }: { label: { ko: string }; before: unknown; after: unknown }) => [
      label.ko,
      [before, after].map((one) => (one as { ko?: string } | null)?.ko ?? one),
    ]),
  )
  expect(shown).toMatchObject({
    회원: [null, expect.stringMatching(/\(\d+\)$/)],
    금액: [null, '30,000,000원 (삼천만 원)'],
    수수료: [null, '0원 (영 원)'],
    지갑: [null, '원화 지갑'],
    '보낸 계좌': [null, expect.any(String)],
    '평소 금액': ['300,000원 (삼십만 원)', '평소의 100배입니다'],
  })
  await people.finance2.post(`/api/console/approvals/${id}/refuse`, { reason })
})

it('of one about a member of staff, he is not the second person', async () => {
  const { content } = (await people.admin.get('/api/console/staff')).body
  const admin2 = content.find(({ username }: { username: string }) => username === 'admin2').id
  const id = askedId(await people.admin.post(`/api/console/staff/${admin2}/totp-reset`, { reason }))
  const row = await listed(people.admin2, id)
  expect(row.mayApprove).toBe(false)
  expect(row.fields).toContainEqual({
    label: { ko: '인증 앱', en: 'Authenticator app' },
    before: { ko: '등록됨', en: 'Registered' },
    after: { ko: '없음', en: 'None' },
  })
  expect(refusal(await approve(people.admin2, id))).toEqual([403, 'APPROVAL_SELF'])
  await people.admin.post(`/api/console/approvals/${id}/refuse`, { reason })
})

it('refuses what stands otherwise now with the newer value, and nothing is done', async () => {
  const first = askedId(await minBet('7000'))
  const second = askedId(await minBet('8000'))
  expect((await approve(people.operator2, first)).status).toBe(200)
  const late = await approve(people.operator2, second)
  expect(refusal(late)).toEqual([409, 'STALE_VERSION'])
  expect(late.body.params.newer).toMatch(/5,000 원 \(오천 원\) → 7,000 원 \(칠천 원\)/)
  expect(late.body.params.newerEn).toMatch(/5,000 KRW \(five thousand KRW\) → 7,000 KRW/)
  expect(await stored(second)).toMatchObject({ state: 'FAILED', failure: 'STALE_VERSION' })
  expect((await listed(people.operator, second)).failure).toBe('STALE_VERSION')
})

it('of two who agree at once one does', async () => {
  const id = await unfreeze()
  const answers = await Promise.all([people.operator2, people.finance, people.finance2].map((one) => approve(one, id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const won = answers.find(({ status }) => status === 200)!
  expect(Number((await stored(id))?.['decided_by'])).toBe(won.body.decidedBy)
  const acts = await server.database.run(
    `select approved_by from staff_act where action = 'freezeWithdrawals' and approved_by is not null and subject_id = 1001`,
  )
  expect(acts.map(({ approved_by }) => Number(approved_by))).toEqual([won.body.decidedBy])
})

it('counts the role of now, not that of the page', async () => {
  const id = await unfreeze()
  expect((await listed(people.finance2, id)).mayApprove).toBe(true)
  await server.database.run(`update staff set role = 'AUDIT' where site_id = 1 and member_id =
    (select id from member where site_id = 1 and username = 'finance2')`)
  expect(refusal(await approve(people.finance2, id))).toEqual([403, 'PERMISSION_DENIED'])
  expect((await listed(people.finance2, id)).mayApprove).toBe(false)
  await server.database.run(`update staff set role = 'FINANCE' where site_id = 1 and member_id =
    (select id from member where site_id = 1 and username = 'finance2')`)
  expect(await stored(id)).toMatchObject({ state: 'PENDING' })
  expect((await approve(people.finance2, id)).status).toBe(200)
})

it('lapses after the time of its kind on its site', async () => {
  const dayMs = 86_400_000
  const usual = await listed(people.operator2, await unfreeze())
  expect(usual.expiresAt - usual.createdAt).toBe(dayMs)
  await server.database.run(`insert into approval_life values (1, 'UNFREEZE', 600000)`)
  const id = await unfreeze()
  const short = await listed(people.operator2, id)
  expect(short.expiresAt - short.createdAt).toBe(600_000)
  await server.database.run(`update approval set expires_at = created_at where id = ${id}`)
  expect((await listed(people.operator2, id)).state).toBe('EXPIRED')
  expect(refusal(await approve(people.operator2, id))).toEqual([409, 'APPROVAL_EXPIRED'])
  expect(await stored(id)).toMatchObject({ state: 'PENDING' })
  await sweep()
  expect(await stored(id)).toMatchObject({ state: 'EXPIRED', decided_by: null })
  expect(await listed(people.operator2, id)).toMatchObject({ state: 'EXPIRED', mayApprove: false })
  expect(refusal(await approve(people.operator2, id))).toEqual([409, 'APPROVAL_EXPIRED'])
  expect(refusal(await people.operator2.post(`/api/console/approvals/${id}/refuse`, { reason }))).toEqual([
    409,
    'APPROVAL_EXPIRED',
  ])
})

it('shows the balance at the request and after it, and what bounds what is taken', async () => {
  const shownOf = async (answer: Answer): Promise<[string, unknown][]> =>
    (await listed(people.finance2, askedId(answer))).fields.map(
      ({ label, after }: { label: { ko: string }; after: unknown }) => [
        label.ko,
        (after as { ko?: string })?.ko ?? after,
      ],
    )
  const bonus = (type: string, point: string) =>
    people.finance.post('/api/console/member/1005/bonus', { type, point, reason })
  const grant = await bonus('PB', '20000')
  const name = '보너스 잔액, 신청 때 → 처리 뒤'
  expect(await shownOf(grant)).toContainEqual([name, '0원 (영 원) → 20,000원 (이만 원)'])
  expect((await approve(people.finance2, grant.body.approvalId)).status).toBe(200)
  const within = await shownOf(await bonus('PM', '5000'))
  expect(within).toContainEqual([name, '20,000원 (이만 원) → 15,000원 (만 오천 원)'])
  expect(within.map(([label]) => label)).not.toContain('실제로 차감되는 금액')
  const beyond = await shownOf(await bonus('PM', '90000'))
  expect(beyond).toContainEqual([name, '20,000원 (이만 원) → 0원 (영 원)'])
  expect(beyond).toContainEqual(['실제로 차감되는 금액', '20,000원 (이만 원)'])
  const to = { account: 'BANK_KRW', sub: 'demo-bank' }
  const move = { move: 'CAPITAL_IN', currency: 'KRW', amount: '30000', to, reason }
  const moved = await shownOf(await people.finance.post('/api/console/treasury/move', move))
  expect(moved).toContainEqual([
    'BANK_KRW demo-bank 잔액, 신청 때 → 처리 뒤',
    expect.stringMatching(/^-?[\d,]+원 \(.+ 원\) → -?[\d,]+원 \(.+ 원\)$/),
  ])
})

it('refuses when it is requested what could not be carried out, and no approval waits', async () => {
  const deduct = { type: 'PM', point: '1000', reason }
  const pending = async () => (await server.database.run(`select count(*)::int as n from approval`))[0]?.['n']
  const before = await pending()
  const asked = await people.finance.post('/api/console/member/1002/bonus', deduct)
  expect(refusal(asked)).toEqual([409, 'BALANCE_INSUFFICIENT'])
  const grant = { type: 'PB', point: '1000000001', reason }
  expect(refusal(await people.finance.post('/api/console/member/1002/bonus', grant))).toEqual([400, 'INVALID_REQUEST'])
  const move = { move: 'CAPITAL_OUT', currency: 'KRW', amount: '1', from: { account: 'BANK_KRW', sub: 'demo-bank' } }
  const moved = await people.finance.post('/api/console/treasury/move', { ...move, reason })
  expect(refusal(moved)).toEqual([409, 'BALANCE_INSUFFICIENT'])
  expect(await pending()).toBe(before)
})

it('has failed with the reason where the core refuses it at the second yes', async () => {
  const ask = async (type: string) =>
    askedId(await people.finance.post('/api/console/member/1004/bonus', { type, point: '1000', reason }))
  await approve(people.finance2, await ask('PB'))
  const [first, id] = [await ask('PM'), await ask('PM')]
  expect((await approve(people.finance2, first)).status).toBe(200)
  const answer = await approve(people.finance2, id)
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(await stored(id)).toMatchObject({ state: 'FAILED', failure: answer.body.code })
  expect(refusal(await approve(people.finance2, id))).toEqual([409, 'STALE_VERSION'])
})

it('agrees to a deposit or lets its member cancel it, never both', async () => {
  const member = await enrolled(server, 'demo2')
  for (let round = 0; round < 5; round += 1) {
    const { id } = (await member.post('/api/dnw/apply', { type: 'D', point: '300000' })).body
    const { version } = (await people.finance.get(`/api/console/dnw/${id}`)).body
    const [yes, cancel] = await Promise.all([
      people.finance.post(`/api/console/dnw/${id}/approve`, { reason, version }),
      member.post('/api/dnw/cancel', { dnwHistoryId: id }),
    ])
    expect([yes.status, cancel.status].sort()).toEqual([200, 409])
    const [row] = await server.database.run(`select status from dnw where id = ${id}`)
    expect(row).toEqual({ status: yes.status === 200 ? 'COMPLETED' : 'CANCELED' })
  }
})

it('goes on after a restart, and notes a round that is void although its caller ended before he said so', async () => {
  const waiting = await unfreeze()
  const { rounds } = (await people.operator.get('/api/console/exposure')).body
  const [one, other] = rounds.filter(
    ({ phase, startAt }: { phase: string; startAt: number }) => phase === 'SCHEDULED' && startAt > Date.now() + 90_000,
  )
  const ids = []
  for (const round of [one, other]) {
    const id = askedId(await people.operator.post(`/api/console/round/${round.id}/void`, { reason }))
    const [row] = await server.database.run(`select command_key, requested_by from approval where id = ${id}`)
    const approver = 1102
    // What the server does before it ends: the claim, the command, and no decision.
    await server.database.run(`update approval set claimed_by = ${approver}, claimed_at = 1 where id = ${id}`)
    const key = { key: String(row?.['command_key']), route: 'approval ROUND_VOID', bodyHash: String(id) }
    const approval = { id, staffId: approver }
    const told = await server.deps.core.submit({
      kind: 'voidRound',
      ...byStaff(1, Number(row?.['requested_by']), reason, { approval, key }),
      tradeRoundId: round.id,
    })
    expect(told.status).toBe(200)
    ids.push(id)
  }
  const { database } = server
  await server.close(true)
  server = await startTestServer({ database })
  // Sessions outlive a restart.
  people = Object.fromEntries(Object.entries(people).map(([name, { token }]) => [name, again(token)])) as typeof people
  const [byHand, bySweep] = ids as [number, number]
  expect((await approve(people.operator2, byHand)).body).toMatchObject({ state: 'APPROVED', failure: null })
  await sweep()
  expect(await stored(bySweep)).toMatchObject({ state: 'APPROVED' })
  const voids = await server.database.run(
    `select id from round where phase = 'VOID' and id in (${one.id}, ${other.id}) and void_reason = 'OPERATOR'`,
  )
  expect(voids).toHaveLength(2)
  expect((await approve(people.operator2, waiting)).body).toMatchObject({ state: 'APPROVED' })
})

it('shows the other site nothing of it', async () => {
  const id = await unfreeze()
  expect(refusal(await people.operator2.post(`/api/console/approvals/${id}/approve`, { reason }, 2))[0]).toBe(404)
  expect(await stored(id)).toMatchObject({ state: 'PENDING' })
  expect(refusal(await approve(people.operator2, 999_999_999))).toEqual([404, 'APPROVAL_NOT_FOUND'])
})

it.each([
  ['lowered', `role = 'AUDIT'`],
  ['removed from the site', `site_ids = '{15}'`],
  // The last one: his sessions may be ended at any time from then on.
  ['disabled', 'disabled_at = 1'],
])('a first person who was %s before the second acts no longer counts', async (how, change) => {
  const him = `where member_id = (select id from member where site_id = 1 and username = 'operator')`
  const [before] = await server.database.run(`select role, site_ids::text from staff ${him}`)
  const [byCommand, byRows] = [await unfreeze(), askedId(await minBet('9000'))]
  expect((await listed(people.operator2, byCommand)).mayApprove).toBe(true)
  await server.database.run(`update staff set ${change} ${him}`)
  expect((await listed(people.operator2, byCommand)).mayApprove).toBe(false)
  for (const id of [byCommand, byRows]) {
    expect(refusal(await approve(people.operator2, id))).toEqual([409, 'APPROVAL_REQUESTER_GONE'])
    expect(await stored(id)).toMatchObject({ state: 'FAILED', failure: 'APPROVAL_REQUESTER_GONE' })
  }
  const { role, site_ids } = before!
  await server.database.run(`update staff set disabled_at = null, role = '${role}', site_ids = '${site_ids}' ${him}`)
  // Nothing of it was done, and he asks for it from the start.
  if (how !== 'disabled') expect((await approve(people.operator2, await unfreeze())).status).toBe(200)
})
