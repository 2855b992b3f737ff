import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../../test/accessible.ts'
import { positionOf } from '../../../../test/futures-rows.ts'
import { openFutures } from '../../../../test/open-futures.ts'

const card = () => page.getByRole('article', { name: 'BTCUSDT 롱' })
const sheet = () => page.getByRole('dialog', { name: '증거금' })
const amount = () => sheet().getByLabelText('금액(USDT)', { exact: true })
const open = () =>
  card()
    .getByRole('button', { name: /^증거금/ })
    .click()

test('margin that is added moves the liquidation price as the sheet says, and only what is not needed comes out', async () => {
  const position = positionOf()
  const withMore = positionOf({ id: position.id, margin: '900.011' })
  const { server, futures } = await openFutures({ positions: [position] })
  server.reply('POST /api/futures/order/margin', ({ body }) => {
    futures.setPosition(body.type === 'ADD' ? withMore : position)
    return futures.positions[0]!
  })
  await open()
  const liquidation = () => sheet().getByRole('row').filter({ hasText: '청산가' })
  await amount().fill('300')
  await expect.element(liquidation()).toHaveTextContent(`${shown(position.liquidPrice)}→${shown(withMore.liquidPrice)}`)
  await expectAccessible()
  await sheet().getByRole('button', { name: '증거금 추가' }).click()
  await expect.element(sheet()).not.toBeInTheDocument()
  await expect.element(card().getByText(shown(withMore.liquidPrice))).toBeVisible()

  await open()
  await sheet().getByRole('radio', { name: '회수' }).click()
  await amount().fill('5000')
  await expect.element(sheet().getByText('회수할 수 있는 금액을 넘습니다.')).toBeVisible()
  const remove = () => sheet().getByRole('button', { name: '증거금 회수' })
  await expect.element(remove()).toBeDisabled()
  await sheet().getByRole('button', { name: '100%' }).click()
  await remove().click()
  await expect.element(sheet()).not.toBeInTheDocument()
  const [added, removed] = server.requests('POST /api/futures/order/margin').map(({ body }) => body)
  expect(added).toEqual({ futuresPositionId: position.id, type: 'ADD', amount: '300.00000000' })
  // What the mark of 60,000 needs stays, and what it has lost since: 900.011 − 600 − 0.01.
  expect(removed).toEqual({ futuresPositionId: position.id, type: 'REMOVE', amount: '300.00100000' })
})

const shown = (price: string | null) => Number(price).toLocaleString('en', { minimumFractionDigits: 1 })
