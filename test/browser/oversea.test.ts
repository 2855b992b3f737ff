import type { OverseaOrder, OverseaPosition } from '@maru/contract'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { demoPassword } from '../../apps/server/src/members/index.ts'
import { jumpClock } from '../../apps/server/test/jump-clock.ts'
import { expectAccessible } from './axe.ts'
import { answer, arrives, dialog, eventually, type House, pathOf } from './house.ts'
import { eur, gold, openAt, openWithPrices, setMid, trader } from './overseas.ts'
import { told } from './toasts.ts'
import type { Trader } from './traders.ts'

const pound = { id: 2 }

/** Nothing is asked before it is done. */
const quiet = { confirms: false, confirmsClose: false, confirmsLines: false }
const market = { overseaOptionId: eur.id, tradeType: 'LONG', marketType: 'MARKET', count: 2 }

const buy = (page: Page) => page.locator('.tk-go').getByRole('button', { name: /^매수/ })
const tags = (page: Page) => page.locator('.tc-tag')
const card = (page: Page) => page.getByRole('article', { name: '유로/달러 매수' })
/** A figure of the margin account. */
const figure = (page: Page, label: string) =>
  page.locator('.ov-acct > div').filter({ hasText: label }).locator('dd').textContent()
const instrument = (page: Page, name: string) => page.getByRole('button', { name: `${name}, 종목 바꾸기` })
const clock = (page: Page) => page.getByRole('timer', { name: '거래 시간' })

/** The one position of a member. */
async function held(ask: Trader['ask']): Promise<OverseaPosition> {
  const [position, ...others] = await ask<OverseaPosition[]>('history/open_position')
  if (!position || others.length > 0) throw new Error('the member has not one position')
  return position
}

/** Takes a label of the chart by the finger and moves it. */
async function drag(page: Page, label: RegExp, down: number) {
  const tag = tags(page).filter({ hasText: label })
  await tag.waitFor()
  await page.evaluate('scrollTo(0, 0)')
  const box = (await tag.boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + down, { steps: 6 })
  await page.mouse.up()
}

describe('in a session', () => {
  let house: House
  beforeAll(async () => {
    house = await openAt('2026-11-18T12:00:00')
    // The candle of now has a range, which the chart's scale follows.
    for (const price of [eur.start - 400, eur.start + 400]) house.server.feed.trade(eur.symbol, price)
  })
  afterAll(() => house.close())
  afterEach(() => {
    house.server.feed.resume()
    for (const one of [eur, gold]) setMid(house, one, one.start)
  })

  test('a member lands on the first contract that is open, and sees how long it will be', async () => {
    const visitor = await house.visit()
    const { page } = visitor
    await visitor.open('/')
    await page.getByLabel('아이디').first().fill('demo1')
    await page.getByLabel('비밀번호', { exact: true }).fill(demoPassword)
    await page.getByRole('button', { name: '로그인', exact: true }).tap()
    await arrives(page, `/oversea/${eur.id}`)
    await instrument(page, '유로/달러').waitFor()
    await clock(page)
      .getByText(/^개장 중 · 마감까지 17:5\d:\d\d$/)
      .waitFor()
    // A quarter past nine in the evening before, in the winter time of Chicago.
    await page.getByText(/KST 12:0\d:\d\d · CME 21:0\d$/).waitFor()
    expect(await page.title()).toContain('해외선물')
    await visitor.leave()
  })

  test('the drawer leads to another contract, and says of one that rests that it does', async () => {
    const visitor = await trader(house)
    const { page } = visitor
    const halt = (isHalted: boolean) =>
      house.server.feed.say({
        kind: 'halt',
        instrument: gold.symbol,
        isHalted,
        at: house.server.deps.clocks.domain.now(),
      })
    await instrument(page, '유로/달러').tap()
    const drawer = page.getByRole('dialog', { name: '선물거래' })
    await drawer.getByRole('button', { name: /^금.*\d/ }).tap()
    await arrives(page, `/oversea/${gold.id}`)
    await instrument(page, '금').tap()
    halt(true)
    // It is the page's own contract that rests now, and the drawer says so too.
    expect(await answer(page, '확인')).toContain('금 종목은 현재 휴장')
    await arrives(page, `/oversea/${eur.id}`)
    await instrument(page, '유로/달러').tap()
    await drawer.getByRole('button', { name: /^금.*휴장/ }).tap()
    expect(await answer(page, '확인')).toContain('현재 휴장')
    expect(pathOf(page)).toBe(`/oversea/${eur.id}`)
    halt(false)
    await drawer.getByRole('button', { name: /^금.*%/ }).tap()
    await arrives(page, `/oversea/${gold.id}`)
    await visitor.leave()
  })

  test('a touch of the order book fills the ticket’s price, on the grid of ticks', async () => {
    const visitor = await trader(house, { ...quiet, marketType: 'MARKET' })
    const { page } = visitor
    const book = page.getByRole('toolbar', { name: '호가를 눌러 가격을 입력합니다' })
    await book.getByRole('button', { name: /1\.10010/ }).tap()
    await page.getByRole('tab', { name: '지정가', exact: true, selected: true }).waitFor()
    const price = page.getByLabel(/^가격/)
    expect(await price.inputValue()).toBe('1.10010')
    // The last price is a middle: half a tick is no price.
    setMid(house, eur, 110_005)
    await page.locator('.book-m').filter({ hasText: '1.10005' }).tap()
    expect(await price.inputValue()).toMatch(/^1\.100[01]0$/)
    await visitor.leave()
  })

  test('a market order is told, and its result runs through margin account, card and chart tick by tick', async () => {
    const visitor = await trader(house, { ...quiet, marketType: 'MARKET' })
    const { page, ask } = visitor
    await page.getByLabel(/^수량/).fill('2')
    await buy(page).tap()
    await told(page, '주문 체결완료')
    await card(page).waitFor()
    const { margin, avgPrice } = await held(ask)
    expect(avgPrice).toBe('1.10010')
    const { tickValueKrw } = await ask<{ tickValueKrw: string }>(`option?overseaOptionId=${eur.id}`)
    const cross = await ask<{ playerPoint: string; playerGameWaitPoint: string; losscut: string }>('cross')
    const krw = (amount: number) => amount.toLocaleString('en').replace('-', '−')
    const deposit = Number(cross.playerPoint) + Number(cross.playerGameWaitPoint)
    await eventually(
      () => figure(page, '예탁금'),
      (text) => text === krw(deposit),
    )
    expect(await figure(page, '증거금')).toBe(krw(Number(margin)))

    setMid(house, eur, eur.start + 60)
    // Five ticks above the entry, two contracts; a tick in won has decimals, the sum is cut to whole ones.
    const { fxRate } = await ask<{ fxRate: string }>(`option?overseaOptionId=${eur.id}`)
    const pnl = Math.floor(5 * 2 * 1.25 * Number(fxRate))
    expect(Math.abs(pnl - 10 * Number(tickValueKrw))).toBeLessThan(10)
    await eventually(
      () => figure(page, '평가손익'),
      (text) => text === `+${krw(pnl)}`,
    )
    expect(await figure(page, '로스컷까지')).toBe(krw(deposit + pnl - Number(cross.losscut)))
    await card(page)
      .getByText(`+${krw(pnl)}`)
      .waitFor()
    await tags(page)
      .filter({ hasText: /^매수 2 \+5틱$/ })
      .waitFor()
    await expectAccessible(page)
    await visitor.leave()
  })

  test('the entry’s line is pulled to a take profit and a stop loss of whole ticks', async () => {
    const visitor = await trader(house, quiet)
    const { page, ask } = visitor
    await ask('order', market)
    await card(page).waitFor()
    await drag(page, /^매수 2 /, -14)
    await tags(page)
      .filter({ hasText: /익절 \+\d+틱/ })
      .waitFor()
    await drag(page, /^매수 2 /, 14)
    await tags(page)
      .filter({ hasText: /손절 −\d+틱/ })
      .waitFor()
    const { tpTick, slTick } = await held(ask)
    await tags(page)
      .filter({ hasText: `익절 +${tpTick}틱` })
      .waitFor()
    await card(page).getByText(`${tpTick}틱 / ${slTick}틱`).waitFor()

    // The line of the stop loss itself is moved the same way, and not to the side of a profit.
    await drag(page, /손절 −/, 8)
    const moved = await eventually(
      async () => (await held(ask)).slTick!,
      (ticks) => ticks > slTick!,
    )
    await drag(page, /손절 −/, -60)
    expect(await answer(page, '확인')).toContain('손실 방향으로')
    expect((await held(ask)).slTick).toBe(moved)
    await visitor.leave()
  })

  test('a waiting order is moved by its line after a question: cancelled, and placed anew with its ticks', async () => {
    const visitor = await trader(house)
    const { page, ask } = visitor
    const { id } = await ask<OverseaOrder>('order', {
      ...market,
      marketType: 'LIMIT',
      price: '1.0980',
      tpTick: 20,
      slTick: 15,
    })
    await told(page, '주문 완료')
    await drag(page, /^매수 2$/, 12)
    const question = await answer(page, '옮기기')
    const [, price = ''] = /취소하고 ([\d.]+)에/.exec(question) ?? []
    await told(page, '주문 완료')
    const [moved, ...others] = await ask<OverseaOrder[]>('history/open_order')
    expect(others).toEqual([])
    expect(moved).toMatchObject({ count: 2, price, tpTick: 20, slTick: 15 })
    expect(Number(moved?.price)).toBeLessThan(1.098)
    expect(moved?.id).not.toBe(id)
    await visitor.leave()
  })

  test('near the loss cut the margin account warns, and a loss cut is told', async () => {
    const visitor = await trader(house, quiet)
    const { page, ask } = visitor
    await ask('order', { ...market, count: 15 })
    await card(page).waitFor()
    const cross = await ask<{ playerPoint: string; playerGameWaitPoint: string; losscut: string }>('cross')
    const { fxRate } = await ask<{ fxRate: string }>(`option?overseaOptionId=${eur.id}`)
    const room = Number(cross.playerPoint) + Number(cross.playerGameWaitPoint) - Number(cross.losscut)
    const ticks = Math.ceil(room / (15 * 1.25 * Number(fxRate)))
    setMid(house, eur, eur.start + 10 - (ticks - 10) * 10)
    await told(page, '청산위험')
    await page.locator('.ov-acct .is-near').filter({ hasText: '로스컷까지' }).waitFor()
    await expectAccessible(page)
    setMid(house, eur, eur.start + 10 - (ticks + 2) * 10)
    await told(page, '청산')
    await page.getByText('보유한 포지션이 없습니다').waitFor()
    await page.locator('.ov-acct .is-near').waitFor({ state: 'detached' })
    await visitor.leave()
  })

  test('a restart of the house keeps positions, orders and lines', async () => {
    const visitor = await trader(house, quiet)
    const { page, ask } = visitor
    await ask('order', market)
    await card(page).waitFor()
    const { id } = await held(ask)
    await ask('order/tpsl', { overseaPositionId: id, overseaOptionId: eur.id, tpTick: 30 })
    await ask('order', { ...market, marketType: 'LIMIT', price: '1.0980', count: 1 })
    await tags(page).filter({ hasText: '익절 +30틱' }).waitFor()
    await tags(page)
      .filter({ hasText: /^매수 1$/ })
      .waitFor()
    const before = await figure(page, '증거금')
    await house.restart()
    for (const one of [eur, gold]) setMid(house, one, one.start)
    await page.reload()
    await card(page).getByText('30틱 / –').waitFor()
    await tags(page).filter({ hasText: '익절 +30틱' }).waitFor()
    await tags(page)
      .filter({ hasText: /^매수 1$/ })
      .waitFor()
    await eventually(
      () => figure(page, '증거금'),
      (text) => text === before,
    )
    await visitor.leave()
  })

  test('a guest sees prices, clock, book and chart without queues, and is led to sign in', async () => {
    const frames: string[] = []
    const visitor = await house.visit()
    const { page } = visitor
    page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => frames.push(String(payload))))
    await visitor.open('/overseaView')
    await arrives(page, `/overseaView/${eur.id}`)
    await page
      .getByRole('button', { name: /1\.10010/ })
      .first()
      .waitFor()
    await clock(page).getByText('개장 중').waitFor()
    await expectAccessible(page)
    await eventually(
      () => frames.some((frame) => frame.includes('/topic/depth/OV_EURUSD')),
      (isAsked) => isAsked,
    )
    expect(frames.filter((frame) => frame.includes('/user/queue/'))).toEqual([])
    expect(await page.locator('.ov-acct').count()).toBe(0)
    await buy(page).tap()
    await arrives(page, '/signin')
    await visitor.leave()
  })

  test('on a phone of 320 px nothing reaches over the edge, and nothing moves while prices do', async () => {
    const visitor = await trader(house, quiet)
    const { page, ask } = visitor
    await page.setViewportSize({ width: 320, height: 700 })
    await ask('order', market)
    await card(page).waitFor()
    await page.locator('.tc-chart[aria-busy="false"]').waitFor()
    expect(await page.evaluate('[document.scrollingElement.scrollWidth, innerWidth]')).toEqual([320, 320])
    expect(await page.getByRole('navigation', { name: '주 메뉴' }).getByRole('link').allTextContents()).toEqual([
      '회차',
      '선물',
      '해외선물',
      '지갑',
      '더보기',
    ])
    await page.waitForTimeout(500)
    await page.evaluate(`window.shifts = 0; new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value
    }).observe({ type: 'layout-shift' })`)
    for (let step = 1; step <= 8; step++) {
      setMid(house, eur, eur.start + (step % 2 === 0 ? 1 : -1) * step * 20)
      await page.waitForTimeout(300)
    }
    expect(await page.evaluate('window.shifts')).toBeLessThan(0.01)
    await visitor.leave()
  })

  test('a contract that comes to rest is left for one that is open', async () => {
    const visitor = await trader(house, quiet)
    const { page } = visitor
    await clock(page).getByText('개장 중').waitFor()
    const at = () => house.server.deps.clocks.domain.now()
    house.server.feed.say({ kind: 'halt', instrument: eur.symbol, isHalted: true, at: at() })
    expect(await answer(page, '확인')).toBe('유로/달러 종목은 현재 휴장입니다.')
    await arrives(page, `/oversea/${pound.id}`)

    // Opening its address leads away likewise.
    await visitor.open(`/oversea/${eur.id}`)
    expect(await answer(page, '확인')).toBe('유로/달러 종목은 현재 휴장입니다.')
    await arrives(page, `/oversea/${pound.id}`)
    house.server.feed.say({ kind: 'halt', instrument: eur.symbol, isHalted: false, at: at() })
    await visitor.leave()
  })
})

describe('at the end of a week', () => {
  let house: House
  const time = jumpClock(Date.parse('2026-11-21T05:30:00+09:00'))
  beforeAll(async () => {
    house = await openWithPrices({ clock: time, env: { CALENDAR: 'real' } })
  })
  afterAll(() => house.close())

  test('a member is told that all is closed and goes to 더보기, once, and again when he comes back; a guest stays', async () => {
    const visitor = await trader(house, quiet)
    const { page } = visitor
    await clock(page).getByText('개장 중').waitFor()
    time.jumpTo(Date.parse('2026-11-21T05:59:58+09:00'))
    expect(await answer(page, '확인')).toContain('종목은 현재 휴장입니다.')
    expect(await answer(page, '확인')).toBe('모든 종목이 휴장입니다.')
    await arrives(page, '/more')

    await page.locator('.ftr').getByRole('link', { name: '해외선물' }).tap()
    expect(await answer(page, '확인')).toBe('모든 종목이 휴장입니다.')
    await arrives(page, '/more')
    await visitor.open(`/oversea/${eur.id}`)
    expect(await answer(page, '확인')).toBe('유로/달러 종목은 현재 휴장입니다.')
    expect(await answer(page, '확인')).toBe('모든 종목이 휴장입니다.')
    await arrives(page, '/more')
    await page.waitForTimeout(1_500)
    expect([pathOf(page), await dialog(page).count()]).toEqual(['/more', 0])
    await visitor.leave()

    const guest = await house.visit()
    await guest.open('/overseaView')
    expect(await answer(guest.page, '확인')).toContain('종목은 현재 휴장입니다.')
    expect(await answer(guest.page, '확인')).toBe('모든 종목이 휴장입니다.')
    expect(pathOf(guest.page)).toMatch(/^\/overseaView\/\d$/)
    await clock(guest.page)
      .getByText(/^휴장 · 개장까지 2일 0[12]:\d\d:\d\d$/)
      .waitFor()
    await guest.leave()
  })
})
