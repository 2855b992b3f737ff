import type { FuturesOrder, FuturesPosition, QtyPer } from '@maru/contract'
import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectAccessible, violations } from './axe.ts'
import { answer, arrives, dialog, eventually, type House, openHouse, pathOf } from './house.ts'
import { loseAnswers } from './lost-answers.ts'
import { told } from './toasts.ts'
import { newTrader, type Trader } from './traders.ts'

const btc = { id: 1, symbol: 'BTCUSDT', start: 600_000 }

let house: House
beforeAll(async () => {
  house = await openHouse({ prices: { [btc.symbol]: btc.start } })
  // The candle of now has a range, which the chart's scale follows.
  for (const price of [btc.start - 3_000, btc.start + 3_000]) house.server.feed.trade(btc.symbol, price)
})
afterAll(() => house.close())
beforeEach(() => {
  house.server.feed.resume()
  setMark(btc.start)
})

/** Last price and mark, with a book one unit around them. */
function setMark(mark: number) {
  house.server.feed.setPrice(btc.symbol, mark)
  house.server.feed.setBook(btc.symbol, { bid: mark - 1, ask: mark + 1, mark })
  house.server.feed.trade(btc.symbol, mark)
}

/** Opens the page as a new member and waits until orders can be made. `settings` are kept from an earlier visit. */
async function trader(settings: object = {}, path = `/future/${btc.id}`): Promise<Trader> {
  const visitor = await newTrader(house, 'futures', settings)
  await visitor.open(path)
  await visitor.page.getByText('10,000.00 USDT').waitFor()
  return visitor
}

/** Nothing is asked before it is done. */
const quiet = { confirms: false, confirmsClose: false, confirmsReverse: false, confirmsLines: false }

const buy = (page: Page) => page.locator('.tk-go').getByRole('button', { name: /^매수\/롱/ })
const qty = (page: Page) => page.getByLabel('수량(BTC)', { exact: true })
const card = (page: Page) => page.getByRole('article', { name: 'BTCUSDT 롱' })
const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name, exact: true }).tap()
const tags = (page: Page) => page.locator('.tc-tag')

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
  await qty(page).fill(size)
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

describe('the futures page', () => {
  test('takes a market order to a position and closes it, with every figure said before', async () => {
    const visitor = await trader()
    const { page, ask } = visitor
    await fill(page, '시장가', '0.1')
    await page.getByText('예상 슬리피지 0.000% · 허용 0.5%').waitFor()
    const { maxBuyQty, maxSellQty } = await ask<QtyPer>(`order/qty_per?futuresOptionId=${btc.id}&leverage=10`)
    const max = page.locator('.est tr').filter({ hasText: '최대' }).locator('td')
    expect(await max.allTextContents()).toEqual([maxBuyQty, maxSellQty])

    await buy(page).tap()
    const sheet = page.getByRole('dialog', { name: /매수\/롱 0\.1 BTC/ })
    await sheet.getByText('60,000.1', { exact: true }).waitFor()
    const liquidation = await sheet.locator('tr').filter({ hasText: '청산가' }).locator('.c').textContent()
    await sheet.getByRole('button', { name: '매수/롱 주문' }).tap()
    await told(page, '주문 체결완료BTCUSDT · 매수/롱 0.100 BTC · 60,000.1')
    await card(page).waitFor()
    const position = await held(ask)
    expect(position).toMatchObject({ qty: '0.100', entryPrice: '60000.1' })
    expect(liquidation).toBe(Number(position.liquidPrice).toLocaleString('en', { minimumFractionDigits: 1 }))
    await card(page).getByText(liquidation!).waitFor()

    // The result follows the mark.
    setMark(btc.start + 1_000)
    await card(page).locator('.pos-p').filter({ hasText: '+9.99' }).filter({ hasText: '+1.66%' }).waitFor()
    await tags(page).filter({ hasText: '롱 0.100 +9.99' }).waitFor()
    await expectAccessible(page)

    await card(page).getByRole('button', { name: '시장가 청산' }).tap()
    const closing = page.getByRole('dialog', { name: 'BTCUSDT 롱 청산' })
    // Sold at the bid: 60,099.9.
    await closing.getByText('+9.98 USDT').waitFor()
    await closing.getByRole('button', { name: '롱 청산 주문' }).tap()
    // 9.98 less the fees of both sides.
    await told(page, 'BTCUSDT · 매도/숏 0.100 BTC · 60,099.9 · 순손익 +5.18 USDT · ROE +1.66%')
    await page.getByText('보유한 포지션이 없습니다').waitFor()
    expect(await ask('history/position')).toMatchObject([{ realizedPnl: '9.98', status: 'CLOSED' }])
    await visitor.leave()
  })

  test('shows a limit order in list, book and chart, moves it by its line after a question, and cancels it', async () => {
    const visitor = await trader({ confirms: false })
    const { page, ask } = visitor
    await fill(page, '지정가', '0.05', '59900')
    await buy(page).tap()
    await told(page, '주문 완료')
    await tab(page, /미체결/)
    const row = page.getByRole('article', { name: 'BTCUSDT 지정가 매수/롱' })
    await row.getByText('59,900.0').waitFor()
    const [placed] = await ask<FuturesOrder[]>('history/open_order')
    expect(placed).toBeDefined()

    await drag(page, /매수 0\.050/, 12)
    const question = await answer(page, '옮기기')
    const [, price = ''] = /취소하고 ([\d,.]+)에/.exec(question) ?? []
    await row.getByText(price).waitFor()
    const [moved, ...others] = await ask<FuturesOrder[]>('history/open_order')
    expect(others).toEqual([])
    expect(moved).toMatchObject({ qty: '0.050', price: price.replace(',', '') })
    expect(Number(moved?.price)).toBeLessThan(59_900)
    expect(moved?.id).not.toBe(placed?.id)

    await row.getByRole('button', { name: '취소' }).tap()
    await told(page, '주문 취소')
    await page.getByText('미체결 주문이 없습니다').waitFor()
    expect(await ask<FuturesOrder[]>('history/open_order')).toEqual([])
    await visitor.leave()
  })

  test('sets take profit and stop loss where the line of the entry is pulled to', async () => {
    const visitor = await trader(quiet)
    const { page, ask } = visitor
    await fill(page, '시장가', '0.1')
    await buy(page).tap()
    await card(page).waitFor()
    await drag(page, /^롱 0\.100 [+−]/, -14)
    await tags(page)
      .filter({ hasText: /익절 \+/ })
      .waitFor()
    await drag(page, /^롱 0\.100 [+−]/, 8)
    await tags(page)
      .filter({ hasText: /손절 −/ })
      .waitFor()
    const position = await held(ask)
    expect(Number(position.takeProfit)).toBeGreaterThan(60_000)
    expect(Number(position.stopLoss)).toBeLessThan(60_000)
    const shown =
      (await card(page)
        .getByRole('button', { name: /익절 \/ 손절/ })
        .textContent()) ?? ''
    expect(shown.replaceAll(',', '')).toContain(`${position.takeProfit} / ${position.stopLoss}`)

    // The line of the stop loss itself is moved the same way, not as far as the liquidation.
    await drag(page, /손절 −/, 4)
    await eventually(
      async () => (await held(ask)).stopLoss,
      (stopLoss) => Number(stopLoss) < Number(position.stopLoss),
    )
    await visitor.leave()
  })

  test('changes leverage before there is a position, and says why not after', async () => {
    const visitor = await trader({ confirms: false })
    const { page, ask } = visitor
    await page.getByRole('button', { name: '레버리지 10x' }).tap()
    const sheet = page.getByRole('dialog', { name: '레버리지' })
    await sheet.getByRole('button', { name: '20x', exact: true }).first().tap()
    await sheet.locator('tr').filter({ hasText: '최대 포지션' }).getByText('5,000,000.00').waitFor()
    expect(await violations(page)).toEqual([])
    await sheet.getByRole('button', { name: '변경' }).tap()
    await told(page, '레버리지 변경')
    await page.getByRole('button', { name: '레버리지 20x' }).waitFor()
    expect(await ask(`history/last_leverage?futuresOptionId=${btc.id}`)).toMatchObject({ leverage: 20 })

    await fill(page, '시장가', '0.1')
    await buy(page).tap()
    await card(page).waitFor()
    await page.getByRole('button', { name: '레버리지 20x' }).tap()
    await sheet.getByText('포지션이나 미체결 주문이 있으면 바꿀 수 없습니다.').waitFor()
    await sheet.getByRole('button', { name: '50x', exact: true }).first().tap()
    expect(await sheet.getByRole('button', { name: '변경' }).isDisabled()).toBe(true)
    await visitor.leave()
  })

  test('on a silent feed openings wait, and a close is taken and fills when prices return', async () => {
    const visitor = await trader()
    const { page, ask } = visitor
    await ask('order', { futuresOptionId: btc.id, side: 'LONG', marketType: 'MARKET', qty: '0.1' })
    await card(page).waitFor()
    house.server.feed.pause(btc.symbol)
    await page.getByRole('button', { name: '시세를 기다리는 중입니다' }).waitFor()
    expect(await violations(page)).toEqual([])
    await card(page).getByRole('button', { name: '시장가 청산' }).tap()
    const closing = page.getByRole('dialog', { name: 'BTCUSDT 롱 청산' })
    await closing.getByText('시세가 복구되면 바로 체결됩니다.').waitFor()
    await closing.getByRole('button', { name: '롱 청산 주문' }).tap()
    await tab(page, /미체결/)
    await page.getByRole('article', { name: 'BTCUSDT 시장가 매도/숏' }).getByText('시세 복구 시 체결').waitFor()
    expect(await ask<FuturesPosition[]>('history/open_position')).toHaveLength(1)
    house.server.feed.resume()
    await page.getByText('미체결 주문이 없습니다').waitFor()
    await buy(page).waitFor()
    expect(await ask<FuturesPosition[]>('history/open_position')).toEqual([])
    await visitor.leave()
  })

  test('near liquidation the card warns and leads to more margin; a liquidation is told', async () => {
    const visitor = await trader(quiet)
    const { page, ask } = visitor
    await ask('order', { futuresOptionId: btc.id, side: 'LONG', marketType: 'MARKET', qty: '0.1' })
    await card(page).waitFor()
    setMark(542_500)
    await told(page, '청산위험')
    await card(page).getByText('청산가까지 0.06% 남았습니다').waitFor()
    await page.getByRole('tab', { name: /포지션 1.*청산위험 있음/ }).waitFor()
    expect(await violations(page)).toEqual([])
    await card(page).getByRole('button', { name: '증거금 추가' }).tap()
    await page.getByRole('dialog', { name: '증거금' }).waitFor()
    await page.keyboard.press('Escape')
    setMark(542_000)
    await told(page, '청산')
    await page.getByText('보유한 포지션이 없습니다').waitFor()
    expect(await ask('history/position')).toMatchObject([{ status: 'LIQUIDATED', closeReason: 'LIQUIDATION' }])
    await visitor.leave()
  })

  test('a reversal says what it would leave, leaves that, and opens nothing when the position changed meanwhile', async () => {
    const visitor = await trader()
    const { page, ask } = visitor
    await ask('order', { futuresOptionId: btc.id, side: 'LONG', marketType: 'MARKET', qty: '0.1' })
    await card(page).getByRole('button', { name: '숏으로 전환' }).tap()
    const sheet = page.getByRole('dialog', { name: 'BTCUSDT 숏으로 전환' })
    const row = (name: string) => sheet.locator('tr').filter({ hasText: name })
    await row('포지션').filter({ hasText: '롱 0.100→숏 0.100' }).waitFor()
    // Bought at 60,000.1 and sold at 59,999.9, less the fee of 0.04 %.
    await row('청산 순손익 예상').filter({ hasText: '−2.42 USDT' }).waitFor()
    const liquidation = await row('청산가').locator('.c').textContent()
    expect(await violations(page)).toEqual([])

    await ask('order', { futuresOptionId: btc.id, side: 'LONG', marketType: 'MARKET', qty: '0.1' })
    await row('포지션').filter({ hasText: '롱 0.200→숏 0.200' }).waitFor()
    await sheet.getByRole('button', { name: '숏으로 전환' }).tap()
    expect(await answer(page, '확인')).toContain('포지션이 바뀌어')
    await ask('order', { futuresOptionId: btc.id, side: 'SHORT', marketType: 'MARKET', qty: '0.1', isReduceOnly: true })
    await card(page).getByText('0.100', { exact: true }).waitFor()

    await card(page).getByRole('button', { name: '숏으로 전환' }).tap()
    await row('포지션').filter({ hasText: '롱 0.100→숏 0.100' }).waitFor()
    await sheet.getByRole('button', { name: '숏으로 전환' }).tap()
    await told(page, /매도\/숏 0\.200 BTC · 59,999\.9 · 순손익 −[\d.]+ USDT · ROE −0\.01%/)
    await page.getByRole('article', { name: 'BTCUSDT 숏' }).getByText(liquidation!).waitFor()
    expect(await held(ask)).toMatchObject({ side: 'SHORT', qty: '0.100' })
    await visitor.leave()
  })

  test('a reversal opens nothing when the position closed while it was asked about', async () => {
    const visitor = await trader()
    const { page, ask } = visitor
    await ask('order', { futuresOptionId: btc.id, side: 'LONG', marketType: 'MARKET', qty: '0.1' })
    await card(page).getByRole('button', { name: '숏으로 전환' }).tap()
    const sheet = page.getByRole('dialog', { name: 'BTCUSDT 숏으로 전환' })
    await sheet.waitFor()
    await ask('order', { futuresOptionId: btc.id, side: 'SHORT', marketType: 'MARKET', qty: '0.1', isReduceOnly: true })
    await page.getByText('보유한 포지션이 없습니다').waitFor()
    await sheet.waitFor({ state: 'hidden' })
    expect(await ask<FuturesPosition[]>('history/open_position')).toEqual([])
    expect(await ask<FuturesOrder[]>('history/open_order')).toEqual([])
    await visitor.leave()
  })

  test('a notification keeps its words and its place until it has faded', async () => {
    const visitor = await trader({ confirms: false })
    const { page } = visitor
    await fill(page, '지정가', '0.05', '59900')
    await buy(page).tap()
    await told(page, '주문 완료')
    const wrong = await page.evaluate(`new Promise((resolve) => {
      const element = document.querySelector('.toast')
      const { offsetTop } = element
      const seen = new Set()
      const look = () => {
        if (!element.isConnected) return resolve([...seen])
        if (element.offsetTop !== offsetTop) seen.add('moved')
        if (!element.textContent) seen.add('emptied')
        requestAnimationFrame(look)
      }
      look()
    })`)
    expect(wrong).toEqual([])
    await visitor.leave()
  })

  test('a sheet keeps its height until it has faded', async () => {
    const visitor = await trader()
    const { page } = visitor
    await page.getByRole('button', { name: '레버리지 10x' }).tap()
    const sheet = page.getByRole('dialog', { name: '레버리지' })
    await sheet.getByRole('button', { name: '20x', exact: true }).first().waitFor()
    const [tallest, lowest] = await page.evaluate<[number, number]>(`new Promise((resolve) => {
      const element = document.querySelector('dialog[open]')
      const heights = [element.offsetHeight]
      const look = () => {
        if (getComputedStyle(element).display === 'none') return resolve([heights[0], Math.min(...heights)])
        heights.push(element.offsetHeight)
        requestAnimationFrame(look)
      }
      for (const button of element.querySelectorAll('button')) if (button.textContent === '취소') button.click()
      look()
    })`)
    expect(lowest).toBe(tallest)
    await visitor.leave()
  })

  test('a double tap makes one order', async () => {
    const visitor = await trader({ confirms: false })
    const { page, ask } = visitor
    await fill(page, '지정가', '0.05', '59900')
    await buy(page).dblclick()
    await told(page, '주문 완료')
    await page.getByRole('button', { name: '주문을 접수했습니다' }).waitFor({ state: 'hidden' })
    expect(await ask<FuturesOrder[]>('history/open_order')).toHaveLength(1)
    await visitor.leave()
  })

  test('an order without an answer is asked about by its key: it was made once', async () => {
    const visitor = await trader({ confirms: false })
    const { page, ask } = visitor
    visitor.allow(/ERR_FAILED/)
    const { keys, tell } = await loseAnswers(page, '**/api/futures/order?*')
    await fill(page, '지정가', '0.05', '59900')
    await buy(page).tap()
    await page.getByRole('button', { name: '확인 중입니다' }).waitFor()
    tell()
    await buy(page).waitFor()
    expect(await qty(page).inputValue()).toBe('')
    expect(keys).toHaveLength(1)
    expect(await ask<FuturesOrder[]>('history/open_order')).toHaveLength(1)
    await visitor.leave()
  })

  test('refuses on the ticket what the core would refuse, beside its field', async () => {
    const visitor = await trader()
    const { page, ask } = visitor
    const says = (text: string) => page.getByRole('alert').filter({ hasText: text }).first().waitFor()
    await fill(page, '지정가', '', '59900')
    await buy(page).tap()
    await says('수량을 입력해 주세요.')
    await qty(page).fill('100')
    await says('주문가능 금액이 부족합니다.')
    await qty(page).fill('0.1')
    await page.getByLabel('가격(USDT)', { exact: true }).fill('40000')
    await buy(page).tap()
    await says('시장평균가의 ±10% 안에서 입력해 주세요.')
    expect(await dialog(page).isVisible()).toBe(false)
    expect(await ask<FuturesOrder[]>('history/open_order')).toEqual([])
    await visitor.leave()
  })

  test('nothing on the page moves while prices do', async () => {
    const visitor = await trader()
    const { page } = visitor
    await fill(page, '시장가', '0.1')
    await tags(page).first().waitFor({ state: 'detached' })
    await page.locator('.tc-chart[aria-busy="false"]').waitFor()
    await page.evaluate(`window.shifts = 0; new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value
    }).observe({ type: 'layout-shift' })`)
    for (let step = 1; step <= 8; step++) {
      setMark(btc.start + (step % 2 === 0 ? 1 : -1) * step * 700)
      await page.waitForTimeout(300)
    }
    expect(await page.evaluate('window.shifts')).toBeLessThan(0.01)
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
    await expectAccessible(page)
    expect(frames.some((frame) => frame.includes('/topic/depth/CR_BTCUSDTPERP'))).toBe(true)
    expect(frames.filter((frame) => frame.includes('/user/queue'))).toEqual([])
    await page.getByRole('button', { name: /매수\/롱/ }).tap()
    await arrives(page, '/signin')
    await visitor.open('/future/1')
    await arrives(page, '/signin')
    expect(pathOf(page)).toBe('/signin')
    await visitor.leave()
  })
})

test('an open order and a position outlive a restart of the server', async () => {
  const visitor = await trader(quiet)
  const { page, ask } = visitor
  await fill(page, '시장가', '0.1')
  await buy(page).tap()
  await card(page).waitFor()
  await fill(page, '지정가', '0.05', '59900')
  await buy(page).waitFor()
  await buy(page).tap()
  await tab(page, /미체결 1/)
  const row = page.getByRole('article', { name: 'BTCUSDT 지정가 매수/롱' })
  await row.waitFor()
  await house.restart()
  setMark(btc.start)
  await page.reload()
  await buy(page).waitFor()
  await tab(page, /미체결 1/)
  await row.getByRole('button', { name: '취소' }).tap()
  await page.getByText('미체결 주문이 없습니다').waitFor()
  await tab(page, /포지션 1/)
  await card(page).getByRole('button', { name: '시장가 청산' }).tap()
  await page.getByText('보유한 포지션이 없습니다').waitFor()
  expect(await ask<FuturesOrder[]>('history/open_order')).toEqual([])
  await visitor.leave()
})

describe('the labels of many lines on a small phone', () => {
  /** Where the newest candle ends, and where the leftmost label begins; candles are the only upright strokes of colour. */
  const gapScript = `(() => {
    const figure = document.querySelector('figure.tc-chart')
    const canvas = figure.querySelector('canvas')
    const { left, width } = canvas.getBoundingClientRect()
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
    const isColour = (x, y) => {
      const at = (y * canvas.width + x) * 4
      const channels = [data[at], data[at + 1], data[at + 2]]
      return data[at + 3] > 200 && Math.max(...channels) - Math.min(...channels) > 90
    }
    const isUpright = (x) => {
      let run = 0
      for (let y = 0; y < canvas.height; y++) {
        run = isColour(x, y) ? run + 1 : 0
        if (run >= 6) return true
      }
      return false
    }
    let last = canvas.width - 1
    while (last > 0 && !isUpright(last)) last--
    const tags = [...figure.querySelectorAll('.tc-tag:not([hidden])')].map((tag) => tag.getBoundingClientRect())
    return {
      candle: left + (last / canvas.width) * width,
      tags: Math.min(...tags.map(({ left }) => left)),
      columns: new Set(tags.map(({ right }) => Math.round(right))).size,
    }
  })()`

  test('stand beside the last candles, also in two columns', async () => {
    const visitor = await newTrader(house, 'futures', quiet)
    const { page, ask } = visitor
    await page.setViewportSize({ width: 360, height: 740 })
    await ask('order', { futuresOptionId: btc.id, side: 'LONG', marketType: 'MARKET', qty: '0.1' })
    for (let step = 1; step <= 5; step++)
      await ask('order', {
        futuresOptionId: btc.id,
        side: 'LONG',
        marketType: 'LIMIT',
        qty: '0.012',
        price: (59_900 - step * 10).toFixed(1),
      })
    await visitor.open(`/future/${btc.id}`)
    const gap = await eventually(
      () => page.evaluate<{ candle: number; tags: number; columns: number }>(gapScript).catch(() => null),
      (found) => found !== null && found.columns >= 2 && found.candle > 20 && found.tags > found.candle,
    )
    expect(gap!.tags).toBeGreaterThan(gap!.candle)
    await visitor.leave()
  })
})
