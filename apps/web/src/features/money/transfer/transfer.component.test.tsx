import type { MyWallet } from '@maru/contract'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../../test/accessible.ts'
import { wallets } from '../../../../test/fixtures.ts'
import { openPage } from '../../../../test/open-page.tsx'

/** Opens the page of a member with these wallets. */
const open = (mine: MyWallet[]) =>
  openPage('/wallet/transfer', {
    server(server) {
      server.reply('GET /api/wallet/my', () => mine)
      server.snapshot('/user/queue/point', () => mine)
    },
  })

test('a wallet with nothing to give says that a withdrawal is leaving it', async () => {
  const held = [{ cause: 'PENDING' as const, amount: null, until: null, dnwId: 7 }]
  const won = { ...wallets[0]!, point: '0', withdrawable: '0', pendingOut: '10000000', held }
  await open([won, wallets[1]!])
  await page.getByText('다른 회원').click()
  await expect.element(page.getByText('출금 대기 10,000,000원 · 처리가 끝날 때까지 옮길 수 없습니다.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: '진행 상태 보기' })).toHaveAttribute('href', '/dnw')
  await expectAccessible()
})

test('a wallet with nothing to give says what holds it, or that it is empty', async () => {
  const usdt = { ...wallets[1]!, type: 'USDT' as const, point: '0', withdrawable: '0' }
  const held = [{ cause: 'ORDERS' as const, amount: '10000', until: null, dnwId: null }]
  const futures = { ...wallets[1]!, point: '0', gameWaitPoint: '10000', withdrawable: '0', held }
  await open([futures, usdt])
  await expect.element(page.getByText('주문과 포지션의 증거금')).toBeVisible()
  await page.getByRole('button', { name: '보내는 쪽과 받는 쪽 바꾸기' }).click()
  await expect.element(page.getByText('이 지갑에는 보낼 금액이 없습니다.')).toBeVisible()
})
