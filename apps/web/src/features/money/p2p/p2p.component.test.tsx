import type { P2pOrder } from '@maru/contract'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../../test/accessible.ts'
import type { FakeServer } from '../../../../test/fake-server.ts'
import { openPage } from '../../../../test/open-page.tsx'

const minute = 60_000

const order = (now: number, parts: Partial<P2pOrder>): P2pOrder => ({
  id: 41,
  side: 'SELL',
  won: '12000000',
  point: '8720.93',
  rate: '1376.00',
  walletType: 'FUTURES',
  merchantId: 3,
  merchant: '모의상인 들판',
  account: '신한은행 ****4821',
  memo: '',
  payBy: null,
  answerBy: null,
  reviewBy: null,
  state: 'OPEN',
  reference: null,
  reason: null,
  isHeld: true,
  steps: [{ state: 'OPEN', at: now }],
  dnwId: 9,
  createdAt: now,
  ...parts,
})

const openOrder = (parts: (now: number) => Partial<P2pOrder>) =>
  openPage('/wallet/p2p', {
    server: (server: FakeServer) => {
      server.reply('GET /api/p2p/merchant', () => [])
      const now = Date.now()
      server.reply('GET /api/p2p/latest', () => order(now, parts(now)))
    },
  })

test('a sale under review has no price yet, and says until when two persons look at it', async () => {
  await openOrder((now) => ({ rate: null, reviewBy: now + 30 * minute }))
  await expect.element(page.getByText('심사하고 있습니다')).toBeVisible()
  await expect.element(page.getByText(/8,720.*USDT/).first()).toBeVisible()
  await expect.element(page.getByText(/승인되는 순간의 가격으로 정해집니다/)).toBeVisible()
  await expect.element(page.getByText(/30분 안에 승인되지 않으면/)).toBeVisible()
  await expectAccessible()
})

test('who cancels a purchase in its last ten minutes is told that it counts as unpaid', async () => {
  const at = (leftMs: number) => (now: number) => ({
    side: 'BUY' as const,
    won: '300000',
    state: 'ESCROWED' as const,
    account: '신한은행 7123 하늘',
    memo: '4827',
    payBy: now + leftMs,
    steps: [{ state: 'ESCROWED' as const, at: now }],
  })
  await openOrder(at(9 * minute))
  await page.getByRole('button', { name: '주문 취소' }).click()
  await expect.element(page.getByText(/지금 취소하면 미입금 주문으로 기록됩니다/)).toBeVisible()
})
