// Wherever a member is on a trade page, and whatever its ticket shows, both sides can be taken at once.
import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../test/accessible.ts'
import '../../test/css.ts'
import { btcRounds, fakeRounds } from '../../test/fake-rounds.ts'
import type { FakeServer } from '../../test/fake-server.ts'
import { openFutures, quiet } from '../../test/open-futures.ts'
import { arm, openOversea } from '../../test/open-oversea.ts'
import { openPage, type PageSetup } from '../../test/open-page.tsx'

const smallest = [320, 568] as const
const sizes: readonly (readonly [number, number])[] = [[390, 844], [360, 640], smallest, [820, 1180], [1280, 800]]

const bar = () => page.css('.order-bar')
const buy = () => bar().getByRole('button', { name: /매수/ })
const buttons = () =>
  [...document.querySelectorAll('.order-bar button')].filter((one) => /매수|매도/.test(one.textContent))
const qty = () => page.getByLabelText('수량(BTC)', { exact: true })
const boxOf = (selector: string) => document.querySelector(selector)!.getBoundingClientRect()

const openRounds = (setup: PageSetup = {}) =>
  openPage(`/exchange/${btcRounds.id}`, { server: (server: FakeServer) => void fakeRounds(server), ...setup })

/** Whether all of both buttons can be touched: nothing lies over their edges, and nothing cuts them. */
const canBeTouched = () =>
  buttons().length === 2 &&
  buttons().every((button) => {
    const { left, right, top, bottom } = button.getBoundingClientRect()
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    const points = [
      [x, top + 2],
      [x, bottom - 2],
      [left + 3, y],
      [right - 3, y],
    ] as const
    return points.every(([x, y]) => button.contains(document.elementFromPoint(x, y)))
  })

/** On windows of all sizes, at the top of the page, in its middle and at its end. */
async function expectAlwaysThere() {
  for (const size of sizes) {
    await page.viewport(...size)
    for (const part of [0, 0.5, 1]) {
      scrollTo(0, document.documentElement.scrollHeight * part)
      await expect.poll(canBeTouched, { message: `${size} at ${part}` }).toBe(true)
    }
    scrollTo(0, 0)
  }
}

describe('the order buttons', () => {
  test.each(['지정가', '시장가', '예약지정가', 'MIT'])(
    'of a perpetual are there with a ticket of kind %s on every phone',
    async (kind) => {
      await openFutures()
      await page.getByText('TP/SL', { exact: true }).first().click()
      await page.getByRole('tab', { name: kind, exact: true }).click()
      await qty().fill('0.1')
      await expectAlwaysThere()
    },
  )

  test('of a perpetual name amount and price on the smallest phone', async () => {
    await openFutures({ size: smallest })
    await page.getByText('TP/SL', { exact: true }).first().click()
    await page.getByRole('tab', { name: 'MIT', exact: true }).click()
    await qty().fill('0.1')
    await page.getByLabelText('감시가(USDT)', { exact: true }).fill('60500')
    await expect.element(buy()).toHaveTextContent('0.1 BTC · 60,500.0')
    await page.getByRole('tab', { name: '시장가', exact: true }).click()
    await expect.element(buy()).toHaveTextContent('0.1 BTC · 약 60,000.1')
    await expectAccessible()
  })

  test('of a contract are there, one-touch included', async () => {
    await openOversea({ settings: { takeProfit: true, stopLoss: true } })
    await expect.element(buy()).toBeVisible()
    await expectAlwaysThere()
    await page.viewport(...smallest)
    await expect.element(buy()).toHaveTextContent('매수 1계약 · 1.10000')
    await arm()
    await expect.element(buy()).toHaveTextContent('매수 1계약1.10010')
    await expectAlwaysThere()
  })

  test('of a round are there with the stake, which stands above them on the smallest phone', async () => {
    await openRounds({ size: smallest })
    await expect.element(buy()).toHaveTextContent('▲ 매수 50,000원')
    expect(boxOf('.stake .step').bottom).toBeLessThanOrEqual(boxOf('.order-bar').top)
    await expectAlwaysThere()
  })

  test.each([
    ['of perpetuals', openFutures],
    ['of contracts', openOversea],
    ['of rounds', openRounds],
  ] as const)('stand at the foot of the chart %s that a phone on its side shows', async (_, open) => {
    await open({})
    await expect.element(buy()).toBeVisible()
    await page.viewport(844, 390)
    await expect.element(page.css('.tc.is-full figure')).toBeVisible()
    await expect.poll(canBeTouched).toBe(true)
    const picture = boxOf('.tc.is-full figure')
    expect(picture.width).toBe(844)
    expect(picture.height).toBeGreaterThan(150)
    expect(picture.bottom).toBeLessThanOrEqual(boxOf('.order-bar').top)
    await page.viewport(390, 844)
    await expect.element(page.css('.tc.is-full')).not.toBeInTheDocument()
  })

  test('that are docked tell what is wrong with an order whose ticket is out of sight', async () => {
    const { server, toasts } = await openFutures({ settings: quiet, size: [844, 390] })
    await buy().click()
    await expect.element(page.css('.toast.is-error')).toBeVisible()
    expect(toasts).toHaveLength(1)
    expect(server.requests('POST /api/futures/order')).toEqual([])
  })

  test.each([
    [390, 844],
    [820, 700],
    [1280, 640],
  ])('lie under no notification at %i × %i', async (...size: [number, number]) => {
    const { toasts } = await openFutures({ settings: { ...quiet, marketType: 'LIMIT' }, size })
    await page.getByLabelText('가격(USDT)', { exact: true }).fill('59900')
    for (const order of [1, 2]) {
      await qty().fill('0.01')
      await expect.element(buy()).toBeEnabled()
      await buy().click()
      await expect.poll(() => toasts.length).toBeGreaterThanOrEqual(order)
      const shown = [...document.querySelectorAll('.toast')].map((toast) => toast.getBoundingClientRect())
      expect(shown.length).toBeGreaterThan(0)
      const dock = boxOf('.order-bar')
      for (const { top, bottom } of shown) expect(bottom <= dock.top || top >= dock.bottom).toBe(true)
    }
  })
})

// Those of contracts begin a line below it: their account and their exits take the room, and the chart keeps its 150 px.
test('the lists of perpetuals begin on the first screen of a usual phone', async () => {
  await openFutures({})
  await expect.element(buy()).toBeVisible()
  const tab = page.getByRole('tab', { name: /^포지션/ }).element()
  await expect.poll(() => tab.getBoundingClientRect().bottom - boxOf('.ftr').top).toBeLessThanOrEqual(0)
  await expect.element(page.css('.order-bar.is-docked')).not.toBeInTheDocument()
})

test('the last price stands in the header while the page’s own is out of sight', async () => {
  await openFutures()
  const price = page.css('.hdr .hdr-f')
  await expect.element(price).not.toBeInTheDocument()
  scrollTo(0, document.documentElement.scrollHeight)
  await expect.element(price).toHaveTextContent('60,000.0')
  scrollTo(0, 0)
  await expect.element(price).not.toBeInTheDocument()
})
