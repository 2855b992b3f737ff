import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusal } from '../../apps/server/test/book-calls.ts'
import { configureMoney, enrolled, staff } from '../../apps/server/test/money-house.ts'
import { expectAccessible } from './axe.ts'
import { callAs, openConsole } from './console-visit.ts'
import { type House, openHouse, type Visitor } from './house.ts'
import { stakeOn } from './stake.ts'

type Person = Awaited<ReturnType<typeof staff>>
const atOnce = { changeHoldMs: 0, holdMs: 0, firstHoldMs: 0, cancelWindowMs: 0, withdrawDayMax: '1000000000' }

let house: House
let member: Awaited<ReturnType<typeof enrolled>>
let finance: Visitor
let finance2: Visitor
let operator: Visitor
let second: Person
let writer: Person
beforeAll(async () => {
  house = await openHouse()
  await configureMoney(house.server, atOnce)
  member = await enrolled(house.server, 'demo1')
  second = await staff(house.server, 'operator2')
  writer = await staff(house.server, 'cs')
  finance = await openConsole(house, 'finance', '/deposits')
  finance2 = await openConsole(house, 'finance2', '/deposits')
  operator = await openConsole(house, 'operator', '/options')
})
afterAll(() => house.close())

const panel = ({ page }: Visitor) => page.getByRole('complementary')
const ask = async (point: string, type: 'D' | 'W' = 'D'): Promise<number> => {
  const answer = await member.post('/api/dnw/apply', { type, point, ...(type === 'W' && { otp: member.otp() }) })
  expect(answer.status).toBe(200)
  return answer.body.id
}
const stateOf = async (id: number): Promise<string> =>
  (await house.server.database.run(`select status from dnw where id = ${id}`))[0]?.['status'] as string
const open = async (visitor: Visitor, id: number, area = 'deposits') => {
  await visitor.open(`/console/${area}/${id}`)
  await panel(visitor).getByText(String(id)).first().waitFor()
}
const because = (visitor: Visitor, reason: string) => panel(visitor).getByLabel('사유').fill(reason)
/** Changes of settings that somebody is asked to agree to. */
const waiting = async (): Promise<unknown[]> =>
  (await second.get('/api/console/approvals')).body.content.filter(
    ({ kind, state }: { kind: string; state: string }) => kind === 'CONFIGURE' && state === 'PENDING',
  )
/** A colleague's own sign-in, beside the page that he has open. */
const calls = (visitor: Visitor, path: string, body: object) => callAs(house, visitor, path, body)

test.each([
  ['deposits', 'D'],
  ['withdrawals', 'W'],
] as const)(
  'in a refusal at the desk of %s the only button that decides refuses, and names the amount',
  async (area, type) => {
    const id = await ask('300000', type)
    await open(finance, id, area)
    const { page } = finance
    await because(finance, '예금주를 확인했습니다')
    // A letter in a field is text, Escape leaves the field and not the request.
    await panel(finance).getByLabel('사유').press('r')
    await page.keyboard.press('Escape')
    expect(await panel(finance).getByLabel('사유').inputValue()).toBe('예금주를 확인했습니다r')
    // With a reason to approve the letter of the other decision opens it, and sends nothing.
    await page.keyboard.press('r')
    await panel(finance).getByText('반려하면 이렇게 바뀝니다').waitFor()
    expect(await panel(finance).getByLabel('사유').inputValue()).toBe('')
    await because(finance, '예금주가 다릅니다')
    await expectAccessible(page)
    const deciding = panel(finance).getByRole('button', { name: /승인|반려|입금 확인/ })
    expect(await deciding.allInnerTexts()).toEqual([expect.stringMatching(/^300,000원 반려/)])
    await deciding.click()
    await page.getByText('반려했습니다').first().waitFor()
    expect(await stateOf(id)).toBe('REJECTED')
  },
)

test('a letter sends the refusal that is open, once there is a reason', async () => {
  const id = await ask('310000')
  await open(finance, id)
  // Its letters are heard from then on.
  await panel(finance).getByText('승인하면 이렇게 바뀝니다').waitFor()
  await finance.page.keyboard.press('r')
  await panel(finance).getByRole('button', { name: '예금주가 다릅니다' }).click()
  await finance.page.keyboard.press('r')
  await finance.page.getByText('반려했습니다').first().waitFor()
  expect(await stateOf(id)).toBe('REJECTED')
})

test('who asked gives no second yes: the page says that another one has to, and the server refuses him', async () => {
  const id = await ask('12000000')
  await open(finance, id)
  await because(finance, '예금주를 확인했습니다')
  await panel(finance).getByRole('button', { name: '1차 승인(1/2)' }).click()
  await panel(finance).getByText('내가 1차 승인했습니다').waitFor()
  expect(await panel(finance).getByRole('button', { name: '2차 승인(2/2)' }).count()).toBe(0)
  const own = await calls(finance, `/api/console/approvals/${id}/approve`, { reason: '제가 했습니다' })
  expect(refusal(own)).toEqual([403, 'APPROVAL_SELF'])
  expect(await stateOf(id)).toBe('REVIEW')
  // A member has one deposit at a time.
  await calls(finance2, `/api/console/approvals/${id}/refuse`, { reason: '다음 시험' })
})

test('a first yes that lapsed says so; a colleague takes the request over, and it goes on', async () => {
  const id = await ask('13000000')
  await open(finance, id)
  await because(finance, '예금주를 확인했습니다')
  await panel(finance).getByRole('button', { name: '1차 승인(1/2)' }).click()
  await panel(finance).getByText('내가 1차 승인했습니다').waitFor()
  // An hour goes by.
  await house.server.database.run(
    `update dnw set approvals = jsonb_set(approvals, '{0,at}', to_jsonb(${Date.now() - 3_600_000}::bigint)) where id = ${id}`,
  )
  await open(finance2, id)
  await panel(finance2).getByText('재무담당 님이 담당하고 있습니다').waitFor()
  expect(await panel(finance2).getByRole('button', { name: '2차 승인(2/2)' }).count()).toBe(0)
  await panel(finance2).getByRole('button', { name: '넘겨받기…' }).click()
  const dialog = finance2.page.getByRole('dialog', { name: '다른 직원이 담당하는 신청을 넘겨받습니다' })
  await dialog.getByText('재무담당').waitFor()
  await expectAccessible(finance2.page)
  await dialog.getByRole('button', { name: '담당 직원이 자리에 없습니다' }).click()
  await dialog.getByRole('button', { name: '넘겨받기', exact: true }).click()
  await panel(finance2).getByText('내가 담당').waitFor()
  const [act] = await house.server.database.run(
    `select reason from staff_act where action = 'takeRequest' and subject_id in (${id}, 1001) order by id desc limit 1`,
  )
  expect(act?.['reason']).toBe('담당 직원이 자리에 없습니다')
  // He from whom it was taken is told so at his next step.
  finance.allow(/409 .*\/api\/console/)
  await panel(finance).getByText('재무담당2 님이 담당하고 있습니다').waitFor()
  const [{ rev }] = (await house.server.database.run(`select rev from dnw where id = ${id}`)) as [{ rev: number }]
  await calls(finance2, `/api/console/dnw/${id}/reject`, { reason: '다음 시험', version: Number(rev) })
})

test('a role that was lowered while its page was open: nothing is done, and the page follows the new role', async () => {
  finance2.allow(/403 .*\/api\/console/)
  const id = await ask('420000')
  await open(finance2, id)
  await because(finance2, '입금자 이름이 같습니다')
  const set = (role: string) =>
    house.server.database.run(
      `update staff set role = '${role}' where member_id = (select id from member where site_id = 1 and username = 'finance2')`,
    )
  await set('CS')
  await panel(finance2).getByRole('button', { name: '입금 확인' }).click()
  await finance2.page.getByText('역할이 바뀌었습니다: 고객지원', { exact: true }).waitFor()
  await panel(finance2).getByText('재무 권한이 필요합니다').waitFor()
  expect(await stateOf(id)).toBe('REQUESTED')
  // What only the role before might read is in the rail no more, nor on a page that is opened by its address.
  expect(await finance2.page.getByRole('link', { name: '원장' }).count()).toBe(0)
  await finance2.page.getByRole('link', { name: '실시간 상담' }).waitFor()
  await set('FINANCE')
  // What is open is not kept over a reload: the rail says what he may read again.
  await finance2.page.reload()
  await finance2.page.getByRole('link', { name: '원장' }).waitFor()
})

test('what would break a rule is refused in the words of that rule, and nobody is asked to agree', async () => {
  const { page } = operator
  operator.allow(/422 .*\/api\/console\/option/)
  // Rounds of five minutes: the stake is undecided for as long as the test needs.
  const row = (await second.get('/api/console/option?scope=round')).body.rows.find(
    ({ optionId }: { optionId: number }) => optionId === 4,
  )
  // What members stand for in a round that is open.
  await stakeOn(member, row.optionId, '10000')
  await operator.open('/console/options')
  await page.getByRole('row').nth(3).waitFor()
  await page.getByRole('radio', { name: '회차' }).click()
  await page.getByRole('row').filter({ hasText: row.name }).first().click()
  const set = page.getByRole('complementary', { name: '변경 묶음' })
  await page.getByRole('textbox', { name: '회차 노출 한도' }).fill('1')
  await set.getByLabel('사유').fill('노출을 줄입니다')
  await set.getByRole('button', { name: '승인 요청' }).click()
  await set.getByText('회차 노출 한도: 현재 노출보다 낮습니다').waitFor()
  await set.getByRole('button', { name: '모두 되돌리기' }).click()
  await page.getByRole('textbox', { name: '배당률' }).fill('2')
  await set.getByRole('button', { name: '배당률: 값을 확인해 주세요' }).waitFor()
  expect(await waiting()).toEqual([])
})

test('of two who edit one notice the later one sees the newer text, keeps his own, and writes over it knowingly', async () => {
  operator.allow(/409 .*\/api\/console\/notice/)
  const notice = { category: 'NOTICE', content: '<p>새벽 두 시에 점검합니다</p>', isForced: false, isPinned: false }
  const made = (await writer.post('/api/console/notice', { ...notice, title: '점검 안내', reason: '점검' })).body
  const { page } = operator
  await operator.open('/console/content')
  await page.getByRole('row').filter({ hasText: '점검 안내' }).click()
  await panel(operator).getByRole('button', { name: '수정' }).click()
  await page.getByRole('textbox', { name: '제목' }).fill('내가 고친 점검 안내')
  const other = { ...notice, content: '<p>세 시로 늦춥니다</p>', title: '점검 연기', version: made.version }
  expect((await writer.post(`/api/console/notice/${made.id}`, { ...other, reason: '연기' })).status).toBe(200)
  await page.getByRole('button', { name: '수정' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('사유').fill('제목을 다듬습니다')
  await dialog.getByRole('button', { name: '수정' }).click()
  await dialog.getByText(/다른 사람이 먼저 바꾸었습니다.*제목: 점검 연기/).waitFor()
  await dialog.getByText('세 시로 늦춥니다').waitFor()
  await expectAccessible(page)
  const titles = async () =>
    (await writer.get('/api/console/notice')).body.content.map(({ title }: { title: string }) => title)
  expect(await titles()).toContain('점검 연기')
  await dialog.getByRole('button', { name: '새 내용에 덮어쓰기' }).click()
  await page.getByRole('row').filter({ hasText: '내가 고친 점검 안내' }).waitFor()
  expect(await titles()).not.toContain('점검 연기')
})

test('two have the same setting open: the later one is refused, told what stands now, and takes it over or keeps his own', async () => {
  operator.allow(/409 .*\/api\/console/)
  const { page } = operator
  await operator.open('/console/options')
  const rows = async () => (await second.get('/api/console/option?scope=round')).body.rows
  const row = (await rows()).find(({ optionId }: { optionId: number }) => optionId === 1)
  await page.getByRole('row').nth(3).waitFor()
  await page.getByRole('radio', { name: '회차' }).click()
  await page.getByRole('row').filter({ hasText: row.name }).first().click()
  const field = page.getByRole('textbox', { name: '최소 참여' })
  /** Somebody else changes it, and it holds. */
  const change = async (minPoint: string) => {
    const now = (await rows()).find(({ optionId }: { optionId: number }) => optionId === row.optionId)
    const items = [{ scope: 'round', optionId: row.optionId, version: now.version, changes: { minPoint } }]
    const asked = await second.post('/api/console/option', { items, reason: '다른 직원' })
    const yes = await calls(operator, `/api/console/approvals/${asked.body.approvalId}/approve`, { reason: '동의' })
    expect(yes.status).toBe(200)
  }
  // His page hears nothing of it before he sends: what it asks waits.
  const gate = Promise.withResolvers<void>()
  await page.route(/\/api\/console\/option(\?|$)/, async (route) => {
    if (route.request().method() === 'GET') await gate.promise
    await route.continue()
  })
  const before = await field.inputValue()
  await field.fill('7,000')
  await change('6000')
  const set = page.getByRole('complementary', { name: '변경 묶음' })
  await set.getByLabel('사유').fill('참여를 줄입니다')
  await set.getByRole('button', { name: '승인 요청' }).click()
  await set.getByText(`${before} 원 → 6,000 원`).waitFor()
  gate.resolve()
  const newer = set.getByRole('alert').filter({ hasText: '그사이 다른 직원이 변경했습니다' })
  await newer.getByText('6,000').waitFor()
  await set.getByRole('button', { name: '그사이 바뀐 값을 먼저 정해 주세요' }).waitFor()
  await expectAccessible(page)
  expect(await waiting()).toEqual([])
  await newer.getByRole('button', { name: /새 값 사용$/ }).click()
  await set.getByRole('button', { name: '변경한 내용이 없습니다' }).waitFor()
  expect(await field.inputValue()).toBe('6,000')

  // He who keeps his own sends it against what stands now.
  await field.fill('8,000')
  await change('6500')
  await newer.getByRole('button', { name: /내 값 유지$/ }).click()
  await newer.waitFor({ state: 'detached' })
  await set.getByLabel('사유').fill('참여를 줄입니다')
  await set.getByRole('button', { name: '승인 요청' }).click()
  await page.getByText('두 번째 승인을 기다립니다').first().waitFor()
  expect(await waiting()).toHaveLength(1)
})
