import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../../test/accessible.ts'
import { positionOf } from '../../../../test/futures-rows.ts'
import { openFutures } from '../../../../test/open-futures.ts'

const card = () => page.getByRole('article', { name: 'BTCUSDT 롱' })
const sheet = () => page.getByRole('dialog', { name: '익절 / 손절' })
const set = () => sheet().getByRole('button', { name: '설정', exact: true })
const takeProfit = () => sheet().getByLabelText('익절가(USDT)', { exact: true })
const stopLoss = () => sheet().getByLabelText('손절가(USDT)', { exact: true })
const open = () =>
  card()
    .getByRole('button', { name: /익절 \/ 손절/ })
    .click()

test('TP and SL on the wrong side, or a SL that liquidation would precede, are refused beside their field', async () => {
  const position = positionOf()
  const { server } = await openFutures({ positions: [position] })
  await open()
  await takeProfit().fill('59000')
  await expect.element(sheet().getByText('익절가는 시장평균가 60,000.0보다 높게 입력해 주세요.')).toBeVisible()
  await expect.element(set()).toBeDisabled()
  await takeProfit().fill('')
  await stopLoss().fill('60500')
  await expect.element(sheet().getByText('손절가는 시장평균가 60,000.0보다 낮게 입력해 주세요.')).toBeVisible()
  await stopLoss().fill(position.liquidPrice!)
  await expect.element(sheet().getByText(/보다 먼저 닿아야 합니다/)).toBeVisible()
  await expect.element(set()).toBeDisabled()
  await expectAccessible()
  expect(server.requests('POST /api/futures/order/tpsl')).toEqual([])
})

test('a return is taken as its price, with its trigger, and what was set is cleared again', async () => {
  const position = positionOf()
  const { server, futures } = await openFutures({ positions: [position] })
  server.reply('POST /api/futures/order/tpsl', ({ body }) => {
    const price = (given: unknown, before: string | null) =>
      given === undefined ? before : Number(given) === 0 ? null : Number(given).toFixed(1)
    const [before] = futures.positions
    const after = {
      ...before!,
      takeProfit: price(body.takeProfit, before!.takeProfit),
      stopLoss: price(body.stopLoss, before!.stopLoss),
      isMarkTp: body.isMarkTp ?? before!.isMarkTp,
      isMarkSl: body.isMarkSl ?? before!.isMarkSl,
    }
    futures.setPosition(after)
    return { position: after, entries: [] }
  })
  await open()
  await stopLoss().fill('59000')
  await expect.element(sheet().getByText('−100.01 USDT')).toBeVisible()
  await sheet().getByRole('radio', { name: '수익률' }).click()
  await sheet().getByLabelText('익절 수익률(%)', { exact: true }).fill('25')
  await expect.element(sheet().getByText('61,500.2')).toBeVisible()
  await sheet().getByRole('group', { name: '익절', exact: true }).getByRole('radio', { name: '시장평균가' }).click()
  await set().click()
  await expect.element(sheet()).not.toBeInTheDocument()
  await expect.element(card().getByText('61,500.2')).toBeVisible()

  await open()
  await sheet().getByRole('group', { name: '익절', exact: true }).getByRole('button', { name: '해제' }).click()
  await set().click()
  await expect.element(sheet()).not.toBeInTheDocument()
  await expect.element(card().getByText('61,500.2')).not.toBeInTheDocument()
  await expect.element(card().getByText('59,000.0')).toBeVisible()
  const [first, second] = server.requests('POST /api/futures/order/tpsl').map(({ body }) => body)
  expect(first).toEqual({
    futuresPositionId: position.id,
    takeProfit: '61500.2',
    isMarkTp: true,
    stopLoss: '59000.0',
    isMarkSl: false,
  })
  expect(second).toEqual({ futuresPositionId: position.id, takeProfit: '0', isMarkTp: true })
})
