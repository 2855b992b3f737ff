import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeFutures } from '../../../../test/fake-futures.ts'
import { openPage, type PageSetup } from '../../../../test/open-page.tsx'

async function openTicket(settings: object = {}, setup: PageSetup = {}) {
  const opened = await openPage('/future/1', {
    settings: { futures: settings },
    server: (server) => {
      fakeFutures(server)
    },
    ...setup,
  })
  await expect.element(page.getByText('10,000.00 USDT')).toBeVisible()
  return opened
}

const buy = () => page.getByRole('button', { name: /^매수\/롱/ })
const qty = () => page.getByLabelText('수량(BTC)', { exact: true })
const price = () => page.getByLabelText('가격(USDT)', { exact: true })
const alertOf = (text: string) => page.getByRole('alert').filter({ hasText: text }).first()

test('what the core would refuse is refused beside its field, and nothing is sent', async () => {
  const { server } = await openTicket()
  await page.getByRole('tab', { name: '지정가', exact: true }).click()
  await price().fill('59900')
  await buy().click()
  await expect.element(alertOf('수량을 입력해 주세요.')).toBeVisible()
  await qty().fill('100')
  await expect.element(alertOf('주문가능 금액이 부족합니다.')).toBeVisible()
  await qty().fill('0.1')
  await price().fill('40000')
  await buy().click()
  await expect.element(alertOf('시장평균가의 ±10% 안에서 입력해 주세요.')).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(server.requests('POST /api/futures/order')).toEqual([])
})

test('a market order shows its price and slippage', async () => {
  await openTicket()
  await page.getByRole('tab', { name: '시장가', exact: true }).click()
  await qty().fill('0.1')
  await expect.element(page.getByText('예상 슬리피지 0.000% · 허용 0.5%')).toBeVisible()
})
