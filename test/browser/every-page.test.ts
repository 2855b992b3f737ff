import { afterAll, beforeAll, expect, test } from 'vitest'
import { staff } from '../../apps/server/test/money-house.ts'
import { violationsInBothThemes } from './axe.ts'
import { comesToRest, follow } from './follow.ts'
import { arrives, type House, openHouse, pathOf, type Visitor } from './house.ts'
import { eur, setMid } from './overseas.ts'
import { loadRoutes, type Page, pageOf, type Routes } from './routes.ts'

// That a guest is led away from members' pages, and everybody from what a site has switched off, is tested for each address in
// apps/web/src/app/routes.test.ts, and that each text is written in both languages in scripts/languages.test.ts.

let house: House
let routes: Routes
beforeAll(async () => {
  // In a session: in the five minutes between two of them the overseas page sends its visitors away.
  house = await openHouse({ env: { CLOCK_START: '2026-11-18T12:00:00+09:00' } })
  setMid(house, eur, eur.start)
  for (const [symbol, price] of [
    ['GBPAUD', 190_000],
    ['XAUUSD', 250_000],
    ['NAS100', 2_000_000],
    ['SPX500', 500_000],
  ] as const)
    house.server.feed.trade(symbol, price)
  house.server.feed.setBook('BTCUSDT', { bid: 99_999, ask: 100_001, mark: 100_000 })
  routes = await loadRoutes()
  const cs = await staff(house.server, 'cs')
  const notice = { reason: 'a page of its own', category: 'MAINTENANCE', isForced: false, isPinned: false }
  const written = await cs.post('/api/console/notice', { ...notice, title: 'Notice', content: '<p>Notice</p>' })
  expect(written.status).toBe(200)
  samples['/more/notice/:id'] = `/more/notice/${written.body.id}`
})
afterAll(() => house.close())

/** Stands for the parameters of an address, or for the whole; where nothing is said, 1. */
const samples: Record<string, string> = {
  ':pair': 'BINARY_FUTURES',
  ':type': 'BINARY',
  ':coin': 'KRW',
  ':partnerCode': 'MARU01',
}
const sampleOf = ({ path }: Page) => samples[path] ?? path.replaceAll(/:\w+/g, (name) => samples[name] ?? '1')

interface Walk {
  readonly isMember: boolean
  /** Where it begins; it goes on by the links of each page. */
  readonly from: readonly string[]
  /** Links that were followed, of this walk and of those before it. */
  readonly known: Known
  readonly flags?: string
}

/** Of the many links to pages of one kind, as a hundred notices, some stand for all. */
class Known {
  readonly #paths = new Set<string>()
  readonly #links = new Map<string, number>()
  readonly #max: number
  constructor(max: number) {
    this.#max = max
  }

  /** Whether a path is to be looked at: not one that was, and of its kind not more than some. */
  takes(path: string): boolean {
    if (this.#paths.has(path)) return false
    const kind = pageOf(routes, path)?.path ?? path
    const links = this.#links.get(kind) ?? 0
    this.#links.set(kind, links + 1)
    if (links >= this.#max) return false
    this.#paths.add(path)
    return true
  }

  /** Leaves paths to another walk. */
  except(paths: Iterable<string>): this {
    for (const path of paths) this.#paths.add(path)
    return this
  }
}

const everything = '101101'
const nothing = '000000'
/** The place of each flag in the flags of a site. */
const places: Readonly<Record<string, number>> = { oversea: 0, p2p: 2, futures: 3, powerball: 4, binary: 5 }
const hasFeature = ({ meta: { feature } }: Page, flags: string) =>
  feature === undefined ||
  [feature].flat().some((one) => (one === 'liveChat' ? flags === everything : flags[places[one]!] === '1'))

async function setSite(language: 'ko' | 'en', flags: string) {
  await house.server.database.run(
    `update site set language = '${language}', guest_language = '${language}', flags = '${flags}', live_chat = ${flags === everything},
     used_coins = '${flags === everything ? 'FUTURES,BINARY' : ''}' where id = 1`,
  )
  await house.server.app.sites.load()
}

const linksOf = `[...new Set([...document.querySelectorAll('a[href]')].map((link) => link.getAttribute('href')))]`
const textOf = `document.body.innerText + [...document.querySelectorAll('[aria-label]')].map((one) => '\\n' + one.ariaLabel).join('')`

/** Opens the first page of somebody, without movement: the walk waits for none. */
async function enter(as: string | null, flags = everything): Promise<Visitor> {
  const visitor = await house.visit({ ...(as && { as }), context: { reducedMotion: 'reduce' } })
  // What stands for an id is nobody's where nothing was written for it.
  visitor.allow(/status of 404 .*([?&]id=1&|round_evidence\/1\b|contact\/read\b)/)
  await visitor.open('/')
  // Until start-up is over a member counts as nobody yet, and his way to the landing would end after the first step of the walk.
  await arrives(visitor.page, as === null ? '/signin' : landingOf(flags))
  expect(await comesToRest(visitor.page)).toBeNull()
  return visitor
}

/** Opens every page that a walk begins with and every page that one of them leads to; returns the faults and the kinds of page that it saw. */
async function walk(visitor: Visitor, way: Walk): Promise<{ faults: string[]; seen: Set<string> }> {
  const { page } = visitor
  const { isMember, known, flags = everything } = way
  const faults: string[] = []
  const seen = new Set<string>()
  const waiting = new Map<string, string | null>(way.from.map((path) => [path, null]))
  let sawMenu = false
  for (const [path, from] of waiting) {
    const at = from === null ? path : `${path} (from ${from})`
    const pathname = path.replace(/[?#].*/, '')
    const target = routes.redirects.get(pathname) ?? pathname
    const listed = pageOf(routes, target)
    if (!listed) {
      faults.push(`${at} has no page`)
      continue
    }
    const busy = await follow(page, path)
    if (busy !== null) faults.push(`${at} does not come to rest: ${busy}`)
    const shown = pathOf(page)
    const wanted = placeOf(target, listed, way)
    if (!wanted.test(shown)) faults.push(`${at} shows ${shown}, not ${wanted}`)
    if (from !== null && !hasFeature(listed, flags)) faults.push(`${at}: this site has no such page`)
    faults.push(...(await unfilled(visitor)).map((line) => `${at}: ${line}`))
    if (!isMember && listed.meta.requiresAuth !== false) continue
    // Guests see few pages that members do not: those are looked at in the guest's walk.
    const kind = pageOf(routes, shown)?.path ?? shown
    if (flags === everything && !seen.has(kind))
      faults.push(...(await violationsInBothThemes(page)).map((violation) => `${at}: ${violation}`))
    seen.add(kind)
    const links = await page.evaluate<string[]>(linksOf)
    if (!sawMenu) {
      const inMenu = await menuLinks(visitor)
      sawMenu = inMenu.length > 0
      links.push(...inMenu)
    }
    for (const link of links)
      if (link.startsWith('/') && !link.startsWith('/api/') && !waiting.has(link) && known.takes(link))
        waiting.set(link, path)
  }
  return { faults, seen }
}

/** Where somebody stands who opened an address. */
function placeOf(target: string, listed: Page, { isMember, flags = everything }: Walk): RegExp {
  if (!isMember && listed.meta.requiresAuth !== false) return /^\/signin$/
  if (!hasFeature(listed, flags)) return isMember ? landingOf(flags) : /^\/signin$/
  if (isMember && /^\/(signin|register|ref\/.*)$/.test(target)) return landingOf(flags)
  const place = isMember && listed.meta.isGuests ? target.replace('View', '') : target
  // A trade page without an id leads to an instrument.
  return new RegExp(`^${place}(/[^/]+)?$`)
}

const landingOf = (flags: string) => (flags === everything ? /^\/oversea\/\d+$/ : /^\/wallet\/asset$/)

/** What the main menu leads to, where the page has one. */
async function menuLinks({ page }: Visitor): Promise<string[]> {
  const menu = page.locator('.hdr').getByRole('button', { name: '메뉴', exact: true })
  if ((await menu.count()) === 0) return []
  await menu.tap()
  await page.locator('.menu a').first().waitFor()
  const links = await page.evaluate<string[]>(linksOf)
  await page.keyboard.press('Escape')
  await page.locator('.menu a').first().waitFor({ state: 'hidden' })
  return links
}

const linesOf = async ({ page }: Visitor): Promise<string[]> => (await page.evaluate<string>(textOf)).split('\n')

/** Lines with a parameter that was not filled in. */
const unfilled = async (visitor: Visitor): Promise<string[]> =>
  (await linesOf(visitor)).filter((line) => /\{\w+\}|undefined|\bNaN\b|\[object/.test(line))

/** The addresses of all pages, and those that only lead on. */
const addresses = () => [...routes.pages.map(sampleOf), ...routes.redirects.keys()]

/** Addresses of a member, in parts: each is walked by a test of its own, and a link of any of them once. */
const parts = [
  ['trades and money', /^\/(exchange|oversea|future|search|wallet|dnw|balances|$)/],
  ['his account', /^\/more/],
  ['everything else', /^\/(?!exchange|oversea|future|search|wallet|dnw|balances|more|$)/],
] as const
const knownToMembers = new Known(3)

test.each(parts)(
  'a member finds an accessible page behind every address of %s and behind every link',
  async (_, part) => {
    await setSite('ko', everything)
    const all = addresses()
    const visitor = await enter('demo1')
    const from = all.filter((path) => part.test(path))
    const { faults, seen } = await walk(visitor, { isMember: true, from, known: knownToMembers.except(all) })
    expect(faults).toEqual([])
    expect(seen.size).toBeGreaterThan(10)
    await visitor.leave()
  },
)

test('a guest finds an accessible page behind every address of guests and behind every link', async () => {
  await setSite('ko', everything)
  const guests = routes.pages.filter(({ meta }) => meta.requiresAuth === false).map(sampleOf)
  const visitor = await enter(null)
  const from = ['/', '/wallet/asset', ...guests]
  const { faults, seen } = await walk(visitor, { isMember: false, from, known: new Known(3).except(from) })
  expect(faults).toEqual([])
  expect(seen.size).toBeGreaterThan(10)
  await visitor.leave()
})

test('on a site with everything off the links that remain lead to pages that it has', async () => {
  await setSite('ko', nothing)
  for (const [as, from, pages] of [
    ['demo2', '/wallet/asset', 25],
    [null, '/signin', 4],
  ] as const) {
    const visitor = await enter(as, nothing)
    const way = { isMember: as !== null, from: [from], known: new Known(1).except([from]), flags: nothing }
    const { faults, seen } = await walk(visitor, way)
    expect(faults).toEqual([])
    expect(seen.size).toBeGreaterThan(pages)
    await visitor.leave()
  }
})

/** Names of the site, of members, banks, merchants and coins, which are in no language. */
const names = /마루[가-힣]*|데모|김[가-힣*]루|[가-힣]+은행|주식회사|모의상인|구름|하늘|바다|들판|테더/g

// In a browser, for names of instruments, of options and of what was written come from the server in the language of the reader.
test('on an English site what the server names on the main pages is in English', async () => {
  await setSite('en', everything)
  const visitor = await enter('demo4')
  const main = ['/oversea', '/future', '/exchange', '/wallet/asset', '/wallet/history', '/dnw', '/more', '/more/alerts']
  const faults: string[] = []
  for (const path of [...main, '/more/economic', '/search/oversea', '/statistics']) {
    const busy = await follow(visitor.page, path)
    if (busy !== null) faults.push(`${path} does not come to rest: ${busy}`)
    const korean = (await linesOf(visitor)).filter((line) => /[가-힣]{2}/.test(line.replaceAll(names, '')))
    faults.push(...[...korean, ...(await unfilled(visitor))].map((line) => `${path}: ${line}`))
  }
  expect(faults).toEqual([])
  await visitor.leave()
})

/** The parts that a screen reader goes by on a page: its landmarks, headings, tabs and the names of what can be pressed, figures left out. */
async function outlineOf({ page }: Visitor, path: string): Promise<string> {
  expect(await follow(page, path)).toBeNull()
  const tree = await page.locator('body').ariaSnapshot()
  return tree
    .split('\n')
    .filter((line) => /^\s*- (banner|navigation|main|heading|tab|radio|searchbox|textbox|combobox)\b/.test(line))
    .map((line) => line.replaceAll(/(?<!level=)\d+/g, '0').replace(/:$/, ''))
    .join('\n')
}

test('a screen reader finds the landmarks and headings of the main pages', async () => {
  await setSite('ko', everything)
  const visitor = await enter('demo3')
  const outlines: string[] = []
  for (const path of ['/more', '/support/faq', '/service/contact', '/more/notice', '/more/alerts'])
    outlines.push(`# ${path}`, await outlineOf(visitor, path))
  expect(`\n${outlines.join('\n')}\n`).toMatchInlineSnapshot(`
    "
    # /more
    - banner
      - heading "더보기" [level=1]
    - main
      - navigation "바로가기"
      - navigation "거래"
        - heading "거래" [level=2]
      - navigation "자산"
        - heading "자산" [level=2]
      - navigation "정보"
        - heading "정보" [level=2]
      - navigation "고객센터"
        - heading "고객센터" [level=2]
      - navigation "내 계정"
        - heading "내 계정" [level=2]
      - navigation "약관과 상담"
    - navigation "주 메뉴"
    # /support/faq
    - banner
      - heading "고객센터" [level=1]
    - main
      - heading "무엇을 도와드릴까요?" [level=2]
      - textbox "질문 검색"
      - heading "자주 묻는 질문 0" [level=3]
    - navigation "주 메뉴"
    # /service/contact
    - banner
      - heading "0:0 문의" [level=1]
    - main
        - tab "전체 0" [selected]
        - tab "진행 중 0"
        - tab "종료 0"
    - navigation "주 메뉴"
    # /more/notice
    - banner
      - heading "공지사항" [level=1]
    - main
    - navigation "주 메뉴"
    # /more/alerts
    - banner
      - heading "알림" [level=1]
    - main
        - heading "가격 알림 0" [level=2]
        - heading "청산 알림" [level=2]
        - heading "회차 · 주문 · 입출금 · 경제지표" [level=2]
        - heading "받는 방법" [level=2]
    - navigation "주 메뉴"
    "
  `)
  await visitor.leave()
})
