import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../../test/accessible.ts'
import { orderOfBody, positionOf } from '../../../../test/futures-rows.ts'
import { openFutures, quiet } from '../../../../test/open-futures.ts'

const card = () => page.getByRole('article', { name: 'BTCUSDT 롱' })

test('near liquidation the card warns and leads to more margin, and a liquidation is reported', async () => {
  const position = positionOf()
  const { server, futures, toasts } = await openFutures({
    positions: [position],
  })
  futures.setMark(54_250)
  const warned = { ...position, isWarned: true, marketType: null }
  server.publish('/user/queue/futures', 'POSITION_WARN', { ...warned, ratio: '93.5' })
  await expect.poll(() => toasts.join()).toContain('청산위험')
  await expect.element(card().getByText('청산가까지 0.06% 남았습니다')).toBeVisible()
  await expect.element(page.getByRole('tab', { name: /포지션 1.*청산위험 있음/ })).toBeVisible()
  await expectAccessible()
  await card().getByRole('button', { name: '증거금 추가' }).click()
  await expect.element(page.getByRole('dialog', { name: '증거금' })).toBeVisible()
  const closed = { ...warned, status: 'LIQUIDATED', qty: '0.000', closeReason: 'LIQUIDATION', roe: '-96.40' } as const
  const at = Date.now()
  server.publish('/user/queue/futures', 'POSITION_LIQUID', {
    ...closed,
    closedAt: at,
    marketType: 'LIQUIDATION',
    liquidation: { qty: '0.100', mark: '54200.0', price: '54200.0', loss: '600.011', fee: '27.1', deficit: '0', at },
  })
  await expect.poll(() => toasts.at(-1)).toContain('롱 0.100 BTC · 54,200.0 · 순손익 −600.01 USDT · ROE −100.01%')
  await expect.element(page.getByText('보유한 포지션이 없습니다')).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('on a silent feed the card says that a close waits, and says so no more when prices return', async () => {
  const { server, futures } = await openFutures({ positions: [positionOf()], settings: quiet })
  const waits = card().getByText('시장가 청산 1건이 시세 복구를 기다리고 있습니다.')
  futures.setFeed('stale')
  server.reply('POST /api/futures/order', ({ body }) => futures.accept(orderOfBody(body)))
  await card().getByRole('button', { name: '시장가 청산' }).click()
  await expect.element(waits).toBeVisible()
  await expectAccessible()
  futures.setFeed('live')
  await expect.element(waits).not.toBeInTheDocument()
})
