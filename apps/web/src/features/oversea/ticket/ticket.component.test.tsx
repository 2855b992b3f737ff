import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../../test/accessible.ts'
import { noAnswer } from '../../../../test/fake-server.ts'
import {
  alertOf,
  arm,
  card,
  chip,
  count,
  dialog,
  go,
  openOversea,
  quiet,
  tab,
  ticket,
} from '../../../../test/open-oversea.ts'
import { closed, orderOf, positionOf, sessionAt } from '../../../../test/oversea-rows.ts'

const type = (name: string) => ticket().getByRole('tab', { name, exact: true })
const price = () => ticket().getByLabelText(/^가격/)
const trigger = () => ticket().getByLabelText(/^감시가/)
const ticks = (kind: '익절' | '손절') => ticket().getByLabelText(`${kind} 틱`)
const accepted = () => page.css('.tk-go').getByRole('button', { name: '주문을 접수했습니다' })
const call = 'POST /api/oversea/order'

/** Sets the ticket up. */
async function set(name: string, contracts: string, prices: { price?: string; trigger?: string } = {}) {
  await type(name).click()
  if (prices.trigger !== undefined) await trigger().fill(prices.trigger)
  if (prices.price !== undefined) await price().fill(prices.price)
  await count().fill(contracts)
}

test('a market order says every figure before it leaves, and after a yes for good leaves at once', async () => {
  const { server, oversea, toasts } = await openOversea({ settings: { marketType: 'MARKET' } })
  await chip(3).click()
  for (const name of ['익절', '손절']) await ticket().getByText(name, { exact: true }).click()
  await ticks('익절').fill('25')
  await go('매수').click()
  const sheet = dialog('▲ 매수 3계약')
  await expect.element(sheet.getByText('유로/달러 · 시장가')).toBeVisible()
  const receipt = (label: string) => {
    const row = [...sheet.element().querySelectorAll('tbody tr')].find((one) => one.firstChild?.textContent === label)
    return [...(row?.querySelectorAll('td') ?? [])].map(({ textContent }) => textContent).join(' ')
  }
  // Three contracts at 400 dollars of margin, a fee of one, and 1.25 a tick: 1,392.85 won a dollar, debits rounded up.
  expect(receipt('포지션')).toBe('없음 → 매수 3계약')
  expect(receipt('예상 체결가')).toBe('1.10010')
  expect(receipt('위탁증거금')).toBe('1,671,420원')
  expect(receipt('주문가능')).toBe('10,000,000 → 8,324,401')
  expect(receipt('익절')).toBe('+25틱 · +130,579원')
  expect(receipt('손절')).toBe('−10틱 · −52,232원')
  await expectAccessible()
  expect(server.requests(call)).toEqual([])
  await sheet.getByText('다음부터 바로 주문합니다').click()
  await sheet.getByRole('button', { name: '매수 주문' }).click()
  await expect.poll(() => server.requests(call)).toHaveLength(1)
  expect(server.requests(call)[0]?.body).toEqual({
    overseaOptionId: 1,
    tradeType: 'LONG',
    marketType: 'MARKET',
    count: 3,
    tpTick: 25,
    slTick: 10,
  })
  oversea.fill(positionOf({ tpTick: 25, slTick: 10 }), { count: 3, fee: '4179' })
  await expect.poll(() => toasts.join()).toContain('주문 체결완료')
  await expect.element(card().getByText('25틱 / 10틱')).toBeVisible()

  // An order of the other side closes, and holds nothing back.
  await expect.element(ticket().getByText('매도 0원')).toBeVisible()
  await go('매도').click()
  await expect.poll(() => server.requests(call)).toHaveLength(2)
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(server.requests(call)[1]?.body).toMatchObject({ tradeType: 'SHORT', count: 3 })
})

test('a limit, a MIT and a stop-limit are sent with their prices, rest in the list and are cancelled from their rows', async () => {
  const { server, oversea, toasts } = await openOversea({ settings: quiet })
  await set('지정가', '1', { price: '1.09900' })
  await go('매수').click()
  await expect.poll(() => server.requests(call)).toHaveLength(1)
  await expect.poll(() => toasts.join()).toContain('주문 완료')
  await set('MIT', '2', { trigger: '1.0980' })
  await go('매도').click()
  await expect.poll(() => server.requests(call)).toHaveLength(2)
  await set('예약지정가', '1', { trigger: '1.1030', price: '1.1035' })
  await go('매수').click()
  await expect.poll(() => server.requests(call)).toHaveLength(3)
  const one = { overseaOptionId: 1 }
  expect(server.requests(call).map(({ body }) => body)).toEqual([
    { ...one, tradeType: 'LONG', marketType: 'LIMIT', count: 1, price: '1.09900' },
    { ...one, tradeType: 'SHORT', marketType: 'STOPMARKET', count: 2, triggerPrice: '1.0980' },
    { ...one, tradeType: 'LONG', marketType: 'STOPLIMIT', count: 1, triggerPrice: '1.1030', price: '1.1035' },
  ])
  await tab(/^미체결 3/).click()
  const resting = page.getByRole('article', { name: '유로/달러 지정가 매수' })
  await expect.element(resting.getByText('1.09900')).toBeVisible()
  await resting.getByRole('button', { name: /취소$/ }).click()
  await expect.poll(() => toasts.join()).toContain('주문 취소')
  await expect.element(resting).not.toBeInTheDocument()
  expect(oversea.done).toMatchObject([{ marketType: 'LIMIT', status: 'CANCELED' }])
})

test('a price steps along the grid of ticks', async () => {
  await openOversea({ settings: { marketType: 'LIMIT' } })
  await price().fill('1.10005')
  await ticket().getByRole('button', { name: '1틱 더하기' }).click()
  await expect.element(price()).toHaveValue('1.10010')
  await ticket().getByRole('button', { name: '1틱 빼기' }).click()
  await expect.element(price()).toHaveValue('1.10000')
})

test('contracts are counted by chips, and chips and ticks are chosen and kept by the member', async () => {
  const { me } = await openOversea()
  await chip(5).click()
  await ticket().getByRole('button', { name: '1계약 더하기' }).click()
  await expect.element(count()).toHaveValue('6')
  await ticket().getByRole('button', { name: '주문 설정' }).click()
  const sheet = dialog('주문 설정')
  await sheet.getByLabelText('수량 버튼 4').fill('7')
  await sheet.getByLabelText('손절 틱').fill('40')
  // More than the contract takes is bounded.
  await sheet.getByLabelText('수량 버튼 1').fill('99')
  await sheet.getByLabelText('수량 버튼 2').click()
  await expect.element(sheet.getByLabelText('수량 버튼 1')).toHaveValue('30')
  await sheet.getByLabelText('수량 버튼 1').fill('2')
  await expectAccessible()
  await sheet.getByRole('button', { name: '닫기' }).click()
  await chip(7).click()
  await expect.element(count()).toHaveValue('7')
  await expect.element(ticks('손절')).toHaveValue('40')
  const kept = JSON.parse(localStorage.getItem(`maru:maru:${me.username}:settings`)!)
  expect(kept).toMatchObject({ orderCnt: [2, 3, 5, 7], tpsl: { sl: 40 } })
})

test('what was kept of an earlier visit is what the ticket begins with', async () => {
  await openOversea({ member: { orderCnt: [2, 3, 5, 7], tpsl: { tp: 10, sl: 40 } } })
  await expect.element(chip(7)).toBeVisible()
  const chips = ticket().getByRole('group', { name: '자주 쓰는 수량' }).getByRole('button').elements()
  expect(chips.map(({ textContent }) => textContent)).toEqual(['2', '3', '5', '7'])
  await expect.element(count()).toHaveValue('2')
  await expect.element(ticks('손절')).toHaveValue('40')
})

test('a double tap places one order', async () => {
  const { server } = await openOversea({ settings: quiet })
  await set('지정가', '1', { price: '1.0900' })
  await go('매수').dblClick()
  await expect.element(accepted()).toBeVisible()
  await expect.element(go('매수')).toBeVisible()
  expect(server.requests(call)).toHaveLength(1)
})

test('an order without an answer is asked about by its key and not sent again', async () => {
  const { server, toasts } = await openOversea({ settings: quiet })
  const order = orderOf({ marketType: 'LIMIT', price: '1.09000' })
  const asked = Promise.withResolvers<void>()
  server.reply(call, () => {
    throw noAnswer
  })
  server.reply('GET /api/command/:key', async () => {
    await asked.promise
    server.publish('/user/queue/oversea', 'ORDER_SUCCESS', { ...order, fills: [] })
    return { status: 200, body: order }
  })
  await set('지정가', '1', { price: '1.0900' })
  await go('매수').click()
  await expect.element(page.css('.tk-go').getByRole('button', { name: '확인 중입니다' })).toBeDisabled()
  asked.resolve()
  await expect.poll(() => toasts.join()).toContain('주문 완료')
  await expect.element(go('매수')).toBeVisible()
  const [{ key } = {}, ...others] = server.requests(call)
  expect(others).toEqual([])
  expect(server.requests('GET /api/command/:key').map(({ params }) => params.key)).toEqual([key])
})

test('what the core would refuse is refused beside its field, and nothing is sent', async () => {
  const { server, oversea } = await openOversea({ settings: quiet })
  const refuses = async (text: string) => {
    await go('매수').click()
    await expect.element(alertOf(text)).toBeVisible()
  }
  await set('지정가', '', { price: '1.1000' })
  await refuses('수량을 입력해 주세요.')
  for (const contracts of ['0', '1.5']) {
    await count().fill(contracts)
    await refuses('계약 수를 1 이상의 정수로 입력해 주세요.')
  }
  await count().fill('31')
  await refuses('30계약까지')
  await count().fill('30')
  await refuses('주문가능 금액이 부족합니다.')
  await expect.element(count()).toHaveAttribute('aria-invalid', 'true')
  await count().fill('1')
  await price().fill('1.10005')
  await refuses('0.00010 단위로')
  await price().fill('0.9')
  await refuses('±10% 안에서')
  await price().fill('')
  await refuses('가격을 입력해 주세요.')
  await set('MIT', '1', { trigger: '1.10000' })
  await refuses('감시가를 지금 시세와 다르게')
  await type('시장가').click()
  await ticket().getByText('익절', { exact: true }).click()
  for (const wrong of ['0', '1001', '1.5']) {
    await ticks('익절').fill(wrong)
    await refuses('틱은 1에서 1,000 사이로')
  }
  await ticks('익절').fill('10')
  await expect.element(ticket().getByRole('alert')).not.toBeInTheDocument()
  // Without prices what would open waits.
  oversea.pause()
  await expect.element(page.css('.tk-go').getByRole('button', { name: '시세를 기다리는 중입니다' })).toBeDisabled()
  expect(server.requests(call)).toEqual([])
})

test('in the last ten minutes of a session the ticket takes what closes and nothing else', async () => {
  const { server, oversea } = await openOversea({
    settings: { ...quiet, marketType: 'MARKET' },
    oversea(state) {
      const { session } = sessionAt(Date.now() - 18 * 3_600_000 + 9 * 60_000)
      state.options = state.options.map((option) => ({ ...option, session }))
      state.positions = [positionOf()]
    },
  })
  await expect.element(ticket().getByText('마감 10분 전부터는 청산 주문만 받습니다.')).toBeVisible()
  await chip(3).click()
  await go('매수').click()
  await expect.element(alertOf('장 마감 전에는 청산 주문만 가능합니다.')).toBeVisible()
  await go('매도').click()
  await expect.poll(() => server.requests(call).map(({ body: { tradeType } }) => tradeType)).toEqual(['SHORT'])
  oversea.fill(closed(oversea.positions[0]!, { realizedPnl: '-10447' }), { isClose: true, realizedPnl: '-10447' })
  await expect.element(page.getByText('보유한 포지션이 없습니다')).toBeVisible()
})

test('a level of the book fills the price, on the grid of ticks', async () => {
  const { oversea } = await openOversea({ settings: { marketType: 'MARKET' } })
  const book = page.getByRole('toolbar', { name: '호가를 눌러 가격을 입력합니다' })
  await book.getByRole('button', { name: /1\.10020/ }).click()
  await expect.element(type('지정가')).toHaveAttribute('aria-selected', 'true')
  await expect.element(price()).toHaveValue('1.10020')
  // The last price is a middle: half a tick is no price.
  oversea.setLast(110_005)
  await page.css('.book-m').filter({ hasText: '1.10005' }).click()
  await expect.element(price()).toHaveValue('1.10010')
})

test('the order buttons stay above the tabs on phones of 390 × 844 and 360 × 740, beside a position too', async () => {
  const { oversea } = await openOversea({ settings: quiet })
  const expectInSight = async () => {
    for (const [width, height] of [
      [390, 844],
      [360, 740],
    ] as const) {
      await page.viewport(width, height)
      scrollTo(0, 0)
      await expect
        .poll(() => {
          const [row, tabs] = ['.tk-go', '.ftr'].map((one) => document.querySelector(one)!.getBoundingClientRect())
          return [innerWidth, tabs!.top - row!.bottom >= 0]
        })
        .toEqual([width, true])
    }
  }
  await expect.element(go('매수')).toBeVisible()
  await expectInSight()
  await arm()
  await expectInSight()
  oversea.hold(positionOf({ count: 1, entrySum: '1.10010', margin: '557140' }))
  await expect.element(ticket().getByText('매도 0원')).toBeVisible()
  await expectInSight()
  await ticket().getByRole('radio', { name: '일반' }).click()
  await expectInSight()
})
