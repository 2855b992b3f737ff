import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestSandbox, type TestSandbox } from '../../apps/server/test/sandbox.ts'
import { expectAccessible } from './axe.ts'
import { codeTo } from './codes.ts'
import { arrives, type House, memberPassword, openHouse, pathOf } from './house.ts'
import { newMember } from './traders.ts'

/** Members who prove who they are: at sign-up where the site asks for it, and later on the page of security. */
let sandbox: TestSandbox
let house: House
beforeAll(async () => {
  sandbox = await startTestSandbox()
  house = await openHouse({ sandbox: sandbox.sandbox, env: { CLOCK_START: '2026-11-18T12:00:00+09:00' } })
  sandbox.tell(house.server.url)
})
afterAll(async () => {
  await house.close()
  sandbox.stop()
})

/** Until the test ends: the members of the others sign up without. */
async function askAtSignup(checks: string) {
  await setSignupChecks(checks)
  onTestFinished(() => setSignupChecks(''))
}

async function setSignupChecks(checks: string) {
  await house.server.database.run(`update site set signup_checks = '{${checks}}' where id = 1`)
  await house.server.app.sites.load()
}

/** On the provider's page: proves to be a person, and comes back. */
async function proveAs(page: Page, name: string, birthDate = '1988-03-04') {
  await page.getByRole('button', { name: /인증하기|인증 하기|다시 인증/ }).tap()
  await page.getByRole('heading', { name: '본인인증 (모의)' }).waitFor()
  await page.getByLabel('이름').fill(name)
  await page.getByLabel('생년월일').fill(birthDate)
  await page.getByRole('button', { name: '확인', exact: true }).tap()
  await page.getByRole('link', { name: '마루로 돌아가기' }).tap()
}

const next = (page: Page) => page.getByRole('button', { name: '다음' }).tap()

test('sign-up with identity, phone and e-mail where the site asks for them', async () => {
  await askAtSignup('IDENTITY,PHONE,EMAIL')
  const visitor = await house.visit()
  const { page } = visitor
  // Nobody is verified by an address that says so.
  await visitor.open('/register?identity=done')
  await page.getByText('5단계 중 1단계').waitFor()
  await next(page)
  await page.getByText('먼저 인증을 마쳐 주세요.').waitFor()
  await expectAccessible(page)
  await proveAs(page, '어린이', '2015-01-01')
  await page.getByText('만 19세 이상만 이용할 수 있습니다.', { exact: true }).waitFor()
  await proveAs(page, '나인증')
  await arrives(page, '/register')
  await page.getByText('나*증 님으로 확인되었습니다').waitFor()
  await next(page)
  await page.getByLabel('아이디', { exact: true }).fill('proved-one')
  await page.getByLabel('비밀번호', { exact: true }).fill('correct horse 9')
  await page.getByLabel('비밀번호 확인').fill('correct horse 9')
  await next(page)
  await page.getByLabel('닉네임').fill('인증회원')
  await page.getByLabel('이름', { exact: true }).fill('나인증')
  await page.getByLabel('휴대폰 번호').fill('010-7100-0001')
  await next(page)
  await page.getByText('만 19세 이상입니다 (필수)').tap()
  await page.getByText('이용약관에 동의합니다 (필수)').tap()
  await page.getByText('개인정보 수집·이용에 동의합니다 (필수)').tap()
  await next(page)
  await page.getByText('5단계 중 5단계').waitFor()
  await page.getByRole('button', { name: '인증번호 받기' }).tap()
  await page.getByLabel('문자로 받은 숫자 6자리').fill(await codeTo(sandbox, '010-7100-0001'))
  await page.getByRole('button', { name: '인증하기', exact: true }).tap()
  await page.getByText('010-7100-0001 인증됨').waitFor()
  await page.getByRole('button', { name: '가입하기' }).tap()
  await page.getByText('먼저 인증을 마쳐 주세요.').waitFor()
  await page.getByLabel('이메일', { exact: true }).fill('proved@maru.example')
  await page.getByRole('button', { name: '인증번호 받기' }).tap()
  await page.getByLabel('메일로 받은 숫자 6자리').fill(await codeTo(sandbox, 'proved@maru.example'))
  await page.getByRole('button', { name: '인증하기', exact: true }).tap()
  await page.getByText('proved@maru.example 인증됨').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: '가입하기' }).tap()
  await arrives(page, /^\/oversea/)
  await page.getByRole('dialog', { name: '인증회원님, 가입을 환영합니다' }).waitFor()
  const rows = await house.server.database.run(
    `select name, phone_verified_at is not null as phone, email_verified_at is not null as email,
            identity_at is not null as identity from member where username = 'proved-one'`,
  )
  expect(rows).toEqual([{ name: '나인증', phone: true, email: true, identity: true }])
  await visitor.leave()
})

test('a member verifies his phone, his e-mail and his identity; what is ready is counted', async () => {
  const { username } = await newMember(house)
  const tail = username.slice(-4)
  const visitor = await house.visit({ as: username })
  visitor.allow(/status of 40[01]/)
  const { page } = visitor
  await visitor.open('/more/security')
  await page.getByRole('heading', { name: '보안 설정 5개 중 1개 완료' }).waitFor()
  await page.getByRole('link', { name: /^휴대폰/ }).tap()
  await page.getByRole('button', { name: '인증번호 받기' }).tap()
  await page.getByLabel('문자로 받은 숫자 6자리').fill(await codeTo(sandbox, `010-7000-${tail}`))
  await expectAccessible(page)
  await page.getByRole('button', { name: '인증하기', exact: true }).tap()
  await page.getByText(`010-****-${tail} 인증됨`).waitFor()

  await page.getByRole('radio', { name: '이메일' }).tap()
  await page.getByLabel('새 이메일').fill('trader@maru.example')
  await page.getByLabel('현재 비밀번호').fill('not this one 1')
  await page.getByRole('button', { name: '인증번호 받기' }).tap()
  await page.getByRole('alert').waitFor()
  await page.getByLabel('현재 비밀번호').fill(memberPassword)
  await page.getByRole('button', { name: '인증번호 받기' }).tap()
  await page.getByLabel('메일로 받은 숫자 6자리').fill(await codeTo(sandbox, 'trader@maru.example'))
  await page.getByRole('button', { name: '인증하기', exact: true }).tap()
  await page.getByText(/^tr.*@maru\.example 인증됨/).waitFor()

  await page.getByRole('radio', { name: '본인인증' }).tap()
  await proveAs(page, '다인증')
  await page.getByText('다*증 님으로 확인되었습니다').waitFor()
  expect(pathOf(page)).toBe('/more/security/verify')
  await page.goto('/more/security')
  await page.getByRole('heading', { name: '보안 설정 5개 중 3개 완료' }).waitFor()
  await visitor.leave()
})

test('a changed number holds withdrawals, as the page says before', async () => {
  const { id, username } = await newMember(house)
  const visitor = await house.visit({ as: username })
  const { page } = visitor
  await visitor.open('/more/security/verify?way=phone')
  await page.getByRole('button', { name: '번호 변경' }).tap()
  await page.getByText(/^번호를 바꾸면 한동안 출금할 수 없습니다/).waitFor()
  await page.getByLabel('새 휴대폰 번호').fill('010-7100-0003')
  await page.getByLabel('현재 비밀번호').fill(memberPassword)
  await page.getByRole('button', { name: '인증번호 받기' }).tap()
  await page.getByLabel('문자로 받은 숫자 6자리').fill(await codeTo(sandbox, '010-7100-0003'))
  await page.getByRole('button', { name: '인증하기', exact: true }).tap()
  await page.getByText('010-****-0003 인증됨').waitFor()
  expect(await house.server.database.run(`select cause from member_hold where member_id = ${id}`)).toEqual([
    { cause: 'PHONE' },
  ])
  await visitor.leave()
})
