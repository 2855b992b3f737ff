import type { DnwSite, PayoutAccount } from '@maru/contract'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
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

const money: DnwSite = {
  moneyMode: 'DEMO',
  deposit: { min: '10000', unit: '1000', expiresSec: 3_600 },
  withdraw: {
    min: '10000',
    unit: '1000',
    fee: '0',
    maxPerDay: '100000000',
    cancelWindowSec: 60,
    travelRuleFrom: '1000000',
  },
  p2p: { paySec: 900, answerSec: 900, lateSec: 86_400, mostUnpaid: 3, blockSec: 86_400 },
  bonus: { feeTimes: 10, netSec: 60 },
  holds: { firstDepositSec: 0, depositSec: 3_600, changeSec: 0 },
  accounts: [],
  coins: [],
}

test('an account is deleted with the code that the server asks for', async () => {
  const { server, toasts } = await openPage('/balances/accounts', {
    server: (fake) => {
      fake.reply('GET /api/wallet/account', () => [account])
      fake.reply('GET /api/site_info/dnw', () => money)
      fake.reply('GET /api/user/security', () => ({
        passwordChangedAt: null,
        totp: { isOn: true, changedAt: 1_700_000_000_000, recoveryLeft: 10 },
        phone: { value: null, verifiedAt: null },
        email: { value: null, verifiedAt: null },
        identity: { value: null, verifiedAt: null },
      }))
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
