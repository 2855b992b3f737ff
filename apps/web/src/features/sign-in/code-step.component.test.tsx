import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import '../../../test/css.ts'
import { expectAccessible } from '../../../test/accessible.ts'
import { Refusal } from '../../../test/fake-server.ts'
import { fakeSignIn } from '../../../test/fake-sign-in.ts'
import { layoutFaults } from '../../../test/layout.ts'
import { openPage } from '../../../test/open-page.tsx'

test('the code of the app has a page that asks for nothing else, as wide as its button', async () => {
  await openPage('/signin', {
    isGuest: true,
    server(server) {
      fakeSignIn(server, Promise.resolve(), Promise.resolve())
      server.reply('POST /api/login', () => {
        throw new Refusal(401, 'STEP_UP_REQUIRED')
      })
    },
  })
  await page.getByLabelText('아이디', { exact: true }).fill('trader1')
  await page.getByLabelText('비밀번호', { exact: true }).fill('correct horse 9')
  await page.getByRole('button', { name: '로그인', exact: true }).click()
  await expect.element(page.getByRole('heading', { name: '인증 앱의 숫자를 입력해 주세요' })).toBeVisible()
  await expect.element(page.getByText('현재 시세')).not.toBeInTheDocument()
  await page.getByLabelText('앱에 보이는 숫자 6자리').fill('12345')
  for (const width of [390, 360]) {
    await page.viewport(width, 844)
    const { left, right } = page
      .getByRole('button', { name: '숫자 1자리를 더 입력해 주세요' })
      .element()
      .getBoundingClientRect()
    expect([left, right]).toEqual([20, width - 20])
    expect(layoutFaults()).toEqual([])
  }
  await expectAccessible()
})
