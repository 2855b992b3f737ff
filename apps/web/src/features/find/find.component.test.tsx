import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { Refusal } from '../../../test/fake-server.ts'
import { openPage } from '../../../test/open-page.tsx'

const phone = '010-0000-1003'
const sent = { key: '01930000-0000-7000-8000-000000000001', expiresAt: Date.now() + 180_000, resendAt: 0 }
const proof = 'p'.repeat(43)

const button = (name: string) => page.getByRole('button', { name, exact: true })
const ask = async () => {
  await page.getByLabelText('휴대폰 번호').fill(phone)
  await button('인증번호 받기').click()
}
const code = () => page.getByLabelText('문자로 받은 숫자 6자리')

test('a username is found by a code to a whole number; a wrong code is refused beside its field', async () => {
  const { server } = await openPage('/find', {
    isGuest: true,
    server(server) {
      server.reply('POST /api/certi/certificate_phone', () => sent)
      server.reply('POST /api/certi/verify_phone', ({ body }) => {
        if (body.secretCode !== '123456') throw new Refusal(400, 'OTP_MISMATCH')
        return { proof }
      })
      server.reply('POST /api/player/find_id', () => ({ username: 'de*o3' }))
    },
  })
  await button('인증번호 받기').click()
  await expect.element(page.getByText('휴대폰 번호를 끝까지 입력해 주세요.')).toBeVisible()
  expect(server.requests('POST /api/certi/certificate_phone')).toEqual([])
  await ask()
  await code().fill('654321')
  await button('확인').click()
  await expect.element(page.getByText('인증번호가 일치하지 않습니다.').first()).toBeVisible()
  await expectAccessible()
  await code().fill('123456')
  await button('확인').click()
  await expect.element(page.getByText('de*o3')).toBeVisible()
  expect(server.requests('POST /api/player/find_id').map(({ body }) => body)).toEqual([{ phone, proof }])
})

test('a new password that is weak, or entered otherwise the second time, is refused beside its field; an app’s code is taken too', async () => {
  const { server } = await openPage('/find', {
    isGuest: true,
    server(server) {
      server.reply('POST /api/player/find_pw', ({ body }) => {
        if (!('password' in body)) return sent
        if (body.password === 'aaaaaaaaaaaa') throw new Refusal(400, 'PASSWORD_TOO_WEAK', { reason: 'REPEATED' })
        if (body.otp === undefined) throw new Refusal(403, 'STEP_UP_REQUIRED')
        return { ok: true as const }
      })
    },
  })
  await page.getByRole('tab', { name: '비밀번호 찾기' }).click()
  await page.getByLabelText('아이디', { exact: true }).fill('demo3')
  await ask()
  await expect.element(page.getByText(`${phone} 번호로 인증번호를 보냈습니다.`)).toBeVisible()
  const fresh = page.getByLabelText('새 비밀번호', { exact: true })
  const again = page.getByLabelText('새 비밀번호 다시 입력')
  await fresh.fill('aaaaaaaaaaaa')
  await again.fill('aaaaaaaaaaaa')
  await code().fill('123456')
  await button('비밀번호 변경').click()
  await expect.element(page.getByText('같은 글자가 반복되는 비밀번호입니다.').first()).toBeVisible()
  await fresh.fill('harbour violet 31')
  await button('비밀번호 변경').click()
  await expect.element(page.getByText('비밀번호가 서로 다릅니다.').first()).toBeVisible()
  expect(server.requests('POST /api/player/find_pw')).toHaveLength(2)
  await again.fill('harbour violet 31')
  await button('비밀번호 변경').click()
  await page.getByLabelText('앱에 보이는 숫자 6자리').fill('222333')
  await expectAccessible()
  await button('비밀번호 변경').click()
  await expect.element(page.getByRole('heading', { name: '비밀번호를 변경했습니다' })).toBeVisible()
  expect(server.requests('POST /api/player/find_pw').at(-1)?.body).toEqual({
    ...{ username: 'demo3', phone, key: sent.key, secretCode: '123456' },
    ...{ otp: '222333', password: 'harbour violet 31' },
  })
})
