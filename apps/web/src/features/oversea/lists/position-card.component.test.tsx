import type { OverseaPosition } from '@maru/contract'
import { formatMinute } from '@maru/ui'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../../test/accessible.ts'
import type { FakeOversea } from '../../../../test/fake-oversea.ts'
import { Refusal } from '../../../../test/fake-server.ts'
import { card, dialog, figure, openOversea } from '../../../../test/open-oversea.ts'
import { closed, orderOf, positionOf, sessionAt } from '../../../../test/oversea-rows.ts'

const hour = 3_600_000
const order = 'POST /api/oversea/order'

/** Opens the page of a member who holds a position, three EUR/USD bought at 1.10010 unless told otherwise. */
async function withPosition(
  given: Partial<OverseaPosition> = {},
  more: (oversea: FakeOversea) => void = () => undefined,
) {
  const position = positionOf(given)
  const { id, overseaOptionId, stock, margin } = position
  const opened = await openOversea({
    oversea(state) {
      state.positions = [position]
      state.cross = {
        ...state.cross,
        playerPoint: '8324401',
        playerGameWaitPoint: margin,
        losscut: '334284',
        warnAt: '668568',
      }
      state.nights = [
        {
          overseaPositionId: id,
          overseaOptionId,
          stock,
          isActive: position.isActive,
          isAllowed: true,
          deadlineAt: state.options[0]!.overnightDeadlineAt,
          requiredMargin: String(2 * Number(margin)),
          extraMargin: margin,
        },
      ]
      more(state)
    },
  })
  await expect.element(card()).toBeVisible()
  return { ...opened, position }
}

test('a card follows each price with the result in won and in ticks, as the margin account does', async () => {
  const { oversea } = await withPosition()
  // A tick is worth 1.25 dollars a contract; of won, gains are cut and losses made whole.
  for (const [last, ticks, won] of [
    [110_120, '+11틱', '+57,455'],
    [109_935, '−8틱', '−39,174'],
  ] as const) {
    oversea.setLast(last)
    await expect.element(card().getByText(ticks, { exact: true })).toBeVisible()
    await expect.element(card().getByText(`${won}원`, { exact: true })).toBeVisible()
    await expect.element(figure('평가손익')).toHaveTextContent(won)
  }
})

test('a position is held overnight and let go, with the deadline and what it takes', async () => {
  const { server, oversea, position } = await withPosition()
  const { session, overnightDeadlineAt } = oversea.options[0]!
  const until = card().getByText(`${formatMinute(overnightDeadlineAt!)}까지 신청할 수 있습니다`)
  await expect.element(until).toBeVisible()
  await expect.element(card().getByText('추가 증거금 1,671,420원')).toBeVisible()
  await card().getByRole('switch', { name: '오버나잇' }).click()
  const check = formatMinute(session!.closeAt - 600_000)
  await expect.element(card().getByText(`${check}에 증거금을 다시 확인합니다`)).toBeVisible()
  const set = card().getByRole('switch', { name: '오버나잇 신청됨' })
  await expect.element(set).toHaveAttribute('aria-checked', 'true')
  await set.click()
  await expect.element(until).toBeVisible()
  expect(server.requests('POST /api/oversea/overnight').map(({ body }) => body)).toEqual([
    { overseaPositionId: position.id, isActive: true },
    { overseaPositionId: position.id, isActive: false },
  ])
})

test('what a night lacks is said, and why it was refused', async () => {
  const ten = { count: 10, entrySum: '11.00100', margin: '5571400', fee: '13929' }
  const { server, oversea } = await withPosition(ten, ({ cross }) => {
    cross.playerPoint = '4414671'
    cross.lastPnl = '-17411'
  })
  server.reply('POST /api/oversea/overnight', () => {
    throw new Refusal(409, 'OVERNIGHT_MARGIN_INSUFFICIENT')
  })
  // Twice 5,571,400 of margin against 9,968,660 of equity.
  await expect.element(card().getByText('증거금이 1,174,140원 부족합니다')).toBeVisible()
  await card().getByRole('switch', { name: '오버나잇' }).click()
  await expect.element(dialog('알림').getByText('오버나잇 증거금이 부족', { exact: false })).toBeVisible()
  expect(oversea.positions).toMatchObject([{ isActive: false }])
  await dialog('알림').getByRole('button', { name: '확인' }).click()
  await expect.element(card().getByRole('switch', { name: '오버나잇' })).toHaveAttribute('aria-checked', 'false')
})

test('a night before a weekend or a holiday cannot be applied for, and the card says when the position is closed', async () => {
  const { oversea } = await withPosition({}, (state) => {
    state.options = state.options.map((option) => ({ ...option, overnightDeadlineAt: null }))
  })
  await expect.element(card().getByText('주말이나 휴일 전에는 신청할 수 없습니다')).toBeVisible()
  const closing = formatMinute(oversea.options[0]!.session!.closeAt - 300_000)
  await expect.element(card().getByText(`${closing}에 시장가로 청산됩니다`)).toBeVisible()
  await expect.element(card().getByRole('switch', { name: '오버나잇' })).toBeDisabled()
})

test('a night after the deadline cannot be applied for, and the card says when the position is closed', async () => {
  const { oversea } = await withPosition({}, (state) => {
    // 28 minutes before the close.
    const at = Date.now() - 18 * hour + 28 * 60_000
    state.options = state.options.map((option) => ({ ...option, ...sessionAt(at) }))
  })
  const { session, overnightDeadlineAt } = oversea.options[0]!
  await expect
    .element(card().getByText(`신청 마감 시각(${formatMinute(overnightDeadlineAt!)})이 지났습니다`))
    .toBeVisible()
  const closing = formatMinute(session!.closeAt - 300_000)
  await expect.element(card().getByText(`${closing}에 시장가로 청산됩니다`)).toBeVisible()
  await expect.element(card().getByRole('switch', { name: '오버나잇' })).toBeDisabled()
})

test('a position is guarded by ticks: both are set, one is changed and the other deleted', async () => {
  const { server, position } = await withPosition()
  const sheet = dialog('익절 / 손절')
  const group = (name: string) => sheet.getByRole('group', { name, exact: true })
  const ticks = (kind: string) => sheet.getByLabelText(`${kind} · 틱`, { exact: true })
  const open = () =>
    card()
      .getByRole('button', { name: /익절 \/ 손절/ })
      .click()
  const submit = async () => {
    await sheet.getByRole('button', { name: '설정', exact: true }).click()
    await expect.element(sheet).not.toBeInTheDocument()
  }
  const of = { overseaPositionId: position.id, overseaOptionId: 1 }
  await open()
  await ticks('익절').fill('30')
  // 30 ticks of three contracts from 1.10010.
  await expect.element(group('익절').getByText('1.10310에 도달하면')).toBeVisible()
  await expect.element(group('익절').getByText('+156,695원')).toBeVisible()
  await group('손절').getByRole('button', { name: '손절 1틱 늘리기' }).click()
  await expect.element(group('손절').getByText('1.10000에 도달하면')).toBeVisible()
  await expect.element(group('손절').getByText('현재 시세가 이미', { exact: false })).toBeVisible()
  await group('손절').getByRole('button', { name: '20틱' }).click()
  await expectAccessible()
  await submit()
  await expect.element(card().getByText('30틱 / 20틱')).toBeVisible()
  expect(server.requests('POST /api/oversea/order/tpsl').map(({ body }) => body)).toEqual([
    { ...of, tpTick: 30, slTick: 20 },
  ])

  await open()
  await group('익절').getByRole('button', { name: '해제' }).click()
  await ticks('손절').fill('5000')
  await expect.element(ticks('손절')).toHaveValue('1,000')
  await submit()
  await expect.element(card().getByText('– / 1000틱')).toBeVisible()
  expect(server.requests('POST /api/oversea/order/tpsl')[1]?.body).toEqual({ ...of, slTick: 1_000 })
  expect(server.requests('POST /api/oversea/order/delete-tpsl').map(({ body }) => body)).toEqual([
    { id: position.id, overseaOptionId: 1, value: 'TP' },
  ])
})

test('a part is closed with what that brings before it is, then the rest at the market, and at last without a question', async () => {
  const { server, oversea, position } = await withPosition()
  oversea.setLast(110_120)
  await expect.element(card().getByText('+11틱')).toBeVisible()
  await card().getByRole('button', { name: '부분 청산' }).click()
  const sheet = dialog('유로/달러 청산')
  await sheet.getByRole('button', { name: '1 빼기' }).click()
  await expect.element(sheet.getByText('1.10110')).toBeVisible()
  await expect.element(sheet.getByText('2계약', { exact: true })).toBeVisible()
  // Ten ticks of one contract, 17,410 won, less a fee of 1,393.
  const net = page.css('.hx-k > div').filter({ hasText: '예상 순손익' })
  await expect.element(net).toHaveTextContent('+16,017원')
  await expectAccessible()
  await sheet.getByRole('button', { name: '1계약 청산' }).click()
  await expect.poll(() => server.requests(order)).toHaveLength(1)
  const two = { ...position, count: 2, entrySum: '2.20020', margin: '1114280' }
  oversea.fill({ ...two, realizedPnl: '17410', fee: '5572' }, { price: '1.10110', realizedPnl: '17410' })
  await expect.element(card().getByText('매수 2계약')).toBeVisible()

  await card().getByRole('button', { name: '시장가 청산' }).click()
  await sheet.getByText('다음부터 묻지 않고 청산합니다').click()
  await sheet.getByRole('button', { name: '2계약 청산' }).click()
  await expect.poll(() => server.requests(order)).toHaveLength(2)
  oversea.fill(closed(two), { price: '1.10110', realizedPnl: '34821' })
  await expect.element(page.getByText('보유한 포지션이 없습니다')).toBeVisible()

  // From now on one touch closes.
  oversea.hold(positionOf({ count: 1, entrySum: '1.10010', margin: '557140' }))
  await card().getByRole('button', { name: '시장가 청산' }).click()
  await expect.poll(() => server.requests(order)).toHaveLength(3)
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  const close = { overseaOptionId: 1, tradeType: 'SHORT', marketType: 'MARKET', isReduceOnly: true }
  expect(server.requests(order).map(({ body }) => body)).toEqual([
    { ...close, count: 1 },
    { ...close, count: 2 },
    { ...close, count: 1 },
  ])
})

test('near the loss cut the card and the margin account warn, and a loss cut is told', async () => {
  const fifteen = { count: 15, avgPrice: '1.10013', entrySum: '16.50200', margin: '8357100', fee: '20893' }
  const { oversea, toasts, position } = await withPosition(fifteen, ({ cross }) => {
    cross.playerPoint = '1622007'
  })
  const told = { ...position, isWarned: true, marketType: null }
  oversea.setLast(107_080)
  oversea.setCross({ lastPnl: '-7990232', losscut: '1671420', warnAt: '3342840' })
  oversea.positions = [{ ...position, isWarned: true }]
  oversea.warn({ ...told, equity: '1988875', warnAt: '3342840', losscut: '1671420' })
  await expect.poll(() => toasts.join()).toContain('청산위험')
  await expect.element(card().getByText('로스컷 위험')).toBeVisible()
  await expect.element(card().getByText('로스컷까지 317,455원 남았습니다')).toBeVisible()
  await expect.element(page.css('.ov-acct .is-near')).toHaveTextContent('로스컷까지')
  await expectAccessible()
  // The remedy is a sheet that closes half.
  await card().getByRole('status').getByRole('button', { name: '부분 청산' }).click()
  await expect.element(dialog('유로/달러 청산').getByRole('button', { name: '8계약 청산' })).toBeVisible()

  const cut = closed({ ...position, isWarned: true }, { status: 'LIQUIDATED', closeReason: 'LIQUIDATION' })
  const liquidation = {
    count: 15,
    price: '1.06687',
    loss: '9022187',
    equity: '1181168',
    losscut: '1671420',
    deficit: '0',
    at: Date.now(),
  }
  oversea.setCross({ playerPoint: '1125453', lastPnl: '0', losscut: '0', warnAt: '0', playerGameWaitPoint: '0' })
  oversea.liquidate(cut, liquidation)
  await expect.poll(() => toasts.find((text) => text.includes('−9,022,187'))).toMatch(/^청산/)
  await expect.element(page.getByText('보유한 포지션이 없습니다')).toBeVisible()
  await expect.element(page.css('.ov-acct .is-near')).not.toBeInTheDocument()
})

test('on a silent feed the card says that a close waits', async () => {
  const { oversea } = await withPosition({}, (state) => {
    state.orders = [orderOf({ tradeType: 'SHORT', marketType: 'MARKET', isReduceOnly: true, price: null })]
  })
  const waits = card().getByText('시장가 청산 1건이 시세 복구를 기다리고 있습니다.')
  await expect.element(waits).not.toBeInTheDocument()
  oversea.pause()
  await expect.element(waits).toBeVisible()
})
