import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { answer, arrives, eventually, type House, memberPassword, openHouse } from './house.ts'
import { newMember } from './traders.ts'

/** BTC, rounds of five minutes. */
const rounds = 4

let house: House
beforeAll(async () => {
  // A minute after a round began: the next one takes stakes for minutes.
  house = await openHouse({ env: { CLOCK_START: '2026-11-18T12:01:00+09:00' } })
})
afterEach(() => house.line.to(house.server.url))
afterAll(() => house.close())

const mask = (page: Page) => page.getByText('연결이 불안정하여 다시 연결하고 있습니다.')
const price = (page: Page) => page.locator('.price .v')
/** Parts that come late would be missed in the outage: the page would load itself anew for them. */
const hasLoaded = (page: Page) => page.waitForLoadState('networkidle')
const lostLine = /ERR_|WebSocket|live: /

describe('a lost connection', () => {
  test('shows the mask, comes back, and then knows what happened meanwhile', async () => {
    const visitor = await house.visit({ as: 'demo1' })
    visitor.allow(lostLine)
    const { page } = visitor
    await visitor.open(`/exchange/${rounds}`)
    await page.getByText('진행 중인 참여가 없습니다').waitFor()
    await price(page).getByText('10,000.0').waitFor()

    const { accessToken } = await house.server.login('demo1')
    const call = { token: accessToken }
    const place = async () => {
      const { body } = await house.server.call(`/api/trade/game/current?tradeOptionId=${rounds}`, call)
      const stake = { tradeRoundId: body.betting?.id ?? 0, type: 'S', point: 70_000 }
      return house.server.call('/api/trade/history/betting', { ...call, key: true, body: stake })
    }
    await hasLoaded(page)
    house.line.hold()
    house.line.cut()
    await mask(page).waitFor()
    // A house that stood still for two seconds has no price for a moment.
    await eventually(place, ({ status }) => status === 200)
    house.server.feed.setPrice('BTCUSDT', 123_456)
    house.line.to(house.server.url)
    await mask(page).waitFor({ state: 'hidden' })
    await page.locator('#round-lists .bet').filter({ hasText: '70,000' }).waitFor()
    await price(page).getByText('12,345.6').waitFor()
    await expect.poll(() => page.locator('.sum-2 .mid').textContent()).toContain('9,930,000')
    await visitor.leave()
  })

  test('that does not come back says so after two more tries, and the page is loaded again', async () => {
    const visitor = await house.visit({ as: 'demo2' })
    // A slow page registers its service worker while the line is gone.
    visitor.allow(lostLine, /error occurred when fetching the script/)
    const { page } = visitor
    await visitor.open('/exchange/1')
    await price(page).getByText(/\d/).waitFor()
    await hasLoaded(page)
    let sockets = 0
    page.on('websocket', () => {
      sockets += 1
    })
    house.line.to(null)
    house.line.cut()
    await page.getByText('다시 연결하지 못했습니다. 새로고침 후 다시 시도해 주세요.').waitFor()
    // One try at once and two more, 500 ms apart.
    expect(sockets).toBe(3)
    // A reload would leave nothing while the server is away: the page asks for it first.
    let documents = 0
    page.on('domcontentloaded', () => {
      documents += 1
    })
    const polled = page.waitForEvent('requestfailed', (request) => request.url().includes('server_time_offset'))
    await answer(page, '확인')
    await polled
    await mask(page).waitFor()
    expect(documents).toBe(0)
    house.line.to(house.server.url)
    await mask(page).waitFor({ state: 'hidden' })
    await price(page).getByText(/\d/).waitFor()
    expect(documents).toBe(1)
    await visitor.leave()
  })
})

describe('an ended session', () => {
  const lost = '연결이 끊어졌습니다. 잠시 후 다시 로그인해 주세요.'

  test('is told at once when another device ends it, and then there is no way back in', async () => {
    const here = await house.visit({ as: 'demo3' })
    const there = await house.visit({ as: 'demo3' })
    here.allow(/status of 401/, /api\/me|UNAUTH|SESSION|TOKEN|ApiError/)
    await here.open('/exchange/1')
    await price(here.page).getByText(/\d/).waitFor()
    await there.open('/more/security')
    const others = there.page.locator('.dev').getByRole('button', { name: /로그아웃$/ })
    await others.first().waitFor()
    expect(await others.count()).toBe(1)
    await others.first().tap()
    await answer(there.page, '로그아웃')
    expect(await answer(here.page, '확인')).toBe(lost)
    await arrives(here.page, '/signin')
    await here.page.getByLabel('아이디', { exact: true }).waitFor()
    await there.page.goto('/wallet/asset')
    await arrives(there.page, '/wallet/asset')
    await there.leave()
    await here.leave()
  })

  test('of a denied member ends everywhere, and signing in tells to ask the administrator', async () => {
    const denied = '이용할 수 없는 계정입니다. 관리자에게 문의해 주세요.'
    const { id, username } = await newMember(house)
    const visitor = await house.visit({ as: username })
    visitor.allow(/status of 40[13]/, /ApiError|ACCOUNT_DENIED/)
    const { page } = visitor
    await visitor.open('/exchange/1')
    await price(page).getByText(/\d/).waitFor()
    // What is still being loaded when the page is left is an error of its own.
    await hasLoaded(page)
    await house.server.database.run(`update member set status = 'DENY' where id = ${id}`)
    house.server.deps.bus.publish('control', {
      kind: 'endSession',
      siteId: 1,
      memberId: id,
      sessionId: null,
      reason: 'DENY',
    })
    const reloaded = page.waitForEvent('domcontentloaded')
    expect(await answer(page, '확인')).toBe(denied)
    await reloaded
    await arrives(page, '/signin')
    await page.getByLabel('아이디', { exact: true }).fill(username)
    await page.getByLabel('비밀번호', { exact: true }).fill(memberPassword)
    await page.getByRole('button', { name: '로그인', exact: true }).tap()
    expect(await answer(page, '확인')).toBe(denied)
    await arrives(page, '/signin')
    await visitor.leave()
  })
})

describe('an expired access token', () => {
  test('is refreshed by tabs that find it expired at the same time, and none of them is signed out', async () => {
    const visitor = await house.visit({ as: 'demo4' })
    const { page } = visitor
    const second = await visitor.context.newPage()
    await visitor.open('/wallet/asset')
    await page.getByText('10,000,000').first().waitFor()
    const refreshes: string[] = []
    for (const tab of [page, second])
      tab.on('response', (response) => {
        if (response.url().includes('/api/login')) refreshes.push(`${response.status()}`)
      })
    const before = await page.evaluate('localStorage.getItem("maru:maru:refreshToken")')
    // No page of ours is open while the token expires: both tabs find it expired at the same time.
    await page.goto('/icon.svg')
    await page.evaluate('localStorage.setItem("maru:maru:expiresAt", "1")')
    await Promise.all([page.goto('/wallet/history'), second.goto('/more/mypage')])
    await second.locator('main').getByText('데모4').first().waitFor()
    await arrives(page, '/wallet/history')
    await page.getByText('순손익').first().waitFor()
    // A tab whose copy of the storage is a moment old asks again with the token before: it gets the same successor.
    expect(refreshes.length).toBeLessThanOrEqual(2)
    expect(new Set(refreshes)).toEqual(new Set(['200']))
    expect(await page.evaluate('localStorage.getItem("maru:maru:refreshToken")')).not.toBe(before)

    // Alone: the other tab may find the refused token as well, and asks for a new one then.
    await second.close()
    // A token that the server refuses before this device thinks it has expired is renewed as well.
    await page.evaluate('localStorage.setItem("maru:maru:accessToken", "x.y.z")')
    visitor.allow(/status of 401/)
    const count = refreshes.length
    await page.goto('/wallet/asset')
    await page.getByText('10,000,000').first().waitFor()
    expect(refreshes.slice(count)).toEqual(['200'])
    await visitor.leave()
  })
})

describe('a guest', () => {
  test('sees a price that moves flash in the colour of its direction, and not in both', async () => {
    const visitor = await house.visit()
    const { page } = visitor
    await page.addInitScript(noteFlashes)
    await visitor.open('/futureView/1')
    const last = page.locator('.ph .px')
    await last.getByText(/\d/).waitFor()
    for (const [units, text, seen] of [
      [650_000, '65,000.0', 'up'],
      [640_000, '64,000.0', 'down'],
      [660_000, '66,000.0', 'up'],
    ] as const) {
      house.server.feed.setPrice('BTCUSDT', units)
      await last.getByText(text).waitFor()
      expect(await page.evaluate('globalThis.__flashes.at(-1)')).toBe(seen)
    }
    await visitor.leave()
  })

  test('sees rounds and prices without private subscriptions, and is led to sign in by taking a side', async () => {
    const visitor = await house.visit()
    const { page } = visitor
    const sent: string[] = []
    page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))))
    await visitor.open(`/exchangeView/${rounds}`)
    await price(page).getByText(/\d/).waitFor()
    await page.getByRole('timer').waitFor()
    const isAsked = (frame: string) => frame.startsWith('SUBSCRIBE') && frame.includes('/topic/tick/CR_BTCUSDT')
    await expect.poll(() => sent.some(isAsked)).toBe(true)
    expect(sent.filter((frame) => frame.includes('/user/') || frame.includes('Authorization'))).toEqual([])
    const buy = page.getByRole('button', { name: /▲ 매수/ })
    await buy.tap()
    await arrives(page, '/signin')
    await visitor.leave()
  })
})

/** The grounds of the header's price that are seen at the start of each of its flashes; both would be "up, down". */
const noteFlashes = `(() => {
  const { play } = Animation.prototype
  globalThis.__flashes = []
  Animation.prototype.play = function () {
    play.call(this)
    const sheet = this.effect.target.closest('.ph .flash')
    if (!sheet) return
    const seen = sheet.getAnimations({ subtree: true }).filter(({ currentTime }) => currentTime < 200)
    globalThis.__flashes.push(seen.map(({ effect }) => (effect.target.nextSibling ? 'up' : 'down')).join(', '))
  }
})()`
