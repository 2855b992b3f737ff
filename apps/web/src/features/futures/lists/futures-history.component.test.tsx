import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '../../../../test/css.ts'
import { expectAccessible } from '../../../../test/accessible.ts'
import { type FakeFutures, pageOf } from '../../../../test/fake-futures.ts'
import { Refusal } from '../../../../test/fake-server.ts'
import { fillOf, nextId, orderOf, positionOf, transactionOf } from '../../../../test/futures-rows.ts'
import { layoutFaults } from '../../../../test/layout.ts'
import { openFutures } from '../../../../test/open-futures.ts'
import type { PageSetup } from '../../../../test/open-page.tsx'
import { savedFile } from '../../../../test/saved-file.ts'

const rows = () => page.css('#history .hx').filter({ has: page.css('b') })
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
const pick = (kind: string) => page.getByRole('radio', { name: kind, exact: true }).click()
const noWait = { closedAt: Date.now(), filledQty: '0.100' }

/** Closes a sheet by the key. */
async function leave(title: string) {
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog(title)).not.toBeInTheDocument()
}

/** Opens the history of futures with what is over. */
async function openHistory(history: Partial<FakeFutures['history']>, setup: PageSetup = {}) {
  const opened = await openFutures(
    {
      size: setup.size ?? [390, 844],
      futures: (futures) => void Object.assign(futures.history, history),
      server(server) {
        // The rounds come first.
        server.reply('GET /api/trade/option/list', () => [])
        const summary = { count: 0, win: 0, lose: 0, void: 0, totalPoint: '0', totalProfit: '0' }
        server.reply('GET /api/trade/history/list', ({ query }) => (query.resultType === 'Page' ? pageOf([]) : summary))
        setup.server?.(server)
      },
    },
    '/wallet/history',
  )
  await page.getByRole('tab', { name: '무기한선물' }).click()
  return opened
}

/** A long of so much, bought at 60,000.1 and sold at a price. */
function closedTrade(qty = '0.100', price = '60099.9', realizedPnl = '9.98') {
  const id = nextId()
  const ofBoth = {
    qty,
    filledQty: qty,
    futuresPositionId: id,
    marketType: 'MARKET',
    price: null,
    status: 'FILLED',
  } as const
  const bought = orderOf({ ...ofBoth, avgPrice: '60000.1', fee: '2.400004' })
  const sold = orderOf({ ...ofBoth, side: 'SHORT', isReduceOnly: true, avgPrice: price, fee: '2.403996' })
  const closing = fillOf(sold, price, { isClose: true, realizedPnl, fee: '2.403996' })
  const open = positionOf({ id, qty })
  return {
    orders: [sold, bought],
    fills: [closing, fillOf(bought, '60000.1')],
    positions: [
      {
        ...open,
        status: 'CLOSED',
        qty: '0.000',
        realizedPnl,
        fee: '4.804',
        closePrice: price,
        roe: '1.66',
        closedAt: Date.now(),
      },
    ],
    transactions: [
      transactionOf({ amount: realizedPnl, refId: closing.id }),
      transactionOf({ reason: 'FUTURES_FEE', amount: '-2.403996', refId: closing.id }),
    ],
  } satisfies FakeFutures['history']
}

test('each list puts the net result first and the realised one beside it, and a touch shows all of a row', async () => {
  await openHistory(closedTrade())
  await rows().filter({ hasText: '감소' }).filter({ hasText: '0.100 / 0.100' }).click()
  await expect.element(dialog('주문 내역').getByText('60,099.9').first()).toBeVisible()
  await expect.element(dialog('주문 내역').css('.hx .b')).toHaveTextContent('+7.5760')
  await expect.element(dialog('주문 내역').css('.hx').getByText('실현손익 +9.9800')).toBeVisible()
  await expectAccessible()
  await leave('주문 내역')

  await pick('체결')
  await expect.element(rows().first().css('.b')).toHaveTextContent('+7.5760')
  await expect.element(rows().first()).toHaveTextContent('실현손익 +9.9800')
  await pick('포지션')
  await expect.element(rows().first()).toHaveTextContent('60,000.1 → 60,099.9')
  await expect.element(rows().first().css('.b')).toHaveTextContent('+5.1760')
  await expect.element(rows().first()).toHaveTextContent('실현손익 +9.9800')
  await rows().first().click()
  await expect.element(dialog('포지션 내역').getByText('+5.1760 USDT')).toBeVisible()
  await expectAccessible()
  await leave('포지션 내역')

  await pick('정산')
  await expect.poll(() => rows().elements()).toHaveLength(2)
  await page.getByRole('button', { name: '손익', exact: true }).click()
  await expect.poll(() => rows().elements()).toHaveLength(1)
  await expect.element(rows().first()).toHaveTextContent('실현손익')
  await expect.element(rows().first().css('.b')).toHaveTextContent('+9.9800')
  await expectAccessible()
})

test('a liquidation is an order, a position and a fee, and the position refers to the ledger for its result', async () => {
  const liquidated = { status: 'LIQUIDATED', qty: '0.000', closeReason: 'LIQUIDATION', closePrice: '54000.0' } as const
  await openHistory({
    orders: [orderOf({ ...noWait, marketType: 'LIQUIDATION', side: 'SHORT', price: null, status: 'FILLED' })],
    positions: [{ ...positionOf(), ...liquidated, realizedPnl: '-600.01', roe: '-100.00', closedAt: Date.now() }],
    transactions: [transactionOf({ reason: 'FUTURES_LIQUIDATION_FEE', amount: '-27' })],
  })
  await expect.element(rows().first()).toHaveTextContent('강제청산')
  await pick('포지션')
  await rows().filter({ hasText: '강제청산' }).first().click()
  await expect.element(dialog('포지션 내역').getByText('정산 내역에서 볼 수 있습니다')).toBeVisible()
  await leave('포지션 내역')
  await pick('정산')
  await expect.element(rows().filter({ hasText: '강제청산 수수료' })).toBeVisible()
})

test.each([390, 360])('the lists, their details and the CSV button are whole on a phone of %i px', async (width) => {
  await openHistory(closedTrade('1.234', '61234.4', '1523.11'), { size: [width, 740] })
  for (const [kind, title] of [
    ['주문', '주문 내역'],
    ['체결', null],
    ['포지션', '포지션 내역'],
    ['정산', null],
  ] as const) {
    await pick(kind)
    await expect.element(rows().first()).toBeVisible()
    // Its text is as far from the edge as everything on the page.
    const range = document.createRange()
    range.selectNodeContents(document.querySelector('.list-csv')!)
    const { left, right } = range.getBoundingClientRect()
    expect(left).toBeGreaterThanOrEqual(0)
    expect(right).toBeLessThanOrEqual(width - 12)
    await expect.poll(layoutFaults).toEqual([])
    if (title === null) continue
    await rows().first().click()
    await expect.element(dialog(title)).toBeVisible()
    await expect.poll(layoutFaults).toEqual([])
    await leave(title)
  }
})

test('a list goes on as far as one scrolls, and its file holds all of it', async () => {
  const price = (place: number) => `59${String(place).padStart(3, '0')}.0`
  const canceled = { status: 'CANCELED', reason: 'MEMBER', closedAt: Date.now() } as const
  await openHistory({
    orders: Array.from({ length: 35 }, (_, place) => orderOf({ ...canceled, price: price(34 - place) })),
  })
  await expect.element(rows().filter({ hasText: '59,034.0' })).toBeVisible()
  await expect
    .poll(() => {
      scrollTo(0, document.documentElement.scrollHeight)
      return rows().filter({ hasText: '59,000.0' }).elements().length
    })
    .toBe(1)
  scrollTo(0, 0)
  const file = await savedFile(() => page.getByRole('button', { name: /주문 내역을 CSV/ }).click())
  expect(file.charCodeAt(0)).toBe(0xfeff)
  expect(file.trimEnd().split('\r\n')).toHaveLength(36)
})

test('a list that could not be loaded says so, and says of what time its old rows are', async () => {
  const filled = orderOf({ ...noWait, status: 'FILLED', avgPrice: '60000.1', marketType: 'MARKET', price: null })
  const call = 'GET /api/futures/history/list'
  const { server, futures } = await openHistory({}, { server: (fake) => fake.reply(call, lost) })
  const retry = () => page.getByRole('button', { name: '다시 시도' }).click()
  await expect.element(page.getByText('불러오지 못했습니다')).toBeVisible()
  server.reply(call, () => pageOf([filled]))
  await retry()
  await expect.element(rows().first()).toHaveTextContent('체결')

  server.reply(call, lost)
  const canceled = futures.cancel(futures.accept(orderOf()).id)
  await expect.element(page.getByText(/기준 내역입니다/)).toBeVisible()
  expect(rows().elements()).toHaveLength(1)
  server.reply(call, () => pageOf([canceled, filled]))
  await retry()
  await expect.element(rows().first()).toHaveTextContent('직접 취소')
  await page.getByRole('button', { name: '체결', exact: true }).click()
  await expect.poll(() => server.requests(call).at(-1)!.query.statusStrs).toBe('FILLED')
})

/** Is not asked again, as a missing answer is. */
const lost = () => {
  throw new Refusal(429, 'RATE_LIMITED')
}
