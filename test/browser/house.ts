import type { LoginReply } from '@maru/contract'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright'
import { expect, inject } from 'vitest'
import { demoPassword } from '../../apps/server/src/members/index.ts'
import { startTestServer, type TestServer, type TestServerSetup } from '../../apps/server/test/harness.ts'
import { outlivesFile } from '../leftovers.ts'

export { eventually } from '../eventually.ts'

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
  restart: (between?: () => Promise<void>) => Promise<void>
  close: () => Promise<void>
}

/** A house of a file's own, for what it changes of the site, of prices and of notices, or for a set-up of its own. */
export async function openHouse(setup: TestServerSetup = {}): Promise<House> {
  const { house, leaveAll, end } = await start(setup)
  house.close = async () => {
    await leaveAll()
    await end()
  }
  return house
}

/** What houses can be shared by: data alone. */
type SharedSetup = Pick<TestServerSetup, 'env' | 'prices'>

const shared = new Map<string, ReturnType<typeof start>>()

/**
 * The house that the files of a worker with the same set-up share, until the worker ends. Each test brings members of its own and looks for
 * what is theirs; a file that needs rules of money sets all of them, and what it changes of the site it takes back: `close` fails otherwise.
 */
export async function sharedHouse(setup: SharedSetup = {}): Promise<House> {
  const key = JSON.stringify(setup)
  const isNew = !shared.has(key)
  const starting = shared.get(key) ?? outlivesFile(() => start(setup))
  shared.set(key, starting)
  const { house, leaveAll, end } = await starting.catch((error) => {
    // The next file tries again.
    shared.delete(key)
    throw error
  })
  if (isNew) atEndOfWorker(() => end())
  const before = await stateOfSite(house)
  const { restart } = house
  house.restart = async (between) => {
    // Only a house that has come back is the next file's.
    shared.delete(key)
    await outlivesFile(() => restart(between))
    shared.set(key, starting)
  }
  house.close = async () => {
    house.restart = restart
    await leaveAll()
    house.line.to(house.server.url)
    house.server.feed.resume()
    const after = await stateOfSite(house)
    const changed = Object.keys(after).filter((name) => after[name] !== before[name])
    if (changed.length === 0) return
    shared.delete(key)
    throw new Error(`this file leaves a shared site changed: ${changed.join(', ')}`)
  }
  return house
}

/** What was set up of a site, by column, as text. */
async function stateOfSite({ server }: House): Promise<Record<string, string>> {
  const [row = {}] = await server.database.run(
    'select to_jsonb(site) || to_jsonb(site_config) as state from site join site_config on site_id = id where id = 1',
  )
  return Object.fromEntries(
    Object.entries(row['state'] as object).map(([name, value]) => [name, JSON.stringify(value)]),
  )
}

/** Runs when the worker has no more files: what its files share outlives each of them. */
function atEndOfWorker(end: () => Promise<void>): void {
  const worker = globalThis as unknown as { __vitest_worker__: { onCleanup(end: () => unknown): void } }
  worker.__vitest_worker__.onCleanup(end)
}

async function start(given: TestServerSetup) {
  const setup = { ...given, http: { webDir: inject('webDir'), consoleDir: inject('consoleDir'), ...given.http } }
  const server = await startTestServer(setup)
  const line = await openLine(server.url)
  const browser = await outlivesFile(() => browserOfProcess())
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
    close: async () => undefined,
  }
  return {
    house,
    /** Closes the pages that are open still: of failed tests, and of a whole file. */
    async leaveAll() {
      visitors.length = 0
      await Promise.all(contexts.splice(0).map((context) => context.close()))
    },
    async end() {
      await line.close()
      await house.server.close()
    },
  }
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

/** Where the page is, without the host. */
export const pathOf = (page: Page): string => new URL(page.url()).pathname

/** Waits until the page stands at `path`. */
export const arrives = (page: Page, path: string | RegExp): Promise<void> =>
  page.waitForURL((url) => (typeof path === 'string' ? url.pathname === path : path.test(url.pathname)))

/** Resolves at the first frame of a topic or queue on any connection that the page opens from now on: what is told later reaches it. */
export const hears = (page: Page, topic: string): Promise<void> =>
  new Promise((heard) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes(topic)) heard()
      }),
    )
  })

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
