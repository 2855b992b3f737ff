import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Refusal } from '../../../test/fake-server.ts'
import { openPage } from '../../../test/open-page.tsx'

const amount = () => page.getByLabelText('얼마를 입금할까요?')

test('who has to prove an identity comes to that page, and finds the amount again once', async () => {
  await openPage('/balances/deposit', {
    server: (server) =>
      server.reply('POST /api/dnw/deposit/apply', () => {
        throw new Refusal(403, 'KYC_REQUIRED')
      }),
  })
  await amount().fill('70000')
  await page.getByRole('button', { name: '70,000원 입금 신청' }).click()
  await page.getByRole('button', { name: '본인인증 하러 가기' }).click()
  await expect.element(page.getByRole('heading', { name: '본인인증', level: 2 })).toBeVisible()
  await expect.element(page.getByRole('button', { name: '본인인증 하기' })).toBeVisible()
  history.back()
  await expect.element(amount()).toHaveValue('70,000')
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('maru:amount'))).toEqual([])
})
