import { readFile } from 'node:fs/promises'
import type {
  DailyProfit,
  Overnight,
  OverseaCross,
  OverseaFill,
  OverseaOption,
  OverseaOrder,
  OverseaPosition,
} from '@maru/contract'
import { byStaff } from '@maru/core'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectAccessible } from './axe.ts'
import { dialog, eventually, type House, openHouse } from './house.ts'
import { newTrader, type Trader } from './traders.ts'

const eur = { id: 1, symbol: 'EURUSD', start: 110_000, half: 10 }
const gold = { id: 3, symbol: 'XAUUSD', start: 400_000, half: 10 }

let house: House
beforeAll(async () => {
  house = await openHouse({ env: { CLOCK_START: '2026-11-18T12:00:00+09:00' } })
})
afterAll(() => house.close())
beforeEach(() => {
  setMid(eur)
  setMid(gold)
})

/** A last price with best prices around it. */
function setMid({ symbol, half }: typeof eur, mid = symbol === gold.symbol ? gold.start : eur.start, of = house) {
  of.server.feed.setPrice(symbol, mid)
  of.server.feed.setBook(symbol, { bid: mid - half, ask: mid + half, mark: mid })
  of.server.feed.trade(symbol, mid)
}

interface ListTrader extends Trader {
  /** Orders EUR/USD at the market and waits until nothing of it is open. */
  trade(tradeType: 'LONG' | 'SHORT', count: number, more?: object): Promise<void>
}

async function trader(of = house): Promise<ListTrader> {
  const visitor = await newTrader(of, 'oversea')
  const { ask } = visitor
  const trade = async (tradeType: 'LONG' | 'SHORT', count: number, more: object = {}) => {
    await ask('order', { overseaOptionId: eur.id, tradeType, marketType: 'MARKET', count, ...more })
    await eventually(
      () => ask<OverseaOrder[]>('history/open_order'),
      (open) => open.every(({ marketType }) => marketType !== 'MARKET'),
    )
  }
  return { ...visitor, trade }
}

const held = (ask: Trader['ask']) => ask<OverseaPosition[]>('history/open_position')
const cross = (ask: Trader['ask']) => ask<OverseaCross>('cross')
const card = (page: Page, name = '유로/달러 매수') => page.getByRole('article', { name })
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name }).tap()
const rows = (page: Page) => page.locator('.lists .hx')
/** The figure at the right end of a row. */
const figure = (row: Locator) => row.locator('.b').textContent()
const signed = (amount: string | number) =>
  `${Number(amount) > 0 ? '+' : Number(amount) < 0 ? '−' : ''}${Math.abs(Number(amount)).toLocaleString('en')}`

/** Saves the list that is shown, and reads its file. */
async function csv(page: Page, label: RegExp): Promise<(column: string) => string | undefined> {
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: label }).tap()
  const text = await readFile(await (await waiting).path(), 'utf8')
  expect(text.charCodeAt(0)).toBe(0xfeff)
  const [head, first] = text
    .slice(1)
    .split('\r\n')
    .map((line) => line.split(','))
  return (column) => first?.[head?.indexOf(column) ?? -1]
}

describe('the card of a position', () => {
  async function withPosition(count = 3) {
    const visitor = await trader()
    await visitor.trade('LONG', count)
    await visitor.open(`/oversea/${eur.id}`)
    await card(visitor.page).waitFor()
    return visitor
  }

  test('follows each price with the result that the margin account has, in won and in tick sizes', async () => {
    const visitor = await withPosition()
    const { page, ask } = visitor
    for (const [mid, ticks] of [
      [110_120, '+11틱'],
      [109_935, '−8틱'],
    ] as const) {
      setMid(eur, mid)
      await card(page).getByText(ticks, { exact: true }).waitFor()
      const { lastPnl } = await cross(ask)
      await card(page)
        .getByText(`${signed(lastPnl)}원`, { exact: true })
        .waitFor()
    }
    await expectAccessible(page)
    await visitor.leave()
  })

  test('holds it overnight and lets it go, with the deadline and what it takes', async () => {
    const visitor = await withPosition()
    const { page, ask } = visitor
    const [{ extraMargin }] = (await ask<[Overnight]>('overnight')) as [Overnight]
    await card(page).getByText('05:30까지 신청할 수 있습니다').waitFor()
    await card(page)
      .getByText(`추가 증거금 ${Number(extraMargin).toLocaleString('en')}원`)
      .waitFor()
    await card(page).getByRole('switch', { name: '오버나잇' }).tap()
    await card(page).getByText('05:50에 증거금을 다시 확인합니다').waitFor()
    expect(await held(ask)).toMatchObject([{ isActive: true }])
    const set = card(page).getByRole('switch', { name: '오버나잇 신청됨' })
    expect(await set.getAttribute('aria-checked')).toBe('true')
    await expectAccessible(page)
    await set.tap()
    await card(page).getByText('05:30까지 신청할 수 있습니다').waitFor()
    expect(await held(ask)).toMatchObject([{ isActive: false }])
    await visitor.leave()
  })

  test('says what a night lacks', async () => {
    const visitor = await withPosition(10)
    visitor.allow(/status of 409/)
    const { page, ask } = visitor
    const [{ requiredMargin }] = (await ask<[Overnight]>('overnight')) as [Overnight]
    const { playerPoint, playerGameWaitPoint, lastPnl } = await cross(ask)
    const missing = Number(requiredMargin) - Number(playerPoint) - Number(playerGameWaitPoint) - Number(lastPnl)
    expect(missing).toBeGreaterThan(0)
    await card(page)
      .getByText(`증거금이 ${missing.toLocaleString('en')}원 부족합니다`)
      .waitFor()
    await card(page).getByRole('switch', { name: '오버나잇' }).tap()
    await dialog(page).getByText('오버나잇 증거금이 부족', { exact: false }).waitFor()
    expect(await held(ask)).toMatchObject([{ isActive: false }])
    await visitor.leave()
  })

  test('guards it by ticks: sets, changes and deletes one of the two', async () => {
    const visitor = await withPosition()
    const { page, ask } = visitor
    const open = () =>
      card(page)
        .getByRole('button', { name: /익절 \/ 손절/ })
        .tap()
    await open()
    const sheet = dialog(page, '익절 / 손절')
    const group = (name: string) => sheet.getByRole('group', { name, exact: true })
    await sheet.getByLabel('익절 · 틱', { exact: true }).fill('30')
    // 30 ticks of three contracts from 1.10010.
    await group('익절').getByText('1.10310에 닿으면').waitFor()
    const { tickValueKrw, fxRate } = await ask<OverseaOption>(`option?overseaOptionId=${eur.id}`)
    expect(Number(tickValueKrw)).toBeGreaterThan(0)
    const won = Math.floor((30 * 3 * 125 * Math.round(Number(fxRate) * 100)) / 10_000)
    await group('익절')
      .getByText(`${signed(won)}원`)
      .waitFor()
    await group('손절').getByRole('button', { name: '손절 1틱 늘리기' }).tap()
    await group('손절').getByText('1.10000에 닿으면').waitFor()
    await group('손절').getByText('지금 시세가 이미').waitFor()
    await group('손절').getByRole('button', { name: '20틱' }).tap()
    await expectAccessible(page)
    await sheet.getByRole('button', { name: '설정', exact: true }).tap()
    await sheet.waitFor({ state: 'hidden' })
    expect(await held(ask)).toMatchObject([{ tpTick: 30, slTick: 20 }])
    await card(page).getByText('30틱 / 20틱').waitFor()

    await open()
    await group('익절').getByRole('button', { name: '해제' }).tap()
    await sheet.getByLabel('손절 · 틱', { exact: true }).fill('5000')
    await eventually(
      () => sheet.getByLabel('손절 · 틱', { exact: true }).inputValue(),
      (value) => value === '1,000',
    )
    await sheet.getByRole('button', { name: '설정', exact: true }).tap()
    await sheet.waitFor({ state: 'hidden' })
    expect(await held(ask)).toMatchObject([{ tpTick: null, slTick: 1_000 }])
    await visitor.leave()
  })

  test('closes a part for what its sheet said, then the rest at the market', async () => {
    const visitor = await withPosition()
    const { page, ask } = visitor
    setMid(eur, 110_120)
    await card(page).getByText('+11틱').waitFor()
    await card(page).getByRole('button', { name: '부분 청산' }).tap()
    const sheet = dialog(page, '유로/달러 청산')
    await sheet.getByRole('button', { name: '1 빼기' }).tap()
    await sheet.getByText('1.10110').waitFor()
    await sheet.getByText('2계약', { exact: true }).waitFor()
    await expectAccessible(page)
    const said = await sheet.locator('.hx-k > div').filter({ hasText: '수수료를 뺀 손익' }).locator('dd').textContent()
    await sheet.getByRole('button', { name: '1계약 청산' }).tap()
    await eventually(
      () => held(ask),
      ([position]) => position?.count === 2,
    )
    const [fill] = await ask<OverseaFill[]>('history/fill')
    expect(`${signed(Number(fill!.realizedPnl) - Number(fill!.fee))}원`).toBe(said)
    await card(page).getByText('매수 2계약').waitFor()

    await card(page).getByRole('button', { name: '시장가 청산' }).tap()
    await sheet.getByText('다음부터 묻지 않고 청산합니다').tap()
    await sheet.getByRole('button', { name: '2계약 청산' }).tap()
    await page.getByText('보유한 포지션이 없습니다').waitFor()
    expect(await held(ask)).toEqual([])

    // From now on one touch closes.
    await visitor.trade('LONG', 1)
    await card(page).getByRole('button', { name: '시장가 청산' }).tap()
    await page.getByText('보유한 포지션이 없습니다').waitFor()
    expect(await page.locator('dialog[open]').count()).toBe(0)
    await visitor.leave()
  })

  test('warns before the loss cut and says how far it is', async () => {
    const visitor = await withPosition(15)
    const { page, ask } = visitor
    const { playerPoint, playerGameWaitPoint, losscut } = await cross(ask)
    const { tickValueKrw } = await ask<OverseaOption>(`option?overseaOptionId=${eur.id}`)
    const room = Number(playerPoint) + Number(playerGameWaitPoint) - Number(losscut)
    setMid(eur, eur.start + 10 - (Math.floor(room / (15 * Number(tickValueKrw))) - 10) * 10)
    await card(page).getByText('로스컷 위험').waitFor()
    const { lastPnl } = await cross(ask)
    const left = Number(playerPoint) + Number(playerGameWaitPoint) + Number(lastPnl) - Number(losscut)
    await card(page)
      .getByText(`로스컷까지 ${left.toLocaleString('en')}원 남았습니다`)
      .waitFor()
    await expectAccessible(page)
    await visitor.leave()
  })
})

test('closing all and cancelling all ask once, with what is at stake', async () => {
  const visitor = await trader()
  const { page, ask, trade } = visitor
  await trade('LONG', 2)
  await trade('SHORT', 1, { overseaOptionId: gold.id })
  const order = { overseaOptionId: eur.id, tradeType: 'LONG', count: 1 }
  await ask('order', { ...order, marketType: 'LIMIT', price: '1.0900', tpTick: 12, slTick: 7 })
  await ask('order', { ...order, marketType: 'STOPLIMIT', price: '1.1110', triggerPrice: '1.1100' })
  await visitor.open(`/oversea/${eur.id}`)
  await tab(page, /미체결 2/)
  await page.getByRole('article', { name: '유로/달러 지정가 매수' }).getByText('12틱 / 7틱').waitFor()
  await page.getByRole('article', { name: '유로/달러 예약지정가 매수' }).getByText('1.11000').waitFor()
  await expectAccessible(page)
  await page.getByRole('article', { name: '유로/달러 예약지정가 매수' }).getByRole('button', { name: '취소' }).tap()
  await tab(page, /미체결 1/)
  await page.getByRole('button', { name: '전체취소' }).tap()
  const cancelling = dialog(page, '전체취소')
  await cancelling.getByText('1.09000').waitFor()
  await expectAccessible(page)
  await cancelling.getByRole('button', { name: '모두 취소' }).tap()
  await page.getByText('미체결 주문이 없습니다').waitFor()

  await tab(page, /포지션 2/)
  await card(page, '금 매도').waitFor()
  // Only this contract, then all again.
  await page.getByText('전체 종목').tap()
  await card(page, '금 매도').waitFor({ state: 'hidden' })
  await page.getByText('전체 종목').tap()
  await page.getByRole('button', { name: '전체청산' }).tap()
  const closing = dialog(page, '전체청산')
  const { lastPnl } = await cross(ask)
  await closing.getByText(`${signed(lastPnl)}원`).waitFor()
  await expectAccessible(page)
  await closing.getByRole('button', { name: '모두 청산' }).tap()
  await page.getByText('보유한 포지션이 없습니다').waitFor()
  expect(await held(ask)).toEqual([])
  await visitor.leave()
})

test('what is held of a contract that is offered no more is shown and can be closed', async () => {
  const visitor = await trader()
  const { page, ask, trade } = visitor
  await trade('SHORT', 1, { overseaOptionId: gold.id })
  const { runner } = house.server
  const { option } = (await runner.reads.ask('oversea.contract', { siteId: 1, optionId: gold.id })).value!
  await runner.submit({
    kind: 'configureOversea',
    ...byStaff(1, 9, 'offered no more'),
    option: { ...option, isPlay: false },
  })
  try {
    await visitor.open(`/oversea/${eur.id}`)
    await card(page, '금 매도').getByRole('button', { name: '시장가 청산' }).tap()
    await dialog(page, '금 청산').getByRole('button', { name: '1계약 청산' }).tap()
    await page.getByText('보유한 포지션이 없습니다').waitFor()
    expect(await held(ask)).toEqual([])
  } finally {
    await runner.submit({ kind: 'configureOversea', ...byStaff(1, 9, 'offered no more'), option })
  }
  await visitor.leave()
})

describe('what is over', () => {
  test('has one result: on the card, in fills and orders, on the day, in the ledger and in the files', async () => {
    const visitor = await trader()
    const { page, ask, trade, id } = visitor
    await trade('LONG', 12)
    await visitor.open(`/oversea/${eur.id}`)
    await card(page).waitFor()
    const before = await cross(ask)
    setMid(eur, 110_130)
    await trade('SHORT', 12, { isReduceOnly: true })
    const [fill] = await ask<OverseaFill[]>('history/fill')
    const { realizedPnl: pnl, fee } = fill!
    // Two contracts each side met the second tick.
    expect(fill).toMatchObject({ count: 12, isClose: true, best: '1.10120', slippage: '0.00002' })

    await tab(page, /체결 내역/)
    await rows(page).first().filter({ hasText: '매도' }).waitFor()
    const net = signed(Number(pnl) - Number(fee))
    expect(await figure(rows(page).first())).toBe(net)
    await rows(page)
      .first()
      .getByText(`실현손익 ${signed(pnl)}`)
      .waitFor()
    await rows(page).first().tap()
    const facts = dialog(page, '체결 내역')
    for (const text of [
      `${net}원`,
      `${signed(pnl)}원`,
      `−${Number(fee).toLocaleString('en')}원`,
      '0.00002 (0.2틱)',
      '2026-11-18',
    ])
      await facts.getByText(text, { exact: true }).waitFor()
    await facts
      .getByText(`1달러 = ${Number(fill!.fxRate).toLocaleString('en', { minimumFractionDigits: 2 })}원`)
      .waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    const fills = await csv(page, /체결 내역을 CSV/)
    expect([fills('종목'), fills('실현손익(원)'), fills('수수료(원)'), fills('거래일')]).toEqual([
      'EURUSD',
      pnl,
      fee,
      '2026-11-18',
    ])

    await page.getByRole('radio', { name: '주문', exact: true }).tap()
    await rows(page).first().filter({ hasText: '청산' }).tap()
    const order = dialog(page, '주문 내역')
    await eventually(
      () => figure(order.locator('.hx')),
      (text) => text === net,
    )
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    expect((await csv(page, /주문 내역을 CSV/))('수량(계약)')).toBe('12')

    await tab(page, /당일손익/)
    const [day] = await ask<DailyProfit[]>('history/daily_profit')
    expect(day).toMatchObject({ date: '2026-11-18', realizedPnl: pnl, trades: 1, wins: 1 })
    const today = page.getByRole('region', { name: '당일손익' })
    await today.getByText('거래일 2026-11-18 (수)').waitFor()
    await today.getByText(`${signed(day!.netPnl)}원`, { exact: true }).waitFor()
    await today.getByText(signed(pnl), { exact: true }).waitFor()
    const row = page.getByRole('row', { name: /11-18/ })
    expect(await row.locator('td').allTextContents()).toEqual([
      signed(pnl),
      `−${Number(day!.fee).toLocaleString('en')}`,
      signed(day!.netPnl),
    ])
    await page.getByRole('img', { name: /거래일별 순손익 막대그래프/ }).waitFor()
    await expectAccessible(page)
    const days = await csv(page, /거래일별 손익을 CSV/)
    expect([days('거래일'), days('순손익(원)')]).toEqual(['2026-11-18', day!.netPnl])

    const after = await cross(ask)
    expect(Number(after.playerPoint) - Number(before.playerPoint) - Number(before.playerGameWaitPoint)).toBe(
      Number(pnl) - Number(fee),
    )
    const ledger = await house.server.database.run(
      `select reason, amount from posting where member_id = ${id} and account = 'MEMBER' and reason like 'OVERSEA%' order by id`,
    )
    const booked = (reason: string) =>
      ledger.filter((posting) => posting['reason'] === reason).reduce((sum, { amount }) => sum + Number(amount), 0)
    expect([booked('OVERSEA_PNL'), -booked('OVERSEA_FEE')]).toEqual([Number(pnl), Number(day!.fee)])

    await page.goto('/wallet/history')
    await page.getByRole('tab', { name: '해외선물' }).tap()
    const first = page.locator('#history .hx').first()
    await first.filter({ hasText: '매도' }).waitFor()
    expect(await figure(first)).toBe(net)
    await visitor.leave()
  })

  test('is narrowed by period and status, and follows what happens', async () => {
    const visitor = await trader()
    const { page, ask, trade } = visitor
    await visitor.open(`/oversea/${eur.id}`)
    await tab(page, /체결 내역/)
    await page.getByText('체결된 주문이 없습니다').waitFor()
    await trade('LONG', 1)
    await rows(page).filter({ hasText: '진입' }).waitFor()
    await page.getByRole('radio', { name: '주문', exact: true }).tap()
    const resting = { overseaOptionId: eur.id, tradeType: 'LONG', marketType: 'LIMIT', count: 1, price: '1.0900' }
    const { id } = await ask<OverseaOrder>('order', resting)
    await ask('order/cancel', { id })
    await rows(page).filter({ hasText: '직접 취소' }).waitFor()
    await page.getByRole('button', { name: '체결', exact: true }).tap()
    await eventually(
      () => rows(page).count(),
      (count) => count === 1,
    )
    await page.getByRole('button', { name: '거절', exact: true }).tap()
    await page.getByText('끝난 주문이 없습니다').waitFor()
    await tab(page, /당일손익/)
    // Opened and not closed: a fee, no trade.
    await page.getByRole('region', { name: '당일손익' }).getByText('0건').first().waitFor()
    await visitor.leave()
  })

  test('says that it could not be loaded', async () => {
    const visitor = await trader()
    visitor.allow(/ERR_FAILED/)
    const { page, trade } = visitor
    await trade('LONG', 1)
    const list = /\/api\/oversea\/history\/(open_position|fill|daily_profit)/
    await page.route(list, (route) => route.abort())
    await visitor.open(`/oversea/${eur.id}`)
    for (const name of [/체결 내역/, /당일손익/]) {
      await tab(page, name)
      await page.getByText('불러오지 못했습니다').first().waitFor()
    }
    await page.unroute(list)
    await page.getByRole('button', { name: '다시 시도' }).first().tap()
    await page.getByRole('region', { name: '당일손익' }).waitFor()
    await visitor.leave()
  })
})

describe('the quick order', () => {
  test('buys and closes from the list of all contracts, and looks up what became of it', async () => {
    const visitor = await trader()
    const { page, ask } = visitor
    await visitor.open('/search')
    await page.getByRole('heading', { name: '빠른 주문' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/search/oversea')
    const row = (name: string) => page.getByRole('button', { name: new RegExp(name) })
    await row('유로/달러').filter({ hasText: '1.10000' }).waitFor()
    expect(await page.locator('.qo').count()).toBe(5)
    await expectAccessible(page)

    await row('유로/달러').tap()
    const sheet = dialog(page, '유로/달러')
    await sheet.getByRole('button', { name: '3', exact: true }).tap()
    await expectAccessible(page)
    await sheet.getByRole('button', { name: /^매수/ }).tap()
    await page.getByRole('button', { name: '매수 주문' }).tap()
    await sheet.locator('.qo-o').getByText('매수 3계약').waitFor()
    expect(await held(ask)).toMatchObject([{ overseaOptionId: eur.id, tradeType: 'LONG', count: 3 }])

    await sheet.getByRole('button', { name: /^청산/ }).tap()
    await dialog(page, '유로/달러 청산').getByRole('button', { name: '3계약 청산' }).tap()
    await sheet.getByText('보유한 포지션이 없습니다').waitFor()
    await page.keyboard.press('Escape')
    await tab(page, /체결 내역/)
    await eventually(
      () => page.locator('.search .hx').count(),
      (count) => count === 2,
    )
    await tab(page, /당일손익/)
    await page.getByRole('region', { name: '당일손익' }).getByText('1건').first().waitFor()

    await tab(page, /종목/)
    await row('유로/달러').tap()
    await sheet.getByRole('link', { name: '차트와 호가 보기' }).tap()
    await page.waitForURL((url) => url.pathname === `/oversea/${eur.id}`)
    await visitor.leave()
  })

  test('shows at once what is held and what it would bring', async () => {
    const visitor = await trader()
    const { page, ask, trade } = visitor
    await trade('LONG', 2)
    setMid(eur, 110_220)
    await visitor.open('/search/oversea')
    const row = page.getByRole('button', { name: /유로\/달러/ })
    await row.filter({ hasText: '1.10220' }).waitFor()
    const { lastPnl } = await cross(ask)
    await row
      .filter({ hasText: '매수 2계약' })
      .filter({ hasText: signed(lastPnl) })
      .waitFor()
    await visitor.leave()
  })
})

describe('a night that is not allowed', () => {
  const reasons = [
    ['before a weekend', { CALENDAR: 'real', CLOCK_START: '2026-11-20T12:00:00+09:00' }, '주말이나 휴일 전에는'],
    ['after the deadline', { CLOCK_START: '2026-11-19T05:32:00+09:00' }, '신청 시각 05:30이 지났습니다'],
  ] as const
  test.each(reasons)('%s says why, and when the position is closed', async (_, env, reason) => {
    const own = await openHouse({ env })
    try {
      setMid(eur, eur.start, own)
      const visitor = await trader(own)
      const { page, trade } = visitor
      await trade('LONG', 1)
      await visitor.open(`/oversea/${eur.id}`)
      await card(page).getByText(reason).waitFor()
      await card(page).getByText('05:55에 시장가로 청산됩니다').waitFor()
      expect(await card(page).getByRole('switch', { name: '오버나잇' }).isDisabled()).toBe(true)
      await expectAccessible(page)
      await visitor.leave()
    } finally {
      await own.close()
    }
  })
})
