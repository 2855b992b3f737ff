import type { PayoutAccount } from '@maru/contract'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { withAuthenticator } from '../../../../test/fake-member-pages.ts'
import { Refusal } from '../../../../test/fake-server.ts'
import { openPage } from '../../../../test/open-page.tsx'

const account: PayoutAccount = {
  id: 7,
  kind: 'BANK',
  bankCode: '088',
  coin: null,
  network: null,
  label: '신한은행 ****4821',
  holder: '김*루',
  isVerified: true,
  holdUntil: null,
  createdAt: 1_700_000_000_000,
}

test('an account is deleted with the code that the server asks for', async () => {
  const { server, toasts } = await openPage('/balances/accounts', {
    server: (fake) => {
      fake.reply('GET /api/wallet/account', () => [account])
      withAuthenticator(fake)
      fake.reply('POST /api/wallet/account/delete', ({ body }) => {
        if (typeof body !== 'object' || body === null || !('otp' in body)) throw new Refusal(403, 'STEP_UP_REQUIRED')
        return { ok: true }
      })
    },
  })
  await page.getByRole('button', { name: '신한은행 ****4821 삭제' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '삭제', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: '신한은행 ****4821 삭제' })
  await sheet.getByLabelText('앱에 보이는 숫자 6자리').fill('123456')
  await sheet.getByRole('button', { name: '삭제', exact: true }).click()
  await expect.poll(() => toasts).toContain('삭제했습니다')
  expect(server.requests('POST /api/wallet/account/delete').map(({ body }) => body)).toEqual([
    { accountId: 7 },
    { accountId: 7, otp: '123456' },
  ])
})
