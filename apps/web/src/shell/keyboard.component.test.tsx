// A keyboard that covers the page, as on iOS: the window keeps its size, only the visual viewport shrinks.
import type { Chat } from '@maru/contract'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { positionOf } from '../../test/futures-rows.ts'
import { openFutures } from '../../test/open-futures.ts'
import { openOversea } from '../../test/open-oversea.ts'
import { openPage } from '../../test/open-page.tsx'

const keyboardPx = 300
const seen = window.visualViewport!

function show(height: number | null) {
  if (height === null) Reflect.deleteProperty(seen, 'height')
  else Object.defineProperty(seen, 'height', { configurable: true, value: height })
  seen.dispatchEvent(new Event('resize'))
}
const openKeyboard = () => {
  show(innerHeight - keyboardPx)
  onTestFinished(() => show(null))
}
const bottomOf = (selector: string) => document.querySelector(selector)!.getBoundingClientRect().bottom
/** Where the keyboard begins. */
const edge = () => innerHeight - keyboardPx

const sizes = [
  [390, 844],
  [375, 667],
  [360, 640],
] as const

test.each(sizes)(
  'the order buttons stand above the keyboard at %i × %i, and return to their place',
  async (...size) => {
    for (const open of [openFutures, openOversea]) {
      await open({ size })
      await expect.element(page.css('.order-bar')).toBeVisible()
      const before = bottomOf('.order-bar')
      openKeyboard()
      await expect.poll(() => bottomOf('.order-bar')).toBeLessThanOrEqual(edge())
      show(null)
      await expect.poll(() => bottomOf('.order-bar')).toBe(before)
    }
  },
)

test.each(sizes)('a sheet and its buttons stand above the keyboard at %i × %i', async (...size) => {
  await openFutures({ positions: [positionOf()], size })
  await page
    .getByRole('article', { name: 'BTCUSDT 롱' })
    .getByRole('button', { name: /익절 \/ 손절/ })
    .click()
  const sheet = page.getByRole('dialog', { name: '익절 / 손절' })
  await sheet.getByLabelText('손절가(USDT)', { exact: true }).click()
  openKeyboard()
  await expect.poll(() => bottomOf('.sheet')).toBeLessThanOrEqual(edge())
  const { top } = sheet.element().getBoundingClientRect()
  expect(top).toBeGreaterThanOrEqual(0)
  const button = sheet.getByRole('button', { name: '설정', exact: true }).element()
  button.scrollIntoView({ block: 'nearest' })
  expect(button.getBoundingClientRect().bottom).toBeLessThanOrEqual(edge())
})

test('the field of a chat stands above the keyboard', async () => {
  const chat: Chat = {
    id: 1,
    state: 'OPEN',
    position: null,
    waitSec: null,
    staffName: '김**',
    openedAt: 1,
    joinedAt: 1,
    endedAt: null,
    endedBy: null,
    inquiryId: null,
    memberRead: 0,
    staffRead: 0,
    isHelpful: null,
    lines: [],
  }
  await openPage('/more/livechat', {
    server(server) {
      server.reply('GET /api/chat/history', () => ({ chat }))
      server.reply('POST /api/chat/read', () => ({}))
    },
  })
  await expect.element(page.css('.lc-say')).toBeVisible()
  openKeyboard()
  await expect.poll(() => bottomOf('.lc-say')).toBeLessThanOrEqual(edge())
})

test('the button of a form of money stands above the keyboard', async () => {
  await openPage('/wallet/convert/USDT')
  await expect.element(page.css('.dock')).toBeVisible()
  openKeyboard()
  await expect.poll(() => bottomOf('.dock')).toBeLessThanOrEqual(edge())
})

test('a page that is zoomed in, or whose browser shows its bar, has no keyboard', async () => {
  await openFutures({})
  await expect.element(page.css('.order-bar')).toBeVisible()
  const before = bottomOf('.order-bar')
  show(innerHeight - 80)
  onTestFinished(() => show(null))
  expect(bottomOf('.order-bar')).toBe(before)
  Object.defineProperty(seen, 'scale', { configurable: true, value: 2 })
  onTestFinished(() => void Reflect.deleteProperty(seen, 'scale'))
  show(innerHeight / 2)
  expect(bottomOf('.order-bar')).toBe(before)
})
