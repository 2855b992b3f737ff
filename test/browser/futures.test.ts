// Perpetuals with the real server: one trip of a member, a guest, and a restart. What the page shows and sends is tested beside its source.
import type { FuturesOrder, FuturesPosition, QtyPer } from '@maru/contract'
import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { answer, arrives, dialog, eventually, type House } from './house.ts'
import { btc, openWithPerpetual, perpetualTrader, setMark } from './perpetuals.ts'
import { told } from './toasts.ts'
import type { Trader } from './traders.ts'

let house: House
beforeAll(async () => {
  house = await openWithPerpetual()
})
afterAll(() => house.close())
beforeEach(() => setMark(house, btc.start))

const buy = (page: Page) => page.locator('.tk-go').getByRole('button', { name: /^매수\/롱/ })
const card = (page: Page, side: '롱' | '숏') => page.getByRole('article', { name: `BTCUSDT ${side}` })
const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name, exact: true }).tap()
/** The card has this liquidation price; its sheets, which may stand yet, lie in it too. */
const liquidatesAt = (page: Page, side: '롱' | '숏', price: string | null) =>
  card(page, side)
    .locator('.pos-g > div')
    .filter({ hasText: `청산가${price}` })
    .waitFor()
const nothingHeld = (page: Page) => page.getByText('보유한 포지션이 없습니다').waitFor()
const openOrders = (ask: Trader['ask']) => ask<FuturesOrder[]>('history/open_order')
/** A price or an amount as it was shown, as it crosses the wire. */
const plain = (shown: string | null) => shown?.replaceAll(',', '').replace('−', '-')
const shown = (price: string | null) => Number(price).toLocaleString('en', { minimumFractionDigits: 1 })

/** The one position of a member. */
async function held(ask: Trader['ask']): Promise<FuturesPosition> {
  const [position, ...others] = await ask<FuturesPosition[]>('history/open_position')
  if (!position || others.length > 0) throw new Error('the member has not one position')
  return position
}

/** Sets an order up on the ticket. */
async function fill(page: Page, type: string, size: string, price?: string) {
  await tab(page, type)
  if (price !== undefined) await page.getByLabel('가격(USDT)', { exact: true }).fill(price)
  await page.getByLabel('수량(BTC)', { exact: true }).fill(size)
}

/** Takes a label of the chart and moves it. */
async function drag(page: Page, label: RegExp, down: number) {
  const tag = page.locator('.tc-tag').filter({ hasText: label })
  await page.locator('.tc-chart[aria-busy="false"]').waitFor()
  // Once it stands still.
  await tag.hover()
  const box = (await tag.boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + down, { steps: 6 })
  await page.mouse.up()
}

test('an order, its moves and the position that it becomes end as each receipt said', async () => {
  const visitor = await perpetualTrader(house)
  const { page, ask } = visitor

  // A market order fills at what its receipt said, and no more may be ordered than the page says.
  await fill(page, '시장가', '0.1')
  await page.getByText('예상 슬리피지 0.000% · 허용 0.5%').waitFor()
  const { maxBuyQty, maxSellQty } = await ask<QtyPer>(`order/qty_per?futuresOptionId=${btc.id}&leverage=10`)
  const max = page.locator('.est tr').filter({ hasText: '최대' }).locator('td')
  expect(await max.allTextContents()).toEqual([maxBuyQty, maxSellQty])
  await buy(page).tap()
  const receipt = page.getByRole('dialog', { name: /매수\/롱 0\.1 BTC/ })
  await receipt.getByText('60,000.1', { exact: true }).waitFor()
  const afterOrder = await receipt.locator('tr').filter({ hasText: '청산가' }).locator('.c').textContent()
  await receipt.getByRole('button', { name: '매수/롱 주문' }).tap()
  await told(page, '주문 체결완료BTCUSDT · 매수/롱 0.100 BTC · 60,000.1')
  await liquidatesAt(page, '롱', afterOrder)
  const bought = await held(ask)
  expect(bought).toMatchObject({ qty: '0.100', entryPrice: '60000.1', liquidPrice: plain(afterOrder) })

  // A limit order is moved by its line: cancelled, and placed anew where the question said.
  await fill(page, '지정가', '0.05', '59900')
  await buy(page).tap()
  await page
    .getByRole('dialog', { name: /매수\/롱 0\.05 BTC/ })
    .getByRole('button', { name: '매수/롱 주문' })
    .tap()
  await told(page, /주문 완료.*59,900\.0/)
  await tab(page, /미체결/)
  const row = page.getByRole('article', { name: 'BTCUSDT 지정가 매수/롱' })
  await row.getByText('59,900.0').waitFor()
  const [placed] = await openOrders(ask)
  await drag(page, /매수 0\.050/, 12)
  const [, asked = ''] = /취소하고 ([\d,.]+)에/.exec(await answer(page, '옮기기')) ?? []
  await row.getByText(asked).waitFor()
  const [moved, ...others] = await openOrders(ask)
  expect(others).toEqual([])
  expect(moved).toMatchObject({ qty: '0.050', price: plain(asked) })
  expect(moved?.id).not.toBe(placed?.id)
  expect(Number(moved?.price)).toBeLessThan(59_900)
  await row.getByRole('button', { name: '취소' }).tap()
  await page.getByText('미체결 주문이 없습니다').waitFor()
  expect(await openOrders(ask)).toEqual([])

  // A reversal leaves the other side, with the result and the liquidation price that its sheet said.
  await tab(page, /포지션/)
  await card(page, '롱').getByRole('button', { name: '숏으로 전환' }).tap()
  const reversal = page.getByRole('dialog', { name: 'BTCUSDT 숏으로 전환' })
  // Bought at 60,000.1 and sold at 59,999.9, less the fees of 0.04 % of both.
  await reversal.locator('tr').filter({ hasText: '예상 순손익' }).filter({ hasText: '−4.82 USDT' }).waitFor()
  const afterReversal = await reversal.locator('tr').filter({ hasText: '청산가' }).locator('.c').textContent()
  await reversal.getByRole('button', { name: '숏으로 전환' }).tap()
  await told(page, /매도\/숏 0\.200 BTC · 59,999\.9 · 순손익 −4\.82 USDT · ROE −0\.81%/)
  await liquidatesAt(page, '숏', afterReversal)
  const reversed = await held(ask)
  expect(reversed).toMatchObject({ side: 'SHORT', qty: '0.100', liquidPrice: plain(afterReversal) })

  // Margin that is added moves the liquidation price as its sheet said.
  const margin = dialog(page, '증거금')
  await card(page, '숏')
    .getByRole('button', { name: /^증거금/ })
    .tap()
  await margin.getByLabel('금액(USDT)', { exact: true }).fill('300')
  const afterMargin = await margin.locator('tr').filter({ hasText: '청산가' }).locator('.c').textContent()
  await margin.getByRole('button', { name: '증거금 추가' }).tap()
  await liquidatesAt(page, '숏', afterMargin)
  await margin.waitFor({ state: 'hidden' })
  const padded = await held(ask)
  expect(padded.liquidPrice).toBe(plain(afterMargin))
  expect(Number(padded.margin) - Number(reversed.margin)).toBeCloseTo(300, 6)

  // A return is a price: the one that the sheet said.
  const exits = dialog(page, '익절 / 손절')
  const exitsRow = card(page, '숏').getByRole('button', { name: /^익절 \/ 손절/ })
  await exitsRow.tap()
  await exits.getByLabel('손절가(USDT)', { exact: true }).fill('61000')
  await exits.getByRole('radio', { name: '수익률' }).tap()
  await exits.getByLabel('익절 수익률(%)', { exact: true }).fill('25')
  await exits.getByRole('group', { name: '익절', exact: true }).getByText('58,499.9').waitFor()
  await exits.getByRole('button', { name: '설정', exact: true }).tap()
  await exits.waitFor({ state: 'hidden' })
  await exitsRow.filter({ hasText: '58,499.9 / 61,000.0' }).waitFor()
  expect(await held(ask)).toMatchObject({ takeProfit: '58499.9', stopLoss: '61000.0', isMarkTp: false })

  // The result follows the mark, and a close brings what its sheet said, less the fees of both sides.
  setMark(house, btc.start - 1_000)
  await card(page, '숏').locator('.pos-p').filter({ hasText: '+9.99' }).filter({ hasText: '+1.66%' }).waitFor()
  await card(page, '숏').getByRole('button', { name: '시장가 청산' }).tap()
  const closing = page.getByRole('dialog', { name: 'BTCUSDT 숏 청산' })
  // Bought back at the ask: 59,900.1.
  await closing.getByText('+9.98 USDT').waitFor()
  await closing.getByRole('button', { name: '숏 청산 주문' }).tap()
  await told(page, 'BTCUSDT · 매수/롱 0.100 BTC · 59,900.1 · 순손익 +5.18 USDT · ROE +0.86%')
  await nothingHeld(page)
  expect(await ask('history/position')).toMatchObject([
    { id: reversed.id, realizedPnl: '9.98', status: 'CLOSED', closeReason: 'MEMBER' },
    { id: bought.id, realizedPnl: '-0.02', status: 'CLOSED' },
  ])
  await visitor.leave()
})

test('a guest sees prices, book and chart without queues, and is led to sign in', async () => {
  const frames: string[] = []
  const visitor = await house.visit()
  const { page } = visitor
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => frames.push(String(payload))))
  await visitor.open('/futureView')
  await arrives(page, '/futureView/1')
  await page.getByRole('button', { name: '60,000.1' }).first().waitFor()
  await page.getByText('로그인하면 포지션과 주문을 볼 수 있습니다').waitFor()
  expect(frames.some((frame) => frame.includes('/topic/depth/CR_BTCUSDTPERP'))).toBe(true)
  expect(frames.filter((frame) => frame.includes('/user/queue'))).toEqual([])
  await page.getByRole('button', { name: /매수\/롱/ }).tap()
  await arrives(page, '/signin')
  await visitor.open('/future/1')
  await arrives(page, '/signin')
  await visitor.leave()
})

test('an open order and a position outlive a restart of the server', async () => {
  const visitor = await perpetualTrader(house, { confirms: false, confirmsClose: false })
  const { page, ask } = visitor
  await fill(page, '시장가', '0.1')
  await buy(page).tap()
  await card(page, '롱').waitFor()
  const before = await held(ask)
  await fill(page, '지정가', '0.05', '59900')
  await buy(page).tap()
  await tab(page, /미체결 1/)
  const row = page.getByRole('article', { name: 'BTCUSDT 지정가 매수/롱' })
  await row.waitFor()
  await house.restart()
  setMark(house, btc.start)
  await page.reload()
  await tab(page, /미체결 1/)
  await row.getByRole('button', { name: '취소' }).tap()
  await page.getByText('미체결 주문이 없습니다').waitFor()
  await tab(page, /포지션 1/)
  await liquidatesAt(page, '롱', shown(before.liquidPrice))
  await card(page, '롱').getByRole('button', { name: '시장가 청산' }).tap()
  await nothingHeld(page)
  await eventually(
    () => openOrders(ask),
    (orders) => orders.length === 0,
  )
  await visitor.leave()
})
