import { formatTime } from '@maru/ui'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import type { FakeOversea } from '../../../test/fake-oversea.ts'
import type { FakeServer } from '../../../test/fake-server.ts'
import { drag } from '../../../test/finger.ts'
import { answer, card, dialog, figure, go, openOversea, quiet, tag } from '../../../test/open-oversea.ts'
import { orderOf, positionOf } from '../../../test/oversea-rows.ts'
import { painted, watchShifts } from '../../../test/shifts.ts'
import { queryClient } from '../../api/query-client.ts'
import { overseaOptionsQuery } from '../../books/oversea/queries.ts'
import { exchangeTime } from './session-clock.tsx'

const instrument = (name: string) => page.getByRole('button', { name: `${name}, 종목 바꾸기` })
const clock = () => page.getByRole('timer', { name: '거래 시간' })
const tpsl = 'POST /api/oversea/order/tpsl'
const two = () => positionOf({ count: 2, entrySum: '2.20020', margin: '1114280', fee: '2786' })

/** Pulls a label of the chart so many px down, once it lies still: the picture is drawn anew as the page gets its parts. */
async function pull(label: RegExp, down: number): Promise<void> {
  await expect.element(page.css('.tc-chart')).toHaveAttribute('aria-busy', 'false')
  await expect.element(go('매수')).toBeVisible()
  let before = 0
  await expect
    .poll(async () => {
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
      const moved = topOf(label) - before
      before += moved
      return moved
    })
    .toBe(0)
  await drag(tag(label), 0, down)
}

const topOf = (label: RegExp) => tag(label).element().getBoundingClientRect().top
/** Waits until labels stand in the order of their prices: while a line is on its way back from a drop they do not. */
const expectOrder = (...labels: readonly RegExp[]) =>
  expect.poll(() => labels.map(topOf).every((top, place, tops) => place === 0 || top > tops[place - 1]!)).toBe(true)

test('a member lands on the first contract that is open, and sees how long it will be and what time it is where', async () => {
  await openOversea({}, '/oversea')
  await expect.element(instrument('유로/달러')).toBeVisible()
  expect(location.pathname).toBe('/oversea/1')
  await expect.element(clock()).toHaveTextContent(/^개장 중 · 마감까지 1[78]:\d\d:\d\d$/)
  await expect
    .poll(() => document.querySelector('.ov-clock > span')?.textContent)
    .toBe(`KST ${formatTime(Date.now())} · CME ${exchangeTime(Date.now())}`)
  expect(document.title).toContain('해외선물')
})

test('a member lands on the contract that he looked at last, and where that rests on the first that is open', async () => {
  const { oversea } = await openOversea({}, '/oversea/3')
  const visit = (path: string) => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }
  await expect.element(instrument('금')).toBeVisible()
  visit('/oversea')
  await expect.poll(() => location.pathname).toBe('/oversea/3')
  oversea.options = oversea.options.map((option) => ({ ...option, isRest: option.id !== 2 }))
  visit('/search/oversea')
  await expect.element(page.getByRole('heading', { name: '빠른 주문' })).toBeVisible()
  await queryClient.refetchQueries(overseaOptionsQuery)
  visit('/oversea')
  await expect.element(instrument('파운드/호주달러')).toBeVisible()
  expect(location.pathname).toBe('/oversea/2')
})

test('the drawer leads to another contract, and says of one that rests that it does', async () => {
  const { oversea } = await openOversea()
  const drawer = dialog('선물거래')
  oversea.setRest(3, true)
  await instrument('유로/달러').click()
  await drawer.getByRole('button', { name: /^금.*휴장/ }).click()
  await answer('금 종목은 현재 휴장입니다.')
  expect(location.pathname).toBe('/oversea/1')
  oversea.setRest(3, false)
  await drawer.getByRole('button', { name: /^금.*%/ }).click()
  await expect.element(instrument('금')).toBeVisible()
  expect(location.pathname).toBe('/oversea/3')
})

test('a result runs through margin account, card and chart tick by tick', async () => {
  const { oversea } = await openOversea({
    oversea(state) {
      state.positions = [two()]
      state.cross = {
        playerPoint: '8882934',
        playerGameWaitPoint: '1114280',
        lastPnl: '-3483',
        losscut: '222856',
        warnAt: '445712',
      }
    },
  })
  await expect.element(figure('예탁금')).toHaveTextContent('9,997,214')
  await expect.element(figure('증거금')).toHaveTextContent('1,114,280')
  oversea.setLast(110_060)
  // Five ticks above the entry, two contracts at 1.25 dollars a tick: cut to whole won as a sum, not each tick.
  await expect.element(figure('평가손익')).toHaveTextContent('+17,410')
  await expect.element(figure('로스컷까지')).toHaveTextContent('9,791,768')
  await expect.element(card().getByText('+17,410원', { exact: true })).toBeVisible()
  await expect.element(tag(/^매수 2 \+5틱$/)).toBeVisible()
})

test('the entry’s line is pulled to a take profit and a stop loss of whole ticks', async () => {
  const { server, oversea } = await openOversea({
    settings: quiet,
    oversea(state) {
      state.positions = [two()]
    },
  })
  await pull(/^매수 2 /, -20)
  await expect.element(tag(/익절 \+\d+틱/)).toBeVisible()
  await expectOrder(/익절 /, /^매수 2 −1틱/)
  await pull(/^매수 2 /, 20)
  await expect.element(tag(/손절 −\d+틱/)).toBeVisible()
  await expectOrder(/익절 /, /^매수 2 −1틱/, /손절 /)
  const [{ tpTick, slTick, id } = two()] = oversea.positions
  await expect.element(tag(new RegExp(`익절 \\+${tpTick}틱`))).toBeVisible()
  await expect.element(card().getByText(`${tpTick}틱 / ${slTick}틱`)).toBeVisible()
  const of = { overseaPositionId: id, overseaOptionId: 1 }
  expect(server.requests(tpsl).map(({ body }) => body)).toEqual([
    { ...of, tpTick },
    { ...of, slTick },
  ])

  // The line of the stop loss itself is moved the same way, and not to the side of a profit.
  await pull(/손절 −/, 10)
  await expect.poll(() => server.requests(tpsl)).toHaveLength(3)
  await expect.element(tag(new RegExp(`^손절 −${oversea.positions[0]?.slTick}틱`))).toBeVisible()
  await expectOrder(/익절 /, /^매수 2 −1틱/, /손절 /)
  expect(oversea.positions[0]?.slTick).toBeGreaterThan(slTick!)
  await pull(/손절 −/, -80)
  await answer(/손실 방향으로/)
  expect(server.requests(tpsl)).toHaveLength(3)
})

test('a waiting order is moved by its line after a question: cancelled, and placed anew with its ticks', async () => {
  const waiting = orderOf({ marketType: 'LIMIT', count: 2, price: '1.09800', tpTick: 20, slTick: 15 })
  const { server, toasts } = await openOversea({
    oversea(state) {
      state.orders = [waiting]
    },
  })
  await pull(/^매수 2$/, 16)
  const question = dialog('알림')
  await expect.element(question.getByText(/취소하고 [\d.]+에/)).toBeVisible()
  const [, price = ''] = /취소하고 ([\d.]+)에/.exec(question.element().textContent) ?? []
  expect(server.requests('POST /api/oversea/order/cancel')).toEqual([])
  await question.getByRole('button', { name: '옮기기' }).click()
  await expect.poll(() => toasts.join()).toContain('주문 완료')
  expect(server.requests('POST /api/oversea/order/cancel').map(({ body }) => body)).toEqual([{ id: waiting.id }])
  expect(server.requests('POST /api/oversea/order').map(({ body }) => body)).toEqual([
    { overseaOptionId: 1, tradeType: 'LONG', marketType: 'LIMIT', count: 2, price, tpTick: 20, slTick: 15 },
  ])
  expect(Number(price)).toBeLessThan(1.098)
})

test('a guest sees prices, clock, book and chart without queues, and is led to sign in', async () => {
  const subscribed: string[] = []
  await openOversea(
    {
      isGuest: true,
      server(server) {
        for (const queue of ['/user/queue/oversea', '/user/queue/futures'] as const)
          server.snapshot(queue, () => void subscribed.push(queue) as never)
        server.snapshot('/user/queue/oversea_cross', () => void subscribed.push('cross') as never)
      },
    },
    '/overseaView',
  )
  await expect.element(page.getByRole('button', { name: /1\.10010/ }).first()).toBeVisible()
  expect(location.pathname).toBe('/overseaView/1')
  await expect.element(clock().getByText('개장 중', { exact: false })).toBeVisible()
  await expect.element(page.css('.tc-chart')).toHaveAttribute('aria-busy', 'false')
  await expectAccessible()
  expect(subscribed).toEqual([])
  expect(page.css('.ov-acct').elements()).toEqual([])
  await go('매수').click()
  await expect.poll(() => location.pathname).toBe('/signin')
})

test('on a phone of 320 px nothing reaches over the edge, and nothing moves while prices do', async () => {
  const { oversea } = await openOversea({
    size: [320, 700],
    oversea(state) {
      state.positions = [two()]
    },
  })
  await expect.element(card()).toBeVisible()
  await expect.element(page.css('.tc-chart')).toHaveAttribute('aria-busy', 'false')
  expect([document.scrollingElement?.scrollWidth, innerWidth]).toEqual([320, 320])
  const links = page.getByRole('navigation', { name: '주 메뉴' }).getByRole('link').elements()
  expect(links.map(({ textContent }) => textContent)).toEqual(['회차', '선물', '해외선물', '지갑', '더보기'])
  await expect.element(tag(/^매수 2 −1틱$/)).toBeVisible()
  const { sum } = await watchShifts()
  for (let step = 1; step <= 8; step++) {
    const ticks = (step % 2 === 0 ? 1 : -1) * step * 2
    oversea.setLast(110_000 + ticks * 10)
    const text = `매수 2 ${ticks > 0 ? '+' : '−'}${Math.abs(ticks - 1)}틱`
    await expect.element(tag(new RegExp(`^${text.replace('+', '\\+')}$`))).toBeVisible()
    await painted()
  }
  expect(sum()).toBeLessThan(0.01)
})

test.each([
  ['rests', (oversea: FakeOversea) => oversea.setRest(1, true)],
  ['is stopped by staff', (oversea: FakeOversea) => oversea.stop(1)],
])('a contract that %s is said to, and left for one that is open', async (_name, close) => {
  const left = Promise.withResolvers<string>()
  // The page leaves by loading anew, which would end the tests.
  const stay = (event: NavigateEvent) => {
    event.preventDefault()
    left.resolve(new URL(event.destination.url).pathname)
  }
  const { oversea } = await openOversea({ settings: quiet })
  await expect.element(clock()).toHaveTextContent('개장 중')
  navigation.addEventListener('navigate', stay)
  try {
    close(oversea)
    await answer('유로/달러 종목은 현재 휴장입니다.')
    expect(await left.promise).toBe('/oversea')
  } finally {
    navigation.removeEventListener('navigate', stay)
  }
  oversea.setRest(1, false)
  await expect.element(clock()).toHaveTextContent('개장 중')
})

/** Of the page that a member is led to its address alone is looked at: its parts are never answered. */
const partsOfMore = [
  'GET /api/user/security',
  'GET /api/content/notice/list',
  'GET /api/contact/my_unread_count',
  'GET /api/coupon/bonus',
  'GET /api/dnw/list',
  'GET /api/content/economic/list',
  'GET /api/chat/wait',
  'GET /api/session/list',
] as const

test('where every contract rests a member is told so and goes to 더보기; a guest stays and sees when it opens', async () => {
  const resting = {
    oversea(state: FakeOversea) {
      const openAt = Date.now() + 50 * 3_600_000
      const session = { tradingDay: '2026-11-23', openAt, closeAt: openAt + 22 * 3_600_000 }
      state.options = state.options.map((option) => ({ ...option, isRest: true, session, overnightDeadlineAt: null }))
    },
    server(server: FakeServer) {
      for (const call of partsOfMore) server.reply(call, () => new Promise<never>(() => undefined))
    },
  }
  for (const path of ['/oversea/1', '/oversea']) {
    await openOversea(resting, path)
    if (path === '/oversea/1') await answer('유로/달러 종목은 현재 휴장입니다.')
    await answer('모든 종목이 휴장입니다.')
    await expect.poll(() => location.pathname).toBe('/more')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  }
  await openOversea({ ...resting, isGuest: true }, '/overseaView')
  await answer('유로/달러 종목은 현재 휴장입니다.')
  await answer('모든 종목이 휴장입니다.')
  await expect.element(clock()).toHaveTextContent(/^휴장 · 개장까지 2일 0[12]:\d\d:\d\d$/)
  expect(location.pathname).toBe('/overseaView/1')
})

test('on a usual phone the chart is at least 150 px high, and the order buttons stay above the tabs', async () => {
  await openOversea()
  await expect.element(page.css('.tc-chart')).toHaveAttribute('aria-busy', 'false')
  const box = (name: string) => document.querySelector(name)!.getBoundingClientRect()
  for (const [height, least] of [
    [844, 150],
    [800, 150],
    [740, 96],
  ] as const) {
    await page.viewport(390, height)
    await expect.poll(() => box('.tc-chart').height).toBeGreaterThanOrEqual(least)
    expect(box('.order-bar').bottom).toBeLessThanOrEqual(box('nav').top)
  }
})
