import { afterAll, beforeAll, expect, test } from 'vitest'
import { staff } from '../../apps/server/test/money-house.ts'
import { expectAccessible } from './axe.ts'
import { openConsole } from './console-visit.ts'
import { arrives, type House, openHouse, signIn, type Visitor } from './house.ts'
import { newMember } from './traders.ts'
import { expectTree } from './tree.ts'

let house: House
let member: Visitor
let cs: Awaited<ReturnType<typeof staff>>
beforeAll(async () => {
  house = await openHouse()
  cs = await staff(house.server, 'cs')
  member = await house.visit({ as: 'demo1' })
})
afterAll(() => house.close())

const write = async (parts: object) => {
  const body = { reason: '안내', category: null, audience: 'ALL', position: 1, needsConsent: false, ...parts }
  const answer = await cs.post('/api/console/article', body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

test('a guest finds an answer by words and by category', async () => {
  await write({ kind: 'FAQ', category: 'MONEY', title: '출금은 얼마나 걸리나요', content: '<p>보통 <b>40분</b></p>' })
  await write({
    kind: 'FAQ',
    category: 'ROUND',
    title: '회차가 무효가 되면',
    content: '<p>건 금액을 돌려드립니다.</p>',
  })
  const guest = await house.visit()
  const { page } = guest
  await guest.open('/support')
  await page.getByText('출금은 얼마나 걸리나요').click()
  await page.getByText('40분').waitFor()
  await expectAccessible(page)
  await expectTree(page.locator('main'), 'support')
  await page.getByRole('textbox', { name: '질문 검색' }).fill('돌려 금액')
  await page.getByText('출금은 얼마나 걸리나요').waitFor({ state: 'detached' })
  await page.getByText('회차가 무효가 되면').waitFor()
  await page.getByRole('button', { name: '보안' }).click()
  await page.getByText('검색 결과가 없습니다.').waitFor()
  await page.getByRole('button', { name: '보안' }).click()
  await page.getByRole('textbox', { name: '질문 검색' }).fill('')
  await page.getByText('출금은 얼마나 걸리나요').waitFor()
  await guest.leave()
})

test('a member finds what he is likely to ask, and says whether an answer helped, which staff see', async () => {
  // Those of a first try.
  await house.server.database.run('delete from article_vote')
  const { username } = await newMember(house)
  const session = await signIn(house.server, username)
  const asker = await house.visit({ as: session })
  const { page } = asker
  const body = { type: 'D', point: '300000' }
  await house.server.database.run(`update member set identity_at = 1 where username = '${username}'`)
  const made = await house.server.call('/api/dnw/apply', { token: session.accessToken, key: true, body })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  await asker.open('/support/faq')
  const situation = page.getByRole('region', { name: '지금 내 상황' })
  await situation.getByRole('link', { name: /입금 300,000원, 어디에 있나요/ }).waitFor()
  await page.getByText('출금은 얼마나 걸리나요').click()
  const votes = page.getByRole('group', { name: '도움이 되었나요?' })
  await votes.getByRole('button', { name: '네' }).click()
  await votes.getByText('알려 주셔서 고맙습니다.').waitFor()
  await expectAccessible(page)
  await expectTree(situation, 'support-situation')
  await expectTree(votes, 'support-vote')
  await page.reload()
  await page.getByText('출금은 얼마나 걸리나요').click()
  await votes.getByRole('button', { name: '네', pressed: true }).waitFor()
  await votes.getByRole('button', { name: '아니요' }).click()
  await votes.getByText('더 나은 답을 준비하겠습니다.').waitFor()
  // A search is about something else than what stands open.
  await page.getByRole('textbox', { name: '질문 검색' }).fill('돌려 금액')
  await situation.waitFor({ state: 'detached' })
  await page.getByRole('textbox', { name: '질문 검색' }).fill('')
  await situation.getByRole('link', { name: /300,000원/ }).click()
  await arrives(page, '/balances/deposit')
  await asker.leave()

  const { page: desk } = await openConsole(house, 'cs', '/content')
  await desk.getByRole('radio', { name: 'FAQ', exact: true }).click()
  await desk.getByRole('gridcell', { name: '네 0 · 아니요 1' }).click()
  await desk.getByRole('complementary', { name: '출금은 얼마나 걸리나요' }).getByText('네 0 · 아니요 1').waitFor()
})

test('a promotion says its period and its conditions', async () => {
  const { id } = await write({
    kind: 'PROMOTION',
    title: '가을맞이 쿠폰',
    content: '<p>보너스를 드립니다.</p>',
    conditions: '출금 전 30배 거래',
    link: '/more/coupon',
    endAt: Date.now() + 86_400_000,
  })
  const { page } = member
  await member.open('/more')
  await page.getByRole('link', { name: '프로모션' }).first().click()
  await page.getByRole('link', { name: /가을맞이 쿠폰/ }).click()
  await page.getByText('출금 전 30배 거래').waitFor()
  await expectAccessible(page)
  await expectTree(page.locator('main'), 'promotion')
  expect(new URL(page.url()).pathname).toBe(`/support/promotion/${id}`)
  await page.getByRole('link', { name: '바로 가기' }).click()
  await page.waitForURL('**/more/coupon')
})

test('popups stand before the page one after the other, and one that was hidden stays away for the day', async () => {
  const first = await write({
    kind: 'POPUP',
    title: '첫 팝업',
    content: '<p>하나</p>',
    position: 1,
    link: '/support/promotion',
  })
  const second = await write({
    kind: 'POPUP',
    title: '둘째 팝업',
    content: '<p>둘</p>',
    position: 2,
    audience: 'MEMBER',
  })
  await write({ kind: 'POPUP', title: '손님 팝업', content: '<p>셋</p>', position: 0, audience: 'GUEST' })
  const { page } = member
  await member.open('/wallet/asset')
  const popup = (name: string) => page.getByRole('dialog', { name })
  await popup('첫 팝업').waitFor()
  await page.getByText('1 / 2').waitFor()
  await expectAccessible(page)
  await popup('첫 팝업').getByRole('button', { name: '오늘 하루 보지 않기' }).click()
  await popup('둘째 팝업').getByRole('button', { name: '닫기' }).click()
  await popup('둘째 팝업').waitFor({ state: 'detached' })
  await page.reload()
  await popup('둘째 팝업').waitFor()
  expect(await popup('첫 팝업').count()).toBe(0)
  for (const { id, version } of [first, second])
    await cs.post(`/api/console/article/${id}/withdraw`, { reason: '끝', version })
  await popup('둘째 팝업').getByRole('button', { name: '닫기' }).click()
})

test('a member is asked to agree to new terms at his next use, also after a restart, and once', async () => {
  await write({
    kind: 'TERMS',
    title: '이용약관 개정',
    content: `<h2>제1조</h2>${'<p>회원은 새 약관에 따라 서비스를 이용합니다.</p>'.repeat(30)}`,
    needsConsent: true,
  })
  await house.restart()
  const late = await house.visit({ as: 'demo2' })
  const { page } = late
  await late.open('/wallet/asset')
  const dialog = page.getByRole('dialog', { name: '이용약관이 바뀌었습니다' })
  await dialog.waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  expect(await dialog.isVisible()).toBe(true)
  await dialog.getByRole('button', { name: '동의하고 계속' }).click()
  await dialog.waitFor({ state: 'detached' })
  const asked = page.waitForResponse((answer) => answer.url().includes('/api/content/consent'))
  await page.reload()
  expect(await (await asked).json()).toEqual([])
  await late.open('/more/terms')
  await page.getByText('에 동의하셨습니다.').waitFor()
  await page.getByText('버전 1').first().waitFor()
})

test('who does not agree leaves', async () => {
  const other = await house.visit({ as: 'demo3' })
  const { page } = other
  await other.open('/wallet/asset')
  await page.getByRole('dialog', { name: '이용약관이 바뀌었습니다' }).getByRole('button', { name: '로그아웃' }).click()
  await page.getByRole('button', { name: '로그인' }).first().waitFor()
})

test('staff write a question, a popup and terms in the console; what reaches all members says how many they are', async () => {
  const { page } = await openConsole(house, 'operator', '/content')
  const view = (name: string) => page.getByRole('radio', { name, exact: true }).click()
  const type = async (title: string, label = '제목') => {
    await page.getByRole('textbox', { name: label, exact: true }).fill(title)
    await page.getByRole('textbox', { name: '내용' }).click()
    await page.keyboard.type('본문입니다')
  }
  const confirm = async (button: string) => {
    await page.getByLabel('사유').fill('안내')
    // The notification of the text before may still stand.
    const saved = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && answer.url().includes('/api/console/article'),
    )
    await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click()
    expect((await saved).status()).toBe(200)
    await page.getByText('글을 저장했습니다').first().waitFor()
  }
  await view('FAQ')
  await page.getByText('출금은 얼마나 걸리나요').waitFor()
  await page.getByRole('button', { name: /새 글/ }).click()
  await type('카피는 어떻게 하나요', '질문')
  await page.getByLabel('분류').selectOption('COPY')
  const phone = page.getByRole('region', { name: '휴대폰 미리보기' })
  await phone.getByText('본문입니다').waitFor()
  await phone.getByText('카피', { exact: true }).waitFor()
  await page.getByRole('button', { name: '게시', exact: true }).click()
  await confirm('게시')
  const found = await house.server.call(`/api/content/faq/list?category=COPY`)
  expect(found.body).toMatchObject([{ title: '카피는 어떻게 하나요' }])

  await view('팝업')
  await page.getByRole('button', { name: /새 글/ }).click()
  await type('콘솔 팝업')
  await page.getByLabel('대상').selectOption('MEMBER')
  await page.getByRole('button', { name: '게시', exact: true }).click()
  await page.getByRole('cell', { name: /^[1-9]\d*명$/ }).waitFor()
  await expectAccessible(page)
  await confirm('모든 회원에게 보이기')
  await page.getByText('콘솔 팝업').first().click()
  await page.getByRole('button', { name: '게시 중단' }).click()
  await page.getByLabel('사유').fill('끝')
  await page.getByRole('dialog').getByRole('button', { name: '게시 중단' }).click()
  await page.getByText('게시를 중단했습니다').first().waitFor()

  await view('이용약관')
  await page.getByText('이용약관 개정').first().click()
  await page.getByText('1명').first().waitFor()
  expect(await page.getByRole('button', { name: '수정' }).count()).toBe(0)
  await page.getByRole('button', { name: /새 버전/ }).click()
  await type('둘째 약관')
  await page.getByText('모든 회원에게 다시 동의 받기').click()
  await page.getByRole('button', { name: '게시', exact: true }).click()
  await page.getByText('게시한 버전은 수정할 수 없고').waitFor()
  await page.getByRole('cell', { name: /^[1-9]\d*명$/ }).waitFor()
  await confirm('모든 회원에게 보이기')
  const terms = await house.server.call('/api/content/static?contentId=terms')
  expect(terms.body).toMatchObject({ version: 2, title: '둘째 약관' })
})

test('a picture that staff put into a promotion is seen by members', async () => {
  const { page } = await openConsole(house, 'admin', '/content')
  await page.getByRole('radio', { name: '프로모션', exact: true }).click()
  await page.getByRole('button', { name: /새 글/ }).click()
  await page.getByRole('textbox', { name: '제목', exact: true }).fill('그림 행사')
  await page.getByRole('textbox', { name: '내용' }).click()
  await page.keyboard.type('그림을 보세요')
  await page.getByRole('button', { name: '이미지', exact: true }).click()
  const field = page.getByLabel(/이미지 파일/)
  await field.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('GIF89a') })
  await page.getByRole('textbox', { name: '이미지 설명' }).fill('보너스 쿠폰')
  await page.getByRole('button', { name: '이미지 넣기' }).click()
  await page.getByText('PNG, JPEG, WebP 이미지만 올릴 수 있습니다').waitFor()
  await expectAccessible(page)
  const buffer = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  await field.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
  await page.getByRole('button', { name: '이미지 넣기' }).click()
  const phone = page.getByRole('region', { name: '휴대폰 미리보기' })
  await phone.getByRole('img', { name: '보너스 쿠폰' }).waitFor()
  await page.getByRole('textbox', { name: '조건' }).fill('한 사람에 한 번')
  await page.getByLabel('종료', { exact: true }).fill('2030-01-01T00:00')
  await page.getByRole('button', { name: '게시', exact: true }).click()
  await page.getByLabel('사유').fill('행사')
  await page.getByRole('dialog').getByRole('button', { name: '게시', exact: true }).click()
  await page.getByText('글을 저장했습니다').first().waitFor()
  const guest = await house.visit()
  await guest.open('/support/promotion')
  await guest.page.getByRole('link', { name: /그림 행사/ }).click()
  const image = guest.page.getByRole('img', { name: '보너스 쿠폰' })
  await image.waitFor()
  await expect
    .poll(() => image.evaluate((shown) => (shown as unknown as { naturalWidth: number }).naturalWidth))
    .toBe(1)
  await guest.leave()
})
