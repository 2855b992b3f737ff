// Overseas futures with the real server: one trip for each flow. What the page shows and sends is tested beside its source.
import { readFile } from 'node:fs/promises'
import type { DailyProfit, OverseaCross, OverseaFill, OverseaOrder, OverseaPosition } from '@maru/contract'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jumpClock } from '../../apps/server/test/jump-clock.ts'
import { answer, arrives, dialog, eventually, type House } from './house.ts'
import { eur, gold, openAt, openWithPrices, setMid, trader } from './overseas.ts'
import { told } from './toasts.ts'
import type { Trader } from './traders.ts'

let house: House
beforeAll(async () => {
  house = await openAt('2026-11-18T12:00:00')
})
afterAll(() => house.close())

const market = { overseaOptionId: eur.id, tradeType: 'LONG', marketType: 'MARKET', count: 2 }
/** Nothing is asked before it is done. */
const quiet = { confirms: false, confirmsClose: false }

const ticket = (page: Page) => page.getByRole('region', { name: '주문', exact: true })
const go = (page: Page, name: '매수' | '매도' | '청산') =>
  page.locator('.tk-go').getByRole('button', { name: new RegExp(`^${name}`) })
const count = (page: Page) => ticket(page).getByLabel(/^수량/)
const card = (page: Page, name = '유로/달러 매수') => page.getByRole('article', { name })
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name }).tap()
/** Labels of the chart; one whose price lies outside the picture begins with an arrow. */
const tags = (page: Page, text: RegExp) => page.locator('.tc-tag').filter({ hasText: text })
/** What positions and orders hold back, of the margin account. */
const margins = (page: Page) => page.locator('.ov-acct > div').filter({ hasText: '증거금' }).locator('dd').textContent()
const clock = (page: Page) => page.getByRole('timer', { name: '거래 시간' })
const nothingHeld = (page: Page) => page.getByText('보유한 포지션이 없습니다').waitFor()
/** The figure at the right end of a row. */
const resultOf = (page: Page, rows: string) => page.locator(`${rows} .hx`).first().locator('.b').textContent()
const won = (amount: string | number) => Number(amount).toLocaleString('en').replace('-', '−')
const signed = (amount: string | number) => `${Number(amount) > 0 ? '+' : ''}${won(amount)}`

const held = (ask: Trader['ask']) => ask<OverseaPosition[]>('history/open_position')
const openOrders = (ask: Trader['ask']) => ask<OverseaOrder[]>('history/open_order')
const cross = (ask: Trader['ask']) => ask<OverseaCross>('cross')

/** Opens a position and waits until the page shows it. */
async function hold({ page, ask }: Trader, body: object, name: string): Promise<void> {
  await ask('order', body)
  await card(page, name).waitFor()
}

/** Saves the list that is shown, and reads its first row by the names of the columns. */
async function csv(page: Page, label: RegExp): Promise<(column: string) => string | undefined> {
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: label }).tap()
  const text = await readFile(await (await saved).path(), 'utf8')
  expect(text.charCodeAt(0)).toBe(0xfeff)
  const [head, first] = text
    .slice(1)
    .split('\r\n')
    .map((line) => line.split(','))
  return (column) => first?.[head?.indexOf(column) ?? -1]
}

test('a market order becomes a guarded position that outlives a restart, and its close has one result everywhere', async () => {
  const visitor = await trader(house, { marketType: 'MARKET' })
  const { page, ask, id } = visitor
  await count(page).fill('12')
  for (const name of ['익절', '손절']) await ticket(page).getByText(name, { exact: true }).tap()
  await ticket(page)
    .getByLabel(/^익절 틱/)
    .fill('25')
  await go(page, '매수').tap()
  const sheet = page.getByRole('dialog', { name: '▲ 매수 12계약' })
  const receipt = (label: string) => sheet.getByRole('row', { name: label }).locator('td').last().textContent()
  const [price, margin] = [await receipt('예상 체결가'), await receipt('위탁증거금')]
  await sheet.getByRole('button', { name: '매수 주문' }).tap()
  await told(page, '주문 체결완료')
  await card(page).getByText('25틱 / 10틱').waitFor()
  // Two contracts met the second tick.
  const [position] = await held(ask)
  expect(position).toMatchObject({ count: 12, avgPrice: '1.10012', tpTick: 25, slTick: 10 })
  expect([price, margin]).toEqual([position?.avgPrice, `${won(position!.margin)}원`])

  await ask('order', { ...market, marketType: 'LIMIT', price: '1.0980', count: 1 })
  await tags(page, /매수 1$/).waitFor()
  const used = await margins(page)
  await house.restart()
  for (const one of [eur, gold]) setMid(house, one, one.start)
  await page.reload()
  await card(page).getByText('25틱 / 10틱').waitFor()
  await tags(page, /익절 \+25틱/).waitFor()
  await tags(page, /매수 1$/).waitFor()
  await eventually(
    () => margins(page),
    (text) => text === used,
  )
  await tab(page, /^미체결 1/)
  await page.getByRole('button', { name: /취소$/ }).last().tap()
  await told(page, '주문 취소')
  expect(await openOrders(ask)).toEqual([])

  setMid(house, eur, 110_130)
  await tab(page, /^포지션 1/)
  await tags(page, /매수 12 \+12틱$/).waitFor()
  const before = await eventually(
    () => cross(ask),
    ({ lastPnl }) => Number(lastPnl) > 0,
  )
  await card(page)
    .getByText(`${signed(before.lastPnl)}원`, { exact: true })
    .waitFor()
  await card(page).getByRole('button', { name: '시장가 청산' }).tap()
  const closing = dialog(page, '유로/달러 청산')
  const expected = await closing.locator('.hx-k > div').filter({ hasText: '예상 순손익' }).locator('dd').textContent()
  await closing.getByRole('button', { name: '12계약 청산' }).tap()
  await nothingHeld(page)
  const [fill] = await eventually(
    () => ask<OverseaFill[]>('history/fill'),
    (fills) => fills.length === 2,
  )
  expect(fill).toMatchObject({ count: 12, isClose: true, best: '1.10120', slippage: '0.00002' })
  const { realizedPnl: pnl, fee } = fill!
  const net = signed(Number(pnl) - Number(fee))
  expect(expected).toBe(`${net}원`)

  await tab(page, /^체결 내역/)
  await eventually(
    () => resultOf(page, '.lists'),
    (text) => text === net,
  )
  const fills = await csv(page, /체결 내역을 CSV/)
  expect([fills('종목'), fills('실현손익(원)'), fills('수수료(원)'), fills('거래일')]).toEqual([
    'EURUSD',
    pnl,
    fee,
    '2026-11-18',
  ])
  await page.getByRole('radio', { name: '주문', exact: true }).tap()
  await page.locator('.lists .hx').first().filter({ hasText: '청산' }).waitFor()
  expect((await csv(page, /주문 내역을 CSV/))('수량(계약)')).toBe('12')

  await tab(page, /^당일손익/)
  const [day] = await ask<DailyProfit[]>('history/daily_profit')
  expect(day).toMatchObject({ date: '2026-11-18', realizedPnl: pnl, trades: 1, wins: 1 })
  await page
    .getByRole('region', { name: '당일손익' })
    .getByText(`${signed(day!.netPnl)}원`, { exact: true })
    .waitFor()
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
  await page.locator('#history .hx').first().filter({ hasText: '매도' }).waitFor()
  expect(await resultOf(page, '#history')).toBe(net)
  await visitor.leave()
})

test('one-touch buys and closes at one touch each, and a level of the book is a limit order there', async () => {
  for (const one of [eur, gold]) setMid(house, one, one.start)
  const visitor = await trader(house)
  const { page, ask } = visitor
  await ticket(page).getByRole('radio', { name: '원터치' }).tap()
  await dialog(page, '원터치 주문').getByRole('switch', { name: '원터치 주문 켜기' }).tap()
  await count(page).fill('3')
  await go(page, '매수').getByText('1.10010').waitFor()
  await go(page, '매수').tap()
  await told(page, '주문 체결완료')
  expect(await held(ask)).toMatchObject([{ tradeType: 'LONG', count: 3, tpTick: null, slTick: null }])
  await go(page, '청산').getByText('−1틱').waitFor()
  await go(page, '청산').tap()
  await nothingHeld(page)
  expect(await held(ask)).toEqual([])
  const done = await eventually(
    () => ask<OverseaOrder[]>('history/list?statusStrs=FILLED'),
    (orders) => orders.length === 2,
  )
  expect(done.map(({ tradeType, isReduceOnly }) => [tradeType, isReduceOnly])).toEqual([
    ['SHORT', true],
    ['LONG', false],
  ])
  await page.locator('.book-r.bid:enabled').first().tap()
  await told(page, '주문 완료')
  expect(await openOrders(ask)).toMatchObject([{ tradeType: 'LONG', marketType: 'LIMIT', price: '1.09990', count: 3 }])
  await visitor.leave()
})

test('a session ends by its clock: nights are applied for in time, then orders only close, what is not held is closed, and all rests until it opens again', async () => {
  const time = jumpClock(Date.parse('2026-11-19T05:20:00+09:00'))
  const late = await openWithPrices({ clock: time })
  /** Just before a moment, so that page and core notice themselves that it has come. */
  const goTo = (text: string) => {
    time.jumpTo(Date.parse(`2026-11-19T${text}+09:00`))
    for (const one of [eur, gold]) setMid(late, one, one.start)
  }
  const visitor = await trader(late, { ...quiet, marketType: 'MARKET' })
  const { page, ask } = visitor
  await hold(visitor, market, '유로/달러 매수')
  await hold(visitor, { ...market, overseaOptionId: gold.id, tradeType: 'SHORT', count: 1 }, '금 매도')
  await card(page).getByText('05:30까지 신청할 수 있습니다').waitFor()
  await card(page).getByRole('switch', { name: '오버나잇' }).tap()
  await card(page).getByText('05:50에 증거금을 다시 확인합니다').waitFor()
  goTo('05:29:58')
  await card(page, '금 매도').getByText('신청 마감 시각(05:30)이 지났습니다').waitFor()
  expect(await card(page, '금 매도').getByRole('switch', { name: '오버나잇' }).isDisabled()).toBe(true)

  goTo('05:49:58')
  await ticket(page).getByText('마감 10분 전부터는 청산 주문만 받습니다.').waitFor()
  await count(page).fill('1')
  await go(page, '매수').tap()
  await ticket(page).getByRole('alert').filter({ hasText: '장 마감 전에는 청산 주문만 가능합니다.' }).waitFor()
  await go(page, '매도').tap()
  await card(page).getByText('매수 1계약').waitFor()

  goTo('05:54:58')
  await card(page, '금 매도').waitFor({ state: 'detached' })
  expect(await held(ask)).toMatchObject([{ overseaOptionId: eur.id, count: 1, isActive: true }])
  await card(page).getByText('마감 뒤 다음 거래일까지 보유합니다').waitFor()

  goTo('05:59:58')
  expect(await answer(page, '확인')).toBe('유로/달러 종목은 현재 휴장입니다.')
  expect(await answer(page, '확인')).toBe('모든 종목이 휴장입니다.')
  await arrives(page, '/more')

  goTo('06:05:01')
  await eventually(
    () => ask<boolean>('option/exist_option'),
    (isOpen) => isOpen,
  )
  await visitor.open('/oversea')
  await arrives(page, `/oversea/${eur.id}`)
  await clock(page).getByText('개장 중').waitFor()
  // Its night is paid for, and the next one is not applied for yet.
  await card(page).getByRole('switch', { name: '오버나잇' }).waitFor()
  const [night] = await held(ask)
  expect(night).toMatchObject({ count: 1, isActive: false })
  expect(Number(night?.financing)).toBeLessThan(0)

  // A halt in the session: the page loads anew at a contract that is open.
  late.server.feed.say({ kind: 'halt', instrument: eur.symbol, isHalted: true, at: time.now() })
  expect(await answer(page, '확인')).toBe('유로/달러 종목은 현재 휴장입니다.')
  await arrives(page, '/oversea/2')
  await visitor.leave()
  await late.close()
})
