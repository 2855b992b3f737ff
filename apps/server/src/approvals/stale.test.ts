import { afterAll, beforeAll, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import { type Answer, startTestServer, type TestServer } from '../../test/harness.ts'
import { type staff, staffOf } from '../../test/money-house.ts'

type Person = Awaited<ReturnType<typeof staff>>
const reason = '확인했습니다'
let server: TestServer
let admin: Person
let admin2: Person
let operator: Person
let operator2: Person
let cs: Person
beforeAll(async () => {
  server = await startTestServer()
  const who = staffOf(server)
  ;[admin, admin2, operator, operator2, cs] = (await Promise.all(
    ['admin', 'admin2', 'operator', 'operator2', 'cs'].map(who),
  )) as [Person, Person, Person, Person, Person]
})
afterAll(() => server.close())

/** What the second person agreed to. */
async function agreed(by: Person, asked: Answer): Promise<void> {
  expect([asked.status, asked.body.code]).toEqual([202, undefined])
  expect((await by.post(`/api/console/approvals/${asked.body.approvalId}/approve`, { reason })).status).toBe(200)
}
/** He who saw an older version is refused, and is told what stands now, in both languages. */
function toldNewer(answer: Answer, ko: string, en: string): void {
  expect(refusal(answer)).toEqual([409, 'STALE_VERSION'])
  expect([answer.body.params.newer, answer.body.params.newerEn]).toEqual([
    expect.stringContaining(ko),
    expect.stringContaining(en),
  ])
}

it('of a setting: what was changed since, and from when', async () => {
  const [{ optionId, version }] = (await operator.get('/api/console/option?scope=round')).body.rows
  const change = (changes: object) =>
    operator.post('/api/console/option', { items: [{ scope: 'round', optionId, version, changes }], reason })
  const [one, two] = [await change({ minPoint: '6000' }), await change({ maxBets: 4 })]
  await agreed(operator2, one)
  await agreed(operator2, two)
  const late = await change({ minPoint: '7000' })
  toldNewer(late, '최소 참여 5,000 원 → 6,000 원', 'Least stake 5,000 KRW → 6,000 KRW')
  // All that was not seen, the newest first.
  expect(late.body.params.newer).toMatch(/5.*→ 4.* · .*최소 참여/)
  const counted = await operator.post('/api/console/option/dry-run', {
    items: [{ scope: 'round', optionId, version, changes: { minPoint: '7000' } }],
  })
  toldNewer(counted, '최소 참여 5,000 원 → 6,000 원', 'Least stake')
})

it('of a site: what of it he wanted to change, as it is now; its logo and its kind of money, too', async () => {
  const site = async () => (await admin.get('/api/console/site', 15)).body
  const { version, name } = await site()
  const change = (changes: object) => admin.post('/api/console/site', { version, reason, changes }, 15)
  const asked = await change({ name: '새 이름', countries: ['KR'] })
  expect(asked.status).toBe(202)
  const path = `/api/console/approvals/${asked.body.approvalId}/approve`
  expect((await admin2.post(path, { reason }, 15)).status).toBe(200)
  toldNewer(await change({ name, countries: ['US'] }), '이름: 새 이름 · 국가: KR', 'Name: 새 이름 · Countries: KR')
  const mode = { version, reason, moneyMode: 'DEMO' }
  const told = await admin.post('/api/console/site/mode', mode, 15)
  if (told.body.code !== 'MONEY_MODE_BLOCKED') toldNewer(told, '운영 방식: DEMO', 'Money mode: DEMO')
  toldNewer(await admin.post('/api/console/site/logo', { version, reason, data: null }, 15), '로고: 없음', 'Logo: None')
})

it('of an account that members send to', async () => {
  const account = { sub: 'late-bank', bankCode: '004', number: '110-234-567899', holder: '마루', isOpen: true, rank: 0 }
  const ask = (before: object | null, after: object) => admin.post('/api/console/site/bank', { reason, before, after })
  await agreed(admin2, await ask(null, account))
  const row = (await admin.get('/api/console/site/bank')).body.find(({ sub }: { sub: string }) => sub === 'late-bank')
  await agreed(admin2, await ask(row, { ...account, isOpen: false }))
  const late = await ask(row, { ...account, rank: 3 })
  toldNewer(late, '입금 계좌 late-bank: 004 110-234-567899 마루 · 닫음', 'closed')
})

it('of a merchant and of a provider', async () => {
  const merchant = { name: '늦은상인', buyPpm: 1_000, minWon: '10000', maxWon: '900000' }
  const set = (more: object) => admin.post('/api/console/merchant', { reason, ...merchant, ...more })
  await agreed(admin2, await set({ version: 0 }))
  const { id } = (await admin.get('/api/console/merchant')).body.find(
    ({ name }: { name: string }) => name === '늦은상인',
  )
  await agreed(admin2, await set({ merchantId: id, version: 1, maxWon: '800000' }))
  const late = await set({ merchantId: id, version: 1, maxWon: '700000' })
  toldNewer(late, '1회 최대: 800,000원 (팔십만 원)', 'Most at once: 800,000 KRW (eight hundred thousand KRW)')
  expect(late.body.params.newer).toContain('상태: 열림')
  const key = (name: string) => ({ id: `key-${name}` })
  const provider = { provider: 'bank', baseUrl: 'https://pay.example.com', call: key('c1'), webhook: key('a1'), reason }
  await agreed(admin2, await admin.post('/api/console/site/provider', { ...provider, updatedAt: 0 }))
  const again = { ...provider, call: key('c2'), webhook: key('a2'), updatedAt: 0 }
  toldNewer(
    await admin.post('/api/console/site/provider', again),
    '주소: https://pay.example.com · 호출 키: key-c1',
    'Key of notices: key-a1',
  )
})

it('of what members read', async () => {
  const notice = { category: 'NOTICE', content: '<p>글</p>', isForced: false, isPinned: false, reason }
  const { id, version } = (await cs.post('/api/console/notice', { ...notice, title: '점검' })).body
  const edit = (title: string) => operator.post(`/api/console/notice/${id}`, { ...notice, title, version })
  expect((await edit('점검 연기')).status).toBe(200)
  toldNewer(await edit('점검 취소'), '제목: 점검 연기', 'Title: 점검 연기')
  const article = { kind: 'FAQ', category: 'MONEY', content: '<p>글</p>', audience: 'ALL', position: 0, reason }
  const text = { ...article, needsConsent: false, title: '출금' }
  const made = (await cs.post('/api/console/article', text)).body
  const { kind: _, ...parts } = text
  const write = (title: string) =>
    operator.post(`/api/console/article/${made.id}`, { ...parts, title, version: made.version })
  expect((await write('출금 시간')).status).toBe(200)
  toldNewer(await write('출금 한도'), '제목: 출금 시간', 'Title: 출금 시간')
})

it('of a member and of his inquiry', async () => {
  const { version } = (await cs.get('/api/console/member/1003')).body
  const set = (by: Person, status: string) => by.post('/api/console/member/1003/status', { reason, status, version })
  expect((await set(cs, 'DENY')).status).toBe(200)
  toldNewer(await set(operator, 'ACTIVE'), '상태: ', 'State: ')
  const { accessToken: token } = await server.login('demo2')
  const body = { playerId: 1002, question: '언제 오나요?' }
  const inquiry = (await server.call('/api/contact/create', { token, key: true, body })).body
  const answer = (by: Person, seen: number) =>
    by.post(`/api/console/contact/${inquiry.id}/answer`, { reason, answer: '내일입니다', version: seen })
  const seen = (await cs.get(`/api/console/contact/${inquiry.id}`)).body.version
  expect((await answer(cs, seen)).status).toBe(200)
  toldNewer(await answer(operator, seen), '상태: 답변 완료', 'State: Answered')
})
