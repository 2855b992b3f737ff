import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answer, arrives, dialog, type House, hears, memberPassword, sharedHouse, type Visitor } from './house.ts'
import { newMember } from './traders.ts'

let house: House
beforeAll(async () => {
  house = await sharedHouse({ env: { CLOCK_START: '2026-11-18T12:00:00+09:00' } })
})
afterAll(() => house.close())

interface Reason {
  readonly change: string
  readonly text: string
}
const denied: Reason = { change: "status = 'DENY'", text: '이용할 수 없는 계정입니다. 관리자에게 문의해 주세요.' }
const blocked: Reason = { change: "block_device = 'M'", text: '모바일 기기에서는 접속할 수 없습니다.' }
const userAgent =
  'Mozilla/5.0 (Linux; Android 15; SM-S921N) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Mobile Safari/537.36'

const set = (id: number, { change }: Reason) =>
  house.server.database.run(`update member set ${change} where id = ${id}`)
const tokens = (page: Page) => page.evaluate('Object.keys(localStorage).filter((key) => key.endsWith("Token"))')

const hearsItsQueues = (page: Page) => hears(page, '/user/queue/point')

async function visitorOf(username?: string): Promise<Visitor> {
  const visitor = await house.visit({ ...(username && { as: username }), context: { userAgent } })
  visitor.allow(/status of 40[13]/, /ApiError|ACCOUNT_DENIED|DEVICE_MOBILE_BLOCKED|SESSION|UNAUTH|TOKEN/)
  return visitor
}

async function signIn(page: Page, username: string) {
  await page.getByLabel('아이디', { exact: true }).fill(username)
  await page.getByLabel('비밀번호', { exact: true }).fill(memberPassword)
  await page.getByRole('button', { name: '로그인', exact: true }).tap()
}

/** The alert says why; then the page starts anew, as a guest's. */
async function isLockedOut(page: Page, { text }: Reason) {
  const reloaded = page.waitForEvent('domcontentloaded')
  expect(await answer(page, '확인')).toBe(text)
  await reloaded
  await arrives(page, '/signin')
  await page.getByLabel('아이디', { exact: true }).waitFor()
  expect(await tokens(page)).toEqual([])
  expect(await dialog(page).count()).toBe(0)
}

// That a blocked device is told apart from a denied member is tested in startup.test.ts of the web app, and what the server says to both in
// login.test.ts and connect.test.ts of the server.
describe('a member who was shut out is told why, signed out, and the page is loaded anew', () => {
  test('at start-up', async () => {
    const { id, username } = await newMember(house)
    const visitor = await visitorOf(username)
    await set(id, denied)
    await visitor.open('/wallet/asset')
    await isLockedOut(visitor.page, denied)
    await visitor.leave()
  })

  test.each([denied, blocked])('in a refresh: $change', async (reason) => {
    const { id, username } = await newMember(house)
    const visitor = await visitorOf(username)
    const { page } = visitor
    await visitor.open('/wallet/asset')
    await page.getByText('10,000,000').first().waitFor()
    // The member is barred while his refresh is on its way, so that nothing else can tell the page before.
    await page.route('**/api/login**', async (route) => {
      await set(id, reason)
      await route.continue()
    })
    await page.evaluate(`(() => {
      localStorage.setItem('maru:maru:expiresAt', '1')
      document.querySelector('a[href^="/exchange"]').click()
    })()`)
    await isLockedOut(page, reason)
    await visitor.leave()
  })

  test('over the live channel, while its token is still good', async () => {
    const { id, username } = await newMember(house)
    const visitor = await visitorOf(username)
    const isLive = hearsItsQueues(visitor.page)
    await visitor.open('/more')
    await isLive
    await set(id, denied)
    await isLockedOut(visitor.page, denied)
    await visitor.leave()
  })

  test('at sign-in', async () => {
    const { id, username } = await newMember(house)
    await set(id, denied)
    const visitor = await visitorOf()
    await visitor.open('/signin')
    await signIn(visitor.page, username)
    await isLockedOut(visitor.page, denied)
    await visitor.leave()
  })
})

describe('start-up without an answer', () => {
  test('asks again after one failed call, and nobody is signed out', async () => {
    const { username } = await newMember(house)
    const visitor = await house.visit({ as: username })
    visitor.allow(/ERR_FAILED|ApiError|status of 50/)
    const { page } = visitor
    await page.route('**/api/me?**', (route) => route.abort(), { times: 2 })
    await visitor.open('/wallet/asset')
    await page.getByText('10,000,000').first().waitFor()
    await arrives(page, '/wallet/asset')
    await visitor.leave()
  })

  test('says what is wrong when it stays so, keeps the member’s session, and goes on by 다시 시도', async () => {
    const { username } = await newMember(house)
    const visitor = await house.visit({ as: username })
    visitor.allow(/ERR_FAILED|ApiError|status of 503/)
    const { page } = visitor
    await page.route('**/api/me?**', (route) =>
      route.fulfill({ status: 503, json: { code: 'TRY_AGAIN_LATER', message: '잠시 후 다시 시도해 주세요.' } }),
    )
    await visitor.open('/wallet/asset')
    await page.getByText('서비스에 연결하지 못했습니다.').waitFor()
    await page.getByText('잠시 후 다시 시도해 주세요.').waitFor()
    expect(await page.getByLabel('아이디', { exact: true }).count()).toBe(0)
    expect(await tokens(page)).toHaveLength(2)
    await page.unroute('**/api/me?**')
    await page.getByRole('button', { name: '다시 시도' }).tap()
    await page.getByText('10,000,000').first().waitFor()
    await arrives(page, '/wallet/asset')
    await visitor.leave()
  })

  test('says so too when the site itself is not known', async () => {
    const visitor = await house.visit()
    visitor.allow(/ERR_FAILED|ApiError/)
    const { page } = visitor
    await page.route('**/api/site_info/code**', (route) => route.abort())
    await visitor.open('/')
    await page.getByText('서버에 연결하지 못했습니다. 인터넷 연결을 확인해 주세요.').waitFor()
    await page.unroute('**/api/site_info/code**')
    await page.getByRole('button', { name: '다시 시도' }).tap()
    await page.getByLabel('아이디', { exact: true }).waitFor()
    await visitor.leave()
  })
})
