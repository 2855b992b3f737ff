import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import { positionOf } from '../../../test/futures-rows.ts'
import { openFutures, quiet } from '../../../test/open-futures.ts'
import { painted, toastsGone, watchShifts } from '../../../test/shifts.ts'

const buy = () => page.getByRole('button', { name: /^매수\/롱/ })
const qty = () => page.getByLabelText('수량(BTC)', { exact: true })
const card = () => page.getByRole('article', { name: 'BTCUSDT 롱' })

test('the result of a position follows the mark, on its card and on the chart', async () => {
  const { futures } = await openFutures({ positions: [positionOf()] })
  await expect.element(card()).toBeVisible()
  futures.setMark(60_100)
  await expect.element(card()).toHaveTextContent('+9.99')
  await expect.element(card()).toHaveTextContent('+1.66%')
  await expect.element(page.getByRole('slider', { name: /롱 0\.100/ })).toHaveTextContent('롱 0.100 +9.99')
})

test('a guest sees prices and book, and is led to sign in', async () => {
  await openFutures({ isGuest: true }, '/futureView')
  await expect.poll(() => location.pathname).toBe('/futureView/1')
  await expect.element(page.getByRole('button', { name: '60,000.1' }).first()).toBeVisible()
  await expect.element(page.getByText('로그인하면 포지션과 주문을 볼 수 있습니다')).toBeVisible()
  await buy().click()
  await expect.poll(() => location.pathname).toBe('/signin')
})

test('on a silent feed openings wait, and a close is taken and stands in its list until prices return', async () => {
  const position = positionOf()
  const { server, futures } = await openFutures({ positions: [position] })
  futures.setFeed('stale')
  await expect.element(page.getByRole('button', { name: '시세를 기다리는 중입니다' })).toBeDisabled()
  await card().getByRole('button', { name: '시장가 청산' }).click()
  const closing = page.getByRole('dialog', { name: 'BTCUSDT 롱 청산' })
  await expect.element(closing.getByText('시세가 복구되면 바로 체결됩니다.')).toBeVisible()
  await expectAccessible()
  await closing.getByRole('button', { name: '롱 청산 주문' }).click()
  await page.getByRole('tab', { name: /미체결/ }).click()
  const row = page.getByRole('article', { name: 'BTCUSDT 시장가 매도/숏' })
  await expect.element(row.getByText('시세 복구 시 체결')).toBeVisible()
  expect(server.requests('POST /api/futures/order').map(({ body }) => body)).toEqual([
    { futuresOptionId: 1, side: 'SHORT', marketType: 'MARKET', qty: '0.100', isReduceOnly: true },
  ])
  futures.setFeed('live')
  await expect.element(row.getByText('시세 복구 시 체결')).not.toBeInTheDocument()
  const closed = { ...position, status: 'CLOSED', qty: '0.000', realizedPnl: '-0.02', closePrice: '59999.9' } as const
  futures.fill(futures.orders[0]!, '59999.9', { ...closed, closedAt: Date.now() })
  await expect.element(page.getByText('미체결 주문이 없습니다')).toBeVisible()
  await expect.element(buy()).toBeEnabled()
})

test('nothing on the page moves while prices do', async () => {
  const { futures } = await openFutures()
  await page.getByRole('tab', { name: '시장가', exact: true }).click()
  await qty().fill('0.1')
  await expect.element(page.getByText('예상 슬리피지 0.000% · 허용 0.5%')).toBeVisible()
  await expect.element(page.getByText('60,000.0').first()).toBeVisible()
  await expect.poll(() => document.querySelector('.tc-chart')?.getAttribute('aria-busy')).toBe('false')
  const { sum } = await watchShifts()
  for (const mark of [59_300, 61_400, 57_900, 62_800, 56_500, 64_200, 55_100, 65_600]) {
    futures.setMark(mark)
    await expect.element(buy()).toHaveTextContent(`${(mark + 0.1).toLocaleString('en')}`)
    await painted()
  }
  expect(sum()).toBeLessThan(0.01)
})

test('a notification keeps its words and its place until it has faded', async () => {
  await openFutures({ settings: quiet })
  // A newer notification pushes older ones down.
  await toastsGone()
  await page.getByRole('tab', { name: '지정가', exact: true }).click()
  await page.getByLabelText('가격(USDT)', { exact: true }).fill('59900')
  await qty().fill('0.05')
  await buy().click()
  await expect.poll(() => document.querySelector('.toast')?.textContent).toContain('59,900.0')
  expect(await changesUntilGone(document.querySelector<HTMLElement>('.toast')!)).toEqual([])
})

/** Looks at an element in each frame until it leaves the page. */
async function changesUntilGone(element: HTMLElement): Promise<string[]> {
  const { offsetTop } = element
  const seen = new Set<string>()
  while (element.isConnected) {
    if (element.offsetTop !== offsetTop) seen.add('moved')
    if (!element.textContent) seen.add('emptied')
    await new Promise(requestAnimationFrame)
  }
  return [...seen]
}
