import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './axe.ts'
import { openConsole, withoutPolls } from './console-visit.ts'
import { type House, pathOf, sharedHouse, signIn, type Visitor } from './house.ts'
import { newMember } from './traders.ts'

let house: House
let support: Visitor
let finance: Visitor
beforeAll(async () => {
  house = await sharedHouse()
  support = await openConsole(house, 'cs', '/members')
})
afterAll(() => house.close())

/** Finds a member by the list's search and opens him. */
async function find({ page }: Visitor, username: string, id: number) {
  await page.keyboard.press('/')
  await page.keyboard.type(username)
  await page.keyboard.press('Enter')
  await page
    .getByRole('row')
    .filter({ hasText: String(id) })
    .click()
  await page.getByRole('heading', { name: '지갑' }).waitFor()
}

test('support finds a member, reads what tells who he is with a reason, and writes a note', async () => {
  const { id, username } = await newMember(house)
  const { page } = support
  await support.open('/console/members')
  await page.getByRole('row').nth(1).waitFor()
  await find(support, username, id)
  await page.keyboard.press('p')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('사유').fill('문의를 확인합니다')
  await dialog.getByRole('button', { name: '보기', exact: true }).click()
  await dialog.getByText(username).waitFor()
  await dialog.getByRole('button', { name: '닫기' }).last().click()
  // Support reads no ledger: its first tab is money in and out.
  expect(await page.getByRole('tab', { name: '원장' }).count()).toBe(0)
  await page.keyboard.press('7')
  await page.getByRole('button', { name: '메모 남기기…' }).click()
  await dialog.getByLabel('메모').fill('=HYPERLINK("x")<b>전화로 확인함</b>')
  await dialog.getByLabel('사유').fill('상담 내용')
  await dialog.getByRole('button', { name: '남기기', exact: true }).click()
  // What was written is text, whatever it looks like.
  await page.getByRole('article').filter({ hasText: '=HYPERLINK("x")<b>전화로 확인함</b>' }).waitFor()
  const acts = await house.server.database.run(
    `select action from staff_act where subject_id = ${id} and action not like 'GET%' order by id`,
  )
  expect(acts).toHaveLength(2)
})

test('a member who is shut out is out on his phone by the channel', async () => {
  const { id, username } = await newMember(house)
  const phone = await house.visit({ as: username })
  phone.allow(/status of 40[13]/)
  await withoutPolls(phone)
  await phone.open('/wallet/asset')
  await phone.page.getByText('총 보유자산').waitFor()
  const { page } = support
  await support.open(`/console/members/${id}`)
  await page.getByRole('button', { name: '이용 정지…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '명의 도용 의심' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '이용 정지', exact: true }).click()
  await phone.page.waitForURL(/\/signin/)
  expect(pathOf(phone.page)).toBe('/signin')
  await page.getByRole('button', { name: '정지 해제…' }).waitFor()
  await phone.leave()
})

test('a grant waits for the second person, and support may not make one', async () => {
  const { id } = await newMember(house)
  expect(await support.page.getByRole('button', { name: /지급 · 차감/ }).count()).toBe(0)
  finance = await openConsole(house, 'finance', `/members/${id}`)
  const { page } = finance
  await page.getByRole('heading', { name: '지갑' }).waitFor()
  await page.keyboard.press('b')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('금액(원)').fill('50000')
  await dialog.getByText('50,000원').waitFor()
  await dialog.getByRole('button', { name: '이벤트 당첨' }).click()
  await dialog.getByRole('button', { name: '두 번째 승인 요청' }).click()
  await page.getByText('두 번째 승인을 기다립니다').first().waitFor()
  expect(await house.server.database.run(`select kind, state from approval where subject_id = ${id}`)).toEqual([
    { kind: 'BONUS_GRANT', state: 'PENDING' },
  ])
})

test('finance opens a transaction in the ledger of a member: its postings, and what it came from', async () => {
  const { id } = await newMember(house)
  finance ??= await openConsole(house, 'finance', `/members/${id}`)
  await finance.open(`/console/members/${id}`)
  const { page } = finance
  const ledger = page.getByRole('grid', { name: '원장' })
  await ledger.getByRole('row').nth(1).waitFor()
  await ledger.getByRole('row').nth(1).click()
  const side = page.getByRole('complementary', { name: '거래' })
  await side.getByRole('table').first().waitFor()
  await side.getByText('회원 지갑').first().waitFor()
  await page.getByLabel('유형').selectOption('ROUND_WIN')
  await page.getByText('기록이 없습니다').waitFor()
})

test('support goes by number from what a member staked to his orders, fills and positions, and cuts a list', async () => {
  const { id } = await newMember(house)
  const at = Date.UTC(2026, 0, 1, 15)
  await house.server.database.run(`
    insert into trading_order (site_id, id, book, option_id, member_id, side, market_type, qty, price, is_reduce_only, is_mark_tp,
                               is_mark_sl, leverage, margin_type, status, filled_qty, filled_quote, fee, origin, accepted_at, closed_at)
    select 1, 990000000 + n, case n when 1 then 'futures' else 'oversea' end,
           case n when 1 then (select min(id) from futures_option where site_id = 1)
                  else (select min(id) from oversea_option where site_id = 1) end,
           ${id}, 'LONG', 'MARKET', 2, null, false, false, false, 5, 'ISOLATED', 'CANCELED', 0, 0, 0, 'MEMBER', ${at}, ${at}
      from generate_series(1, 2) n`)
  const { page } = support
  await support.open(`/console/members/${id}`)
  await page.getByRole('heading', { name: '지갑' }).waitFor()
  for (const [key, empty] of [
    ['1', '입출금이 없습니다'],
    ['2', '회차 주문이 없습니다'],
    ['4', '체결이 없습니다'],
    ['5', '포지션이 없습니다'],
  ] as const) {
    await page.keyboard.press(key)
    await page.getByText(empty).waitFor()
  }
  await page.keyboard.press('3')
  const orders = page.getByRole('grid', { name: '선물 주문' })
  await orders.getByRole('row').nth(2).waitFor()
  await expectAccessible(page)
  await page.getByLabel('상품').selectOption('oversea')
  await expect.poll(() => orders.getByRole('row').count()).toBe(2)
  await orders.getByText('해외선물').waitFor()
  await page.getByLabel('까지').fill('2025-12-31')
  await page.getByText('선물 주문이 없습니다').waitFor()
})

test('one session is ended and the other stays; limits stand in the profile', async () => {
  const { id, username } = await newMember(house)
  await signIn(house.server, username)
  const phone = await house.visit({ as: username })
  phone.allow(/status of 40[13]/)
  await withoutPolls(phone)
  await phone.open('/wallet/asset')
  await phone.page.getByText('총 보유자산').waitFor()
  const { page } = support
  await support.open(`/console/members/${id}`)
  await page.getByText('회원이 정한 한도').waitFor()
  const ends = page.getByRole('button', { name: / 로그아웃$/ })
  await expect.poll(() => ends.count()).toBe(2)
  // The newest use is the first.
  await ends.first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('사유').fill('도난 신고')
  await dialog.getByRole('button', { name: '로그아웃', exact: true }).click()
  await phone.page.waitForURL(/\/signin/)
  await expect.poll(() => ends.count()).toBe(1)
  await phone.leave()
})

test('names of members are text on the page and in the file that the server makes of the list', async () => {
  const [one, two] = [await newMember(house), await newMember(house)]
  const markup = '<img src=x onerror=alert(1)>'
  await house.server.database.run('update member set nick = $1, name = $1 where id = $2', [markup, one.id])
  await house.server.database.run("update member set nick = '=cmd()' where id = $1", [two.id])
  await house.server.database.run("update member set username = 'csv' || id where id in ($1, $2)", [one.id, two.id])
  const { page } = support
  await support.open('/console/members?q=csv')
  await page.getByRole('row').filter({ hasText: markup }).waitFor()
  expect(await page.locator('main img').count()).toBe(0)
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()])
  expect(file.suggestedFilename()).toMatch(/^회원-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain(`,${markup},`)
  expect(text).toContain(`,'=cmd(),`)
  await support.open(`/console/members/${one.id}`)
  await page.getByText(`닉네임 ${markup}`).waitFor()
  expect(await page.locator('main img').count()).toBe(0)
})

test('a limit of a member is lowered with before and after, and he sees it', async () => {
  const { id, username } = await newMember(house)
  await signIn(house.server, username)
  const operator = await openConsole(house, 'operator', `/members/${id}`)
  const { page } = operator
  await page.getByRole('button', { name: '한도 낮추기…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('최대 금액').fill('100000')
  await dialog.getByText('사이트 한도', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: '이용자 보호' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '한도 적용' }).click()
  await page.getByText('회원 한도를 변경했습니다').first().waitFor()
  await page.getByText('회차당 참여 한도').waitFor()
  const phone = await house.visit({ as: username })
  await phone.open('/more/limits')
  await phone.page.getByRole('heading', { name: '내 계정에 적용된 한도' }).waitFor()
  await phone.page.getByText('100,000원').first().waitFor()
  await phone.leave()
  await operator.leave()
})

test('a filter of the list is saved, chosen again, and names the members of one message', async () => {
  const { id } = await newMember(house)
  await house.server.database.run(`update member set username = 'saved' || id where id = ${id}`)
  const operator = await openConsole(house, 'operator2', '/members?q=saved')
  const { page } = operator
  await page
    .getByRole('row')
    .filter({ hasText: String(id) })
    .waitFor()
  await page.getByRole('button', { name: '필터 저장' }).click()
  await page.getByLabel('필터 이름').fill('찾는 회원')
  await page.keyboard.press('Enter')
  await page.getByText('필터를 저장했습니다').first().waitFor()
  await operator.open('/console/members')
  await page.getByLabel('내 필터').selectOption('찾는 회원')
  await page.getByText('saved', { exact: false }).first().waitFor()
  await page
    .getByRole('row')
    .filter({ hasText: String(id) })
    .waitFor()
  await page.getByRole('button', { name: '쪽지 보내기…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('받는 회원 1명').waitFor()
  await dialog.getByLabel('제목').fill('점검 안내')
  await dialog.getByLabel('내용').fill('오늘 밤 점검합니다')
  await dialog.getByLabel('사유').fill('점검')
  await dialog.getByText('1명 모두에게 보냅니다').click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '1명에게 보내기' }).click()
  await page.getByText('1명에게 쪽지를 보냈습니다').first().waitFor()
  expect(await house.server.database.run(`select title from message where member_id = ${id}`)).toEqual([
    { title: '점검 안내' },
  ])
  await operator.leave()
})
