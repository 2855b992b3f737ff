import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { withAuthenticator } from '../../../../test/fake-member-pages.ts'
import { openPage } from '../../../../test/open-page.tsx'

test('whoever removes the app is offered to sign out all other devices', async () => {
  const { server } = await openPage('/more/security', {
    server: (fake) => {
      withAuthenticator(fake)
      fake.reply('POST /api/user/totp/disable', () => ({ ok: true }))
    },
  })
  for (const isKept of [false, true]) {
    await page.getByRole('button', { name: /^인증 앱/ }).click()
    const sheet = page.getByRole('dialog', { name: '인증 앱 해제' })
    const others = sheet.getByRole('checkbox', { name: '다른 기기에서 모두 로그아웃' })
    if (isKept) await sheet.getByText('다른 기기에서 모두 로그아웃').click()
    await expect.element(others).toHaveProperty('checked', !isKept)
    await sheet.getByLabelText('앱에 보이는 숫자 6자리').fill('123456')
    await sheet.getByRole('button', { name: '인증 앱 해제' }).click()
    await expect.element(sheet).not.toBeInTheDocument()
  }
  expect(server.requests('POST /api/user/totp/disable').map(({ body }) => body)).toEqual([
    { otp: '123456', endOtherSessions: true },
    { otp: '123456', endOtherSessions: false },
  ])
})
