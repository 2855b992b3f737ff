import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../../test/accessible.ts'
import { positionOf } from '../../../../test/futures-rows.ts'
import { openFutures } from '../../../../test/open-futures.ts'

const sheet = () => page.getByRole('dialog', { name: 'BTCUSDT 숏으로 전환' })
const row = (name: string) => sheet().getByRole('row').filter({ hasText: name }).first()
const reverse = () => sheet().getByRole('button', { name: '숏으로 전환' })
const open = () =>
  page.getByRole('article', { name: 'BTCUSDT 롱' }).getByRole('button', { name: '숏으로 전환' }).click()
const sizes = (qty: string) => `롱 ${qty}→숏 ${qty}`

async function openReversal() {
  const position = positionOf()
  const opened = await openFutures({ positions: [position] })
  await open()
  await expect.element(row('포지션')).toHaveTextContent(sizes('0.100'))
  return { ...opened, position }
}

test('a reversal says what it would leave, and orders twice the position', async () => {
  const { server, futures, position, toasts } = await openReversal()
  // Bought at 60,000.1 and sold at 59,999.9, less the fees of 0.04 % of both.
  await expect.element(row('예상 순손익')).toHaveTextContent('−4.82 USDT')
  const short = positionOf({ side: 'SHORT', entryPrice: '59999.9' })
  await expect.element(row('청산가')).toHaveTextContent('→65,737.1')
  await expectAccessible()
  await reverse().click()
  await expect.poll(() => futures.orders).toHaveLength(1)
  const closed = { status: 'CLOSED', qty: '0.000', realizedPnl: '-0.02', fee: '4.8', closedAt: Date.now() } as const
  futures.fill(futures.orders[0]!, '59999.9', { ...position, ...closed })
  await expect.poll(() => toasts.join()).toContain('순손익 −4.82 USDT')
  futures.setPosition(short)
  await expect.element(page.getByRole('article', { name: 'BTCUSDT 숏' }).getByText('65,737.1')).toBeVisible()
  expect(server.requests('POST /api/futures/order').map(({ body }) => body)).toEqual([
    { futuresOptionId: 1, side: 'SHORT', marketType: 'MARKET', qty: '0.200' },
  ])
})

test('a reversal opens nothing when the position has changed while it was asked', async () => {
  const { server, futures, position } = await openReversal()
  futures.setPosition(positionOf({ id: position.id, qty: '0.200' }))
  await expect.element(row('포지션')).toHaveTextContent(sizes('0.200'))
  await reverse().click()
  const alert = page.getByRole('dialog', { name: '알림' })
  await expect.element(alert).toHaveTextContent('포지션이 바뀌어')
  await alert.getByRole('button', { name: '확인' }).click()
  await expect.element(alert).not.toBeInTheDocument()
  expect(server.requests('POST /api/futures/order')).toEqual([])

  // Asked anew it takes the position as it is.
  await open()
  await expect.element(row('포지션')).toHaveTextContent(sizes('0.200'))
  await reverse().click()
  await expect.poll(() => server.requests('POST /api/futures/order').map(({ body }) => body.qty)).toEqual(['0.400'])
})

test('a reversal opens nothing when the position has closed while it was asked', async () => {
  const { server, futures, position } = await openReversal()
  futures.setPosition({ ...position, status: 'CLOSED', qty: '0.000', closedAt: Date.now() })
  await expect.element(page.getByText('보유한 포지션이 없습니다')).toBeVisible()
  await expect.element(sheet()).not.toBeInTheDocument()
  expect(server.requests('POST /api/futures/order')).toEqual([])
})
