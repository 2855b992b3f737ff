import { afterAll, beforeAll, expect, test } from 'vitest'
import { appCode } from '../../apps/server/test/authenticator.ts'
import { startTestSandbox, type TestSandbox } from '../../apps/server/test/sandbox.ts'
import { codeTo, wrongCode } from './codes.ts'
import { arrives, type House, memberPassword, openHouse, type Visitor } from './house.ts'
import { newMember } from './traders.ts'

/** Guests who find their accounts again, with codes that the sandbox's phone gets. */
let sandbox: TestSandbox
let house: House
beforeAll(async () => {
  sandbox = await startTestSandbox()
  house = await openHouse({ sandbox: sandbox.sandbox })
  sandbox.tell(house.server.url)
})
afterAll(async () => {
  await house.close()
  sandbox.stop()
})

/** The number of a new member, which is verified. */
const phoneOf = async (username: string): Promise<string> => {
  await house.server.database.run(`update member set phone_verified_at = 1 where username = '${username}'`)
  return `010-7000-${username.slice(-4)}`
}

/** On the tab of passwords: asks for the code, and enters it with the new password. */
async function askNew({ page }: Visitor, username: string, phone: string, password: string, sent: number) {
  await page.getByLabel('아이디', { exact: true }).fill(username)
  await page.getByLabel('휴대폰 번호').fill(phone)
  await page.getByRole('button', { name: '인증번호 받기' }).tap()
  await page.getByText(`${phone} 번호로 인증번호를 보냈습니다.`).waitFor()
  await page.getByLabel('새 비밀번호', { exact: true }).fill(password)
  await page.getByLabel('새 비밀번호 다시 입력').fill(password)
  await page.getByLabel('문자로 받은 숫자 6자리').fill(await codeTo(sandbox, phone, sent))
}

async function signIn(page: Visitor['page'], username: string, password: string) {
  await page.getByRole('link', { name: '로그인하러 가기' }).tap()
  await arrives(page, '/signin')
  await page.getByLabel('아이디', { exact: true }).fill(username)
  await page.getByLabel('비밀번호', { exact: true }).fill(password)
  await page.getByRole('button', { name: '로그인', exact: true }).tap()
}

test('a guest finds his username by a code to his number; a number that nobody has finds none', async () => {
  const visitor = await house.visit()
  visitor.allow(/status of 400/)
  const { page } = visitor
  await visitor.open('/signin')
  await page.getByRole('link', { name: '아이디·비밀번호 찾기' }).tap()
  await arrives(page, '/find')
  await page.getByLabel('휴대폰 번호').fill('01000001003')
  await page.getByRole('button', { name: '인증번호 받기' }).tap()
  const field = page.getByLabel('문자로 받은 숫자 6자리')
  const code = await codeTo(sandbox, '010-0000-1003')
  await field.fill(wrongCode(code))
  await page.getByRole('button', { name: '확인', exact: true }).tap()
  await page.getByText('인증번호가 일치하지 않습니다.').waitFor()
  await field.fill(code)
  await page.getByRole('button', { name: '확인', exact: true }).tap()
  await page.getByText('de*o3').waitFor()

  await page.goto('/find')
  await page.getByLabel('휴대폰 번호').fill('01099990000')
  await page.getByRole('button', { name: '인증번호 받기' }).tap()
  await field.fill(await codeTo(sandbox, '010-9999-0000'))
  await page.getByRole('button', { name: '확인', exact: true }).tap()
  await page.getByRole('heading', { name: '이 번호로 인증한 계정이 없습니다' }).waitFor()
  await visitor.leave()
})

test('a guest sets a new password by a code, and signs in with it; a weak one is told at its field', async () => {
  const { username } = await newMember(house)
  const phone = await phoneOf(username)
  const visitor = await house.visit()
  visitor.allow(/status of 400/)
  const { page } = visitor
  await visitor.open('/find')
  await page.getByRole('tab', { name: '비밀번호 찾기' }).tap()
  await askNew(visitor, username, phone, 'aaaaaaaaaaaa', 1)
  await page.getByRole('button', { name: '비밀번호 변경' }).tap()
  await page.getByText('같은 글자가 반복되는 비밀번호입니다.').waitFor()
  await page.getByLabel('새 비밀번호', { exact: true }).fill('harbour violet 31')
  await page.getByLabel('새 비밀번호 다시 입력').fill('harbour violet 31')
  await page.getByRole('button', { name: '비밀번호 변경' }).tap()
  await page.getByRole('heading', { name: '비밀번호를 변경했습니다' }).waitFor()
  await signIn(page, username, 'harbour violet 31')
  await arrives(page, /^\/(oversea|more)/)
  await visitor.leave()
})

test('a member with an authenticator app needs its code too; a number of another account gets no message', async () => {
  const { username } = await newMember(house)
  const phone = await phoneOf(username)
  const { accessToken: token } = await house.server.login(username, memberPassword)
  const start = await house.server.call('/api/user/totp/start', { token, body: {} })
  const { secret } = start.body as { secret: string }
  const otp = appCode(secret, Date.now())
  expect((await house.server.call('/api/user/totp/confirm', { token, body: { otp } })).status).toBe(200)

  const visitor = await house.visit()
  visitor.allow(/status of 403/)
  const { page } = visitor
  await visitor.open('/find')
  await page.getByRole('tab', { name: '비밀번호 찾기' }).tap()
  await askNew(visitor, username, phone, 'harbour violet 32', 1)
  await page.getByRole('button', { name: '비밀번호 변경' }).tap()
  await page.getByLabel('앱에 보이는 숫자 6자리').fill(appCode(secret, Date.now(), 1))
  await page.getByRole('button', { name: '비밀번호 변경' }).tap()
  await page.getByRole('heading', { name: '비밀번호를 변경했습니다' }).waitFor()

  await page.goto('/find')
  await page.getByRole('tab', { name: '비밀번호 찾기' }).tap()
  await page.getByLabel('아이디', { exact: true }).fill(username)
  await page.getByLabel('휴대폰 번호').fill('010-9999-1111')
  await page.getByRole('button', { name: '인증번호 받기' }).tap()
  await page.getByText('010-9999-1111 번호로 인증번호를 보냈습니다.').waitFor()
  await page.getByText('일치 여부는 이 화면에 표시하지 않습니다.').waitFor()
  // A message that is asked for later has arrived.
  await page.getByRole('tab', { name: '아이디 찾기' }).tap()
  await page.getByLabel('휴대폰 번호').fill('010-9999-2222')
  await page.getByRole('button', { name: '인증번호 받기' }).tap()
  await codeTo(sandbox, '010-9999-2222')
  expect((await sandbox.messages()).filter(({ to }) => to === '010-9999-1111')).toEqual([])
  await visitor.leave()
})
