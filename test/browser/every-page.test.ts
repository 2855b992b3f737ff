import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { staff } from '../../apps/server/test/money-house.ts'
import { follow } from './follow.ts'
import { type House, openHouse, pathOf, type Visitor } from './house.ts'
import { eur, setMid } from './overseas.ts'
import { loadRoutes, type Page, pageOf, pagesWithoutRoute, type Routes } from './routes.ts'

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

/** What stands for the parameters of an address, or for the whole; where nothing is said, 1. */
const samples: Record<string, string> = {
  ':pair': 'BINARY_FUTURES',
  ':type': 'BINARY',
  ':coin': 'KRW',
  ':partnerCode': 'MARU01',
}
const sampleOf = ({ path }: Page) => samples[path] ?? path.replaceAll(/:\w+/g, (name) => samples[name] ?? '1')

type Language = 'ko' | 'en'
interface Walk {
  readonly as: string | null
  readonly language: Language
  readonly flags: string
}

const everything = '101101'
const nothing = '000000'
/** What each flag of a site switches on. */
const places: Readonly<Record<string, number>> = { oversea: 0, p2p: 2, futures: 3, powerball: 4, binary: 5 }
const hasFeature = ({ meta: { feature } }: Page, flags: string) =>
  feature === undefined ||
  [feature].flat().some((one) => (one === 'liveChat' ? flags === everything : flags[places[one]!] === '1'))

async function setSite({ language, flags }: Walk) {
  await house.server.database.run(
    `update site set language = '${language}', guest_language = '${language}', flags = '${flags}', live_chat = ${flags === everything},
     used_coins = '${flags === everything ? 'FUTURES,BINARY' : ''}' where id = 1`,
  )
  await house.server.app.sites.load()
}

const linksOf = `[...new Set([...document.querySelectorAll('a[href]')].map((link) => link.getAttribute('href')))]`
const textOf = `document.body.innerText + [...document.querySelectorAll('[aria-label]')].map((one) => '\\n' + one.ariaLabel).join('')`

/** Opens every page of the list and every page that one of them leads to; returns what is wrong. */
async function walk(visitor: Visitor, way: Walk): Promise<string[]> {
  const { page } = visitor
  const faults: string[] = []
  const isMember = way.as !== null
  const waiting = new Map<string, string | null>()
  for (const listed of routes.pages) waiting.set(sampleOf(listed), null)
  for (const from of routes.redirects.keys()) waiting.set(from, null)
  const perPage = new Map<string, number>()
  let sawMenu = false
  await visitor.open('/')
  // Until start-up is over a member counts as nobody yet.
  await page
    .locator(isMember ? '.ftr' : '#main, main')
    .first()
    .waitFor()
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
    if (from !== null && !hasFeature(listed, way.flags)) faults.push(`${at}: this site has no such page`)
    faults.push(...(await wordFaults(visitor, way.language)).map((fault) => `${at}: ${fault}`))
    if (isMember || listed.meta.requiresAuth === false) {
      const links = await page.evaluate<string[]>(linksOf)
      if (!sawMenu) {
        const inMenu = await menuLinks(visitor, way.language)
        sawMenu = inMenu.length > 0
        links.push(...inMenu)
      }
      for (const link of links) {
        if (!link.startsWith('/') || link.startsWith('/api/') || waiting.has(link)) continue
        const key = pageOf(routes, link)?.path ?? link
        const count = perPage.get(key) ?? 0
        perPage.set(key, count + 1)
        if (count < linksAPage) waiting.set(link, path)
      }
    }
  }
  expect(waiting.size).toBeGreaterThan(routes.pages.length)
  return faults
}

/** Of the many links to pages of one kind, as a hundred notices, some stand for all. */
const linksAPage = 3

/** Where somebody stands who opened an address. */
function placeOf(target: string, listed: Page, { as, flags }: Walk): RegExp {
  if (as === null && listed.meta.requiresAuth !== false) return /^\/signin$/
  if (!hasFeature(listed, flags)) return as === null ? /^\/signin$/ : landingOf(flags)
  if (as !== null && /^\/(signin|register|ref\/.*)$/.test(target)) return landingOf(flags)
  const place = as !== null && listed.meta.isGuests ? target.replace('View', '') : target
  // A trade page without an id leads to an instrument.
  return new RegExp(`^${place}(/[^/]+)?$`)
}

const landingOf = (flags: string) => (flags === everything ? /^\/oversea\/\d+$/ : /^\/wallet\/asset$/)

/** What the main menu leads to, where the page has one. */
async function menuLinks({ page }: Visitor, language: Language): Promise<string[]> {
  const menu = page.locator('.hdr').getByRole('button', { name: language === 'ko' ? '메뉴' : 'Menu', exact: true })
  if ((await menu.count()) === 0) return []
  await menu.tap()
  await page.locator('.menu a').first().waitFor()
  const links = await page.evaluate<string[]>(linksOf)
  await page.keyboard.press('Escape')
  await page.locator('.menu a').first().waitFor({ state: 'hidden' })
  return links
}

const unfilled = /\{\w+\}|undefined|\bNaN\b|\[object/
/** Names of the site, of members, banks, merchants and coins, which are in no language. */
const names = /마루[가-힣]*|데모|김[가-힣*]루|[가-힣]+은행|주식회사|모의상인|구름|하늘|바다|들판|테더/g

/** Parameters that were not filled in, and Korean on an English page. */
async function wordFaults({ page }: Visitor, language: Language): Promise<string[]> {
  const text = await page.evaluate<string>(textOf)
  return text
    .split('\n')
    .filter((line) => unfilled.test(line) || (language === 'en' && /[가-힣]{2}/.test(line.replaceAll(names, ''))))
}

test('no page of the web app is without an address', () => {
  expect(pagesWithoutRoute()).toEqual([])
  expect(routes.pages.length).toBeGreaterThan(50)
})

describe.each([
  ['with everything', everything],
  ['with everything off', nothing],
])('on a site %s', (_, flags) => {
  describe.each(['ko', 'en'] as const)('in %s', (language) => {
    // A message stays in the language that it was written in: another member reads in each.
    test.each([
      ['guest', null],
      ['member', language === 'ko' ? 'demo1' : 'demo2'],
    ] as const)('a %s finds a page behind every address and every link', async (_, as) => {
      const way = { as, language, flags }
      await setSite(way)
      const visitor = await house.visit({ ...(as && { as }), context: { reducedMotion: 'reduce' } })
      const faults = await walk(visitor, way)
      expect(faults).toEqual([])
      // What stands for an id is nobody's where nothing was written for it.
      visitor.allow(/status of 404 .*([?&]id=1&|round_evidence\/1\b)/)
      await visitor.leave()
    })
  })
})

/** What a screen reader goes by on a page: its landmarks, headings, tabs and the names of what can be pressed, figures left out. */
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
  await setSite({ as: 'demo3', language: 'ko', flags: everything })
  const visitor = await house.visit({ as: 'demo3', context: { reducedMotion: 'reduce' } })
  await visitor.open('/')
  await visitor.page.locator('.ftr').waitFor()
  const outlines: string[] = []
  for (const path of ['/more', '/support/faq', '/service/contact', '/more/notice', '/more/alerts'])
    outlines.push(`# ${path}`, await outlineOf(visitor, path))
  expect(`\n${outlines.join('\n')}\n`).toMatchInlineSnapshot(`
    "
    # /more
    - banner
      - heading "더보기" [level=1]
    - main
      - navigation "바로 가기"
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
        - tab "끝난 문의 0"
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
