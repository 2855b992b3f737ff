import { afterAll, beforeAll, expect, test } from 'vitest'
import { appCode } from '../../apps/server/test/authenticator.ts'
import { expectAccessible } from './axe.ts'
import { arrives, type House, memberPassword, sharedHouse, type Visitor } from './house.ts'
import { newMember } from './traders.ts'

let house: House
beforeAll(async () => {
  house = await sharedHouse()
})
afterAll(() => house.close())

const code = (visitor: Visitor) => visitor.page.getByLabel('앱에 보이는 숫자 6자리')

test('a member enrols an app, keeps his recovery codes, and signs in with a code, then with a recovery code', async () => {
  const { username } = await newMember(house)
  const visitor = await house.visit({ as: username })
  visitor.allow(/status of 40[03]/)
  const { page } = visitor
  await visitor.open('/more/security')
  await page.getByRole('heading', { name: '보안 설정 5개 중 1개 완료' }).waitFor()
  await page.getByRole('link', { name: '인증 앱 등록', exact: true }).tap()
  await arrives(page, '/more/security/totp')
  await page.getByRole('button', { name: '등록 시작' }).tap()
  await page.getByRole('img', { name: '인증 앱에 등록하는 QR 코드' }).waitFor()
  const link = await page.getByRole('link', { name: '인증 앱 열기' }).getAttribute('href')
  const secret = new URL(link!).searchParams.get('secret')!
  await expectAccessible(page)
  const generate = (steps = 0) => appCode(secret, Date.now(), steps)

  await code(visitor).fill('12')
  expect(await page.getByRole('button', { name: '숫자 4자리를 더 입력해 주세요' }).isDisabled()).toBe(true)
  await code(visitor).fill(generate(-20))
  await page.getByRole('button', { name: '등록', exact: true }).tap()
  await page.getByText('인증번호가 일치하지 않습니다.').waitFor()
  await code(visitor).fill(generate())
  await page.getByRole('button', { name: '등록', exact: true }).tap()
  const codes = page.locator('.sec-codes li')
  await codes.first().waitFor()
  expect(await codes.count()).toBe(10)
  const [first] = await codes.allTextContents()
  const done = page.getByRole('button', { name: '완료' })
  expect(await done.isDisabled()).toBe(true)
  await page.getByText('안전한 곳에 저장했습니다').tap()
  await done.tap()
  await arrives(page, '/more/security')
  await page.getByRole('heading', { name: '보안 설정 5개 중 3개 완료' }).waitFor()

  const signIn = async (answer: () => Promise<void>) => {
    const other = await house.visit()
    other.allow(/status of 40[03]/)
    await other.open('/signin')
    await other.page.getByLabel('아이디', { exact: true }).fill(username)
    await other.page.getByLabel('비밀번호', { exact: true }).fill(memberPassword)
    await other.page.getByRole('button', { name: '로그인', exact: true }).tap()
    asking = other
    await code(other).waitFor()
    await answer()
    await arrives(other.page, '/oversea/1')
    await other.leave()
  }
  let asking: Visitor = visitor
  await signIn(async () => {
    // The present code may be the one of the enrolment; the next one counts early.
    await code(asking).fill(generate(1))
    await asking.page.getByRole('button', { name: '로그인', exact: true }).tap()
  })
  await signIn(async () => {
    await asking.page.getByRole('button', { name: '복구 코드로 인증' }).tap()
    await asking.page.getByLabel('복구 코드', { exact: true }).fill(first!.toLowerCase())
    await asking.page.getByRole('button', { name: '로그인', exact: true }).tap()
  })
  await page.reload()
  await page.getByText('9개 남음').waitFor()
  await visitor.leave()
})

test('an app is removed with a recovery code; then the password is enough', async () => {
  const { username } = await newMember(house)
  const visitor = await house.visit({ as: username })
  visitor.allow(/status of 403/)
  const { page } = visitor
  await visitor.open('/more/security/totp')
  await page.getByRole('button', { name: '등록 시작' }).tap()
  const link = await page.getByRole('link', { name: '인증 앱 열기' }).getAttribute('href')
  const secret = new URL(link!).searchParams.get('secret')!
  await code(visitor).fill(appCode(secret, Date.now()))
  await page.getByRole('button', { name: '등록', exact: true }).tap()
  const codes = page.locator('.sec-codes li')
  await codes.first().waitFor()
  const [first] = await codes.allTextContents()
  await page.getByText('안전한 곳에 저장했습니다').tap()
  await page.getByRole('button', { name: '완료' }).tap()
  await page.getByRole('button', { name: /^인증 앱/ }).tap()
  await page.getByRole('button', { name: '복구 코드로 인증' }).tap()
  await page.getByLabel('복구 코드', { exact: true }).fill(first!)
  await page.getByRole('button', { name: '인증 앱 해제' }).tap()
  await page.getByRole('heading', { name: '보안 설정 5개 중 1개 완료' }).waitFor()
  expect(await page.locator('dialog[open]').count()).toBe(0)
  await visitor.leave()
})
