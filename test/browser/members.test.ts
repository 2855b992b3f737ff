import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoPassword } from '../../apps/server/src/members/index.ts'
import { answer, arrives, type House, memberPassword, openHouse, pathOf } from './house.ts'
import { newMember } from './traders.ts'

let house: House
beforeAll(async () => {
  // In a session: in the five minutes between two of them the overseas page sends its visitors away.
  house = await openHouse({ env: { CLOCK_START: '2026-11-18T12:00:00+09:00' } })
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
  await field(page, '휴대전화번호').pressSequentially(phone)
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
    expect(await field(page, '휴대전화번호').inputValue()).toBe('010-1234-5678')
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
      .poll(() => house.server.database.run(`select amount::text from member_limit where kind = 'LOSS'`))
      .toEqual([{ amount: '300000' }])
    await visitor.leave()
  })

  test('takes only what a field is for: restricted inputs go back to the last valid value, phones get their dashes', async () => {
    const visitor = await house.visit()
    const { page } = visitor
    await visitor.open('/register')
    await field(page, '아이디').pressSequentially('Ab한글c_1')
    expect(await field(page, '아이디').inputValue()).toBe('bc_1')
    await field(page, '아이디').fill('restricted')
    await field(page, '비밀번호').fill('correct horse 9')
    await field(page, '비밀번호 확인').fill('correct horse 9')
    await next(page)
    await field(page, '휴대전화번호').pressSequentially('021234567')
    expect(await field(page, '휴대전화번호').inputValue()).toBe('02-123-4567')
    await field(page, '휴대전화번호').pressSequentially('8')
    expect(await field(page, '휴대전화번호').inputValue()).toBe('02-1234-5678')
    await field(page, '휴대전화번호').fill('')
    await field(page, '휴대전화번호').pressSequentially('010a1234-567')
    expect(await field(page, '휴대전화번호').inputValue()).toBe('010-123-4567')
    await field(page, '이름').pressSequentially('홍1길!동')
    expect(await field(page, '이름').inputValue()).toBe('홍길동')
    await visitor.leave()
  })

  test('tells of a taken username when the field is left, and of what is missing when it is sent', async () => {
    const visitor = await house.visit()
    const { page } = visitor
    await visitor.open('/register')
    await field(page, '아이디').fill('demo1')
    await field(page, '비밀번호').focus()
    await page.getByText('이미 사용 중인 아이디입니다. 다른 아이디를 입력해 주세요.').waitFor()
    await next(page)
    await page.getByText('표시된 항목을 확인해 주세요.').waitFor()
    expect(await field(page, '비밀번호').getAttribute('aria-invalid')).toBe('true')
    await page.getByText('3단계 중 1단계').waitFor()
    await fillAccount(page, 'rider-terms')
    await fillPerson(page, '약관라이더', '01055556666')
    await next(page)
    await submit(page)
    await page.getByText('필수 항목에 동의해 주세요.').waitFor()
    expect(pathOf(page)).toBe('/register')
    await visitor.leave()
  })

  test('tells of a referral code that is none beside its field, and why a password is refused', async () => {
    const visitor = await house.visit()
    visitor.allow(/status of 40[04]/)
    const { page } = visitor
    await visitor.open('/ref/NOBODY99')
    await fillAccount(page, 'rider-weak', 'qwertyuiop1234')
    const code = field(page, '추천코드 (선택)')
    expect(await code.inputValue()).toBe('NOBODY99')
    await page.getByText('없는 추천코드입니다. 다시 확인하거나 비워 주세요.').waitFor()
    expect(await code.getAttribute('aria-invalid')).toBe('true')
    await code.fill('')
    await fillPerson(page, '약한라이더', '01077778888')
    await next(page)
    await agree(page)
    await submit(page)
    await page.getByText('3단계 중 1단계').waitFor()
    await page.getByText('키보드나 알파벳 순서대로 이어지는 비밀번호입니다. 순서를 섞어 주세요.').waitFor()
    expect(await field(page, '비밀번호').getAttribute('aria-invalid')).toBe('true')
    await visitor.leave()
  })

  test('asks before what was typed is left: staying keeps it, stopping leads to sign-in', async () => {
    const visitor = await house.visit()
    const { page } = visitor
    await visitor.open('/register')
    await field(page, '아이디').fill('rider-half')
    await page.getByRole('button', { name: '닫기', exact: true }).tap()
    const stay = page.getByRole('dialog').getByRole('button', { name: '계속하기' })
    await stay.waitFor()
    expect(await stay.getAttribute('class')).toContain('btn-primary')
    expect(await answer(page, '계속하기')).toContain('회원가입을 그만둘까요?')
    expect(await field(page, '아이디').inputValue()).toBe('rider-half')
    await page.getByRole('button', { name: '닫기', exact: true }).tap()
    await answer(page, '그만두기')
    await arrives(page, '/signin')
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
  test('with a wrong password says so and keeps the name; with the right one leads to overseas futures', async () => {
    const visitor = await house.visit()
    visitor.allow(/status of 401/)
    const { page } = visitor
    await visitor.open('/')
    await arrives(page, '/signin')
    await field(page, '아이디').fill('demo1')
    await field(page, '비밀번호').fill('not-the-password')
    await page.getByRole('button', { name: '로그인', exact: true }).tap()
    await page.getByText('아이디 또는 비밀번호가 올바르지 않습니다.').waitFor()
    expect(await field(page, '아이디').inputValue()).toBe('demo1')
    await field(page, '비밀번호').fill(demoPassword)
    await page.getByRole('button', { name: '로그인', exact: true }).tap()
    await arrives(page, /^\/oversea/)
    await visitor.leave()
  })

  test('leads to the page that a guest asked for, and a signed-out member has no way back in', async () => {
    const visitor = await house.visit()
    const { page } = visitor
    await visitor.open('/wallet/asset')
    await arrives(page, '/signin')
    await field(page, '아이디').fill('demo2')
    await field(page, '비밀번호').fill(demoPassword)
    await page.getByRole('button', { name: '로그인', exact: true }).tap()
    await arrives(page, '/wallet/asset')
    await page.getByRole('link', { name: '더보기' }).tap()
    await page.getByRole('button', { name: '로그아웃' }).tap()
    // The house has ended the session before the page hears of it: nothing may be asked with its token meanwhile.
    await page.route('**/api/logout*', async (route) => {
      const response = await route.fetch()
      await page.waitForTimeout(1_500)
      await route.fulfill({ response })
    })
    const told = page.waitForResponse('**/api/logout*')
    await answer(page, '로그아웃')
    await arrives(page, '/signin')
    await told
    await field(page, '아이디').waitFor()
    await page.waitForTimeout(500)
    expect(await page.locator('dialog[open]').allTextContents()).toEqual([])
    expect(await page.evaluate('Object.keys(localStorage).filter((key) => key.endsWith("Token"))')).toEqual([])
    await page.goto('/wallet/asset')
    await arrives(page, '/signin')
    await visitor.leave()
  })
})

test('a new password that is refused says why beside its field, for as long as the field holds it', async () => {
  const { username } = await newMember(house)
  const visitor = await house.visit({ as: username })
  visitor.allow(/status of 400/)
  const { page } = visitor
  await visitor.open('/more/change_password')
  const set = async (password: string) => {
    await field(page, '새 비밀번호').fill(password)
    await field(page, '새 비밀번호 확인').fill(password)
  }
  await field(page, '현재 비밀번호').fill(memberPassword)
  for (const [password, reason] of [
    ['qwertyuiop12', '키보드나 알파벳 순서대로 이어지는 비밀번호입니다. 순서를 섞어 주세요.'],
    ['aaaaaaaaaaaa', '같은 글자가 되풀이되는 비밀번호입니다. 여러 글자를 섞어 주세요.'],
  ] as const) {
    await set(password)
    await page.getByRole('button', { name: '저장', exact: true }).tap()
    await page.getByText(reason).waitFor()
    expect(await field(page, '새 비밀번호').getAttribute('aria-invalid')).toBe('true')
    expect(await page.getByText('안전하지 않은 비밀번호입니다').count()).toBe(0)
  }
  await set('copper meadow 41')
  expect(await field(page, '새 비밀번호').getAttribute('aria-invalid')).not.toBe('true')
  await page.getByRole('button', { name: '저장', exact: true }).tap()
  await arrives(page, '/more/security')
  await visitor.leave()
})
