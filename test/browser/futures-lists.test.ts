import { readFile } from 'node:fs/promises'
import type { FuturesCross, FuturesFill, FuturesPosition, FuturesTransaction } from '@maru/contract'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectAccessible } from './axe.ts'
import { dialog, eventually, type House, openHouse } from './house.ts'
import { layoutFaults } from './layout.ts'
import { newTrader, type Trader } from './traders.ts'

const btc = { id: 1, symbol: 'BTCUSDT', start: 600_000 }

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())
beforeEach(() => setMark(btc.start))

/** Last price and mark, with a book one unit around them. */
function setMark(mark: number) {
  house.server.feed.setPrice(btc.symbol, mark)
  house.server.feed.setBook(btc.symbol, { bid: mark - 1, ask: mark + 1, mark })
  house.server.feed.trade(btc.symbol, mark)
}

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

const held = async (ask: Trader['ask']): Promise<FuturesPosition> => {
  const [position, ...others] = await ask<FuturesPosition[]>('history/open_position')
  if (!position || others.length > 0) throw new Error('the member has not one position')
  return position
}
const pick = (page: Page, kind: string) => page.getByRole('radio', { name: kind, exact: true }).tap()
const rows = (page: Page) => page.locator('#history .hx').filter({ has: page.locator('b') })
/** The figure at the right end of a row. */
const figure = (row: Locator) => row.locator('.b').textContent()
const four = (amount: string) => {
  const text = Math.abs(Number(amount)).toLocaleString('en', { minimumFractionDigits: 4, maximumFractionDigits: 4 })
  return `${Number(amount) > 0 ? '+' : Number(amount) < 0 ? '−' : ''}${text}`
}

/** Nothing is cut, lies over another or leaves the window. */
const isWhole = (page: Page) =>
  eventually(
    () => layoutFaults(page),
    (faults) => faults.length === 0,
  )

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

describe('the futures history', () => {
  test('tells order, fill, closed position and ledger of a trade with one result, live and as files', async () => {
    const visitor = await trader()
    const { page, ask, trade } = visitor
    await visitor.open('/wallet/history')
    await page.getByRole('tab', { name: '무기한선물' }).tap()
    await page.getByText('끝난 주문이 없습니다').waitFor()
    await trade('LONG', '0.1')
    setMark(btc.start + 1_000)
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
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    const orders = await csv(page, /주문 내역을 CSV/)
    expect(orders.text.charCodeAt(0)).toBe(0xfeff)
    expect([orders.cell('종목'), orders.cell('방향'), orders.cell('평균 체결가')]).toEqual([
      'BTCUSDT',
      '매도',
      '60099.9',
    ])

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
    await expectAccessible(page)
    await page.keyboard.press('Escape')

    await pick(page, '정산')
    await page.getByRole('button', { name: '손익', exact: true }).tap()
    const ledger = await ask<FuturesTransaction[]>('history/transaction?reasonStrs=FUTURES_PNL')
    expect(ledger.map(({ amount }) => amount)).toEqual([pnl])
    await rows(page).first().filter({ hasText: '실현손익' }).waitFor()
    expect(await rows(page).count()).toBe(1)
    expect(await figure(rows(page).first())).toBe(four(pnl))
    expect((await csv(page, /정산 내역을 CSV/)).cell('금액(USDT)')).toBe(pnl)
    await expectAccessible(page)

    await page.goto('/wallet/asset')
    await page.getByText('10,005.1760 USDT').first().waitFor()
    await visitor.leave()
  })

  test('tells a liquidation as order, position and ledger', async () => {
    const visitor = await trader()
    const { page, ask, trade } = visitor
    await trade('LONG', '0.1')
    setMark(540_000)
    await eventually(
      () => ask<FuturesPosition[]>('history/position'),
      ([closed]) => closed?.status === 'LIQUIDATED',
    )
    await visitor.open('/wallet/history')
    await page.getByRole('tab', { name: '무기한선물' }).tap()
    await rows(page).first().filter({ hasText: '강제청산' }).waitFor()
    await pick(page, '포지션')
    await rows(page).first().filter({ hasText: '강제청산' }).tap()
    await dialog(page, '포지션 내역').getByText('정산 내역에서 볼 수 있습니다').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await pick(page, '정산')
    await rows(page).filter({ hasText: '강제청산 수수료' }).waitFor()
    await visitor.leave()
  })

  test.each([390, 360])('has its lists, its details and the CSV button whole on a phone of %i px', async (width) => {
    const visitor = await trader()
    const { page, trade } = visitor
    await page.setViewportSize({ width, height: 740 })
    await trade('LONG', '1.234')
    setMark(btc.start + 12_345)
    await trade('SHORT', '1.234', { isReduceOnly: true })
    await visitor.open('/wallet/history')
    await page.getByRole('tab', { name: '무기한선물' }).tap()
    for (const [kind, title] of [
      ['주문', '주문 내역'],
      ['체결', null],
      ['포지션', '포지션 내역'],
      ['정산', null],
    ] as const) {
      await pick(page, kind)
      await rows(page).first().waitFor()
      // Its text is as far from the edge as everything on the page.
      const [left, right] = await page.evaluate<[number, number]>(`(() => {
        const range = document.createRange()
        range.selectNodeContents(document.querySelector('.list-csv'))
        const { left, right } = range.getBoundingClientRect()
        return [left, right]
      })()`)
      expect(left).toBeGreaterThanOrEqual(0)
      expect(right).toBeLessThanOrEqual(width - 12)
      await isWhole(page)
      if (title === null) continue
      await rows(page).first().tap()
      await dialog(page, title).waitFor()
      await isWhole(page)
      await page.keyboard.press('Escape')
      await dialog(page, title).waitFor({ state: 'hidden' })
    }
    await visitor.leave()
  })

  test('goes on as far as one scrolls, and its file holds all of it', async () => {
    const visitor = await trader()
    const { page, ask } = visitor
    const price = (place: number) => `59${String(place).padStart(3, '0')}.0`
    for (let place = 0; place < 35; place++) {
      const order = { futuresOptionId: btc.id, side: 'LONG', marketType: 'LIMIT', qty: '0.01', price: price(place) }
      await ask('order/cancel', { id: (await ask<{ id: number }>('order', order)).id })
    }
    await visitor.open('/wallet/history')
    await page.getByRole('tab', { name: '무기한선물' }).tap()
    await rows(page).filter({ hasText: '59,034.0' }).waitFor()
    await eventually(
      async () => {
        await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
        return rows(page).filter({ hasText: '59,000.0' }).count()
      },
      (count) => count === 1,
    )
    await page.evaluate('scrollTo(0, 0)')
    expect((await csv(page, /주문 내역을 CSV/)).text.trimEnd().split('\r\n').length).toBe(36)
    await visitor.leave()
  })

  test('says that it could not be loaded, and of what time old rows are', async () => {
    const visitor = await trader()
    visitor.allow(/ERR_FAILED/)
    const { page, ask, trade } = visitor
    await trade('LONG', '0.1')
    const list = /\/api\/futures\/history\/list/
    await page.route(list, (route) => route.abort())
    await visitor.open('/wallet/history')
    await page.getByRole('tab', { name: '무기한선물' }).tap()
    await page.getByText('불러오지 못했습니다').waitFor()
    await page.unroute(list)
    await page.getByRole('button', { name: '다시 시도' }).tap()
    await rows(page).first().filter({ hasText: '체결' }).waitFor()

    await page.route(list, (route) => route.abort())
    const resting = { futuresOptionId: btc.id, side: 'LONG', marketType: 'LIMIT', qty: '0.1', price: '59000.0' }
    const { id } = await ask<{ id: number }>('order', resting)
    await ask('order/cancel', { id })
    await page.getByText(/기준 내역입니다/).waitFor()
    expect(await rows(page).count()).toBe(1)
    await page.unroute(list)
    await page.getByRole('button', { name: '다시 시도' }).tap()
    await rows(page).first().filter({ hasText: '직접 취소' }).waitFor()
    await page.getByRole('button', { name: '체결', exact: true }).tap()
    await eventually(
      () => rows(page).count(),
      (count) => count === 1,
    )
    await visitor.leave()
  })
})

describe('the sheets of a position', () => {
  const card = (page: Page) => page.getByRole('article', { name: 'BTCUSDT 롱' })

  async function withPosition() {
    const visitor = await trader()
    await visitor.trade('LONG', '0.1')
    await visitor.open(`/future/${btc.id}`)
    await card(visitor.page).waitFor()
    return visitor
  }

  test('TP and SL refuse the wrong side, take a return as a price, and are cleared again', async () => {
    const visitor = await withPosition()
    const { page, ask } = visitor
    const open = () =>
      card(page)
        .getByRole('button', { name: /익절 \/ 손절/ })
        .tap()
    await open()
    const sheet = dialog(page, '익절 / 손절')
    const set = sheet.getByRole('button', { name: '설정', exact: true })
    const tp = sheet.getByLabel('익절가(USDT)', { exact: true })
    const sl = sheet.getByLabel('손절가(USDT)', { exact: true })
    await tp.fill('59000')
    await sheet.getByText('익절가는 시장평균가 60,000.0보다 높게 입력해 주세요.').waitFor()
    expect(await set.isDisabled()).toBe(true)
    await tp.fill('')
    await sl.fill('60500')
    await sheet.getByText('손절가는 시장평균가 60,000.0보다 낮게 입력해 주세요.').waitFor()
    const { liquidPrice } = await held(ask)
    await sl.fill(liquidPrice!)
    await sheet.getByText(/보다 먼저 닿아야 합니다/).waitFor()
    expect(await set.isDisabled()).toBe(true)
    await expectAccessible(page)

    await sl.fill('59000')
    await sheet.getByText('−100.01 USDT').waitFor()
    await sheet.getByRole('radio', { name: '수익률' }).tap()
    await sheet.getByLabel('익절 수익률(%)', { exact: true }).fill('25')
    await sheet.getByText('61,500.2').waitFor()
    await sheet.getByRole('group', { name: '익절' }).getByRole('radio', { name: '시장평균가' }).tap()
    await set.tap()
    await sheet.waitFor({ state: 'hidden' })
    expect(await held(ask)).toMatchObject({
      takeProfit: '61500.2',
      stopLoss: '59000.0',
      isMarkTp: true,
      isMarkSl: false,
    })
    await card(page).getByText('61,500.2').waitFor()

    await open()
    await sheet.getByRole('group', { name: '익절' }).getByRole('button', { name: '해제' }).tap()
    await set.tap()
    await sheet.waitFor({ state: 'hidden' })
    expect(await held(ask)).toMatchObject({ takeProfit: null, stopLoss: '59000.0' })
    await visitor.leave()
  })

  test('margin that is added moves the liquidation price as the sheet said, and only what is not needed comes out', async () => {
    const visitor = await withPosition()
    const { page, ask } = visitor
    const before = await held(ask)
    const open = () =>
      card(page)
        .getByRole('button', { name: /^증거금/ })
        .tap()
    await open()
    const sheet = dialog(page, '증거금')
    const liquidation = sheet.locator('tr').filter({ hasText: '청산가' })
    const plain = async (cell: string) => (await liquidation.locator(cell).textContent())?.replaceAll(',', '')
    expect(await plain('.b')).toBe(before.liquidPrice)
    await sheet.getByLabel('금액(USDT)', { exact: true }).fill('300')
    const said = await plain('.c')
    expect(Number(said)).toBeLessThan(Number(before.liquidPrice))
    await expectAccessible(page)
    await sheet.getByRole('button', { name: '증거금 추가' }).tap()
    await sheet.waitFor({ state: 'hidden' })
    const after = await held(ask)
    expect(after.liquidPrice).toBe(said)
    expect(Number(after.margin) - Number(before.margin)).toBeCloseTo(300, 6)
    await card(page)
      .getByText(Number(said).toLocaleString('en', { minimumFractionDigits: 1 }))
      .waitFor()

    await open()
    await sheet.getByRole('radio', { name: '회수' }).tap()
    await sheet.getByLabel('금액(USDT)', { exact: true }).fill('5000')
    await sheet.getByText('회수할 수 있는 금액을 넘습니다.').waitFor()
    expect(await sheet.getByRole('button', { name: '증거금 회수' }).isDisabled()).toBe(true)
    await sheet.getByRole('button', { name: '100%' }).tap()
    await sheet.getByRole('button', { name: '증거금 회수' }).tap()
    await sheet.waitFor({ state: 'hidden' })
    expect(Number((await held(ask)).margin)).toBeLessThan(Number(before.margin) + 1)
    await visitor.leave()
  })

  test('closing all and cancelling all ask once, with what is at stake', async () => {
    const visitor = await withPosition()
    const { page, ask } = visitor
    const resting = { futuresOptionId: btc.id, side: 'LONG', marketType: 'LIMIT', qty: '0.01' }
    await ask('order', { ...resting, price: '58000.0' })
    await ask('order', { ...resting, price: '59000.0' })
    await page.getByRole('tab', { name: /미체결 2/ }).tap()
    await page.getByRole('button', { name: '전체취소' }).tap()
    const cancelling = dialog(page, '전체취소')
    await cancelling.getByText('58,000.0').waitFor()
    await expectAccessible(page)
    await cancelling.getByRole('button', { name: '모두 취소' }).tap()
    await page.getByText('미체결 주문이 없습니다').waitFor()

    setMark(btc.start + 1_000)
    await page.getByRole('tab', { name: /포지션/ }).tap()
    await page.getByRole('button', { name: '전체청산' }).tap()
    const closing = dialog(page, '전체청산')
    await closing.getByText('+9.99 USDT').waitFor()
    await expectAccessible(page)
    await closing.getByRole('button', { name: '모두 청산' }).tap()
    await page.getByText('보유한 포지션이 없습니다').waitFor()
    expect(await ask('history/open_position')).toEqual([])
    await visitor.leave()
  })
})

test('a confirmation that was turned off in the settings is not asked any more', async () => {
  const visitor = await trader()
  const { page, ask, trade } = visitor
  await trade('LONG', '0.1')
  await visitor.open('/more/setting')
  const close = page.getByRole('switch', { name: '시장가 청산 전 확인' }).first()
  await close.tap()
  expect(await close.getAttribute('aria-checked')).toBe('false')
  await expectAccessible(page)
  await page.goto(`/future/${btc.id}`)
  await page.getByRole('article', { name: 'BTCUSDT 롱' }).getByRole('button', { name: '시장가 청산' }).tap()
  await page.getByText('보유한 포지션이 없습니다').waitFor()
  expect(await page.locator('dialog[open]').count()).toBe(0)
  expect(await ask('history/open_position')).toEqual([])
  await visitor.leave()
})

test('the wallet shows cross equity at the mark of now', async () => {
  const visitor = await trader()
  const { page, ask, trade } = visitor
  await ask('order/margin_type', { futuresOptionId: btc.id, marginType: 'CROSS' })
  await trade('LONG', '0.1')
  await visitor.open('/wallet/asset')
  const wallet = page.locator('.w').filter({ hasText: '선물 지갑' })
  await wallet.getByText('−0.0100').waitFor()
  setMark(btc.start + 1_000)
  await wallet.getByText('+9.9900').waitFor()
  const { playerPoint, minusFundingFee, markPnl } = await ask<FuturesCross>('cross')
  const equity = Number(playerPoint) + Number(minusFundingFee) + Number(markPnl)
  expect(markPnl).toBe('9.99')
  await wallet.getByText(`${four(String(equity)).slice(1)} USDT`).waitFor()
  await expectAccessible(page)

  // Less money behind the position: a conversion says where it would be liquidated then.
  await visitor.open('/wallet/convert/FUTURES_BINARY')
  const row = page.getByRole('row').filter({ hasText: '롱 청산가' })
  await page.getByLabel('보낼 금액').fill('5000')
  await row.waitFor()
  // 10,000 USDT are more than a long of 6,543 can lose; half of them are not.
  expect(await row.textContent()).toMatch(/청산가–→1\d,\d{3}\.\d$/)
  await expectAccessible(page)
  await visitor.leave()
})
