import type { DnwRow } from '@maru/contract'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { openPage } from '../../../test/open-page.tsx'

const at = Date.UTC(2026, 10, 18, 3)
const grant: DnwRow = {
  id: 1,
  type: 'D',
  status: 'COMPLETED',
  walletType: 'BINARY',
  currency: 'KRW',
  point: '10000000',
  fee: '0',
  rate: null,
  account: null,
  counterparty: null,
  reason: 'DEMO_GRANT',
  createdAt: at,
  processedAt: at,
  steps: [{ state: 'COMPLETED', at }],
  cancelableUntil: null,
  expiresAt: null,
  holdUntil: null,
  txnId: 2,
  pairId: null,
  turnover: null,
}
const sent: DnwRow = { ...grant, id: 3, type: 'TO', point: '70000', reason: null, counterparty: '이*수' }

test('the history opens as one list of all that came and went, from the demo money on', async () => {
  await openPage('/wallet/dnw_history', {
    server(server) {
      server.reply('GET /api/dnw/list', ({ query: { resultType, typeStrs = '' } }) => {
        const content = [sent, grant].filter(({ type }) => typeStrs.split(',').includes(type))
        const came = content.includes(grant) ? '10000000' : '0'
        const went = content.includes(sent) ? '70000' : '0'
        if (resultType === 'Summary')
          return { count: content.length, sums: [{ currency: 'KRW', in: came, out: went, fee: '0' }] }
        return { content, page: 0, size: 30, totalElements: content.length, totalPages: 1 }
      })
    },
  })
  await expect.element(page.getByRole('tab', { name: '전체' })).toHaveAttribute('aria-selected', 'true')
  await expect.element(page.getByRole('button', { name: /입금.*\+10,000,000원.*모의투자 지급/ })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /이체 보냄.*−70,000원/ })).toBeVisible()
  await expect.element(page.getByText('들어온 금액')).toBeVisible()
  await expect.element(page.getByText('나간 금액')).toBeVisible()
  await expectAccessible()
  await page.getByRole('tab', { name: '출금' }).click()
  await expect.element(page.getByText('나간 금액')).toBeVisible()
  await expect.element(page.getByText('들어온 금액')).not.toBeInTheDocument()
})
