import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { staff } from '../../apps/server/test/money-house.ts'
import { answer, arrives, type House, openHouse, pathOf, signIn } from './house.ts'
import { newMember } from './traders.ts'

let house: House
beforeAll(async () => {
  house = await openHouse({ env: { CLOCK_START: '2026-11-18T12:00:00+09:00' } })
})
afterAll(() => house.close())

const tabs = (page: Page) => page.locator('.ftr a').allTextContents()
const marked = (page: Page) => page.locator('.ftr a[aria-current=page]').allTextContents()

describe('the footer', () => {
  test('is the same on all pages of a site, and marks where the member is', async () => {
    const visitor = await house.visit({ as: 'demo1' })
    const { page } = visitor
    const places = [
      ['/exchange/1', '회차'],
      ['/future/1', '선물'],
      ['/oversea/1', '해외선물'],
      ['/wallet/history', '지갑'],
      ['/more/setting', '더보기'],
    ] as const
    for (const [path, name] of places) {
      await visitor.open(path)
      await page.locator('.ftr a').first().waitFor()
      expect([path, await tabs(page)]).toEqual([path, ['회차', '선물', '해외선물', '지갑', '더보기']])
      expect([path, await marked(page)]).toEqual([path, [name]])
    }
    await visitor.leave()
  })

  test('is ordered and cut by the site, and leads guests to the pages that they may see', async () => {
    const { database, app } = house.server
    await database.run(
      `update site set footer = array['order', 'home', 'trade', 'search', 'support', 'more'] where id = 1`,
    )
    await app.sites.load()
    const visitor = await house.visit()
    const { page } = visitor
    await visitor.open('/exchangeView/1')
    await page.locator('.ftr a').first().waitFor()
    expect(await tabs(page)).toEqual(['해외선물', '홈', '회차', '조회', '고객센터', '더보기'])
    expect(await marked(page)).toEqual(['회차'])
    await page.locator('.ftr').getByRole('link', { name: '해외선물' }).tap()
    await arrives(page, /^\/overseaView/)
    await visitor.leave()
    await database.run('update site set footer = null where id = 1')
    await app.sites.load()
  })
})

test('futures that a site does not have are offered as coming, and its address leads to what it has', async () => {
  const { database, app } = house.server
  const setFutures = async (flag: 0 | 1) => {
    await database.run(`update site set flags = overlay(flags placing '${flag}' from 4) where id = 1`)
    await app.sites.load()
  }
  const visitor = await house.visit({ as: 'demo5' })
  const { page } = visitor
  await visitor.open('/future')
  await arrives(page, /^\/future\/\d+$/)
  await setFutures(0)
  await visitor.open('/more')
  const entry = page.getByRole('main').getByRole('button', { name: /^선물 ?거래/ })
  await entry.tap()
  expect(await answer(page, '확인')).toContain('준비')
  expect(pathOf(page)).toBe('/more')
  await visitor.open('/future')
  await arrives(page, /^\/oversea\/\d+$/)
  await setFutures(1)
  await visitor.leave()
})

test('an id that is no number, and for rounds no stock’s name, leads to the root', async () => {
  const visitor = await house.visit({ as: 'demo2' })
  const { page } = visitor
  await visitor.open('/exchange/BTCUSDT')
  await arrives(page, '/exchange/BTCUSDT')
  await page.locator('.price .v').getByText(/\d/).waitFor()
  for (const path of ['/exchange/NOSUCH', '/exchange/1a', '/future/BTCUSDTPERP', '/oversea/x', '/nowhere']) {
    await visitor.open(path)
    // The root passes a member on to his landing page.
    await arrives(page, /^\/oversea\/\d+$/)
  }
  await visitor.leave()
})

test('the menu’s name stands in a cookie for a day after each navigation', async () => {
  const visitor = await house.visit({ as: 'demo2' })
  const { page } = visitor
  const cookie = async () => (await visitor.context.cookies()).find(({ name }) => name === 'menuName')
  await visitor.open('/future/1')
  await page.locator('.ftr a').first().waitFor()
  await expect.poll(async () => (await cookie())?.value).toBe('FutureTrade')
  const before = (await cookie())?.expires ?? 0
  expect(Math.abs(before - Date.now() / 1000 - 86_400)).toBeLessThan(120)
  // From one instrument to the next the name stays, and its day starts anew.
  await visitor.context.addCookies([{ name: 'menuName', value: 'old', url: house.line.url }])
  await page.getByRole('button', { name: /종목 바꾸기/ }).tap()
  await page.getByRole('dialog').getByRole('button', { name: /ETH/ }).first().tap()
  await arrives(page, '/future/2')
  await expect.poll(async () => (await cookie())?.value).toBe('FutureTrade')
  await visitor.leave()
})

test('a member stays on the page that his address names, and lands on the last opened one from the root', async () => {
  const visitor = await house.visit({ as: 'demo3' })
  const { page } = visitor
  await visitor.open('/more')
  await page.locator('.ftr').getByRole('link', { name: '지갑' }).tap()
  await arrives(page, '/wallet/asset')
  await visitor.open('/more/setting')
  await page.getByRole('radio', { name: '밝게' }).waitFor()
  expect(pathOf(page)).toBe('/more/setting')
  await visitor.open('/')
  await arrives(page, '/wallet/asset')
  await visitor.leave()
})

test('an error that the server tells unasked is an alert, in English on English sites', async () => {
  const { id, username } = await newMember(house)
  const visitor = await house.visit({ as: username })
  const { page } = visitor
  await page.route('**/api/site_info/code**', async (route) => {
    const reply = await route.fetch()
    await route.fulfill({ response: reply, json: { ...(await reply.json()), language: 'en', guestLanguage: 'en' } })
  })
  const subscribed = Promise.withResolvers<void>()
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('/user/queue/error')) subscribed.resolve()
    }),
  )
  await visitor.open('/wallet/asset')
  await subscribed.promise
  house.server.deps.bus.publish('event', {
    to: 'member',
    siteId: 1,
    memberId: id,
    // The gateway passes every queue on; this version's core sends no errors of its own.
    queue: 'error' as 'point',
    event: 'ERROR',
    data: { code: 'TRY_AGAIN_LATER', message: '잠시 후 다시 시도해 주세요.', params: {} },
    epoch: 1,
    batch: 1,
    seq: 1,
    ts: Date.now(),
  })
  expect(await answer(page, 'OK', 'Notice')).toMatch(/^Please try again/)
  await visitor.leave()
})

test('a long page has a button back to its top, once that is out of sight', async () => {
  const visitor = await house.visit()
  const { page } = visitor
  await visitor.open('/more/terms')
  const toTop = page.getByRole('button', { name: '맨 위로' })
  await page.locator('main h2').first().waitFor()
  expect(await toTop.count()).toBe(0)
  await page.evaluate('scrollTo(0, innerHeight * 1.5)')
  await toTop.tap()
  await expect.poll(() => page.evaluate('scrollY')).toBe(0)
  await toTop.waitFor({ state: 'hidden' })
  await visitor.leave()
})

test('the drawers of instruments tell the hours of trading, the overseas one with Korean names only', async () => {
  const visitor = await house.visit({ as: 'demo4' })
  const { page } = visitor
  await visitor.open('/oversea/1')
  await page.getByRole('button', { name: /종목 바꾸기/ }).tap()
  const drawer = page.getByRole('dialog', { name: '선물거래' })
  await drawer.getByText('외환은 08:00~06:00(한국시간)에 거래하며 주말에는 휴장합니다.').waitFor()
  expect(await drawer.locator('.pick-n').allTextContents()).toContain('금')
  await visitor.open('/future/1')
  await page.getByRole('button', { name: /종목 바꾸기/ }).tap()
  await drawer.getByText('암호화폐는 쉬는 날 없이 24시간 거래합니다.').waitFor()
  await visitor.leave()
})

test('the main menu opens on a page that was just drawn, and leads to its pages', async () => {
  const visitor = await house.visit({ as: 'demo1' })
  const { page } = visitor
  await visitor.open('/wallet/asset')
  await page.getByRole('button', { name: '메뉴', exact: true }).tap()
  const menu = page.getByRole('dialog').getByRole('navigation', { name: '주 메뉴' })
  await menu.getByRole('link', { name: '보안', exact: true }).tap()
  await arrives(page, '/more/security')
  await menu.waitFor({ state: 'detached' })
  await visitor.leave()
})

test('the main menu and the page of all say how many inquiries have a new answer', async () => {
  const { username } = await newMember(house)
  const session = await signIn(house.server, username)
  const call = { token: session.accessToken, key: true as const }
  const asked = await house.server.call('/api/contact/create', {
    ...call,
    body: { playerId: session.user.id, question: '출금은 언제 오나요?' },
  })
  expect(asked.status).toBe(200)
  const cs = await staff(house.server, 'cs')
  const said = { reason: '문의', answer: '내일 도착합니다.' }
  expect((await cs.post(`/api/console/contact/${asked.body.id}/answer`, said)).status).toBe(200)
  const visitor = await house.visit({ as: session })
  const { page } = visitor
  await visitor.open('/exchange')
  // The way to an instrument would close a menu that is open already.
  await arrives(page, /^\/exchange\/\d+$/)
  await page.getByRole('button', { name: '메뉴', exact: true }).tap()
  const entry = page.getByRole('dialog').getByRole('link', { name: '1:1 문의' })
  await entry.getByText('새 답변 1').waitFor()
  await entry.tap()
  await arrives(page, '/service/contact')
  await visitor.open('/more')
  await page.getByRole('main').getByRole('link', { name: '1:1 문의' }).getByText('새 답변 1').waitFor()
  await visitor.leave()
})
