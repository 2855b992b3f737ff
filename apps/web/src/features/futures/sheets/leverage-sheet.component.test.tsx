import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../../test/accessible.ts'
import { btc, positionOf } from '../../../../test/futures-rows.ts'
import { openFutures } from '../../../../test/open-futures.ts'

const sheet = () => page.getByRole('dialog', { name: '레버리지' })
const chip = (leverage: string) => sheet().getByRole('button', { name: leverage, exact: true }).first()

test('leverage is changed before there is a position, with what it does to the largest one', async () => {
  const { server, futures, toasts } = await openFutures()
  server.reply('POST /api/futures/order/leverage', ({ body }) => {
    futures.leverage = { ...futures.leverage, leverage: Number(body.leverage) }
    server.publish('/user/queue/futures', 'LEVERAGE_UPDATE', futures.leverage)
    return futures.leverage
  })
  await page.getByRole('button', { name: '레버리지 10x' }).click()
  await chip('20x').click()
  await expect
    .element(sheet().getByRole('row').filter({ hasText: '최대 포지션' }))
    .toHaveTextContent('20,000,000.00→5,000,000.00')
  await expectAccessible()
  await sheet().getByRole('button', { name: '변경' }).click()
  await expect.element(page.getByRole('button', { name: '레버리지 20x' })).toBeVisible()
  await expect.element(sheet()).not.toBeInTheDocument()
  expect(toasts).toEqual([expect.stringContaining('레버리지 변경')])
  expect(server.requests('POST /api/futures/order/leverage').map(({ body }) => body)).toEqual([
    { futuresOptionId: btc.id, leverage: 20 },
  ])
})

test('leverage is locked by a position, and the sheet says why', async () => {
  await openFutures({ positions: [positionOf()] })
  await page.getByRole('button', { name: '레버리지 10x' }).click()
  await expect.element(sheet().getByText('포지션이나 미체결 주문이 있으면 바꿀 수 없습니다.')).toBeVisible()
  await chip('50x').click()
  await expect.element(chip('50x')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(sheet().getByRole('button', { name: '변경' })).toBeDisabled()
})

test('a sheet keeps its height until it has faded', async () => {
  await openFutures()
  await page.getByRole('button', { name: '레버리지 10x' }).click()
  await expect.element(chip('20x')).toBeVisible()
  const element = document.querySelector<HTMLDialogElement>('dialog[open]')!
  await Promise.all(element.getAnimations().map(({ finished }) => finished))
  const height = element.offsetHeight
  expect(height).toBeGreaterThan(300)
  const heights = new Set<number>()
  // In the page itself: the fade is over before a click of the test's driver returns.
  for (const button of element.querySelectorAll('button')) if (button.textContent === '취소') button.click()
  while (element.isConnected && getComputedStyle(element).display !== 'none') {
    heights.add(element.offsetHeight)
    await new Promise(requestAnimationFrame)
  }
  expect([...heights]).toEqual([height])
})
