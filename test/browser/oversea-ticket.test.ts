import type { OverseaOrder, OverseaPosition } from '@maru/contract'
import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { jumpClock } from '../../apps/server/test/jump-clock.ts'
import { violations } from './axe.ts'
import { dialog, eventually, type House } from './house.ts'
import { loseAnswers } from './lost-answers.ts'
import { eur, gold, openAt, openWithPrices, setMid, trader } from './overseas.ts'
import { told } from './toasts.ts'
import type { Trader } from './traders.ts'

let house: House
beforeAll(async () => {
  house = await openAt('2026-11-18T12:00:00')
})
afterAll(() => house.close())
beforeEach(() => {
  house.server.feed.resume()
  for (const one of [eur, gold]) setMid(house, one, one.start)
})

/** Nothing is asked before it is done. */
const quiet = { confirms: false, confirmsClose: false }

const ticket = (page: Page) => page.getByRole('region', { name: '주문', exact: true })
const go = (page: Page, name: '매수' | '매도' | '청산') =>
  page.locator('.tk-go').getByRole('button', { name: new RegExp(`^${name}`) })
const tab = (page: Page, name: string) => ticket(page).getByRole('tab', { name, exact: true }).tap()
const field = (page: Page, label: RegExp) => ticket(page).getByLabel(label)
const chip = (page: Page, count: number) =>
  ticket(page)
    .getByRole('group', { name: '자주 쓰는 수량' })
    .getByRole('button', { name: String(count), exact: true })
const fault = (page: Page) => ticket(page).getByRole('alert')
const rested = (page: Page) =>
  page.locator('.tk-go').getByRole('button', { name: '주문을 접수했습니다' }).waitFor({ state: 'hidden' })
const openOrders = (ask: Trader['ask']) => ask<OverseaOrder[]>('history/open_order')
const positions = (ask: Trader['ask']) => ask<OverseaPosition[]>('history/open_position')
const done = (ask: Trader['ask']) => ask<OverseaOrder[]>('history/list')
/** Orders that filled, newest first, once so many are written down. */
const history = (ask: Trader['ask'], count: number) =>
  eventually(
    () => ask<OverseaOrder[]>('history/list?statusStrs=FILLED'),
    (orders) => orders.length === count,
  )

/** Sets the ticket up. */
async function set(page: Page, type: string, count: string, prices: { price?: string; trigger?: string } = {}) {
  await tab(page, type)
  if (prices.trigger !== undefined) await field(page, /^감시가/).fill(prices.trigger)
  if (prices.price !== undefined) await field(page, /^가격/).fill(prices.price)
  await field(page, /^수량/).fill(count)
}

/** Reads what one-touch means and switches it on. */
async function arm(page: Page) {
  await ticket(page).getByRole('radio', { name: '원터치' }).tap()
  const sheet = page.getByRole('dialog', { name: '원터치 주문' })
  await sheet.getByText('확인 없이 바로 시장가 주문이 나갑니다').waitFor()
  await sheet.getByRole('switch', { name: '원터치 주문 켜기' }).tap()
  await ticket(page).getByText('누르면 바로 주문됩니다').waitFor()
}

describe('the ticket', () => {
  test('says every figure before a market order, takes it to a guarded position, and asks no more when told so', async () => {
    const visitor = await trader(house, { marketType: 'MARKET' })
    const { page, ask } = visitor
    await chip(page, 3).tap()
    for (const name of ['익절', '손절']) await ticket(page).getByText(name, { exact: true }).tap()
    await field(page, /^익절 틱/).fill('25')
    await go(page, '매수').tap()
    const sheet = page.getByRole('dialog', { name: '▲ 매수 3계약' })
    await sheet.getByText('유로/달러 · 시장가').waitFor()
    const { fxRate } = await ask<{ fxRate: string }>(`option?overseaOptionId=${eur.id}`)
    const rate = Math.round(Number(fxRate) * 100)
    const won = (amount: number) => amount.toLocaleString('en').replace('-', '−')
    const receipt = async (label: string) =>
      (await sheet.getByRole('row', { name: label }).locator('td').allTextContents()).join(' ')
    const [margin, fee] = [3 * 4 * rate, Math.ceil((3 * rate) / 100)]
    expect(await receipt('포지션')).toBe('없음 → 매수 3계약')
    expect(await receipt('예상 체결가')).toBe('1.10010')
    expect(await receipt('위탁증거금')).toBe(`${won(margin)}원`)
    expect(await receipt('주문가능')).toBe(`10,000,000 → ${won(10_000_000 - margin - fee)}`)
    expect(await receipt('익절')).toBe(`+25틱 · +${won(Math.floor((75 * 125 * rate) / 10_000))}원`)
    expect(await receipt('손절')).toBe(`−10틱 · ${won(-Math.ceil((30 * 125 * rate) / 10_000))}원`)
    expect(await violations(page)).toEqual([])
    await sheet.getByText('다음부터 바로 주문합니다').tap()
    await sheet.getByRole('button', { name: '매수 주문' }).tap()
    await told(page, '주문 체결완료')
    expect(await positions(ask)).toMatchObject([
      { tradeType: 'LONG', count: 3, avgPrice: '1.10010', tpTick: 25, slTick: 10, margin: String(margin) },
    ])
    await rested(page)
    // Asked no more; an order of the other side closes, and holds nothing back.
    await ticket(page).getByText('매도 0원').waitFor()
    await go(page, '매도').tap()
    await eventually(
      () => positions(ask),
      (open) => open.length === 0,
    )
    await history(ask, 2)
    await visitor.leave()
  })

  test('places a limit, a MIT and a stop-limit that rest, and fill where their prices come', async () => {
    const visitor = await trader(house, quiet)
    const { page, ask } = visitor
    await set(page, '지정가', '1', { price: '1.09900' })
    await go(page, '매수').tap()
    await told(page, '주문 완료')
    await rested(page)
    await set(page, 'MIT', '2', { trigger: '1.0980' })
    await go(page, '매도').tap()
    await rested(page)
    await set(page, '예약지정가', '1', { trigger: '1.1030', price: '1.1035' })
    await go(page, '매수').tap()
    await rested(page)
    const open = await eventually(
      () => openOrders(ask),
      (orders) => orders.length === 3,
    )
    expect(
      open
        .map(({ marketType, tradeType, count, price, triggerPrice }) => [
          marketType,
          tradeType,
          count,
          price,
          triggerPrice,
        ])
        .sort(),
    ).toEqual([
      ['LIMIT', 'LONG', 1, '1.09900', null],
      ['STOPLIMIT', 'LONG', 1, '1.10350', '1.10300'],
      ['STOPMARKET', 'SHORT', 2, null, '1.09800'],
    ])
    setMid(house, eur, 109_890)
    await told(page, '주문 체결완료')
    setMid(house, eur, 109_790)
    // Two sold: one closes the bought one.
    await eventually(
      () => positions(ask),
      ([held]) => held?.tradeType === 'SHORT' && held.count === 1,
    )
    setMid(house, eur, 110_310)
    await eventually(
      () => positions(ask),
      (held) => held.length === 0,
    )
    expect((await history(ask, 3)).map(({ status }) => status)).toEqual(['FILLED', 'FILLED', 'FILLED'])
    // A resting order is cancelled from its row.
    await set(page, '지정가', '1', { price: '1.05' })
    await go(page, '매수').tap()
    await page.getByRole('tab', { name: /^미체결/ }).tap()
    await page.getByRole('button', { name: /취소$/ }).last().tap()
    await told(page, '주문 취소')
    expect(await openOrders(ask)).toEqual([])
    await visitor.leave()
  })

  test('steps along the grid of ticks, and counts by chips that the member chooses and keeps', async () => {
    const visitor = await trader(house, quiet)
    const { page, ask } = visitor
    const price = field(page, /^가격/)
    await price.fill('1.10005')
    await ticket(page).getByRole('button', { name: '1틱 더하기' }).tap()
    expect(await price.inputValue()).toBe('1.10010')
    await ticket(page).getByRole('button', { name: '1틱 빼기' }).tap()
    expect(await price.inputValue()).toBe('1.10000')
    await chip(page, 5).tap()
    await ticket(page).getByRole('button', { name: '1계약 더하기' }).tap()
    expect(await field(page, /^수량/).inputValue()).toBe('6')
    await ticket(page).getByRole('button', { name: '주문 설정' }).tap()
    const sheet = page.getByRole('dialog', { name: '주문 설정' })
    await sheet.getByLabel('수량 버튼 4').fill('7')
    await sheet.getByLabel('손절 틱').fill('40')
    // More than the contract takes is bounded.
    await sheet.getByLabel('수량 버튼 1').fill('99')
    await sheet.getByLabel('수량 버튼 2').tap()
    expect(await sheet.getByLabel('수량 버튼 1').inputValue()).toBe('30')
    await sheet.getByLabel('수량 버튼 1').fill('2')
    expect(await violations(page)).toEqual([])
    await sheet.getByRole('button', { name: '닫기' }).tap()
    await chip(page, 7).tap()
    expect(await field(page, /^손절 틱/).inputValue()).toBe('40')
    await page.reload({ waitUntil: 'domcontentloaded' })
    await chip(page, 7).waitFor()
    expect(
      await ticket(page).getByRole('group', { name: '자주 쓰는 수량' }).getByRole('button').allTextContents(),
    ).toEqual(['2', '3', '5', '7'])
    expect(await field(page, /^손절 틱/).inputValue()).toBe('40')
    expect(await openOrders(ask)).toEqual([])
    await visitor.leave()
  })

  test('a double tap makes one order', async () => {
    const visitor = await trader(house, quiet)
    const { page, ask } = visitor
    await set(page, '지정가', '1', { price: '1.0900' })
    await go(page, '매수').dblclick()
    await told(page, '주문 완료')
    await rested(page)
    expect(await openOrders(ask)).toHaveLength(1)
    await visitor.leave()
  })

  test('an order without an answer is asked about by its key: it was made once', async () => {
    const visitor = await trader(house, quiet)
    const { page, ask } = visitor
    visitor.allow(/ERR_FAILED/)
    const { keys, tell } = await loseAnswers(page, '**/api/oversea/order?*')
    await set(page, '지정가', '1', { price: '1.0900' })
    await go(page, '매수').tap()
    await page.locator('.tk-go').getByRole('button', { name: '확인 중입니다' }).waitFor()
    tell()
    await told(page, '주문 완료')
    await rested(page)
    expect(keys).toHaveLength(1)
    expect(await openOrders(ask)).toHaveLength(1)
    await visitor.leave()
  })

  test('refuses what the core would refuse beside its field, and sends nothing', async () => {
    const visitor = await trader(house, quiet)
    const { page, ask } = visitor
    let sent = 0
    page.on('request', (request) => {
      if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/oversea/order') sent += 1
    })
    const refuses = async (text: string, side: '매수' | '매도' = '매수') => {
      await go(page, side).tap()
      await fault(page).filter({ hasText: text }).first().waitFor()
    }
    await set(page, '지정가', '', { price: '1.1000' })
    await refuses('수량을 입력해 주세요.')
    for (const count of ['0', '1.5']) {
      await field(page, /^수량/).fill(count)
      await refuses('계약 수를 1 이상의 정수로 입력해 주세요.')
    }
    await field(page, /^수량/).fill('31')
    await refuses('30계약까지')
    await field(page, /^수량/).fill('30')
    await refuses('주문가능 금액이 부족합니다.')
    expect(await field(page, /^수량/).getAttribute('aria-invalid')).toBe('true')
    await field(page, /^수량/).fill('1')
    await field(page, /^가격/).fill('1.10005')
    await refuses('0.00010 단위로')
    await field(page, /^가격/).fill('0.9')
    await refuses('±10% 안에서')
    await field(page, /^가격/).fill('')
    await refuses('가격을 입력해 주세요.')
    await set(page, 'MIT', '1', { trigger: '1.10000' })
    await refuses('감시가를 지금 시세와 다르게')
    await tab(page, '시장가')
    await ticket(page).getByText('익절', { exact: true }).tap()
    for (const ticks of ['0', '1001', '1.5']) {
      await field(page, /^익절 틱/).fill(ticks)
      await refuses('틱은 1에서 1,000 사이로')
    }
    await field(page, /^익절 틱/).fill('10')
    await fault(page).waitFor({ state: 'hidden' })
    // A silent feed: what would open waits.
    house.server.feed.pause(eur.symbol)
    await page.locator('.tk-go').getByRole('button', { name: '시세를 기다리는 중입니다' }).waitFor({ timeout: 60_000 })
    expect(sent).toBe(0)
    expect(await openOrders(ask)).toEqual([])
    expect(await done(ask)).toEqual([])
    await visitor.leave()
  })
})

describe('one-touch', () => {
  test('is off until its risk was read, buys and closes at one touch each, and a level of the book is a limit there', async () => {
    const visitor = await trader(house)
    const { page, ask } = visitor
    await ticket(page).getByRole('radio', { name: '원터치' }).tap()
    await dialog(page, '원터치 주문').getByRole('button', { name: '취소' }).tap()
    expect(await ticket(page).getByRole('radio', { name: '일반' }).getAttribute('aria-checked')).toBe('true')
    await arm(page)
    expect(await violations(page)).toEqual([])
    await chip(page, 3).tap()
    expect(await go(page, '청산').isDisabled()).toBe(true)
    await go(page, '매수').getByText('1.10010').waitFor()
    await go(page, '매수').tap()
    await told(page, '주문 체결완료')
    expect(await positions(ask)).toMatchObject([{ tradeType: 'LONG', count: 3, tpTick: null, slTick: null }])
    await go(page, '청산').getByText('−1틱').waitFor()
    await go(page, '청산').tap()
    await eventually(
      () => positions(ask),
      (held) => held.length === 0,
    )
    expect((await history(ask, 2)).map(({ tradeType, isReduceOnly }) => [tradeType, isReduceOnly])).toEqual([
      ['SHORT', true],
      ['LONG', false],
    ])
    // A bid buys, an ask sells.
    await eventually(() => go(page, '매수').isEnabled(), Boolean)
    await page.locator('.book-r.bid').nth(0).tap()
    await eventually(
      () => openOrders(ask),
      (orders) => orders.length === 1,
    )
    await eventually(() => go(page, '매수').isEnabled(), Boolean)
    await page.locator('.book-r.ask:enabled').last().tap()
    const open = await eventually(
      () => openOrders(ask),
      (orders) => orders.length === 2,
    )
    expect(open.map(({ tradeType, marketType, price, count }) => [tradeType, marketType, price, count]).sort()).toEqual(
      [
        ['LONG', 'LIMIT', '1.09990', 3],
        ['SHORT', 'LIMIT', '1.10010', 3],
      ],
    )
    await visitor.leave()
  })

  test('a double touch is one order, and what cannot be ordered is said and not sent', async () => {
    const visitor = await trader(house)
    const { page, ask } = visitor
    await arm(page)
    await go(page, '매도').dblclick()
    await told(page, '주문 체결완료')
    expect(await positions(ask)).toMatchObject([{ tradeType: 'SHORT', count: 1 }])
    await history(ask, 1)
    await eventually(() => go(page, '매도').isEnabled(), Boolean)
    await field(page, /^수량/).fill('30')
    await go(page, '매도').tap()
    await fault(page).filter({ hasText: '30계약까지' }).waitFor()
    // The position can be closed all the same.
    await go(page, '청산').tap()
    await eventually(
      () => positions(ask),
      (held) => held.length === 0,
    )
    await visitor.leave()
  })

  test('ends when the page is left or hidden, and after three minutes of rest', async () => {
    const visitor = await trader(house)
    const { page } = visitor
    const isOff = async () =>
      (await ticket(page).getByRole('radio', { name: '일반' }).getAttribute('aria-checked')) === 'true'
    await arm(page)
    await page.getByRole('button', { name: '유로/달러, 종목 바꾸기' }).tap()
    await page.getByRole('dialog', { name: '선물거래' }).getByRole('button', { name: /^금/ }).tap()
    await page.getByRole('button', { name: '금, 종목 바꾸기' }).waitFor()
    await eventually(isOff, Boolean)
    await arm(page)
    for (const state of ['hidden', 'visible'])
      await page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))`)
    await eventually(isOff, Boolean)
    await page.clock.install()
    await arm(page)
    await page.clock.fastForward(2 * 60_000)
    expect(await isOff()).toBe(false)
    await page.clock.fastForward(61_000)
    await eventually(isOff, Boolean)
    await visitor.leave()
  })
})

test('the order buttons stay above the tabs on phones of 390 × 844 and 360 × 740, beside a position too', async () => {
  const visitor = await trader(house, quiet)
  const { page } = visitor
  const isInSight = async () => {
    for (const [width, height] of [
      [390, 844],
      [360, 740],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.evaluate('scrollTo(0, 0)')
      const [row, tabs] = [(await page.locator('.tk-go').boundingBox())!, (await page.locator('.ftr').boundingBox())!]
      expect(tabs.y - (row.y + row.height)).toBeGreaterThanOrEqual(0)
    }
  }
  await go(page, '매수').waitFor({ timeout: 60_000 })
  await isInSight()
  await arm(page)
  await isInSight()
  await go(page, '매수').tap()
  await ticket(page).getByText('매도 0원').waitFor()
  await isInSight()
  await ticket(page).getByRole('radio', { name: '일반' }).tap()
  await isInSight()
  await visitor.leave()
})

test('in the last ten minutes of a session the ticket takes what closes, and nothing else', async () => {
  const clock = jumpClock(Date.parse('2026-11-19T05:40:00+09:00'))
  const late = await openWithPrices({ clock })
  const visitor = await trader(late, { ...quiet, marketType: 'MARKET' })
  const { page, ask } = visitor
  await chip(page, 3).tap()
  await go(page, '매수').tap()
  await told(page, '주문 체결완료')
  // A few seconds before: the page itself notices that the time has come.
  clock.jumpTo(Date.parse('2026-11-19T05:49:55+09:00'))
  await ticket(page).getByText('마감 10분 전부터는 청산 주문만 받습니다.').waitFor()
  await go(page, '매수').tap()
  await fault(page).filter({ hasText: '장 마감 전에는 청산 주문만 가능합니다.' }).waitFor()
  await go(page, '매도').tap()
  await eventually(
    () => positions(ask),
    (held) => held.length === 0,
  )
  await visitor.leave()
  await late.close()
})
