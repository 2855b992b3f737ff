// What is over of perpetuals with the real server: one trip. What the lists show is tested beside their source.
import { readFile } from 'node:fs/promises'
import type { FuturesFill, FuturesPosition, FuturesTransaction } from '@maru/contract'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dialog, eventually, type House } from './house.ts'
import { btc, openWithPerpetual, setMark } from './perpetuals.ts'
import { newTrader, type Trader } from './traders.ts'

let house: House
beforeAll(async () => {
  house = await openWithPerpetual()
})
afterAll(() => house.close())
beforeEach(() => setMark(house, btc.start))

interface ListTrader extends Trader {
  /** Orders at the market and waits until nothing of it is open. */
  trade(side: 'LONG' | 'SHORT', qty: string, more?: object): Promise<void>
}

async function trader(): Promise<ListTrader> {
  const visitor = await newTrader(house, 'futures')
  const { ask } = visitor
  const trade = async (side: 'LONG' | 'SHORT', qty: string, more: object = {}) => {
    await ask('order', { futuresOptionId: btc.id, side, marketType: 'MARKET', qty, ...more })
    await eventually(
      () => ask<{ marketType: string }[]>('history/open_order'),
      (open) => open.every(({ marketType }) => marketType !== 'MARKET'),
    )
  }
  return { ...visitor, trade }
}

const pick = (page: Page, kind: string) => page.getByRole('radio', { name: kind, exact: true }).tap()
const rows = (page: Page) => page.locator('#history .hx').filter({ has: page.locator('b') })
/** The figure at the right end of a row. */
const figure = (row: Locator) => row.locator('.b').textContent()
const four = (amount: string) => {
  const text = Math.abs(Number(amount)).toLocaleString('en', { minimumFractionDigits: 4, maximumFractionDigits: 4 })
  return `${Number(amount) > 0 ? '+' : Number(amount) < 0 ? '−' : ''}${text}`
}

/** Saves the list that is shown, and reads its file. */
async function csv(page: Page, label: RegExp): Promise<{ text: string; cell: (column: string) => string | undefined }> {
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: label }).tap()
  const text = await readFile(await (await waiting).path(), 'utf8')
  const [head, first] = text
    .slice(1)
    .split('\r\n')
    .map((line) => line.split(','))
  return { text, cell: (column) => first?.[head?.indexOf(column) ?? -1] }
}

test('order, fill, closed position, ledger, files and wallet have one result of a trade, and the lists follow it', async () => {
  const visitor = await trader()
  const { page, ask, trade } = visitor
  await visitor.open('/wallet/history')
  await page.getByRole('tab', { name: '무기한선물' }).tap()
  await page.getByText('끝난 주문이 없습니다').waitFor()
  await trade('LONG', '0.1')
  setMark(house, btc.start + 1_000)
  await trade('SHORT', '0.1', { isReduceOnly: true })

  // Without a touch: the list follows the events of the channel.
  await rows(page).nth(1).waitFor()
  expect(await rows(page).count()).toBe(2)
  const [position] = await ask<FuturesPosition[]>('history/position')
  const pnl = position!.realizedPnl
  expect(pnl).toBe('9.98')
  const gross = `실현손익 ${four(pnl)}`

  await rows(page).first().filter({ hasText: '감소' }).filter({ hasText: '0.100 / 0.100' }).tap()
  const detail = dialog(page, '주문 내역')
  await detail.getByText('60,099.9').first().waitFor()
  // 9.98 less 0.04 % of 6,009.99: the net result comes first, the realised one beside it.
  await eventually(
    () => figure(detail.locator('.hx')),
    (text) => text === '+7.5760',
  )
  await detail.locator('.hx').getByText(gross).waitFor()
  await page.keyboard.press('Escape')
  const orders = await csv(page, /주문 내역을 CSV/)
  expect(orders.text.charCodeAt(0)).toBe(0xfeff)
  expect([orders.cell('종목'), orders.cell('방향'), orders.cell('평균 체결가')]).toEqual(['BTCUSDT', '매도', '60099.9'])

  await pick(page, '체결')
  const [fill] = await ask<FuturesFill[]>('history/fill')
  expect(fill!.realizedPnl).toBe(pnl)
  await rows(page).first().filter({ hasText: '60,099.9' }).waitFor()
  expect(await figure(rows(page).first())).toBe('+7.5760')
  await rows(page).first().getByText(gross).waitFor()
  expect((await csv(page, /체결 내역을 CSV/)).cell('실현손익')).toBe(pnl)

  await pick(page, '포지션')
  await rows(page).first().filter({ hasText: '60,000.1 → 60,099.9' }).waitFor()
  // Less 0.04 % of 6,000.01 too.
  expect(await figure(rows(page).first())).toBe('+5.1760')
  await rows(page).first().getByText(gross).waitFor()
  expect((await csv(page, /청산한 포지션을 CSV/)).cell('실현손익')).toBe(pnl)
  await rows(page).first().tap()
  const facts = dialog(page, '포지션 내역')
  await facts.getByText('+5.1760 USDT').waitFor()
  await page.keyboard.press('Escape')

  await pick(page, '정산')
  await page.getByRole('button', { name: '손익', exact: true }).tap()
  const ledger = await ask<FuturesTransaction[]>('history/transaction?reasonStrs=FUTURES_PNL')
  expect(ledger.map(({ amount }) => amount)).toEqual([pnl])
  await eventually(
    () => rows(page).count(),
    (count) => count === 1,
  )
  await rows(page).first().filter({ hasText: '실현손익' }).waitFor()
  expect(await figure(rows(page).first())).toBe(four(pnl))
  expect((await csv(page, /정산 내역을 CSV/)).cell('금액(USDT)')).toBe(pnl)

  await page.goto('/wallet/asset')
  await page.getByText('10,005.1760 USDT').first().waitFor()
  await visitor.leave()
})
