import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { follow } from './follow.ts'
import { answer, arrives, type House, memberPassword, sharedHouse } from './house.ts'
import { newMember } from './traders.ts'

let house: House
beforeAll(async () => {
  // In a session: in the five minutes between two of them the overseas page sends its visitors away.
  house = await sharedHouse({ env: { CLOCK_START: '2026-11-18T12:00:00+09:00' } })
})
afterAll(() => house.close())

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

const next = (page: Page) => page.getByRole('button', { name: '다음' }).tap()
const submit = (page: Page) => page.getByRole('button', { name: '가입하기' }).tap()

/** The first of the three steps. */
async function fillAccount(page: Page, username: string, password = 'correct horse 9') {
  await field(page, '아이디').fill(username)
  await field(page, '비밀번호').fill(password)
  await field(page, '비밀번호 확인').fill(password)
  await next(page)
}

/** The second step. */
async function fillPerson(page: Page, nick: string, phone: string, name = '홍길동') {
  await field(page, '닉네임').fill(nick)
  await field(page, '이름').pressSequentially(name)
  await field(page, '휴대폰 번호').pressSequentially(phone)
}

/** The third step. */
async function agree(page: Page) {
  await page.getByText('만 19세 이상입니다 (필수)').tap()
  await page.getByText('이용약관에 동의합니다 (필수)').tap()
  await page.getByText('개인정보 수집·이용에 동의합니다 (필수)').tap()
}

describe('registration', () => {
  test('in three steps signs the new member in with the demo grant, and welcomes him', async () => {
    const visitor = await house.visit()
    const { page } = visitor
    await visitor.open('/register')
    await page.getByText('3단계 중 1단계').waitFor()
    expect(await page.locator('form input').count()).toBe(3)
    await fillAccount(page, 'rider-full')
    await page.getByText('3단계 중 2단계').waitFor()
    // Only what a demo needs: nothing about banks or addresses.
    expect(await page.locator('form input').count()).toBe(4)
    await fillPerson(page, '마루라이더', '01012345678', 'John O’Neill')
    expect(await field(page, '휴대폰 번호').inputValue()).toBe('010-1234-5678')
    await field(page, '추천코드 (선택)').fill('PARTNER1')
    await field(page, '이름').focus()
    await page.getByText('마루 파트너의 추천을 받았습니다.').waitFor()
    await next(page)
    await agree(page)
    await page.getByText('혜택·이벤트 알림을 받습니다 (선택)').tap()
    await field(page, '하루 손실 한도 (선택)').fill('300000')
    await submit(page)
    await arrives(page, /^\/oversea/)
    const welcome = page.getByRole('dialog', { name: '마루라이더님, 가입을 환영합니다' })
    await welcome.waitFor()
    await welcome.getByText('10,000,000원').waitFor()
    await welcome.getByText('10,000.0000 USDT').waitFor()
    expect(await welcome.locator('li b').allTextContents()).toEqual(['회차', '선물', '해외선물'])
    await welcome.getByRole('button', { name: '첫 회차 보기' }).tap()
    await arrives(page, /^\/exchange/)

    const rows = await house.server.database.run(
      `select m.status, m.name, m.marketing, p.code,
         (select sum(amount)::text from posting where member_id = m.id and account = 'MEMBER' and currency = 'KRW' and reason = 'DEMO_GRANT') as grant,
         (select count(*)::int from posting where member_id = m.id and reason = 'DEMO_GRANT' and account = 'MEMBER') as grants
       from member m left join partner p on p.site_id = m.site_id and p.id = m.partner_id where m.username = 'rider-full'`,
    )
    expect(rows).toEqual([
      {
        status: 'ACTIVE',
        name: 'John O’Neill',
        marketing: true,
        code: 'PARTNER1',
        grant: '10000000',
        grants: 2,
      },
    ])
    await page.getByRole('link', { name: '지갑' }).tap()
    await page.getByText('10,000,000').first().waitFor()
    await expect
      .poll(() =>
        house.server.database.run(
          `select amount::text from member_limit l join member m on m.id = l.member_id where m.username = 'rider-full' and l.kind = 'LOSS'`,
        ),
      )
      .toEqual([{ amount: '300000' }])
    await visitor.leave()
  })

  test('through a partner’s link belongs to that partner', async () => {
    const visitor = await house.visit()
    const { page } = visitor
    await visitor.open('/ref/PARTNER1')
    await fillAccount(page, 'rider-ref')
    await page.getByText('마루 파트너의 추천을 받았습니다.').waitFor()
    expect(await field(page, '추천코드 (선택)').inputValue()).toBe('PARTNER1')
    await fillPerson(page, '추천라이더', '01022223333')
    await next(page)
    await agree(page)
    await submit(page)
    await arrives(page, /^\/oversea/)
    expect(
      await house.server.database.run(
        `select p.code from member m join partner p on p.site_id = m.site_id and p.id = m.partner_id where m.username = 'rider-ref'`,
      ),
    ).toEqual([{ code: 'PARTNER1' }])
    await visitor.leave()
  })
})

describe('sign-in', () => {
  const submitSignIn = (page: Page) => page.getByRole('button', { name: '로그인', exact: true }).tap()

  test('with a wrong password says so and keeps the name; with the right one leads to overseas futures', async () => {
    const { username } = await newMember(house)
    const visitor = await house.visit()
    visitor.allow(/status of 401/)
    const { page } = visitor
    await visitor.open('/')
    await arrives(page, '/signin')
    await field(page, '아이디').fill(username)
    await field(page, '비밀번호').fill('not-the-password')
    await submitSignIn(page)
    await page.getByText('아이디 또는 비밀번호가 올바르지 않습니다.').waitFor()
    expect(await field(page, '아이디').inputValue()).toBe(username)
    await field(page, '비밀번호').fill(memberPassword)
    await submitSignIn(page)
    await arrives(page, /^\/oversea/)
    await visitor.leave()
  })

  test('leads to the page that a guest asked for, and a signed-out member has no way back in', async () => {
    const { username } = await newMember(house)
    const visitor = await house.visit()
    const { page } = visitor
    await page.clock.install()
    await visitor.open('/wallet/asset')
    await arrives(page, '/signin')
    await field(page, '아이디').fill(username)
    await field(page, '비밀번호').fill(memberPassword)
    await submitSignIn(page)
    await arrives(page, '/wallet/asset')
    await page.getByRole('link', { name: '더보기' }).tap()
    await page.getByRole('button', { name: '로그아웃' }).tap()
    // The house has ended the session before the page hears of it: nothing may be asked with its token meanwhile.
    const ended = Promise.withResolvers<void>()
    const mayHear = Promise.withResolvers<void>()
    const refused: string[] = []
    page.on('response', (response) => {
      if (response.status() === 401) refused.push(response.url())
    })
    await page.route('**/api/logout*', async (route) => {
      const response = await route.fetch()
      ended.resolve()
      await mayHear.promise
      await route.fulfill({ response })
    })
    await answer(page, '로그아웃')
    await ended.promise
    await page.clock.fastForward(20_000)
    mayHear.resolve()
    await arrives(page, '/signin')
    await field(page, '아이디').waitFor()
    await follow(page, '/support/faq')
    expect(refused).toEqual([])
    expect(await page.locator('dialog[open]').allTextContents()).toEqual([])
    expect(await page.evaluate('Object.keys(localStorage).filter((key) => key.endsWith("Token"))')).toEqual([])
    await page.goto('/wallet/asset')
    await arrives(page, '/signin')
    await visitor.leave()
  })
})
