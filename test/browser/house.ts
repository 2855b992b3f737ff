import { setTimeout as sleep } from 'node:timers/promises'
import type { LoginReply } from '@maru/contract'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright'
import { expect, inject } from 'vitest'
import { demoPassword } from '../../apps/server/src/members/index.ts'
import { startTestServer, type TestServer, type TestServerSetup } from '../../apps/server/test/harness.ts'
import { browserOfProcess } from './launch.ts'
import { type Line, openLine } from './line.ts'
import { keepToasts } from './toasts.ts'

/** A phone in Korea. */
const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  locale: 'ko-KR',
  timezoneId: 'Asia/Seoul',
}

/** How long a test waits for anything: it comes late on a busy machine, and a test that waits in vain may take its time. */
const patienceMs = 30_000

/** What a browser says of a server that is away: of requests, of sockets, and of the service worker's script. */
export const outage =
  /ERR_|WebSocket|Failed to load resource|live: |status of 50\d|error occurred when fetching the script/

export interface VisitSetup {
  /** Signed in before the page opens, as after an earlier visit: a member's name, or the session that he has. */
  readonly as?: string | LoginReply
  readonly context?: BrowserContextOptions
  /** Kept in local storage before the page opens. */
  readonly stored?: Readonly<Record<string, string>>
}

/** One browser profile with one page, and what went wrong in it. */
export interface Visitor {
  readonly context: BrowserContext
  readonly page: Page
  /** Uncaught errors and everything that the page complained of; requests that a test makes fail are named by `allow`. */
  readonly problems: string[]
  allow(...expected: RegExp[]): void
  open(path: string): Promise<void>
  /** Closes the page and fails if there was any problem. */
  leave(): Promise<void>
}

/** The whole product: a server behind a line that can be cut, and a browser. */
export interface House {
  server: TestServer
  readonly line: Line
  visit(setup?: VisitSetup): Promise<Visitor>
  /** Ends the server and starts it again on the same data; `between` runs while nothing answers. Pages may tell of the `outage`. */
  restart(between?: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

export async function openHouse(given: TestServerSetup = {}): Promise<House> {
  const setup = { ...given, http: { webDir: inject('webDir'), consoleDir: inject('consoleDir'), ...given.http } }
  const server = await startTestServer(setup)
  const line = await openLine(server.url)
  const browser = await browserOfProcess()
  const contexts: BrowserContext[] = []
  const visitors: Visitor[] = []

  const house: House = {
    server,
    line,
    async visit({ as, context: extra, stored = {} }: VisitSetup = {}) {
      const storage = {
        ...stored,
        ...(as === undefined
          ? {}
          : await tokensOf(house.server, typeof as === 'string' ? await signIn(house.server, as) : as)),
      }
      const localStorage = Object.entries(storage).map(([name, value]) => ({ name, value }))
      const context = await browser.newContext({
        ...phone,
        baseURL: line.url,
        storageState: { cookies: [], origins: [{ origin: line.url, localStorage }] },
        ...extra,
      })
      contexts.push(context)
      context.setDefaultTimeout(patienceMs)
      await context.addInitScript(keepToasts)
      const page = await context.newPage()
      const visitor = visitorOf(context, page)
      visitors.push(visitor)
      return visitor
    },
    async restart(between = async () => undefined) {
      const { database } = house.server
      for (const visitor of visitors) visitor.allow(outage)
      line.to(null)
      line.cut()
      await house.server.close(true)
      await between()
      house.server = await startTestServer({ ...setup, database })
      line.to(house.server.url)
    },
    async close() {
      // Those of failed tests are open still.
      await Promise.all(contexts.map((context) => context.close()))
      await line.close()
      await house.server.close()
    },
  }
  return house
}

/** What members who sign up in tests choose: the published password is the demo members' alone. */
export const memberPassword = 'lantern orbit 7'

const passwordOf = (username: string): string => (/^demo\d$/.test(username) ? demoPassword : memberPassword)

/** A new session of a member. */
export const signIn = (server: TestServer, username: string): Promise<LoginReply> =>
  server.login(username, passwordOf(username))

async function tokensOf(
  server: TestServer,
  { accessToken, refreshToken, expiresIn }: LoginReply,
): Promise<Record<string, string>> {
  await readRisk(server, accessToken)
  return {
    'maru:maru:accessToken': accessToken,
    'maru:maru:refreshToken': refreshToken,
    'maru:maru:expiresAt': String(Date.now() + expiresIn * 1000 - 5_000),
  }
}

/** The risk warning was read on an earlier visit. */
async function readRisk(server: TestServer, accessToken: string): Promise<void> {
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
  const answer = await fetch(`${server.url}/api/limit/risk`, { method: 'POST', headers, body: '{}' })
  expect(answer.status).toBe(200)
}

function visitorOf(context: BrowserContext, page: Page): Visitor {
  const problems: string[] = []
  const allowed: RegExp[] = []
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.text()} (${message.location().url})`)
  })
  return {
    context,
    page,
    problems,
    allow: (...expected) => void allowed.push(...expected),
    async open(path) {
      await page.goto(path, { waitUntil: 'domcontentloaded' })
    },
    async leave() {
      await context.close()
      const left = problems.filter((problem) => !allowed.some((pattern) => pattern.test(problem)))
      if (left.length > 0) throw new Error(`the page complained: ${left.join(' | ')}`)
    },
  }
}

/** Asks until the answer is right; fails with the last one. Unlike `expect.poll` it can be used by concurrent tests. */
export async function eventually<T>(
  ask: () => Promise<T> | T,
  isRight: (answer: T) => boolean,
  timeoutMs = patienceMs,
) {
  const end = performance.now() + timeoutMs
  for (;;) {
    const last = await ask()
    if (isRight(last)) return last
    if (performance.now() > end) throw new Error(`still ${JSON.stringify(last)} after ${timeoutMs} ms`)
    await sleep(100)
  }
}

/** Where the page is, without the host. */
export const pathOf = (page: Page): string => new URL(page.url()).pathname

/** Waits until the page stands at `path`. */
export const arrives = (page: Page, path: string | RegExp): Promise<void> =>
  page.waitForURL((url) => (typeof path === 'string' ? url.pathname === path : path.test(url.pathname)))

/** The one modal that is open, by its title; alerts are titled 알림. */
export const dialog = (page: Page, title = '알림') => page.getByRole('dialog', { name: title, exact: true })

/** Reads what a dialog says and answers it with one of its buttons; another dialog may follow at once. */
export async function answer(page: Page, button: string, title?: string): Promise<string> {
  const shown = dialog(page, title)
  await shown.waitFor()
  const text = (await shown.locator('.body').textContent()) ?? ''
  await shown.getByRole('button', { name: button, exact: true }).tap()
  await shown.getByText(text, { exact: true }).waitFor({ state: 'hidden' })
  return text
}
