import type { DnwRow } from '@maru/contract'
import { formatDay } from '@maru/ui'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { fakeOversea } from '../../../test/fake-oversea.ts'
import { noBets, wallets } from '../../../test/fixtures.ts'
import { layoutFaults } from '../../../test/layout.ts'
import { openPage } from '../../../test/open-page.tsx'

const at = Date.UTC(2026, 10, 18, 3)
const deposit: DnwRow = {
  id: 71,
  type: 'D',
  status: 'COMPLETED',
  walletType: 'BINARY',
  currency: 'KRW',
  point: '100000',
  fee: '0',
  rate: null,
  account: null,
  counterparty: null,
  reason: null,
  createdAt: at,
  processedAt: at + 60_000,
  steps: [
    { state: 'REQUESTED', at },
    { state: 'COMPLETED', at: at + 60_000 },
  ],
  cancelableUntil: null,
  expiresAt: null,
  holdUntil: at + 3_660_000,
  txnId: 9,
  pairId: null,
  turnover: null,
}
const pending: DnwRow = {
  ...deposit,
  id: 72,
  status: 'REQUESTED',
  point: '60000',
  processedAt: null,
  holdUntil: null,
  txnId: null,
}

const pageOf = (content: DnwRow[]) => ({ content, page: 0, size: 30, totalElements: content.length, totalPages: 1 })
const acts = () => page.getByRole('navigation', { name: '이 지갑으로 할 수 있는 일' })

/** Opens a page of a member whose deposit of 100,000 won cannot leave yet, and who has announced another one. */
const open = (path: string) =>
  openPage(path, {
    server(server) {
      fakeOversea(server).setCross({ playerPoint: '10100000' })
      const held = { dnwId: deposit.id, cause: 'DEPOSIT' as const, amount: '100000', until: at + 3_660_000 }
      const won = { ...wallets[0]!, point: '10100000', withdrawable: '10000000', held: [held] }
      server.reply('GET /api/wallet/my', () => [won, wallets[1]!])
      server.snapshot('/user/queue/point', () => [won, wallets[1]!])
      server.reply('GET /api/dnw/list', ({ query: { statusStrs, resultType } }) => {
        const rows = [pending, deposit].filter(({ status }) => statusStrs?.split(',').includes(status) ?? true)
        return resultType === 'Page' ? pageOf(rows) : rows
      })
    },
  })

test('a wallet says what waits in it and until when, what it allows, and what moved', async () => {
  await open('/wallet/BINARY/KRW')
  await expect.element(page.getByRole('heading', { name: '진행 중 1' })).toBeVisible()
  await expect.element(page.getByText('2026-11-18 13:01:00에 해제됩니다')).toBeVisible()
  await expect.element(page.getByText('−100,000원')).toBeVisible()
  await expect.element(acts().getByRole('link', { name: '구매' })).toBeVisible()
  expect(
    acts()
      .getByRole('link')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['입금', '출금', '전환', '구매', '이체'])
  await expectAccessible()
  for (const width of [390, 360, 320]) {
    await page.viewport(width, 844)
    expect(layoutFaults()).toEqual([])
  }
  await page.getByRole('button', { name: /입금.*\+100,000원/ }).click()
  await expect.element(page.getByRole('dialog', { name: '입금' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog', { name: '입금' })).not.toBeInTheDocument()
  await expect
    .element(acts().getByRole('link', { name: '전환' }))
    .toHaveAttribute('href', '/wallet/convert/BINARY_FUTURES')
})

const total = () => document.querySelector('.tot .v')?.textContent
const slices = () =>
  [...document.querySelectorAll('.mix li')].map((row) => [
    row.querySelector('span')?.textContent,
    row.querySelector('b')?.textContent,
  ])

test('the one total is all wallets in won at a rate that is shown', async () => {
  await open('/wallet/asset')
  await expect.element(page.getByText('1 USDT = 1,400원')).toBeVisible()
  await expect.poll(total).toBe('24,100,000원')
  await expect
    .element(page.getByRole('link', { name: /원화 지갑.*10,100,000원/ }))
    .toHaveAttribute('href', '/wallet/BINARY/KRW')
})

test('the total holds isolated margin and its result, what waits and what is leaving, and its parts add up to it', async () => {
  await openPage('/wallet/asset', {
    server(server) {
      fakeOversea(server).setCross({ playerPoint: '9000000', playerGameWaitPoint: '500000', lastPnl: '-100000' })
      const won = { ...wallets[0]!, point: '9000000', gameWaitPoint: '1000000', pendingOut: '200000' }
      server.reply('GET /api/wallet/my', () => [won, wallets[1]!])
      server.snapshot('/user/queue/point', () => [won, wallets[1]!])
      server.reply('GET /api/futures/cross', () => ({
        playerPoint: '9000',
        markPnl: '-100',
        isolatedPnl: '50',
        minusFundingFee: '0',
        available: '8900',
        posted: '10000',
        gameWaitPoint: '1000',
      }))
    },
  })
  // 9,000,000 − 100,000 + 500,000 of overseas futures + 500,000 that waits + 200,000 that leaves · (9,000 − 100 + 1,050 isolated) × 1,400.
  await expect.poll(total).toBe('24,030,000원')
  await expect.poll(slices).toEqual([
    ['원화 지갑', '10,100,000원'],
    ['선물 지갑', '13,930,000원'],
  ])
  // Each wallet's row says what its part of the sum is.
  await expect.element(page.getByRole('link', { name: /원화 지갑.*10,100,000원/ })).toBeVisible()
  await expect.element(page.getByRole('link', { name: /선물 지갑.*9,950\.0000 USDT/ })).toBeVisible()
  await expect.element(page.getByText('700,000', { exact: true })).toBeVisible()
})

test("the day's result counts rounds, overseas futures and perpetuals, and waits for the rate of the latter", async () => {
  await openPage('/wallet/asset', {
    server(server) {
      const oversea = fakeOversea(server)
      const { tradingDay } = oversea.options[0]!.session!
      const day = { date: tradingDay, realizedPnl: '5000', fee: '1000', netPnl: '4000', trades: 1, wins: 1 }
      oversea.days.push(day)
      server.reply('GET /api/trade/history/list', () => ({ ...noBets, count: 1, lose: 1, totalProfit: '-10000' }))
      server.reply('GET /api/futures/history/daily_profit', () => [
        { date: formatDay(Date.now()), realizedPnl: '30', fee: '2', fundingFee: '-3', netPnl: '25' },
      ])
    },
  })
  // −10,000 + 4,000 + 25 × 1,400 of 24,000,000.
  await expect.poll(() => document.querySelector('.tot .d')?.textContent).toBe('당일손익 ▲ +29,000원 (+0.12%)')
})

test('without a rate what is not in won stands beside the sum of what is', async () => {
  await openPage('/wallet/asset', {
    server(server) {
      fakeOversea(server)
      server.reply('GET /api/dnw/rate/map', () => ({}))
    },
  })
  await expect.poll(total).toBe('10,000,000원')
  await expect.element(page.getByText('지금은 환율을 확인할 수 없어 원화만 더했습니다')).toBeVisible()
  await expect.element(page.getByText('+ 10,000.0000 USDT')).toBeVisible()
})
