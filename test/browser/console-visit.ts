import type { BrowserContextOptions, Page } from 'playwright-core'
import { demoPassword } from '../../apps/server/src/members/index.ts'
import { appCode } from '../../apps/server/test/authenticator.ts'
import { staffSecret } from '../../apps/server/test/money-house.ts'
import { eventually, type House, type Visitor } from './house.ts'

/** An operator's screen. */
export const desk: BrowserContextOptions = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false }

/** Opens the console in a profile of its own and signs a member of staff in; ends on `path`. */
export async function openConsole(house: House, username: string, path = '/approvals'): Promise<Visitor> {
  const visitor = await house.visit({ context: desk })
  // The first step is answered with a refusal that asks for the code.
  visitor.allow(/403 .*\/api\/login/)
  await visitor.open(`/console${path}`)
  await enterPassword(visitor.page, username)
  await enterCode(visitor.page, await freshCode(username))
  await visitor.page.locator('.rail').waitFor()
  return visitor
}

/**
 * Goes to another page of the console as a link does: what is loaded stays. The page before stays until the code of the next one is there,
 * so that its heads are marked, and one without a mark is waited for.
 */
export async function goInConsole(page: Page, path: string): Promise<void> {
  await page.evaluate(`{
    for (const head of document.querySelectorAll('main :is(h1, h2), .rec')) head.setAttribute('data-left', '')
    history.pushState({ key: 'walk', idx: 1 }, '', ${JSON.stringify(`/console/${path}`)})
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }`)
  await page.locator('main :is(h1, h2):not([data-left]), .rec:not([data-left])').first().waitFor()
}

/** A command of whoever is signed in at the console of a visitor, without his page. */
export async function callAs(house: House, { page }: Visitor, path: string, body: object) {
  const token = await page.evaluate<string>(`localStorage.getItem('maru:/console:accessToken')`)
  return house.server.call(path, { token, key: true, body })
}

const used = new Map<string, string>()

/** A code that this member of staff has not used yet: each counts once. */
export async function freshCode(username: string): Promise<string> {
  const now = () => appCode(staffSecret, Date.now())
  const code = await eventually(now, (one) => one !== used.get(username), 35_000)
  used.set(username, code)
  return code
}

export async function enterPassword(page: Page, username: string, password = demoPassword): Promise<void> {
  await page.getByLabel('아이디').fill(username)
  await page.getByLabel('비밀번호', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

export async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('인증 앱의 번호').fill(code)
  await page.keyboard.press('Enter')
}
