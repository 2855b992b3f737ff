import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { btcRounds, fakeRounds } from '../../test/fake-rounds.ts'
import { openFutures, quiet } from '../../test/open-futures.ts'
import { openPage } from '../../test/open-page.tsx'

const qty = () => page.getByLabelText('수량(BTC)', { exact: true })
const price = () => page.getByLabelText('가격(USDT)', { exact: true })
const buy = () => page.getByRole('button', { name: /^매수\/롱/ })
const form = '숫자를 확인해 주세요. 소수점은 점(.)으로 입력해 주세요.'

test('a price in another notation is ordered as it was meant', async () => {
  const { server } = await openFutures({ settings: quiet })
  await page.getByRole('tab', { name: '지정가', exact: true }).click()
  await price().fill('59.900,5')
  await expect.element(price()).toHaveValue('59,900.5')
  await qty().fill('０．０５')
  await buy().click()
  await expect
    .poll(() => server.requests('POST /api/futures/order'))
    .toMatchObject([{ body: { qty: '0.05', price: '59900.5' } }])
})

test('an entry that could be another number says so, stays as it was entered, and orders nothing', async () => {
  const { server } = await openFutures({ settings: quiet })
  await page.getByRole('tab', { name: '지정가', exact: true }).click()
  await price().fill('59900')
  for (const text of ['0,05', '-0.05', '5e-2', '0.0005']) {
    await qty().fill(text)
    await expect.element(qty()).toHaveValue(text)
    await expect.element(qty()).toHaveAttribute('aria-invalid', 'true')
  }
  await qty().fill('0,05')
  await expect.element(page.getByRole('alert').filter({ hasText: form })).toBeVisible()
  await buy().click()
  expect(server.requests('POST /api/futures/order')).toEqual([])
  await qty().fill('')
  await userEvent.type(qty(), '1,5')
  await expect.element(qty()).toHaveValue('1,5')
  await userEvent.type(qty(), '00')
  await expect.element(qty()).toHaveValue('1,500')
})

test('a number of any length leaves the page as it is', async () => {
  await openFutures()
  for (const type of ['시장가', '지정가']) {
    await page.getByRole('tab', { name: type, exact: true }).click()
    for (const text of ['123456789012345', '999999999999', '9'.repeat(40)]) {
      await qty().fill(text)
      await expect.element(buy()).toBeVisible()
    }
  }
})

test('a stake in won is read with its unit, and refused with decimals; nothing is staked', async () => {
  await openPage(`/exchange/${btcRounds.id}`, { server: (server) => void fakeRounds(server) })
  const stake = page.getByLabelText('참여금액')
  await stake.fill('60,000원')
  await expect.element(stake).toHaveValue('60,000원')
  await stake.click()
  await userEvent.keyboard('{End}{ArrowLeft}0')
  await expect.element(stake).toHaveValue('600,000원')
  for (const text of ['12.5', '50.000', '10,5', '5만']) {
    await stake.fill(text)
    await expect.element(stake).toHaveAttribute('aria-invalid', 'true')
    await expect.element(stake).toHaveValue(text)
    await expect.element(page.getByRole('button', { name: /▲ 매수/ })).not.toBeInTheDocument()
  }
  await userEvent.keyboard('{Tab}')
  await expect.element(stake).toHaveValue('5만')
  await page.getByRole('button', { name: '+5만' }).click()
  await expect.element(stake).toHaveValue('50,000원')
})
