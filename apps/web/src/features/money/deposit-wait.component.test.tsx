import type { DnwRow, DnwSite } from '@maru/contract'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { layoutFaults } from '../../../test/layout.ts'
import { openPage } from '../../../test/open-page.tsx'

const at = Date.UTC(2026, 10, 18, 3)
const row: DnwRow = {
  id: 71,
  type: 'D',
  status: 'REQUESTED',
  walletType: 'BINARY',
  currency: 'KRW',
  point: '10000000',
  fee: '0',
  rate: null,
  account: null,
  counterparty: '김마루',
  reason: null,
  createdAt: at,
  processedAt: null,
  steps: [{ state: 'REQUESTED', at }],
  cancelableUntil: null,
  expiresAt: at + 7_200_000,
  holdUntil: null,
  txnId: null,
  pairId: null,
  turnover: null,
}
const arrived: DnwRow = {
  ...row,
  status: 'REVIEW',
  steps: [...row.steps, { state: 'REVIEW', at: at + 60_000 }, { state: 'ARRIVED', at: at + 60_000 }],
}
const site: DnwSite = {
  moneyMode: 'LICENSED',
  deposit: { min: '10000', unit: '1000', expiresSec: 7_200 },
  withdraw: {
    min: '10000',
    unit: '1000',
    fee: '1000',
    maxPerDay: '50000000',
    cancelWindowSec: 600,
    travelRuleFrom: '1',
  },
  p2p: { paySec: 900, answerSec: 1_800, lateSec: 86_400, lateCancelSec: 600, mostUnpaid: 3, blockSec: 86_400 },
  bonus: { feeTimes: 250, netSec: 600 },
  holds: { firstDepositSec: 0, depositSec: 0, changeSec: 0 },
  accounts: [{ bankCode: '088', bank: '신한은행', number: '110-123-456789', holder: '마루' }],
  coins: [],
}

const open = (request: DnwRow) =>
  openPage('/balances/deposit', {
    server(server) {
      server.reply('GET /api/site_info/dnw', () => site)
      server.reply('GET /api/dnw/list', () => [request])
    },
  })
const account = () => page.getByText('110-123-456789')

test('a deposit whose money has arrived says so and asks nobody to send it again', async () => {
  await open(row)
  await expect.element(account()).toBeVisible()
  await open(arrived)
  await expect.element(page.getByText('보내신 돈이 들어왔습니다')).toBeVisible()
  await expect.element(page.getByText('입금 확인')).toBeVisible()
  await expect.element(account()).not.toBeInTheDocument()
  await expectAccessible()
  await page.viewport(390, 844)
  expect(layoutFaults()).toEqual([])
})
