import type { BrowserContextOptions, Page } from 'playwright'
import { demoPassword } from '../../apps/server/src/members/index.ts'
import { appCode } from '../../apps/server/test/authenticator.ts'
import { staffSecret } from '../../apps/server/test/money-house.ts'
import { goAsLink } from './follow.ts'
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
  await enterCode(visitor.page, await freshCode(house, username))
  await visitor.page.locator('.rail').waitFor()
  return visitor
}

/**
 * Goes to another page of the console as a link does. The page before stays until the code of the next one is there, so that its heads are
 * marked, and one without a mark is waited for.
 */
export async function goInConsole(page: Page, path: string): Promise<void> {
  await page.evaluate(`{
    for (const head of document.querySelectorAll('main :is(h1, h2), .rec')) head.setAttribute('data-left', '')
    ${goAsLink(`/console/${path}`)}
  }`)
  await page.locator('main :is(h1, h2):not([data-left]), .rec:not([data-left])').first().waitFor()
}

/** Opens a page by G and its letter: pressed one right after the other, for the second key counts only for so long, however slow the page is. */
export async function goByKeys({ keyboard }: Page, letter: string): Promise<void> {
  await Promise.all([keyboard.press('g'), keyboard.press(letter)])
}

/** A command of whoever is signed in at the console of a visitor, without his page. */
export async function callAs(house: House, { page }: Visitor, path: string, body: object) {
  const token = await page.evaluate<string>(`localStorage.getItem('maru:/console:accessToken')`)
  return house.server.call(path, { token, key: true, body })
}

/** A code that this member of staff has not used yet, wherever he signed in: each counts once, and the next one counts early. */
export async function freshCode(house: House, username: string): Promise<string> {
  const used = await house.server.database.run(
    'select max(totp_last_step) as step from member where site_id = 1 and username = $1',
    [username],
  )
  const unused = Number(used[0]?.['step']) + 1
  const step = () => Math.floor(Date.now() / 30_000)
  const now = await eventually(step, (one) => one >= unused - 1, 35_000)
  return appCode(staffSecret, Math.max(now, unused) * 30_000)
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
