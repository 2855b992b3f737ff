import type { LoginReply } from '@maru/contract'
import type { BrowserContextOptions, Page } from 'playwright'
import { expect } from 'vitest'
import { demoPassword } from '../../apps/server/src/members/index.ts'
import { appCode } from '../../apps/server/test/authenticator.ts'
import { staff, staffSecret } from '../../apps/server/test/money-house.ts'
import { goAsLink } from './follow.ts'
import type { House, Visitor } from './house.ts'

/** An operator's screen. */
export const desk: BrowserContextOptions = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false }

/**
 * Opens the console in a profile of its own where a member of staff is signed in, as after an earlier visit; ends on `path` once its code
 * has come. Without `polls` the page learns of changes by its channel alone.
 */
export async function openConsole(
  house: House,
  username: string,
  path = '/approvals',
  { polls = true } = {},
): Promise<Visitor> {
  const visitor = await house.visit({ context: desk, stored: await tokensOf(house, username) })
  if (!polls) await withoutPolls(visitor)
  await visitor.open(`/console${path}`)
  await visitor.page.locator('.rail').waitFor()
  await visitor.page.locator('#main:not([aria-busy=true])').waitFor()
  return visitor
}

/** The pages that a visitor opens from here on learn of changes by their channel alone. */
export const withoutPolls = ({ context }: Visitor): Promise<unknown> => context.addInitScript(noPolls)

/** Lists are asked for anew each 15 s or more; what is repeated more often is no poll of a list. */
const noPolls = `{
  const every = globalThis.setInterval
  globalThis.setInterval = (run, ms, ...rest) => every(run, ms >= 15_000 ? 2 ** 31 - 1 : ms, ...rest)
}`

/** What the console keeps of a new session of a member of staff. */
async function tokensOf(house: House, username: string): Promise<Record<string, string>> {
  const body = { username, password: demoPassword, otp: await freshCode(house, username), siteInfoId: 1 }
  const answer = await house.server.call('/api/login', { body })
  expect([username, answer.status]).toEqual([username, 200])
  const { accessToken, refreshToken, expiresIn } = answer.body as LoginReply
  return {
    'maru:/console:accessToken': accessToken,
    'maru:/console:refreshToken': refreshToken,
    'maru:/console:expiresAt': String(Date.now() + expiresIn * 1000 - 5_000),
  }
}

/** The calls of a member of staff who has no page open. */
export async function colleague(house: House, username: string): ReturnType<typeof staff> {
  await forgetCodes(house, username)
  return staff(house.server, username)
}

/** Goes to another page of the console as a link does, and waits for it. */
export const goInConsole = (page: Page, path: string): Promise<void> =>
  toNextPage(page, () => page.evaluate(`{ ${goAsLink(`/console/${path}`)} }`))

/**
 * Opens another page by G and its letter, and waits for it. The keys are pressed one right after the other: the second one counts only for
 * so long, however slow the page is.
 */
export const goByKeys = (page: Page, letter: string): Promise<void> =>
  toNextPage(page, () => Promise.all([page.keyboard.press('g'), page.keyboard.press(letter)]))

/** The page before stays until the code of the next one is there, so that its heads are marked, and one without a mark is waited for. */
async function toNextPage(page: Page, go: () => Promise<unknown>): Promise<void> {
  await page.evaluate(`{
    for (const head of document.querySelectorAll('main :is(h1, h2), .rec')) head.setAttribute('data-left', '')
  }`)
  await go()
  await page.locator('main :is(h1, h2):not([data-left]), .rec:not([data-left])').first().waitFor()
}

/** A command of whoever is signed in at the console of a visitor, without his page. */
export async function callAs(house: House, { page }: Visitor, path: string, body: object) {
  const token = await page.evaluate<string>(`localStorage.getItem('maru:/console:accessToken')`)
  return house.server.call(path, { token, key: true, body })
}

/** A code that this member of staff may use now, wherever he used it before. */
export async function freshCode(house: House, username: string): Promise<string> {
  await forgetCodes(house, username)
  return appCode(staffSecret, Date.now())
}

/** Each code counts once: without this whoever signs in again would have to wait for the next one. */
async function forgetCodes(house: House, username: string): Promise<void> {
  await house.server.database.run('update member set totp_last_step = 0 where site_id = 1 and username = $1', [
    username,
  ])
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
